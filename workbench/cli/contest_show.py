"""A contest on the screen: a table that lives while it is played, and the ranked one at the end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from workbench.cli import console
from workbench.cli.balance_show import HEAD, Table, shown
from workbench.cli.progress import short_time

if TYPE_CHECKING:
    from workbench.balance.contest import Entry
    from workbench.balance.run import Ending
    from workbench.balance.tracks import Track

ENDS = {"settled": "all settled", "rounds": "ended as asked", "time": "the time is up"}


class ContestTable:
    """What is known at the moment of all entries; an entry's rows are made anew after its rounds."""

    head = ("entry", *HEAD)

    def __init__(self, entries: Sequence[Entry], limit: float | None) -> None:
        self.entries, self.limit, self.began = entries, limit, time.monotonic()
        self.tables = {one.name: Table(one.session, limit) for one in entries}
        self.doing = "starting the players"

    def __call__(self, entry: Entry, track: Track, done: int, size: int) -> None:
        if size:
            self.doing = f"{entry.name}, round {entry.session.rounds + 1}: {track.label}, {done:,} of {size:,}"
        self.tables[entry.name](entry.session, track, done, size)

    @property
    def rows(self) -> list[tuple[str, ...]]:
        return [(name, *row) for name, table in self.tables.items() for row in table.rows]

    @property
    def settled(self) -> int:
        return sum(table.settled for table in self.tables.values())

    @property
    def title(self) -> str:
        games = sum(one.session.games for one in self.entries)
        left = "" if self.limit is None else f" of at most {short_time(self.limit)}"
        return f"{short_time(time.monotonic() - self.began)}{left}; {games:,} games; {self.doing}"


@contextlib.contextmanager
def shown_contest(entries: Sequence[Entry], limit: float | None) -> Iterator[ContestTable]:
    table = ContestTable(entries, limit)
    with shown(table):
        yield table


def show_contest(answer: Mapping[str, Any], ending: Ending, entries: Sequence[Entry]) -> None:
    """All tiles in one table, fair ones first."""
    many = len(entries[0].setting.ask.bots) > 1
    head = ("", "tile", "entry", "verdict", "points a draw", "SDs", "nearest", *(["check"] if many else []))
    rows = [head, *(_row(place, tile, many) for place, tile in enumerate(answer["tiles"], 1))]
    for line in console.columns(rows):
        typer.echo(line)
    for tile in answer["tiles"]:
        if tile.get("why_not"):
            typer.echo(f"{tile['name']} ({tile['entry']}): no verdict, for {tile['why_not']}.")
    reference = answer["reference"]
    bot = entries[0].setting.ask.bots[0]
    count = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'}"
    typer.echo(
        f"{ENDS.get(ending, 'stopped')}: {count}, {answer['games']:,} games; each measured by itself against "
        f"{reference['name']}, SD {reference['sd_points']:.1f} points for {bot} players"
    )


def _row(place: int, tile: Mapping[str, Any], many: bool) -> tuple[str, ...]:
    name = tile["name"] if tile["army"] is None else f"{tile['name']} ({tile['army']})"
    verdict = "no verdict" if tile.get("why_not") else tile["verdict"]
    sds = "" if tile["sds"] is None else f"{tile['sds']:+z.1f}"
    check = {True: "agrees", False: "differs", None: ""}[tile["agree"]]
    found = (str(place), name, tile["entry"], verdict, _points(tile), sds, tile["nearest"] or "")
    return (*found, check) if many else found


def _points(tile: Mapping[str, Any]) -> str:
    if tile["points"] is None:
        return ""
    if tile["interval"] is None:
        return f"{tile['points']:+z.1f}"
    low, high = tile["interval"]
    return f"{tile['points']:+z.1f} ({low:+z.1f} to {high:+z.1f})"
