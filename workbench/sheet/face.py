"""One tile side as shapes in millimetres: pure data, the same for every painter.

Proportions follow the game's tiles as fractions of the edge: frame inset 3 %, cells 13.4 %
(12.7 % inside a double frame), the name under the grid, an emblem column at the right with the
Roman numerals of the abilities at its foot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from workbench.icons import IconType, Use
from workbench.sheet.art import Art, own_emblem
from workbench.sheet.icons import draw_icon, draw_pawn
from workbench.sheet.shapes import Line, Shape, Shapes, Text, frame, rectangle
from workbench.sheet.text import LINE_HEIGHT, SMALLEST_NAME_MM, FittedText, cap_height, fit_text
from workbench.sheet.themes import THEMES, Theme
from workbench.tileset.model import WINDOW, Face, Icon, Tile
from workbench.words import Offset, SideUp

TILE_MM = 24.3  # edge of the tiles on the publisher's print-and-play sheets
SMALLEST_FULL_TILE_MM = 24.0  # thumbnails below this may use thinner lines
FRAME_INSET = 0.03
CELL, ENHANCED_CELL = 0.134, 0.127
THINNEST_LINE_MM = 0.2


@dataclass(frozen=True, slots=True)
class FaceLayout:
    """Where things are on a side with an edge of `size` mm."""

    size: float
    enhanced: bool

    @property
    def line(self) -> float:
        return max(THINNEST_LINE_MM * min(1.0, self.size / SMALLEST_FULL_TILE_MM), 0.009 * self.size)

    @property
    def cell(self) -> float:
        return (ENHANCED_CELL if self.enhanced else CELL) * self.size

    @property
    def inset(self) -> float:
        """The innermost frame: a double frame gives up what its smaller cells leave free."""
        between = WINDOW * (CELL - ENHANCED_CELL) / 2 if self.enhanced else 0.0
        return (FRAME_INSET + between) * self.size

    @property
    def grid(self) -> float:
        return WINDOW * self.cell

    @property
    def margin(self) -> float:
        """Right of the grid, and below it."""
        return self.size - 2 * self.inset - self.grid

    def middle(self, column: int, row: int) -> tuple[float, float]:
        return self.inset + (column + 0.5) * self.cell, self.inset + (row + 0.5) * self.cell


def is_enhanced(tile: Tile) -> bool:
    return tile.enhanced or bool(tile.abilities)


def draw_face(
    tile: Tile,
    side: SideUp | int,
    size: float = TILE_MM,
    theme: Theme = THEMES["classic"],
    art: Art | None = None,
    heat: Mapping[Offset, str] | None = None,
    background: bool = True,
) -> Shapes:
    """The shapes of one side in the box (0, 0) to (size, size). `heat` colours cells by their offset."""
    layout, face = FaceLayout(size, is_enhanced(tile)), tile.face(side)
    shapes: list[Shape] = []
    if background:
        shapes.append(rectangle(0, 0, size, size, theme.paper))
    shapes += _heat_cells(face, layout, heat or {})
    shapes += _frames(layout, theme)
    shapes += _grid_lines(layout, theme)
    shapes += _area_lines(face, layout, theme)
    shapes += [shape for _, drawn in drawn_icons(face, layout, theme) for shape in drawn]
    shapes += _own_cell(face, side, layout, theme)
    shapes += _name(tile, layout, theme)
    shapes += _column(tile, layout, theme, art or own_emblem(tile))
    return tuple(shapes)


def fit_name(name: str, size: float = TILE_MM, enhanced: bool = False) -> FittedText:
    """How a name stands in its band; `.fits` is False when it is cut short at the smallest size."""
    layout = FaceLayout(size, enhanced)
    pad = 0.018 * size
    smallest = SMALLEST_NAME_MM * min(1.0, size / SMALLEST_FULL_TILE_MM)
    return fit_text(name, layout.grid - 2 * pad, layout.margin - 2 * pad, 0.155 * size, smallest)


def fit_numerals(tile: Tile, layout: FaceLayout) -> FittedText:
    """How the numerals of a tile's abilities stand at the foot of the column, as high as the name beside them."""
    numerals = " ".join(ability.numeral for ability in tile.abilities)
    room = 0.86 * layout.margin
    return fit_text(numerals, room, room, 0.16 * layout.size, 0.06 * layout.size)


def _heat_cells(face: Face, layout: FaceLayout, heat: Mapping[Offset, str]) -> list[Shape]:
    shapes: list[Shape] = []
    for at, colour in heat.items():
        column, row = face.origin[0] + at[0], face.origin[1] - at[1]
        if 0 <= column < WINDOW and 0 <= row < WINDOW:
            x, y = layout.middle(column, row)
            half = layout.cell / 2
            shapes.append(rectangle(x - half, y - half, layout.cell, layout.cell, colour))
    return shapes


def _frames(layout: FaceLayout, theme: Theme) -> list[Shape]:
    shapes: list[Shape] = []
    for at in sorted({FRAME_INSET * layout.size, layout.inset}):
        shapes += frame(at, at, layout.size - 2 * at, layout.size - 2 * at, layout.line, theme.ink)
    return shapes


def _grid_lines(layout: FaceLayout, theme: Theme) -> list[Shape]:
    start, end = layout.inset, layout.inset + layout.grid
    shapes: list[Shape] = []
    for k in range(1, WINDOW + 1):
        at = start + k * layout.cell
        past = layout.line / 2 if k == WINDOW else 0.0  # the two outer lines meet in a full corner
        shapes.append(Line(at, start, at, end + past, layout.line, theme.ink))
        shapes.append(Line(start, at, end + past, at, layout.line, theme.ink))
    return shapes


