"""A one-page reference card: every tile of a set with both sides, and a legend of the icons on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.sheet.errors import PlanError
from workbench.sheet.face import TILE_MM
from workbench.sheet.icons import draw_icon
from workbench.sheet.marks import INK
from workbench.sheet.pages import tile_stamps
from workbench.sheet.selection import Chosen
from workbench.sheet.shapes import Drawing, Line, Page, Placed, Shape, Text, frame
from workbench.sheet.text import choose_font, printable, text_width
from workbench.sheet.themes import Theme
from workbench.words import IconKind

EDGE, TITLE, GAP, BETWEEN, CAPTION = 10.0, 12.0, 5.0, 1.0, 4.5
SMALLEST_FACE_MM = 8.0
LEGEND_STEP = 6.0
_ICON_WORDS = {
    IconKind.NONCAPTURE_MOVE: "move, no capture",
    IconKind.NONCAPTURE_JUMP: "jump, no capture",
    IconKind.JUMP_SLIDE: "jump slide",
}


@dataclass(frozen=True, slots=True)
class _Grid:
    columns: int
    rows: int
    face: float


def build_reference(chosen: Sequence[Chosen], title: str, paper: tuple[float, float], theme: Theme) -> Drawing:
    """Raises PlanError when the tiles are too many for one page."""
    legend = _legend_entries(chosen)
    legend_height = LEGEND_STEP * -(-len(legend) // _legend_columns(paper)) + 3
    room = (paper[0] - 2 * EDGE, paper[1] - 2 * EDGE - TITLE - legend_height)
    grid = _largest_grid(len(chosen), room)
    stamps = tile_stamps(chosen, grid.face, theme)
    font = choose_font(title)
    size = min(7.0, 7.0 * (paper[0] - 2 * EDGE) / max(1.0, text_width(printable(title, font), 7.0, font)))
    shapes: list[Shape] = [Text(paper[0] / 2, EDGE + 6, printable(title, font), size, font, INK)]
    placed: list[Placed] = []
    unit = 2 * grid.face + BETWEEN
    left = (paper[0] - grid.columns * unit - (grid.columns - 1) * GAP) / 2
    for index, one in enumerate(chosen):
        row, column = divmod(index, grid.columns)
        x, y = left + column * (unit + GAP), EDGE + TITLE + row * (grid.face + CAPTION)
        placed.append(Placed(one.key(0), x, y))
        placed.append(Placed(one.key(1), x + grid.face + BETWEEN, y))
        shapes += _caption(one, x, y + grid.face + 2.4, unit)
    shapes += _legend(legend, paper, theme)
    page = Page(*paper, placed=tuple(placed), under=tuple(shapes), paper="#ffffff")
    return Drawing(f"{title}: reference card", (page,), stamps)


def _largest_grid(count: int, room: tuple[float, float]) -> _Grid:
    best = _Grid(0, 0, 0.0)
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        across = ((room[0] - (columns - 1) * GAP) / columns - BETWEEN) / 2
        face = min(TILE_MM, across, room[1] / rows - CAPTION)
        if face > best.face + 1e-9:
            best = _Grid(columns, rows, face)
    if best.face < SMALLEST_FACE_MM:
        raise PlanError(f"{count} tiles are too many for one page; choose a larger --paper or fewer --tile")
    return best


def _caption(one: Chosen, x: float, y: float, width: float) -> list[Shape]:
    tile = one.tile
    words = [f"x{tile.copies}"] if tile.copies > 1 else []
    words += [tile.army] if tile.army else []
    words += [f"for {tile.replaces}"] if tile.replaces else []
    words += [f"{ability.numeral} {ability.value}" for ability in tile.abilities]
    text = printable(", ".join(words), "fallback")
    if not text:
        return []
    size = min(1.9, 1.9 * width / text_width(text, 1.9, "fallback"))
    return [Text(x + width / 2, y, text, size, "fallback", INK)]


def _legend_entries(chosen: Sequence[Chosen]) -> list[IconKind]:
    used = {icon.kind for one in chosen for face in (one.tile.starting, one.tile.other) for icon in face.icons}
    return [kind for kind in IconKind if kind in used]


def _legend_columns(paper: tuple[float, float]) -> int:
    return max(1, int((paper[0] - 2 * EDGE) / 31))


def _legend(kinds: list[IconKind], paper: tuple[float, float], theme: Theme) -> list[Shape]:
    columns, cell = _legend_columns(paper), 4.0
    rows = -(-len(kinds) // columns)
    top = paper[1] - EDGE - rows * LEGEND_STEP
    shapes: list[Shape] = [Line(EDGE, top - 2, paper[0] - EDGE, top - 2, 0.12, INK)]
    for index, kind in enumerate(kinds):
        row, column = divmod(index, columns)
        x, y = EDGE + column * 31, top + row * LEGEND_STEP
        shapes += frame(x, y, cell, cell, 0.12, INK)
        shapes += draw_icon(kind, x + cell / 2, y + cell / 2, cell, _legend_colour(kind, theme))
        word = _ICON_WORDS.get(kind, kind.value)
        shapes.append(Text(x + cell + 1.2, y + cell / 2 + 0.8, word, 2.3, "fallback", INK, "start"))
    return shapes


def _legend_colour(kind: IconKind, theme: Theme) -> str:
    """The card's paper is white whatever the theme's."""
    colour = theme.icon(kind)
    return INK if colour == "#ffffff" else colour
