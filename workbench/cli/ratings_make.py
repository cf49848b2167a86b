"""workbench ratings make: play for the ratings of the official tiles, and write them."""

from __future__ import annotations

import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli import console
from workbench.cli.game_options import read_bots
from workbench.cli.interrupts import INTERRUPTED
from workbench.cli.lab_run import Workers
from workbench.cli.players import choose_player
from workbench.cli.sim import RUNS
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.balance.rating_plan import Portion, RatedBag


def register(app: typer.Typer) -> None:
    app.command("make")(make)


def make(
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--sets",
            "--set",
            metavar="SET",
            help="Shipped sets to rate, with commas or repeated (all).",
            autocompletion=complete_sets,
        ),
    ] = None,
    bots: Annotated[str | None, typer.Option(metavar="BOT", help="Levels, weakest first (all four).")] = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=100, help="Games of a bag instead of the plan's own number.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, metavar="N", help="Where all luck comes from.")] = 1,
    runs: Annotated[Path | None, typer.Option(metavar="DIR", help="Where the games go (runs/ratings).")] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file of ratings.")] = Path(
        "ratings.json"
    ),
    workers: Workers = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler (tcp://HOST:PORT), or local:N workers."),
    ] = None,
) -> None:
    """Play for the ratings of the official tiles, and write them.

    Every tile of every shipped set in the bag it is played in, at four levels of skill: the cheapest first, so that a
    part of it is of use. Ctrl-C keeps what was played and writes what it says; the same command goes on.

    Exit code: 0, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.balance.rating_plan import BOTS

    named = read_bots([bots]) if bots else BOTS
    if len(set(named)) < len(named):
        raise typer.BadParameter("a bot is named twice", param_hint="--bots")
    make_player = choose_player(workers, cluster, stays=True)
    _Making(_known_sets(sets), named, games, seed, runs or RUNS / "ratings", out).run(make_player)


def _known_sets(sets: list[str] | None) -> list[str]:
    from workbench.balance.rating_plan import ENHANCED, official_sets

    asked = [name.strip() for part in sets or () for name in (part.split(",") if part != ENHANCED else [part])]
    known = [*official_sets(), ENHANCED]
    for name in asked:
        if name not in known:
            console.fail(f"'{name}' is no official set", f"there are {', '.join(official_sets())}")
    return asked


class _Making:
    """One call, from its plan to its file."""

    def __init__(
        self, sets: list[str], bots: tuple[str, ...], games: int | None, seed: int, runs: Path, out: Path
    ) -> None:
        from workbench.balance.rating_plan import official_bags, portions, rate_bag
        from workbench.cli.waiting import working
        from workbench.sim.pool import use_forkserver
        from workbench.sim.seam import SimError

        use_forkserver()
        self.bots, self.games, self.seed, self.runs, self.out = bots, games, seed, runs, out
        try:
            with working("reading the tiles"):
                self.bags: list[RatedBag] = [rate_bag(bag, bots, seed) for bag in official_bags(sets)]
        except SimError as problem:
            console.fail(str(problem))
        self.todo = list(portions(self.bags, bots, games))

    def run(self, make_player: Any) -> None:
        from workbench.balance.rating_play import play_portion
        from workbench.cli.progress import shown_progress
        from workbench.sim.disk import make_folder
        from workbench.sim.logs import log_for_run
        from workbench.sim.pool import stop_on_signals
        from workbench.sim.seam import SimError

        whole = True
        try:
            make_folder(self.runs)
            with ExitStack() as stack:
                stop = stack.enter_context(stop_on_signals())
                queue = stack.enter_context(log_for_run(self.runs / "log"))
                player = stack.enter_context(make_player(queue))
                told = _Told(stack.enter_context(shown_progress("ratings", "core seconds")), self.todo)
                for portion in self.todo:
                    whole = whole and play_portion(portion, self.runs, self.seed, player, stop, told)
                    told.add(portion)
                    if not whole:
                        break
            self._write()
        except SimError as problem:
            console.fail(str(problem))
        if not whole:
            console.note(f"stopped: what was played is kept in {self.runs}; the same command goes on")
            raise typer.Exit(INTERRUPTED)

    def _write(self) -> None:
        from workbench.balance.rating_read import read_ratings
        from workbench.ratings.file import write_ratings

        found = read_ratings(self.bags, self.bots, self.runs, self.seed, self.games)
        write_ratings(self.out, found)
        tiles = sum(len(bag.tiles) for bag in found.bags)
        typer.echo(f"wrote {self.out}: {tiles} tiles, {found.games:,} games")


class _Told:
    """Progress in seconds of a core, for a game of one bot costs as much as a thousand of another."""

    def __init__(self, shown: Any, todo: list[Portion]) -> None:
        self.shown, self.began = shown, time.monotonic()
        self.total, self.done, self.skipped = sum(_cost(one) for one in todo), 0.0, 0.0
        self.fresh = False

    def __call__(self, portion: Portion, done: int, size: int) -> None:
        from workbench.sim.run import Progress

        part = self.done + _cost(portion) * done / max(size, 1)
        if not self.fresh:  # what earlier sessions played says nothing of the pace
            self.fresh, self.began, self.skipped = True, time.monotonic(), part
        what = f"{portion.bot}, {portion.bag.bag.name}"
        what += f", {portion.asked.name}" if portion.asked else ""
        unit = "pairs" if portion.way == "starts" else "games"
        headline = f"{what}: {done:,} of {size:,} {unit}"
        timed = part - self.skipped
        spent = time.monotonic() - self.began
        self.shown(Progress(round(part), round(self.total), round(timed), 0, headline, round(timed), spent))

    def add(self, portion: Portion) -> None:
        self.done += _cost(portion)


def _cost(portion: Portion) -> float:
    from workbench.balance.tracks import seconds_a_game

    return portion.size * seconds_a_game(portion.bot) * (2 if portion.way == "starts" else 1)
