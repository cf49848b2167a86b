"""workbench new: begins a tile set, or adds a tile to one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from workbench.tileset.load import Loaded
    from workbench.tileset.model import Tile

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


def register(app: typer.Typer) -> None:
    app.command("new")(new)


def new(
    path: Annotated[Path, typer.Argument(metavar="SET.yaml", help="The file of the set.")],
    tile: Annotated[str | None, typer.Option("--tile", metavar="NAME", help="The name of the tile.")] = None,
    origin: Annotated[
        str | None, typer.Option("--from", metavar="TILE", help="Start from this tile, e.g. Knight.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file or tile that is there.")] = False,
) -> None:
    """Begin a tile set, or add a tile to an existing one.

    With --from the tile starts as a copy of an official one and replaces it; change the grids as you like.
    Nothing that exists is overwritten without --force.

    [b]workbench new heroes.yaml --tile "Hedge Knight" --from Knight[/b]

    Exit code: 0, or 2 if the file cannot be written or the tile is there already.
    """
    from workbench.cli.console import fail
    from workbench.cli.outputs import write_files
    from workbench.tileset.load import ENDINGS

    if path.suffix not in ENDINGS:
        fail(f"{path} is no name for a tile set", f"Let it end in one of {', '.join(ENDINGS)}.")
    if not path.parent.is_dir():
        fail(f"there is no folder {path.parent}", "Create it first.")
    if path.exists() and tile is None and not force:
        fail(f"{path} exists already", "Add a tile with --tile NAME, or overwrite the file with --force.")
    adding = path.exists() and tile is not None
    made, text = _added(path, str(tile), origin, force) if adding else _begun(path, tile, origin)
    write_files({path: text.encode()})
    what = f"the tile {made.name} ({made.code})"
    typer.echo(f"Put {what} into {path}." if adding else f"Began {path} with {what}.")
    typer.echo(f"Edit its grids, then: workbench check {path}")


def _begun(path: Path, name: str | None, origin: str | None) -> tuple[Tile, str]:
    import json

    from workbench.tileset.rewrite import format_scalar, format_tile, tile_fields

    tile = _make_tile(name or (f"New {origin.title()}" if origin else "New Tile"), origin, set())
    set_name = path.stem.replace("-", " ").replace("_", " ").title()[:28] or "My Set"
    if path.suffix == ".json":
        data = {"name": set_name, "tiles": [tile_fields(tile)]}
        return tile, json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    head = HEADER.format(file=path, name=format_scalar(set_name))
    return tile, head + "\n".join(format_tile(tile, 2)) + "\n"


def _added(path: Path, name: str, origin: str | None, force: bool) -> tuple[Tile, str]:
    from workbench.cli.console import fail
    from workbench.tileset.load import load_tileset
    from workbench.tileset.rewrite import CannotRewrite, put_tile

    loaded = load_tileset(path)
    loaded.require()
    same = [tile for tile in loaded.tiles.values() if tile.name.casefold() == name.strip().casefold()]
    if same and not force:
        fail(f"{path} already has a tile '{same[0].name}'", "Choose another name, or use --force.")
    tile = _make_tile(same[0].name if same else name, origin, _codes_of(loaded, name))
    try:
        return tile, put_tile(loaded, tile)
    except CannotRewrite as problem:
        fail(f"{path}: {problem}", "Add the tile by hand, or write the list with one '- name:' per tile.")


def _codes_of(loaded: Loaded, name: str) -> set[str]:
    return {tile.code.casefold() for tile in loaded.tiles.values() if tile.name.casefold() != name.casefold()}


def _make_tile(name: str, origin: str | None, taken: set[str]) -> Tile:
    from workbench.cli.console import fail
    from workbench.cli.tile import find_tile
    from workbench.tileset.grid import parse_grid
    from workbench.tileset.load import load_sets, shipped_sets
    from workbench.tileset.model import Face, Tile

    name = name.strip()
    official = {tile.name.casefold() for tile in load_sets(["base"])[0].tiles}
    if not 0 < len(name) <= 28:
        fail(f"'{name}' is no name for a tile", "Give it 1 to 28 characters.")
    if name.casefold() in official:
        fail(f"'{name}' is a tile of the base set", f"Choose another name, e.g. --tile 'My {name}'.")
    codes = taken | {tile.code.casefold() for set_ in load_sets(list(shipped_sets())) for tile in set_.tiles}
    code = next(code for code in _codes(name) if code.casefold() not in codes)
    if origin is None:
        faces = [parse_grid(text).face or Face() for text in SAMPLE]
        return Tile(name=name, code=code, starting=faces[0], other=faces[1])
    _, model = find_tile(origin)
    if model.role == "terrain":
        fail(f"'{model.name}' is terrain and joins no army", "Start from a troop tile.")
    replaced = model.name if model.name.casefold() in official else model.replaces
    kept = model.model_copy(update={"name": name, "code": code, "replaces": replaced})
    return kept.model_copy(update={"starts": 0, "enhanced": False, "accept": (), "notes": "", "source": ""})


def _codes(name: str) -> Iterator[str]:
    """Two letters from the name, the most natural first, then any."""
    from itertools import product
    from string import ascii_lowercase, ascii_uppercase

    letters = [letter for letter in name if letter.isascii() and letter.isalpha()] or ["X"]
    words = [word[0] for word in name.split() if word[0].isascii() and word[0].isalpha()]
    if len(words) > 1:
        yield (words[0] + words[1]).capitalize()
    yield from ((letters[0] + letter).capitalize() for letter in letters[1:])
    starts = (letters[0].upper(), *ascii_uppercase)
    yield from (first + second for first, second in product(starts, ascii_lowercase))
