"""The answer of `workbench balance` on the screen: a table that lives, plain lines elsewhere, sentences at the end."""

from __future__ import annotations

import contextlib
import math
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import typer

from workbench.cli import console
from workbench.cli.progress import short_time
from workbench.cli.screen import raw_stderr
from workbench.safe_text import for_terminal

if TYPE_CHECKING:
    from rich.table import Table as Grid

    from workbench.balance.answer import TileVerdict
    from workbench.balance.run import Ending, Session
    from workbench.balance.tracks import Track

SILENT_SECONDS = 2.0
WORST = ("too strong", "too weak", "strong", "weak", "on the line", "open", "fair")
COLOURS = {"fair": "green", "on the line": "yellow", "open": "dim"}
VERDICT = "verdict so far"
HEAD = ("tile", VERDICT, "points a draw", "check", "time left")


class Rows(Protocol):
    """A table that lives: what it is about, its heads, its rows, and how many of them are settled."""

    @property
    def head(self) -> tuple[str, ...]: ...

    @property
    def title(self) -> str: ...

    @property
    def rows(self) -> list[tuple[str, ...]]: ...

    @property
    def settled(self) -> int: ...


class Table:
    """What is known at the moment, as rows of text; made anew after each round."""

    head = HEAD

    def __init__(self, session: Session, limit: float | None) -> None:
        from workbench.balance.guess import guess_points

        self.session, self.limit, self.began = session, limit, time.monotonic()
        setting = session.setting
        self.guesses = guess_points(setting.background.composition, setting.question, session.tallies[0].base)
        self.doing = "starting the players"
        self.rows = self._rows()
        self.settled = 0

    def __call__(self, session: Session, track: Track, done: int, size: int) -> None:
        if size:
            self.doing = f"round {session.rounds + 1}: {track.label}, {done:,} of {size:,}"
        else:
            self.rows = self._rows()
            self.settled = sum(row[1] not in ("open", "") and "guess" not in row[1] for row in self.rows)

    def _rows(self) -> list[tuple[str, ...]]:
        verdicts = self.session.verdicts()
        return [self._row(one) for one in verdicts]

    def _row(self, one: TileVerdict) -> tuple[str, ...]:
        from workbench.balance.answer import shown_points

        name = one.asked.name if one.asked.army is None else f"{one.asked.name} ({one.asked.army})"
        if one.asked.how == "terrain":
            return name, "not rated", "", "", ""
        points = one.points
        if points is None or not math.isfinite(points.high):
            if one.asked.how == "drawn" and (one.points is not None or not one.by_bot[0].games):
                guess = self.guesses.get(one.asked.name)
                about = "" if guess is None else f"guess by its icons: {guess:+z.1f}"
                return name, about or "open", "", "", ""
            return name, "open" if one.asked.how == "starts" else "no verdict", "", "", ""
        check = {True: "agrees", False: "differs", None: ""}[one.agree]
        return name, one.verdict or "no verdict", shown_points(points), check, self._time_left(one)

    def _time_left(self, one: TileVerdict) -> str:
        rate = self.session.games_per_second(one.first.bot)
        if one.verdict != "open" or not one.more_games or rate is None:
            return ""
        return f"about {short_time(one.more_games / rate)}"

    @property
    def title(self) -> str:
        spent = time.monotonic() - self.began
        left = "" if self.limit is None else f" of {short_time(self.limit)}"
        return f"{short_time(spent)}{left}; {self.session.games:,} games; {self.doing}"


@contextlib.contextmanager
def shown_table(session: Session, limit: float | None) -> Iterator[Table]:
    """Live on a terminal; elsewhere a line every two seconds. All of it on stderr."""
    table = Table(session, limit)
    if table.guesses:
        told = ", ".join(f"{name} {points:+z.1f}" for name, points in table.guesses.items())
        console.say(f"a guess, read from the icons alone (points a draw): {told}", err=True)
    with shown(table):
        yield table


def shown(table: Rows) -> contextlib.AbstractContextManager[None]:
    return _live(table) if sys.stderr.isatty() else _lines(table)