def _area_lines(face: Face, layout: FaceLayout, theme: Theme) -> list[Shape]:
    shapes: list[Shape] = []
    width = max(0.35 * min(1.0, layout.size / SMALLEST_FULL_TILE_MM), 0.11 * layout.cell)
    for icons in face.groups().values():
        colour = theme.icon(icons[0].icon)
        for a, b in _joined(sorted({icon.at for icon in icons})):
            (x1, y1), (x2, y2) = (layout.middle(*_cell_of(face, at)) for at in (a, b))
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
            cut = 0.34 * layout.cell / length  # from icon edge to icon edge, not through hollow icons
            dx, dy = (x2 - x1) * cut, (y2 - y1) * cut
            shapes.append(Line(x1 + dx, y1 + dy, x2 - dx, y2 - dy, width, colour))
    return shapes


def _joined(cells: list[Offset]) -> list[tuple[Offset, Offset]]:
    """Neighbouring cells of a group, and the shortest links between parts that do not touch."""
    pairs = sorted(combinations(cells, 2), key=lambda pair: (_distance(*pair), pair))
    part = {cell: index for index, cell in enumerate(cells)}
    links = []
    for a, b in pairs:
        if _distance(a, b) == 1 or part[a] != part[b]:
            links.append((a, b))
            old = part[b]
            part = {cell: part[a] if number == old else number for cell, number in part.items()}
    return links


def _distance(a: Offset, b: Offset) -> int:
    return (a.right - b.right) ** 2 + (a.forward - b.forward) ** 2


def _cell_of(face: Face, at: Offset) -> tuple[int, int]:
    return face.origin[0] + at.right, face.origin[1] - at.forward


def drawn_icons(face: Face, layout: FaceLayout, theme: Theme) -> list[tuple[Icon, list[Shape]]]:
    """Every icon of a side with the shapes that it is drawn with."""
    by_cell: dict[Offset, list[Icon]] = defaultdict(list)
    for icon in face.icons:
        by_cell[icon.at].append(icon)
    drawn: list[tuple[Icon, list[Shape]]] = []
    for at, icons in by_cell.items():
        x, y = layout.middle(*_cell_of(face, at))
        corners = [icon for icon in icons if icon.row.use is Use.COMMAND]
        middle = [icon for icon in icons if icon.row.use is not Use.COMMAND]
        for one in corners[:1]:
            drawn.append((one, draw_icon(IconType.COMMAND, x, y, layout.cell, theme.icon(IconType.COMMAND))))
        places = _places(len(middle), corners=bool(corners))
        for one, (dx, dy, scale) in zip(middle, places, strict=True):
            cell = layout.cell
            spot = (x + dx * cell, y + dy * cell, cell * scale)
            drawn.append((one, draw_icon(one.icon, *spot, theme.icon(one.icon), at)))
    return drawn


def _places(count: int, corners: bool) -> list[tuple[float, float, float]]:
    """Where several icons of one cell stand: (dx, dy, scale) in cells. Command keeps its corners."""
    if count <= 1:
        return [(0.0, 0.0, 1.0)] * count
    if count == 2:
        return [(0.21, -0.21, 0.52), (-0.21, 0.21, 0.52)] if corners else [(-0.23, -0.2, 0.56), (0.23, 0.2, 0.56)]
    spots = [(-0.23, -0.23), (0.23, -0.23), (-0.23, 0.23), (0.23, 0.23)]
    return [(*spots[k % 4], 0.46) for k in range(count)]


def _own_cell(face: Face, side: SideUp | int, layout: FaceLayout, theme: Theme) -> list[Shape]:
    x, y = layout.middle(*face.origin)
    if side == SideUp.STARTING:
        return draw_pawn(x, y, layout.cell, theme.ink)
    cell, half = layout.cell, layout.cell / 2
    return [rectangle(x - half, y - half, cell, cell, theme.ink), *draw_pawn(x, y, cell, theme.paper)]


def _name(tile: Tile, layout: FaceLayout, theme: Theme) -> list[Shape]:
    fitted = fit_name(tile.name, layout.size, layout.enhanced)
    middle = layout.inset + layout.grid / 2
    top, bottom = layout.inset + layout.grid, layout.size - layout.inset
    return list(centred_lines(fitted, middle, (top + bottom) / 2, theme.ink))


def centred_lines(fitted: FittedText, x: float, y: float, colour: str) -> list[Text]:
    """Lines of text with the middle of their capitals at (x, y)."""
    step = fitted.size * LINE_HEIGHT
    first = y - step * (len(fitted.lines) - 1) / 2 + cap_height(fitted.size, fitted.font) / 2
    return [Text(x, first + k * step, line, fitted.size, fitted.font, colour) for k, line in enumerate(fitted.lines)]


def _column(tile: Tile, layout: FaceLayout, theme: Theme, art: Art) -> list[Shape]:
    left, right = layout.inset + layout.grid, layout.size - layout.inset
    top, bottom = layout.inset, layout.size - layout.inset
    shapes: list[Shape] = []
    if tile.abilities:
        shapes += centred_lines(fit_numerals(tile, layout), (left + right) / 2, bottom - layout.margin / 2, theme.ink)
        bottom -= layout.margin
    pad = 0.045 * layout.size
    box = (left + pad, top + pad, right - left - 2 * pad, bottom - top - 2 * pad)
    return [*art.shapes(*box, theme.ink, theme.paper), *shapes]
