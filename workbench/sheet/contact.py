"""Fronts and backs on sheets of equal grids, and a table of what is where: for virtual tables and print shops.

A face has an edge of an inch here: so many pixels an edge are so many dots an inch.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from workbench.safe_text import for_csv
from workbench.sheet.errors import SheetError
from workbench.sheet.pages import looks, named_files, tile_stamps
from workbench.sheet.selection import Chosen
from workbench.sheet.shapes import Drawing, Page, Placed
from workbench.sheet.themes import WHITE, ArmyThemes
from workbench.sheet.units import MM_PER_INCH
from workbench.words import SIDES

LARGEST_SHEET_PX = 4096
COLUMNS = ("name", "count", "army", "code", "set", "sheet", "row", "column", "front", "back")


@dataclass(frozen=True, slots=True)
class Place:
    """A tile's place: the same on the sheet of fronts and on that of backs."""

    one: Chosen
    army: str  # "" where the armies look alike
    base: str  # of its files
    sheet: int
    row: int
    column: int


def grid_size(count: int, px: int) -> tuple[int, int]:
    """Columns and rows of a sheet for so many faces: as square as can be, at most 4096 pixels a side."""
    most = LARGEST_SHEET_PX // px
    if most < 1:
        raise SheetError(f"faces of {px} pixels are larger than a sheet of {LARGEST_SHEET_PX}")
    columns = min(most, next(edge for edge in range(1, count + 1) if edge * edge >= count))
    return columns, min(most, -(-count // columns))


def plan_contact(chosen: Sequence[Chosen], themes: ArmyThemes, px: int) -> list[Place]:
    """Every tile once, or once for each army where they look different, in order over the sheets."""
    wanted = [(one, army, base) for one, base in named_files(chosen) for army in looks(one, themes)]
    if not wanted:
        raise SheetError("there is nothing to draw: no tile was chosen")
    columns, rows = grid_size(len(wanted), px)
    places = []
    for number, (one, army, base) in enumerate(wanted):
        sheet, at = divmod(number, columns * rows)
        places.append(Place(one, army, base, sheet + 1, at // columns + 1, at % columns + 1))
    return places


def draw_contact(places: Sequence[Place], themes: ArmyThemes) -> dict[str, Drawing]:
    """'fronts-1', 'backs-1' ...: each a drawing whose faces have an edge of an inch."""
    chosen = list({place.base: place.one for place in places}.values())
    stamps = tile_stamps(chosen, MM_PER_INCH, themes)
    width = max(place.column for place in places) * MM_PER_INCH
    height = max(place.row for place in places) * MM_PER_INCH  # all sheets alike, the last one too
    drawings = {}
    for sheet in range(1, places[-1].sheet + 1):
        for side, word in enumerate(("fronts", "backs")):
            placed = tuple(
                Placed(place.one.key(side, place.army), (place.column - 1) * MM_PER_INCH, (place.row - 1) * MM_PER_INCH)
                for place in places
                if place.sheet == sheet
            )
            page = Page(width, height, placed, paper=WHITE)
            drawings[f"{word}-{sheet}"] = Drawing(f"{word} {sheet}", (page,), stamps)
    return drawings


def format_contact(places: Sequence[Place]) -> str:
    """The table as CSV: a row for each tile and army that brings it, with how many."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for place in places:
        tile = place.one.tile
        files = ["/".join(("faces", f"{'-'.join(filter(None, (place.base, place.army, side)))}.png")) for side in SIDES]
        for army in (place.army,) if place.army else place.one.owners:
            count = place.one.armies.count(army)
            where = (place.sheet, place.row, place.column)
            cells = (tile.name, count, _owner(place.one, army), tile.code, place.one.set.id, *where, *files)
            table.writerow([for_csv(cell) for cell in cells])
    return text.getvalue()


def _owner(one: Chosen, army: str) -> str:
    """Whose it is; a pool tile is whoever's takes it, terrain nobody's."""
    return "terrain" if one.tile.role == "terrain" else "pool" if one.set.mode == "pool" else army
