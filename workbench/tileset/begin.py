"""A new tile, blank or from an official one, and a new set around it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import product
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase

from workbench.safe_text import for_terminal
from workbench.tileset.compose import base_set
from workbench.tileset.grid import parse_grid
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.model import Face, Tile
from workbench.tileset.rewrite import format_scalar, format_tile, tile_fields

HEADER = """\
# A tile set for The Duke. Check it with: workbench check {file}
# '@' is the tile itself, '.' an empty cell; up is forward.
# M move  J jump  S slide  Z jump slide  X strike  C command  D dread  F defense  A smash  H hammer
# m, j move and jump without capture; letters may share a cell (MC); a digit joins an area group (X1 X1)
name: {name}
tiles:
"""
SAMPLE = (
    ". . J . .\n. M . M .\n. . @ . .\n. . M . .\n. . . . .\n",
    ". . . . .\n. . M . .\nM . @ . M\n. M . M .\n. . . . .\n",
)


class CannotBegin(Exception):
    """Why there can be no such tile, and what to do instead."""

    def __init__(self, message: str, help: str) -> None:
        self.message = message
        self.help = help
        super().__init__(message)


def begin_set(path: Path, tile: Tile) -> str:
    """The text of a new file with one tile."""
    words = "".join(letter if letter.isprintable() else " " for letter in path.stem.replace("-", " ").replace("_", " "))
    name = " ".join(words.title().split())[:28].strip() or "My Set"
    if path.suffix == ".json":
        return json.dumps({"name": name, "tiles": [tile_fields(tile)]}, indent=2, ensure_ascii=False) + "\n"
    head = HEADER.format(file=for_terminal(" ".join(str(path).split())), name=format_scalar(name))
    return head + "\n".join(format_tile(tile, 2)) + "\n"


def make_tile(name: str, model: Tile | None, taken: set[str]) -> Tile:
    """A tile to change: a copy of `model`, which it replaces, or a small sample.

    `taken` are codes (in small letters) that it may not have, besides those of all shipped sets.
    """
    name = name.strip()
    official = {tile.name.casefold() for tile in base_set().tiles}
    if not 0 < len(name) <= 28 or not name.isprintable():
        raise CannotBegin(f"'{name}' is no name for a tile", "Give it 1 to 28 characters that can be seen.")
    if name.casefold() in official:
        raise CannotBegin(f"'{name}' is a tile of the base set", f"Choose another name, e.g. 'My {name}'.")
    codes = taken | {tile.code.casefold() for tile in _shipped_tiles()}
    code = next(code for code in _codes(name) if code.casefold() not in codes)
    if model is None:
        faces = [parse_grid(text).face or Face() for text in SAMPLE]
        return Tile(name=name, code=code, starting=faces[0], other=faces[1])
    if model.role == "terrain":
        raise CannotBegin(f"'{model.name}' is terrain and joins no army", "Start from a troop tile.")
    replaced = model.name if model.name.casefold() in official else model.replaces
    kept = model.model_copy(update={"name": name, "code": code, "replaces": replaced})
    return kept.model_copy(update={"starts": 0, "enhanced": False, "accept": (), "notes": "", "source": ""})


def shipped_tile(name: str) -> Tile:
    """The first tile of that name in the shipped sets, or else of that code."""
    tiles = _shipped_tiles()
    wanted = name.strip().casefold()
    by_name = [tile for tile in tiles if tile.name.casefold() == wanted]
    by_code = [tile for tile in tiles if tile.code.casefold() == wanted]
    if not by_name and not by_code:
        names = {tile.name.casefold(): tile.name for tile in tiles}
        near = get_close_matches(wanted, names, 1)
        help = f"Did you mean '{names[near[0]]}'?" if near else "'workbench tiles' lists them all."
        raise CannotBegin(f"there is no tile '{name}'", help)
    return (by_name or by_code)[0]


@lru_cache(maxsize=1)
def _shipped_tiles() -> tuple[Tile, ...]:
    return tuple(tile for set_ in load_sets(list(shipped_sets())) for tile in set_.tiles)


def _codes(name: str) -> Iterator[str]:
    """Two letters from the name, the most natural first, then any."""
    letters = [letter for letter in name if letter.isascii() and letter.isalpha()] or ["X"]
    words = [word[0] for word in name.split() if word[0].isascii() and word[0].isalpha()]
    if len(words) > 1:
        yield (words[0] + words[1]).capitalize()
    yield from ((letters[0] + letter).capitalize() for letter in letters[1:])
    starts = (letters[0].upper(), *ascii_uppercase)
    yield from (first + second for first, second in product(starts, ascii_lowercase))
