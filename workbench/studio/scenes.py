"""Positions as pictures: plain data comes from the process that plays, and is drawn when a page asks for it."""

from __future__ import annotations

import json
from collections import OrderedDict
from functools import lru_cache
from typing import Any

from workbench.sheet.board import BoardTile, build_board
from workbench.sheet.paint_svg import drawing_svgs
from workbench.sheet.themes import THEMES
from workbench.studio.project import picture_name
from workbench.tileset.model import Tile
from workbench.words import Owner, SideUp, parse_square

MOST_SCENES = 5_000
Scene = dict[str, Any]


class Scenes:
    """Scenes by their names; the tiles of a game are kept once for all of its scenes."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._tiles: OrderedDict[str, str] = OrderedDict()

    def keep_tiles(self, tiles: list[dict[str, Any]]) -> str:
        """The name of a game's tiles."""
        text = json.dumps(tiles)
        name = picture_name(text)
        self._tiles[name] = text
        self._tiles.move_to_end(name)
        while len(self._tiles) > 12:
            self._tiles.popitem(last=False)
        return name

    def keep(self, tiles: str, scene: Scene) -> str:
        """The name under which the page may ask for a scene."""
        text = json.dumps(scene)
        name = picture_name(f"{tiles}{text}")
        self._kept[name] = tiles, text
        self._kept.move_to_end(name)
        while len(self._kept) > MOST_SCENES:
            self._kept.popitem(last=False)
        return name

    def draw(self, name: str) -> str | None:
        tiles, scene = self._kept.get(name, ("", ""))
        return draw_scene(self._tiles[tiles], scene) if tiles in self._tiles else None

    def face(self, tiles: str, code: str, side: int) -> str | None:
        from workbench.studio.view import face_picture

        found = _read_tiles(self._tiles[tiles]).get(code) if tiles in self._tiles else None
        return None if found is None else face_picture(found, side, None)


@lru_cache(maxsize=12)
def _read_tiles(text: str) -> dict[str, Tile]:
    tiles = [Tile.model_validate(one) for one in json.loads(text)]
    return {tile.code.capitalize(): tile for tile in tiles}


@lru_cache(maxsize=64)
def draw_scene(tiles: str, scene: str) -> str:
    by_code, data = _read_tiles(tiles), json.loads(scene)
    placed = [
        BoardTile(parse_square(at), by_code[code], SideUp(side), Owner(owner), quarters)
        for at, code, side, owner, quarters in data["troops"]
    ]
    terrain = {parse_square(at): word for at, word in data["terrain"].items()}
    flags = {parse_square(at): Owner(owner) for at, owner in data["flags"].items()}
    return drawing_svgs(build_board(placed, THEMES["classic"], terrain, flags))[0].decode()
