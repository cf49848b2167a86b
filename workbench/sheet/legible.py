"""What would be printed too small to read: capitals and icons of a face at a size in millimetres."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.icons import IconType
from workbench.sheet.extent import extent_of_all
from workbench.sheet.face import FaceLayout, drawn_icons, fit_name, fit_numerals, is_enhanced
from workbench.sheet.icons import draw_icon
from workbench.sheet.selection import Chosen
from workbench.sheet.shapes import Hoop, Shape
from workbench.sheet.text import FittedText, cap_height
from workbench.sheet.themes import THEMES
from workbench.tileset.model import Tile

SMALLEST_CAPITAL_MM = 1.5
SMALLEST_ICON_MM = 1.2
MOST_NAMED = 6  # tiles in one message


def smallest_capital(tile: Tile, size: float) -> float:
    """How high the capitals of the name and the numerals are, whichever are lower."""
    texts = [fit_name(tile.name, size, is_enhanced(tile))]
    if tile.abilities:
        texts.append(fit_numerals(tile, FaceLayout(size, is_enhanced(tile))))
    return min(map(_capital, texts))


def _capital(fitted: FittedText) -> float:
    return cap_height(fitted.size, fitted.font)


def smallest_icon(tile: Tile, size: float) -> tuple[float, str] | None:
    """The longer side of the smallest icon, and what it is; None for a tile without icons."""
    layout = FaceLayout(size, is_enhanced(tile))
    drawn = [pair for face in (tile.starting, tile.other) for pair in drawn_icons(face, layout, THEMES["classic"])]
    sizes = [(_longer_side(shapes), icon.icon.words) for icon, shapes in drawn]
    return min(sizes, default=None)


def _longer_side(shapes: Sequence[Shape]) -> float:
    box = extent_of_all(shapes)
    around = sum(shape.width for shape in shapes if isinstance(shape, Hoop))  # a hoop's box is a line's width too large
    return max(box.right - box.left, box.bottom - box.top) - around


def too_small(chosen: Sequence[Chosen], size: float) -> list[str]:
    """What nobody could read on tiles of this edge: at most a sentence about capitals and one about icons."""
    tiles = list({one.tile.name: one.tile for one in chosen}.values())
    capitals = {tile.name: smallest_capital(tile, size) for tile in tiles}
    low = {name: f"{name} ({mm:.1f} mm)" for name, mm in capitals.items() if mm < SMALLEST_CAPITAL_MM - 0.005}
    icons = {tile.name: smallest_icon(tile, size) for tile in tiles}
    tiny = {
        name: f"{name} ({found[1]}, {found[0]:.1f} mm)"
        for name, found in icons.items()
        if found is not None and found[0] < SMALLEST_ICON_MM - 0.005
    }
    told = []
    if low:
        told.append(f"capitals under {SMALLEST_CAPITAL_MM:g} mm are hard to read: {_listed(list(low.values()))}")
    if tiny:
        told.append(f"icons under {SMALLEST_ICON_MM:g} mm are hard to tell apart: {_listed(list(tiny.values()))}")
    return told


def _listed(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def too_small_icons(cell: float) -> list[str]:
    """The same for loose icons of this edge."""
    sizes = {icon.words: _longer_side(draw_icon(icon, 0, 0, cell, "#000000")) for icon in IconType}
    tiny = [f"{name} ({mm:.1f} mm)" for name, mm in sizes.items() if mm < SMALLEST_ICON_MM - 0.005]
    return [f"icons under {SMALLEST_ICON_MM:g} mm are hard to tell apart: {_listed(tiny)}"] if tiny else []
