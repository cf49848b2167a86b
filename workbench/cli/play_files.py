"""Games as files: saved, loaded, gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from workbench.duke.record import GameRecord
    from workbench.table.session import Table


def save_game(table: Table, file: Path) -> None:
    from workbench.cli.outputs import record_target, write_files
    from workbench.duke.record import FIRST_LINE, format_record

    record_target(file, FIRST_LINE)
    write_files({file: format_record(table.record()).encode()})


def read_record(file: Path) -> GameRecord:
    """Raises BadRecord; a file that cannot be read as text ends in a finding."""
    from workbench.document import load_text
    from workbench.duke.record import LARGEST_RECORD, parse_record

    return parse_record(load_text(file, LARGEST_RECORD))


def load_game(file: Path, players: tuple[str, str] | None, seed: int, entries: int | None = None) -> Table:
    """A recorded game to go on with; without `players`, those of the record. Raises as `read_record`."""
    from workbench.table.session import Table

    record = read_record(file)
    if entries is not None and entries > len(record.entries):
        raise typer.BadParameter(f"{file} has {len(record.entries)} entries, not {entries}", param_hint="--at")
    return Table.from_record(record, players or seats_of(record), seed, entries)


def seats_of(record: GameRecord) -> tuple[str, str]:
    """Who goes on with a recorded game: as it was; where no person played, you sit South."""
    from workbench.bot_options import UnknownBot
    from workbench.table.session import HUMAN, require_player

    named = []
    for seat in ("south", "north"):
        try:
            named.append(require_player(record.header.get(seat, "random")))
        except UnknownBot:
            named.append("random")
    south, north = named
    return (south, north) if HUMAN in named else (HUMAN, north)
