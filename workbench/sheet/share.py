"""One picture of a tile to show to others: its name, both sides, what it can do, and what was found about it."""

from __future__ import annotations

from workbench.sheet.card import facts_of
from workbench.sheet.face import draw_face
from workbench.sheet.pages import art_of
from workbench.sheet.selection import Chosen
from workbench.sheet.shapes import Drawing, Page, Placed, Shape, Stamp, Text
from workbench.sheet.text import choose_font, printable, text_width, wrap_text
from workbench.sheet.themes import Theme

SHARE_WIDTH_MM = 128.0  # 8 pixels a mm at the usual 1024
SHARE_EDGE_MM, SHARE_GAP_MM, SHARE_TITLE_MM = 8.0, 6.0, 16.0
SHARE_WORDS_MM, SHARE_LINE_MM = 3.8, 5.4
SHARE_FACE_MM = (SHARE_WIDTH_MM - 2 * SHARE_EDGE_MM - SHARE_GAP_MM) / 2


def build_share(one: Chosen, theme: Theme, verdict: str = "") -> Drawing:
    """As high as its words need."""
    art = art_of(one)
    stamps = {
        word: Stamp(SHARE_FACE_MM, SHARE_FACE_MM, draw_face(one.tile, side, SHARE_FACE_MM, theme, art))
        for side, word in enumerate(("starting", "other"))
    }
    right, top = SHARE_EDGE_MM + SHARE_FACE_MM + SHARE_GAP_MM, SHARE_EDGE_MM + SHARE_TITLE_MM
    shapes: list[Shape] = [_title(one.tile.name, theme)]
    below = top + SHARE_FACE_MM + SHARE_LINE_MM
    shapes.append(_words("starting side", SHARE_EDGE_MM + SHARE_FACE_MM / 2, below, theme, "middle"))
    shapes.append(_words("other side", right + SHARE_FACE_MM / 2, below, theme, "middle"))
    y = below + 0.6 * SHARE_LINE_MM
    for text in (_told_of(one), verdict):
        for line in wrap_text(text, SHARE_WIDTH_MM - 2 * SHARE_EDGE_MM, SHARE_WORDS_MM, "fallback"):
            y += SHARE_LINE_MM
            shapes.append(_words(line, SHARE_EDGE_MM, y, theme, "start"))
        y += 0.4 * SHARE_LINE_MM if text else 0.0
    placed = (Placed("starting", SHARE_EDGE_MM, top), Placed("other", right, top))
    page = Page(SHARE_WIDTH_MM, y + SHARE_EDGE_MM - 0.4 * SHARE_LINE_MM, placed, tuple(shapes), paper=theme.paper)
    return Drawing(one.tile.name, (page,), stamps)


def _title(name: str, theme: Theme) -> Text:
    font = choose_font(name)
    line, size = printable(name, font), 12.0
    room = SHARE_WIDTH_MM - 2 * SHARE_EDGE_MM
    size = min(size, size * room / max(0.1, text_width(line, size, font)))
    return Text(SHARE_WIDTH_MM / 2, SHARE_EDGE_MM + SHARE_TITLE_MM - 6.0, line, size, font, theme.ink)


def _words(text: str, x: float, y: float, theme: Theme, anchor: str) -> Text:
    return Text(x, y, text, SHARE_WORDS_MM, "fallback", theme.ink, "start" if anchor == "start" else "middle")


def _told_of(one: Chosen) -> str:
    tile = one.tile
    facts = [one.set.name, *(f"{tile.copies} copies" for _ in range(tile.copies > 1)), *facts_of(one)]
    facts += [f"{tile.army} army"] if tile.army else []
    return "; ".join(facts)
