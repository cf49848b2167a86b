"""The Library page: every shipped tile with its faces."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.ratings.file import shipped_ratings
from workbench.ratings.words import official_strength
from workbench.studio.asking import answer, desk_of, politely
from workbench.studio.desk import Desk, kept
from workbench.studio.view import face_picture
from workbench.tileset.load import load_sets, shipped_sets


@politely
async def library(request: Request) -> Response:
    desk = desk_of(request)
    return answer(await desk.run(_library, desk))


def _library(desk: Desk) -> list[dict[str, Any]]:
    names = [name for name, path in shipped_sets().items() if path.parent.name != "alternatives"]
    found, ratings = [], shipped_ratings()
    for tileset in load_sets(names):
        for tile in tileset.tiles:
            icons = {icon.icon for face in (tile.starting, tile.other) for icon in face.icons}
            found.append({
                "name": tile.name,
                "code": tile.code,
                "set": tileset.name,
                "copies": tile.copies,
                "role": tile.role,
                "abilities": [str(ability) for ability in tile.abilities],
                "icons": sorted(icon.words for icon in icons),
                "notes": tile.notes,
                "strength": official_strength(ratings, tileset.id, tile.name),
                "faces": [kept(desk, face_picture(tile, side, None)) for side in (0, 1)],
            })  # fmt: skip
    return found


ROUTES = [Route("/api/library", library, methods=["GET"])]
