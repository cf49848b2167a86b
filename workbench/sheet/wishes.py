"""What a person asks of a sheet -> the options of its plan, the tiles on it, the printer's correction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from workbench.sheet.calibration import Printer
from workbench.sheet.errors import PlanError, SheetError
from workbench.sheet.face import CELL, TILE_MM
from workbench.sheet.pages import icon_stamps, tile_stamps
from workbench.sheet.plan import Item, SheetOptions, largest_bleed
from workbench.sheet.printers import load_printer
from workbench.sheet.selection import ARMIES, Chosen, choose_tiles, icon_items, tile_items
from workbench.sheet.shapes import Correction, Stamp
from workbench.sheet.stock import Stock, find_stock, parse_paper
from workbench.sheet.themes import ArmyThemes, Theme
from workbench.sheet.units import LEAST_SCALE, MOST_SCALE, parse_pair
from workbench.tileset.model import TileSet


@dataclass
class Wishes:
    """What the paper should look like; None where the sheet may choose."""

    tile_mm: float = TILE_MM
    paper: str | None = None
    stock: str | None = None
    layout: str = "pairs"
    flip: str = "long"
    gap_mm: float | None = None
    bleed_mm: float | None = None
    spine_mm: float = 0.0
    marks: str | None = None
    start_at: int = 1
    registration: bool = False


class Work(NamedTuple):
    """What goes on a sheet."""

    title: str
    items: list[Item]
    stamps: dict[str, Stamp]
    chosen: Sequence[Chosen] = ()  # the tiles among it


def sheet_options(wishes: Wishes, icons: bool, needs_bleed: bool) -> SheetOptions:
    """Raises SheetError for wishes that do not go together."""
    stock = find_stock(wishes.stock) if wishes.stock else None
    paper = parse_paper(wishes.paper) if wishes.paper else (stock.page if stock else parse_paper("a4"))
    labels = stock if stock and not stock.is_full_sheet else None
    _refuse_clashes(wishes, stock, labels, paper, icons)
    size = CELL * wishes.tile_mm if icons else wishes.tile_mm
    gap = wishes.gap_mm if wishes.gap_mm is not None else (0.0 if icons else 4.0)
    marks: Any = wishes.marks
    if marks is None:
        marks = "full" if icons else "crop"
        if labels and min(labels.label_width, labels.label_height) - size < 4:
            marks = "none"  # the label itself is the tile
    draft = SheetOptions(
        paper=paper, tile_mm=size, stock=stock, layout="pairs" if icons else wishes.layout,  # type: ignore[arg-type]
        flip=wishes.flip, gap_mm=gap, bleed_mm=0.0, spine_mm=wishes.spine_mm, marks=marks,  # type: ignore[arg-type]
        start_at=wishes.start_at, registration=wishes.registration, loose=icons,
    )  # fmt: skip
    most = largest_bleed(draft)
    default = min(1.0, most) if needs_bleed and not icons else 0.0
    bleed = default if wishes.bleed_mm is None else wishes.bleed_mm
    if labels and bleed > most + 1e-9:
        raise PlanError(f"--bleed-mm {bleed:g} would run into the next tile; {most:g} is the most on {labels.id}")
    return replace(draft, bleed_mm=bleed)


def _refuse_clashes(
    wishes: Wishes, stock: Stock | None, labels: Stock | None, paper: tuple[float, float], icons: bool
) -> None:
    if stock and paper != stock.page:
        raise PlanError(f"{stock.id} is a {stock.paper} sheet: leave --paper out")
    if labels and wishes.gap_mm is not None:
        raise PlanError(f"--gap-mm: the labels of {labels.id} stand where they stand")
    if icons and labels:
        raise PlanError("--icons needs a full sheet, not separate labels")


def tile_work(
    sets: Sequence[TileSet],
    armies: Sequence[str],
    only: Sequence[str],
    copies: Mapping[str, int],
    options: SheetOptions,
    themes: ArmyThemes,
) -> Work:
    """The tiles of sets, as often as a game needs them."""
    for army in armies:
        if army not in ARMIES:
            raise SheetError(f"--armies: '{army}' is neither light nor dark")
    chosen = choose_tiles(sets, armies, only, copies)
    title = " + ".join(dict.fromkeys(tile_set.name for tile_set in sets))
    return Work(title, tile_items(chosen, themes.differ), tile_stamps(chosen, options.tile_mm, themes), chosen)


def icon_work(counts: Mapping[str, int], options: SheetOptions, theme: Theme) -> Work:
    """Loose icons, as in the box."""
    items = icon_items(counts)
    return Work("Icon stickers", items, icon_stamps([item.label for item in items], options.tile_mm, theme))


def chosen_printer(name: str | None, offset: str | None, scale: str | None, back_offset: str | None) -> Printer:
    """A saved printer, or the correction given in numbers."""
    if name and (offset or scale or back_offset):
        raise SheetError("--printer already holds offset, scale and back offset: give one or the other")
    if name:
        return load_printer(name)
    factors = parse_pair(scale, "--scale") if scale else (1.0, 1.0)
    if not all(LEAST_SCALE <= factor <= MOST_SCALE for factor in factors):
        raise SheetError(f"--scale '{scale}': factors near 1 are expected, for example 1.004,0.998")
    shift = parse_pair(offset, "--offset-mm") if offset else (0.0, 0.0)
    back = parse_pair(back_offset, "--back-offset-mm") if back_offset else (0.0, 0.0)
    return Printer(Correction(*factors, *shift), back)
