"""Can a tile be printed: the characters of its name (W510), its length (W513), its emblem (W514, W516)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.check.remark import About, TileRemark
from workbench.tileset.model import Tile

SHORT_WORD = 8  # letters; three such words fit at any rate


def check_lettering(tile: Tile, file: str = "") -> Iterator[TileRemark]:
    """`file` is where the tile comes from: pictures lie beside it."""
    yield from _check_characters(tile)
    yield from _check_length(tile)
    yield from _check_emblem(tile, file)


def _check_characters(tile: Tile) -> Iterator[TileRemark]:
    """Plain ASCII is in every font, so the table of glyphs is only opened for other characters."""
    lacking = "" if tile.name.isascii() else _lacking(tile.name)
    if lacking:
        shown = " ".join(f"'{character}' (U+{ord(character):04X})" for character in lacking[:4])
        message = f"the sticker font has no {shown}{' and others' if len(lacking) > 4 else ''}"
        yield TileRemark("W510", message, "It would be printed as '?': use another character.", About(tile))


def _lacking(text: str) -> str:
    from workbench.sheet.text import missing_characters

    return "".join(filter(str.isprintable, missing_characters(text)))  # the others are errors already


def _check_length(tile: Tile) -> Iterator[TileRemark]:
    words = tile.name.split()
    if len(words) <= 3 and all(len(word) <= SHORT_WORD for word in words):
        return
    from workbench.sheet.face import TILE_MM, fit_name, is_enhanced

    fitted = fit_name(tile.name, TILE_MM, is_enhanced(tile))
    if not fitted.fits:
        message = f"on a tile of {TILE_MM:g} mm the name is cut short: {' '.join(fitted.lines)}"
        yield TileRemark("W513", message, "Shorten it, or break a long word with a space or a hyphen.", About(tile))


def _check_emblem(tile: Tile, file: str) -> Iterator[TileRemark]:
    if tile.emblem is None or not tile.emblem.isprintable():  # an error already
        return
    from workbench.sheet.art import emblem_losses, emblem_problem

    problem = emblem_problem(tile, file)
    if problem:
        help = "Use one of the emblems, or a sound PNG or SVG in the folder of this file."
        yield TileRemark("W514", problem, help, About(tile, "emblem"))
    lost = emblem_losses(tile, file)
    if lost:
        help = "Fill the shapes with plain colours, or draw the emblem as PNG; or accept: [W516]."
        yield TileRemark("W516", lost, help, About(tile, "emblem"))
