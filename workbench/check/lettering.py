"""Can the words and the emblem of a tile be printed? Names that fit (E205), glyphs (W510), emblems (E211)."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.check.remark import Remark
from workbench.tileset.model import Tile


def check_lettering(tile: Tile, file: str) -> Iterator[Remark]:
    """`file` is where the tile stands: pictures are looked for beside it."""
    yield from _name(tile)
    if tile.emblem is not None:
        yield from _emblem(tile, file)


def _name(tile: Tile) -> Iterator[Remark]:
    from workbench.sheet.face import fit_name, is_enhanced
    from workbench.sheet.text import missing_characters

    lacking = [character for character in missing_characters(tile.name) if character.isprintable()]
    if lacking:  # characters that are not even printable are errors of the loader
        shown = " ".join(f"'{character}' (U+{ord(character):04X})" for character in lacking[:4])
        message = f"the sticker font has no {shown}{' and others' if len(lacking) > 4 else ''}"
        yield Remark("W510", tile, message, "It would be printed as '?': use another character.")
    if not fit_name(tile.name, enhanced=is_enhanced(tile)).fits:
        message = f"the name '{tile.name}' does not fit the band of a tile even in the smallest letters"
        yield Remark("E205", tile, message, "Shorten it, or make it of several shorter words.")


def _emblem(tile: Tile, file: str) -> Iterator[Remark]:
    from workbench.sheet.art import emblem_problem

    problem = emblem_problem(tile, file)
    if problem:
        help = "Name a shipped emblem, or a .png or .svg file beside the tile file."
        yield Remark("E211", tile, problem, help, "emblem")
