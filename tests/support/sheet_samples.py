"""Tiles and drawings for the tests of the sheet room."""

from __future__ import annotations

from workbench.icons import IconType
from workbench.sheet.calibration import Printer
from workbench.sheet.pages import build_drawing, tile_stamps
from workbench.sheet.plan import SheetOptions, SheetPlan, plan_sheet
from workbench.sheet.selection import choose_tiles, tile_items
from workbench.sheet.shapes import Drawing
from workbench.sheet.stock import find_stock, parse_paper
from workbench.sheet.themes import one_theme
from workbench.tileset.load import load_sets
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import Offset

PLAIN = Printer()


def official(name: str, *sets: str) -> Tile:
    """A shipped tile by its name."""
    for one in load_sets(sets or ("base",)):
        for tile in one.tiles:
            if tile.name == name:
                return tile
    raise LookupError(name)


def tile_with(*icons: tuple[IconType, int, int], name: str = "Sample", **fields: object) -> Tile:
    face = Face(icons=tuple(Icon(icon=kind, at=Offset(right, forward)) for kind, right, forward in icons))
    return Tile.model_validate({"name": name, "code": "Sa", "starting": face, "other": face, **fields})


def planned(
    *, tiles: int = 4, paper: str = "a4", stock: str | None = None, tile_mm: float = 24.3, **options: object
) -> tuple[SheetPlan, Drawing]:
    """The first tiles of the base set on a sheet (none of them enhanced)."""
    base = load_sets(["base"])
    names = [tile.name for tile in base[0].tiles][:tiles]
    chosen = choose_tiles(base, ["light"], names, dict.fromkeys(names, 1))
    printer = options.pop("printer", PLAIN)
    assert isinstance(printer, Printer)
    found = find_stock(stock) if stock else None
    wishes = {"bleed_mm": 0.0, **options}
    size = found.page if found else parse_paper(paper)
    plan = plan_sheet(tile_items(chosen), SheetOptions(paper=size, tile_mm=tile_mm, stock=found, **wishes))
    stamps = tile_stamps(chosen, tile_mm, one_theme())
    return plan, build_drawing(plan, stamps, "Sample", printer.correction, printer.back_offset)
