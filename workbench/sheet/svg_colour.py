"""The colours of a user's SVG: what is printed as it is, what becomes the theme's ink, and what is lost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

THEME_INK = ""  # black, or no colour at all: the tile's own ink
LONGEST_COLOUR = 60  # characters
GRADIENTS, SHEETS, CLEAR = "gradients and patterns", "colours from a style sheet", "transparency"
STROKES, WORDS, IMAGES = "strokes", "text", "pictures within it"
_NOT_DRAWN = {"text": WORDS, "image": IMAGES, "style": SHEETS, "use": "copies of other shapes"}


def parse_fill(value: str) -> str | None:
    """'#rrggbb', or THEME_INK for black and 'currentColor'; None for what cannot be printed as one colour."""
    text = value.strip().lower()
    if text in ("black", "currentcolor", "inherit", "#000", "#000000", ""):
        return THEME_INK
    if len(text) > LONGEST_COLOUR or text.startswith("url("):
        return None
    from PIL import ImageColor

    try:
        red, green, blue = (min(255, max(0, channel)) for channel in ImageColor.getrgb(text)[:3])
    except ValueError:
        return None
    colour = f"#{red:02x}{green:02x}{blue:02x}"
    return THEME_INK if colour == "#000000" else colour


def losses_of(element: Element, tag: str, style: Mapping[str, str]) -> Iterator[str]:
    """What of an element the print does not show, in words."""
    if tag in _NOT_DRAWN:
        yield _NOT_DRAWN[tag]
    if style.get("stroke", element.get("stroke", "none")).strip() not in ("none", "transparent", ""):
        yield STROKES
    for name in ("opacity", "fill-opacity"):
        if style.get(name, element.get(name, "1")).strip() not in ("1", "1.0", "100%", ""):
            yield CLEAR