@contextlib.contextmanager
def _lines(table: Rows) -> Iterator[None]:
    over = threading.Event()

    def tell() -> None:
        while not over.wait(SILENT_SECONDS):
            console.note(f"{table.title}; {table.settled} of {len(table.rows)} settled")

    thread = threading.Thread(target=tell, daemon=True, name="progress")
    console.note(table.title)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def drawn(table: Rows) -> Grid:
    """The table as it is now; names are text, whatever they hold."""
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(*table.head, title=Text(for_terminal(table.title)), title_justify="left", box=None, pad_edge=False)
    for row in table.rows:
        cells = [Text(for_terminal(cell)) for cell in row]
        grid.add_row(*cells, style=_colour(row[table.head.index(VERDICT)]))
    return grid


def _colour(verdict: str) -> str:
    return COLOURS.get(verdict, "bold" if verdict in WORST else "dim")


@contextlib.contextmanager
def _live(table: Rows) -> Iterator[None]:
    from rich.console import Console
    from rich.live import Live

    class Current:
        def __rich__(self) -> Grid:
            return drawn(table)

    with Live(Current(), console=Console(file=raw_stderr()), refresh_per_second=4, transient=True):
        yield


def show_answer(session: Session, ending: Ending, sets: Sequence[str]) -> None:
    """Every verdict in a sentence, the worst first, and what to do next."""
    from workbench.balance.advice import next_commands

    verdicts = sorted(session.verdicts(), key=_worst_first)
    for one in verdicts:
        console.say(f"{one.sentence} {one.check}".rstrip())
        for why, command in next_commands(one, sets):
            typer.echo(f"    {why}: {command}")
    for line in [*_taken_lines(session), *_army_lines(session)]:
        console.say(line)
    settled = "all settled" if any(one.verdict for one in verdicts) else "nothing that games could settle"
    ends = {"settled": settled, "rounds": "ended as asked", "time": "the time is up"}
    rounds = f"{session.rounds} round{'' if session.rounds == 1 else 's'}"
    console.say(
        f"{ends.get(ending, 'stopped')} after {rounds}, {session.games:,} games; measured against {_reference(session)}"
    )


def told_tiles(session: Session, folder: Path, sets: Sequence[str], again: str) -> dict[str, Any]:
    """Sentences and next steps by tile, for the report: sets by their file names, for reports are shared.

    `again` is the command that goes on with the question.
    """
    from workbench.balance.advice import next_commands

    names = [Path(name).name for name in sets]
    return {
        one.asked.name: {
            "sentence": one.sentence,
            "brief": one.brief,
            "check": one.check,
            "next": [
                *([("give it more time", again)] if one.verdict == "open" and not one.why_not else []),
                *next_commands(one, names),
                *_watch(session, folder, one),
            ],
        }
        for one in session.verdicts()
    }


def _watch(session: Session, folder: Path, one: TileVerdict) -> list[tuple[str, str]]:
    """A game of the deciding bot that the tile decided, if one was played."""
    from workbench.balance.decided import decided_game
    from workbench.balance.folder import shown_folder, slug

    if one.points is None or one.asked.how != "drawn" or not session.draws[0].rounds:
        return []
    rows, types = session.draws[0].steps.rows(0), len(session.setting.question.names)
    game = decided_game(rows, one.asked.number, types, one.points.value > 0)
    where = f"{shown_folder(folder)}/{slug(one.first.bot)}"
    return [] if game is None else [("watch a game that it decided", f"workbench replay {where} --game {game}")]


def told_notes(session: Session) -> list[str]:
    """For the report, which tells of the armies by itself."""
    return _taken_lines(session)


def _reference(session: Session) -> str:
    from workbench.balance.answer import REFERENCE

    tally = session.tallies[0]
    return f"{REFERENCE}, SD {tally.base.sd_points:.1f} points for {tally.bot} players"


def _worst_first(one: TileVerdict) -> tuple[int, float]:
    place = WORST.index(one.verdict) if one.verdict in WORST else len(WORST)
    return place, -abs(one.points.value) if one.points else 0.0


def _taken_lines(session: Session) -> list[str]:
    lines = []
    for track in session.offers:
        shares = [f"{name} {100 * one.value:.0f} %" for name, one in track.taken.items() if one.n]
        if track.is_done:
            lines.append(f"Offers of the pool that {track.bot} players take: {', '.join(shares) or 'none was made'}.")
    return lines


def _army_lines(session: Session) -> list[str]:
    from workbench.balance.answer import army_sentence

    edge = session.tallies[0].army_edge()
    return [] if edge is None else [army_sentence(edge, session.tallies[0].bot)]
