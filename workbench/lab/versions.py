"""Versions of one tile: `OLD.yaml:Warden` is the Warden of that file, whatever other files call by the name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from workbench.lab.contest import find_tile
from workbench.sim.seam import SimError
from workbench.tileset.load import load_sets
from workbench.tileset.model import Tile, TileSet


def split_version(text: str) -> tuple[str, str] | None:
    """The set and the tile of 'old.yaml:Warden'; None for the plain name of a tile."""
    set_name, _, tile = text.rpartition(":")
    return (set_name, tile) if set_name and tile.strip() else None


def find_version(text: str, sets: Sequence[TileSet]) -> Tile:
    """A tile by name or code, of the set that is named before a colon, or else of the sets in use."""
    version = split_version(text)
    if version is None:
        return find_tile(text, sets)
    (found,) = load_sets((version[0],))
    wanted = version[1].strip().casefold()
    for tile in found.tiles:
        if wanted in (tile.name.casefold(), tile.code.casefold()):
            return tile
    raise SimError(f"{version[0]} has no tile '{version[1]}': it has {', '.join(tile.name for tile in found.tiles)}")


def version_names(texts: Sequence[str], tiles: Sequence[Tile]) -> list[str]:
    """What to call them: plain names, versions with the name of their file, or with as much of its path as it takes."""
    versions = [split_version(text) for text in texts]
    for parts in range(1, 9):
        names = [
            f"{PurePath(*PurePath(version[0]).parts[-parts:]).as_posix()}:{tile.name}" if version else tile.name
            for version, tile in zip(versions, tiles, strict=True)
        ]
        if len(set(names)) == len(names):
            return names
    return names
