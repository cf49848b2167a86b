"""Small tile sets for tests."""

from __future__ import annotations

from typing import Any

from workbench.tileset.load import load_tileset_text
from workbench.tileset.model import TileSet

FACE = """\
. . . . .
. . M . .
. . @ . .
. . . . .
. . . . .
"""


def tile_text(name: str, code: str, starting: str = FACE, other: str = FACE, **fields: Any) -> str:
    """A tile as an entry of a YAML list."""
    lines = [f"  - name: {name}", f"    code: {code}"]
    lines += [f"    {key}: {value}" for key, value in fields.items()]
    for side, face in (("starting", starting), ("other", other)):
        lines += [f"    {side}: |", *(f"      {row}" for row in face.splitlines())]
    return "\n".join(lines) + "\n"


def set_text(*tiles: str, name: str = "Test", **fields: Any) -> str:
    head = "".join(f"{key}: {value}\n" for key, value in {"name": name, **fields}.items())
    return head + "tiles:\n" + "".join(tiles)


def make_set(*tiles: str, id: str = "test", **fields: Any) -> TileSet:
    """A loaded set; fails on any finding."""
    return load_tileset_text(set_text(*tiles, name=id.title(), **fields), f"{id}.yaml").require()
