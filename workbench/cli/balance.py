"""workbench balance: is my tile fair? The whole question in one command."""

from __future__ import annotations

import shlex
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli import console
from workbench.cli.balance_words import deciding_words, shared_word
from workbench.cli.contest import Contest, folder_of_entries
from workbench.cli.game_options import GameOptions, Goal, Ground, LightArmy, Rules, Sets, read_bots
from workbench.cli.interrupts import INTERRUPTED
from workbench.cli.lab_run import Workers
from workbench.cli.players import choose_player
from workbench.cli.sim import RUNS
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.balance.run import Ending, Session, Setting

SECONDS = 60.0
MOST_ROUNDS = 100_000
LONGER_SECONDS = 300  # told where a minute was not enough
BOTS = "greedy,search:depth=1"


Asked = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SET",
        help="Tile sets beside the base set: shipped names or files; or one folder of entries.",
        autocompletion=complete_sets,
    ),
]


def register(app: typer.Typer) -> None:
    app.command("balance")(balance)


def balance(
    names: Asked = None,
    sets: Sets = None,
    bots: Annotated[
        str, typer.Option(metavar="BOT", help="Who plays: the first bot's games decide, a second one's check them.")
    ] = BOTS,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", min=0, help="How long to play at most, in all (60).")
    ] = None,
    rounds: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MOST_ROUNDS, help="Play N rounds, however long they take, unless all settles."
        ),
    ] = None,
    margin: Annotated[
        float, typer.Option(metavar="SDS", min=0.1, max=5, help="How far from average is fair, in SDs of base tiles.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, metavar="N", help="Where all luck comes from.")] = 1,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="DIR", help="The folder (runs/SET-balance).")
    ] = None,
    workers: Workers = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler (tcp://HOST:PORT), or local:N workers."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Is my tile fair? Checks the sets, plays until every tile is settled, and says it in a sentence.

    A [b]FOLDER[/b] in place of SET is a contest: every set in it is an entry, measured by itself against the same base
    set, and one table ranks the tiles of all. They share the time (60 seconds for each entry) and have --rounds each.

    [b]workbench balance my-set.yaml[/b] asks about all tiles of the set. A tile is fair when a draw of it is worth as
    much as that of an official tile, within one standard deviation of these; it may be strong or weak, too strong or
    too weak (beyond every official tile), on the line between, or open where a minute was not enough. Greedy players
    decide, search:depth=1 checks them. Ctrl-C keeps what is there, and the same command goes on with it: the
    same seed and number of rounds give the same games, however they were interrupted.

    Exit code: 0, 1 findings in a set, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    options = GameOptions([*(names or ()), *(sets or ())], setting, terrain, objective, light)
    if not options.names:
        console.fail(
            "name a set of tiles to ask about: the base set is what they are measured against",
            "Shipped sets: workbench tiles; a set of your own: workbench new",
        )
    make_player = choose_player(workers, cluster, stays=True)
    named = _read_bots(bots)
    folder = folder_of_entries(options.names)
    if folder is not None:
        contest = Contest(folder, options, named, seed, margin, out, as_json)
        contest.run(make_player, rounds, seconds)
        return
    _require_sound(options)
    limit = seconds if seconds is not None else None if rounds is not None else SECONDS
    _Command(options, named, seed, margin, out, as_json).run(make_player, rounds, limit)


def _read_bots(bots: str) -> tuple[str, ...]:
    named = read_bots([bots])
    if len(set(named)) < len(named):
        raise typer.BadParameter("a bot is named twice", param_hint="--bots")
    return named


def _require_sound(options: GameOptions) -> None:
    """The findings of `workbench check`; errors end the command."""
    from workbench.check.run import run_check
    from workbench.finding import Severity

    goal = options.objective.value if options.objective else "capture_the_duke"
    checked = run_check(options.names, goal)
    told = [one for one in checked.findings if one.severity in (Severity.ERROR, Severity.WARNING)]
    if told:
        console.print_findings(told)
    code = checked.exit_code(strict=False)
    if code:
        raise typer.Exit(code)


class _Command:
    """One call, from its options to its answer."""

    def __init__(
        self, options: GameOptions, bots: tuple[str, ...], seed: int, margin: float, out: Path | None, as_json: bool
    ) -> None:
        from workbench.balance.folder import free_folder, open_folder, slug
        from workbench.balance.run import Ask, prepare
        from workbench.cli.lab_run import load_background
        from workbench.cli.waiting import working
        from workbench.sim.pool import use_forkserver
        from workbench.sim.seam import SimError

        use_forkserver()
        self.options, self.is_json = options, as_json
        try:
            with working("reading the tiles"):
                ask = Ask(load_background(options), bots, seed, margin)
                self.setting: Setting = prepare(ask)
            self._require_tiles()
            stems = [Path(name).stem for name in options.names]
            self.path = out or free_folder(RUNS / slug(*stems, "balance"), ask.as_data())
            self.story = open_folder(self.path, ask.as_data())
        except SimError as problem:
            console.fail(str(problem))

    def _require_tiles(self) -> None:
        if not any(one.how != "terrain" for one in self.setting.question.asked):
            terrain = [one.name for one in self.setting.question.asked]
            what = f"{', '.join(terrain)}: terrain is not rated" if terrain else "there is nothing to ask about"
            console.fail(f"{what}; name a set with tiles for armies")

    def run(self, make_player: Any, rounds: int | None, limit: float | None) -> None:
        from workbench.balance.run import find_bases, open_session
        from workbench.cli.balance_show import shown_table
        from workbench.cli.progress import shown_progress
        from workbench.sim.logs import log_for_run
        from workbench.sim.pool import stop_on_signals
        from workbench.sim.seam import SimError

        self._compile()
        try:
            with ExitStack() as stack:
                stop = stack.enter_context(stop_on_signals())
                queue = stack.enter_context(log_for_run(self.path / "log"))
                player = stack.enter_context(make_player(queue))
                with shown_progress("measuring the base set") as told:
                    bases = find_bases(self.setting, self.path, player, stop, told)
                if bases is None:
                    self._stopped()
                session = stack.enter_context(open_session(self.setting, bases, self.path, player))
                began = time.monotonic()
                with shown_table(session, limit) as shown:
                    ending = session.play(rounds=rounds, seconds=limit, stop=stop, told=shown)
                self._conclude(session, ending, time.monotonic() - began)
        except SimError as problem:
            console.fail(str(problem))

    def _compile(self) -> None:
        for game in self.setting.games:
            game.prepare()

    def _conclude(self, session: Session, ending: Ending, seconds: float) -> None:
        from workbench.balance.folder import shown_folder, write_answer
        from workbench.cli.balance_show import show_answer, told_notes, told_tiles

        self.story["seconds"] = round(self.story["seconds"] + seconds, 1)
        same = f"workbench balance {shlex.join([shared_word(word, self.options.names) for word in deciding_words()])}"
        self.story["command"] = f"{same} --rounds {max(session.rounds, 1)}"
        more = f"{same} --time {LONGER_SECONDS} --out {shown_folder(self.path)}"
        self.story["told"] = told_tiles(session, self.path, self.options.names, more)
        self.story["notes"] = told_notes(session)
        answer = session.as_json(self.story["seconds"])
        write_answer(self.path, self.story, answer)
        if self.is_json:
            console.print_json(answer)
        else:
            show_answer(session, ending, self.options.names)
            self._report()
        if ending == "stopped":
            self._stopped()
        if ending != "settled":
            console.note(f"go on with: {self._again()}")

    def _report(self) -> None:
        from workbench.games import find_runs
        from workbench.report.build import build_report
        from workbench.report.html import render_html
        from workbench.sim.disk import write_whole
        from workbench.sim.seam import SimError

        try:
            found = find_runs([self.path])
            page = render_html(build_report(found), found)
        except SimError:
            return  # nothing was played yet
        write_whole(self.path / "report.html", page.encode())
        typer.echo(f"wrote {self.path / 'report.html'}")

    def _again(self) -> str:
        return f"workbench balance {shlex.join([*deciding_words(), '--out', str(self.path)])}"

    def _stopped(self) -> NoReturn:
        console.note(f"stopped: what was played is kept in {self.path}")
        console.note(f"go on with: {self._again()}")
        raise typer.Exit(INTERRUPTED)
