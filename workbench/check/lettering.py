"""Can the words of a tile be printed with the shipped fonts? (W510)"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.check.remark import Remark
from workbench.tileset.model import Tile


def check_lettering(tile: Tile) -> Iterator[Remark]:
    """Plain ASCII is in every font, so the table of glyphs is only opened for other characters."""
    for about, text in (("name", tile.name), ("emblem", tile.emblem or "")):
        lacking = "" if text.isascii() else _lacking(text)
        if lacking:
            shown = " ".join(f"'{character}' (U+{ord(character):04X})" for character in lacking[:4])
            message = f"the sticker font has no {shown}{' and others' if len(lacking) > 4 else ''}"
            yield Remark("W510", tile, message, "It would be printed as '?': use another character.", about)


def _lacking(text: str) -> str:
    from workbench.sheet.text import missing_characters

    return "".join(filter(str.isprintable, missing_characters(text)))  # the others are errors already
