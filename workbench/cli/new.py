"""workbench new: begins a tile set, or adds a tile to one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from workbench.tileset.load import Loaded
    from workbench.tileset.model import Tile


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
    from workbench.tileset.begin import begin_set

    tile = _make_tile(name or (f"New {origin.title()}" if origin else "New Tile"), origin, set())
    return tile, begin_set(path, tile)


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
    from workbench.tileset.begin import CannotBegin, make_tile, shipped_tile

    try:
        return make_tile(name, shipped_tile(origin) if origin is not None else None, taken)
    except CannotBegin as problem:
        fail(problem.message, problem.help)
