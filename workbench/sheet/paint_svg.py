"""Shapes -> SVG. One user unit is one millimetre; text is drawn as outlines and needs no font."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape  # that of xml.sax would bring the whole of urllib along

from workbench.sheet.face import TILE_MM, draw_face
from workbench.sheet.shapes import (
    Disc,
    Drawing,
    Hoop,
    Line,
    Page,
    Picture,
    Placed,
    Ring,
    Shape,
    Solid,
    Stamp,
    Text,
)
from workbench.sheet.text import font_tables, text_start
from workbench.sheet.themes import THEMES
from workbench.tileset.model import Tile
from workbench.words import Offset, SideUp


def num(value: float) -> str:
    """A number with at most four decimals and no idle zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def ring_path(rings: tuple[Ring, ...]) -> str:
    return "".join("M" + "L".join(f"{num(p.x)} {num(p.y)}" for p in ring) + "Z" for ring in rings)


def shape_svg(shape: Shape) -> str:
    match shape:
        case Solid(rings, colour):
            rule = ' fill-rule="evenodd"' if len(rings) > 1 else ""
            return f'<path d="{ring_path(rings)}" fill="{colour}"{rule}/>'
        case Disc(x, y, radius, colour):
            return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{colour}"/>'
        case Hoop(x, y, radius, width, colour):
            return (
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="none" '
                f'stroke="{colour}" stroke-width="{num(width)}"/>'
            )
        case Line():
            dash = f' stroke-dasharray="{num(shape.dash)}"' if shape.dash else ""
            return (
                f'<path d="M{num(shape.x1)} {num(shape.y1)}L{num(shape.x2)} {num(shape.y2)}" '
                f'stroke="{shape.colour}" stroke-width="{num(shape.width)}"{dash}/>'
            )
        case Text():
            return _text_svg(shape)
        case Picture(x, y, width, height, png):
            data = b64encode(png).decode()
            return (
                f'<image x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" '
                f'preserveAspectRatio="none" href="data:image/png;base64,{data}"/>'
            )


def _text_svg(shape: Text) -> str:
    table = font_tables()[shape.font]
    scale = shape.size / table.units
    x = text_start(shape)
    glyphs, advance = [], 0
    for character in shape.text:
        width, path = table.glyphs[character]
        if path:
            glyphs.append(f'<path transform="translate({advance})" d="{path}"/>')
        advance += width
    place = f"translate({num(x)} {num(shape.y)}) scale({scale:.6g} {-scale:.6g})"
    label = escape(shape.text)
    return f'<g role="img" aria-label="{label}" fill="{shape.colour}" transform="{place}">{"".join(glyphs)}</g>'


def shapes_svg(shapes: tuple[Shape, ...]) -> str:
    return "".join(shape_svg(shape) for shape in shapes)


def page_svg(page: Page, stamps: Mapping[str, Stamp], title: str, prefix: str = "s") -> str:
    """A page as an SVG file in true size. `prefix` begins its ids: several files in one web page need other ones."""
    used = list(dict.fromkeys(placed.stamp for placed in page.placed))
    ids = {key: f"{prefix}{index}" for index, key in enumerate(used)}
    defs = "".join(f'<g id="{ids[key]}">{shapes_svg(stamps[key].shapes)}</g>\n' for key in used)
    c = page.correction
    correction = f"matrix({c.scale_x:.9g} 0 0 {c.scale_y:.9g} {c.offset_x:.9g} {c.offset_y:.9g})"
    background = f'<rect width="100%" height="100%" fill="{page.paper}"/>' if page.paper else ""
    uses = "".join(_use(placed, stamps[placed.stamp], ids[placed.stamp]) for placed in page.placed)
    return (
        f"{_head(page.width, page.height, title)}{background}<defs>{defs}</defs>\n"
        f'<g transform="{correction}">{shapes_svg(page.under)}\n{uses}{shapes_svg(page.over)}</g>\n</svg>\n'
    )


def _use(placed: Placed, stamp: Stamp, name: str) -> str:
    turn = ""
    if placed.quarter_turns % 4:
        turn = f" rotate({90 * (placed.quarter_turns % 4)} {num(stamp.width / 2)} {num(stamp.height / 2)})"
    return f'<use href="#{name}" transform="translate({num(placed.x)} {num(placed.y)}){turn}"/>\n'


def _head(width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(width)}mm" height="{num(height)}mm" '
        f'viewBox="0 0 {num(width)} {num(height)}" role="img"><title>{escape(title, quote=False)}</title>\n'
    )


def drawing_svgs(drawing: Drawing) -> list[bytes]:
    """One SVG file per page."""
    return [page_svg(page, drawing.stamps, drawing.title).encode() for page in drawing.pages]


def face_svg(
    tile: Tile,
    side: SideUp | int,
    size_mm: float = TILE_MM,
    theme: str = "classic",
    heat: Mapping[Offset, str] | None = None,
) -> str:
    """One tile side as a small inline SVG. `heat` maps offsets to the colours of their cells.

    The emblem is one of ours; a user's picture is left to sheets and `render`.
    """
    shapes = draw_face(tile, side, size_mm, THEMES[theme], heat=heat)
    title = f"{tile.name}, {'other' if side else 'starting'} side"
    return f"{_head(size_mm, size_mm, title)}{shapes_svg(shapes)}</svg>"
