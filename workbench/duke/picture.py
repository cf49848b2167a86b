"""A position as a drawing on paper, for `render --board` and for notebooks. The one room of the game that can paint."""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from workbench.duke.text import contents
from workbench.duke.text.lettering import Lettering
from workbench.sheet.board import BoardTile, build_board
from workbench.sheet.paint_svg import page_svg
from workbench.sheet.shapes import Drawing
from workbench.sheet.themes import THEMES, Theme
from workbench.words import parse_square


def draw_position(s: np.record, letters: Lettering, caption: str, theme: Theme = THEMES["classic"]) -> Drawing:
    """The board with all that stands on it; the caption is the position's line."""
    tiles = [
        BoardTile(parse_square(square), troop.tile, troop.side, troop.owner, troop.quarter_turns)
        for square, troop in contents.troops(s, letters).items()
    ]
    terrain = {parse_square(square): what for square, what in contents.terrain(s).items()}
    flags = {parse_square(square): owner for square, owner in contents.flags(s).items()}
    return build_board(tiles, theme, terrain, flags, caption)


def position_svg(s: np.record, letters: Lettering, caption: str) -> str:
    """The same as SVG. Its names are its own, for a page of a notebook holds many."""
    drawing = draw_position(s, letters, caption)
    own = sha256(caption.encode()).hexdigest()[:12]
    return page_svg(drawing.pages[0], drawing.stamps, drawing.title, f"p{own}-")
