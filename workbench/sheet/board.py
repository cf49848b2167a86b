"""A position as a picture: the board, the tiles as they lie, terrain, flags. Plain data in, a drawing out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.sheet.face import TILE_MM, draw_face
from workbench.sheet.geometry import moved, ring_of
from workbench.sheet.marks import INK
from workbench.sheet.shapes import Drawing, Line, Page, Placed, Shape, Solid, Stamp, Text, frame, rectangle
from workbench.sheet.text import fit_text, printable, text_width
from workbench.sheet.themes import Theme
from workbench.tileset.model import Tile
from workbench.words import BOARD, Owner, SideUp, square_name

SQUARE_MM = 25.1  # the publisher's print-and-play board
EDGE_MM = 8.0
BOARD_EDGE_MM = BOARD * SQUARE_MM + 2 * EDGE_MM  # the whole picture without a caption
NORTH_PAPER = "#cfcfcf"  # North's tiles are darker
BOARD_COLOURS = ("#f6f1e4", "#e9dfc7")


@dataclass(frozen=True, slots=True)
class BoardTile:
    """A tile on a square; `quarter_turns` clockwise as its owner sees it."""

    square: int
    tile: Tile
    side: SideUp
    owner: Owner
    quarter_turns: int = 0


def build_board(
    tiles: Sequence[BoardTile],
    theme: Theme,
    terrain: Mapping[int, str] | None = None,
    flags: Mapping[int, Owner] | None = None,
    caption: str = "",
) -> Drawing:
    """`terrain` names what stands on a square (Mountain, Fort, Dragon); `flags` whose Flag stands there."""
    edge = BOARD * SQUARE_MM
    width, height = edge + 2 * EDGE_MM, edge + 2 * EDGE_MM + (6.0 if caption else 0.0)
    shapes = _squares()
    for square, word in (terrain or {}).items():
        shapes += _terrain(square, word)
    stamps: dict[str, Stamp] = {}
    placed = []
    inset = (SQUARE_MM - TILE_MM) / 2
    for one in tiles:
        key = f"{one.tile.name}/{int(one.side)}/{int(one.owner)}"
        if key not in stamps:
            paper = NORTH_PAPER if one.owner is Owner.NORTH and theme.paper == "#ffffff" else theme.paper
            face = draw_face(one.tile, one.side, TILE_MM, replace(theme, paper=paper))
            stamps[key] = Stamp(TILE_MM, TILE_MM, face)
        x, y = _corner(one.square)
        turns = (one.quarter_turns + (2 if one.owner is Owner.NORTH else 0)) % 4
        placed.append(Placed(key, x + inset, y + inset, turns))
    over: list[Shape] = []
    for square, owner in (flags or {}).items():
        over += _flag(square, owner)
    if caption:
        line = printable(caption, "fallback")  # the title font has small capitals: codes would look alike
        size = min(3.0, 3.0 * edge / text_width(line, 3.0, "fallback"))
        over.append(Text(width / 2, height - 3.5, line, size, "fallback", INK))
    page = Page(width, height, tuple(placed), tuple(shapes), tuple(over), paper="#ffffff")
    return Drawing("Position", (page,), stamps)


def _corner(square: int) -> tuple[float, float]:
    rank, file = divmod(square, BOARD)
    return EDGE_MM + file * SQUARE_MM, EDGE_MM + (BOARD - 1 - rank) * SQUARE_MM


def _squares() -> list[Shape]:
    shapes: list[Shape] = []
    for square in range(BOARD * BOARD):
        x, y = _corner(square)
        colour = BOARD_COLOURS[(square // BOARD + square) % 2]
        shapes.append(rectangle(x, y, SQUARE_MM, SQUARE_MM, colour))
    edge = BOARD * SQUARE_MM
    for k in range(1, BOARD):
        at = EDGE_MM + k * SQUARE_MM
        shapes.append(Line(at, EDGE_MM, at, EDGE_MM + edge, 0.2, INK))
        shapes.append(Line(EDGE_MM, at, EDGE_MM + edge, at, 0.2, INK))
    shapes += frame(EDGE_MM, EDGE_MM, edge, edge, 0.5, INK)
    for k in range(BOARD):
        name = square_name(k * BOARD + k)
        middle = (k + 0.5) * SQUARE_MM + EDGE_MM
        shapes.append(Text(middle, EDGE_MM + edge + 5.2, name[0], 3.6, "fallback", INK))
        shapes.append(Text(EDGE_MM / 2, EDGE_MM * 2 + edge - middle + 1.3, name[1], 3.6, "fallback", INK))
    return shapes


def _terrain(square: int, word: str) -> list[Shape]:
    x, y = _corner(square)
    middle = x + SQUARE_MM / 2
    shapes: list[Shape] = [rectangle(x + 1, y + 1, SQUARE_MM - 2, SQUARE_MM - 2, "#8a8a8a")]
    terrain = word.split()[0].lower()
    if terrain == "mountain":
        peaks = [(-9, 5), (-3, -7), (0, -2), (3, -6), (9, 5)]
        shapes.append(Solid((moved(ring_of(peaks), middle, y + 11),), "#ffffff"))
    elif terrain == "fort":
        wall = [(-8, -5), (-4, -5), (-4, -2), (-2, -2), (-2, -5), (2, -5), (2, -2), (4, -2), (4, -5), (8, -5),
                (8, 6), (-8, 6)]  # fmt: skip
        shapes.append(Solid((moved(ring_of(wall), middle, y + 11),), "#ffffff"))
    fitted = fit_text(word, SQUARE_MM - 4, 4, 3.6, 1.6)
    baseline = y + SQUARE_MM - 2.6 if terrain in ("mountain", "fort") else y + SQUARE_MM / 2 + 1.3
    shapes.append(Text(middle, baseline, fitted.lines[0], fitted.size, fitted.font, "#ffffff"))
    return shapes


def _flag(square: int, owner: Owner) -> list[Shape]:
    x, y = _corner(square)
    colour = "#c54f00" if owner is Owner.SOUTH else "#0072b2"
    cloth = ring_of([(0, 0), (6, 2), (0, 4)])
    return [Line(x + 2, y + 1.5, x + 2, y + 10, 0.6, INK), Solid((moved(cloth, x + 2.3, y + 1.5),), colour)]
