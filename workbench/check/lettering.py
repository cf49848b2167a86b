"""Can a tile be printed: the characters of its name (W510), its length (W513), its emblem (W514)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.check.remark import Remark
from workbench.tileset.model import Tile

SHORT_WORD = 8  # letters; three such words fit at any rate


def check_lettering(tile: Tile, file: str = "") -> Iterator[Remark]:
    """`file` is where the tile comes from: pictures lie beside it."""
    yield from _check_characters(tile)
    yield from _check_length(tile)
    yield from _check_emblem(tile, file)


def _check_characters(tile: Tile) -> Iterator[Remark]:
    """Plain ASCII is in every font, so the table of glyphs is only opened for other characters."""
    lacking = "" if tile.name.isascii() else _lacking(tile.name)
    if lacking:
        shown = " ".join(f"'{character}' (U+{ord(character):04X})" for character in lacking[:4])
        message = f"the sticker font has no {shown}{' and others' if len(lacking) > 4 else ''}"
        yield Remark("W510", tile, message, "It would be printed as '?': use another character.")


def _lacking(text: str) -> str:
    from workbench.sheet.text import missing_characters

    return "".join(filter(str.isprintable, missing_characters(text)))  # the others are errors already


def _check_length(tile: Tile) -> Iterator[Remark]:
    words = tile.name.split()
    if len(words) <= 3 and all(len(word) <= SHORT_WORD for word in words):
        return
    from workbench.sheet.face import TILE_MM, fit_name, is_enhanced

    fitted = fit_name(tile.name, TILE_MM, is_enhanced(tile))
    if not fitted.fits:
        message = f"on a tile of {TILE_MM:g} mm the name is cut short: {' '.join(fitted.lines)}"
        yield Remark("W513", tile, message, "Shorten it, or break a long word with a space or a hyphen.")


def _check_emblem(tile: Tile, file: str) -> Iterator[Remark]:
    if tile.emblem is None or not tile.emblem.isprintable():  # an error already
        return
    from workbench.sheet.art import emblem_problem

    problem = emblem_problem(tile, file)
    if problem:
        help = "Use one of the emblems, or a sound PNG or SVG in the folder of this file."
        yield Remark("W514", tile, problem, help, "emblem")
