"""The Edit page: a text as tiles and findings, changes to it, the reach board, pictures of faces."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.sheet.board import EDGE_MM, SQUARE_MM, BoardTile, build_board
from workbench.sheet.paint_svg import drawing_svgs
from workbench.sheet.themes import THEMES
from workbench.studio.asking import Asked, BadRequest, answer, asked, desk_of, politely
from workbench.studio.desk import Desk, kept
from workbench.studio.edits import Edit, apply_edits
from workbench.studio.reach import REACH
from workbench.studio.view import read_view, view_json
from workbench.tileset.compose import base_set
from workbench.tileset.model import Tile
from workbench.tileset.rewrite import format_tile
from workbench.words import BOARD, SIDES, Owner, SideUp, parse_square

Text = Annotated[str, StringConstraints(max_length=1_000_000)]
WHOLE_MM = BOARD * SQUARE_MM + 2 * EDGE_MM
Square = Annotated[str, StringConstraints(pattern="^[a-f][1-6]$")]


class Draft(Asked):
    """A text and the name of the file that it is (or will be)."""

    name: str
    text: Text


class Edited(Draft):
    edits: Annotated[list[Edit], Field(max_length=20)]


class TileAsked(Draft):
    tile: int


class ReachAsked(TileAsked):
    side: Literal["starting", "other"]
    square: Square
    pieces: Annotated[dict[Square, Literal["enemy", "friend", "mountain"]], Field(max_length=12, default_factory=dict)]


class PictureAsked(TileAsked):
    format: Literal["png", "svg"] = "png"


@politely
async def view(request: Request) -> Response:
    """Everything that the page shows of a text."""
    desk, draft = desk_of(request), await asked(request, Draft)
    return answer(await desk.run(_viewed, desk, draft.name, draft.text))


@politely
async def edit(request: Request) -> Response:
    """The text with changes made, and what it then looks like."""
    desk, body = desk_of(request), await asked(request, Edited)
    return answer(await desk.run(_edited, desk, body))


def _edited(desk: Desk, body: Edited) -> dict[str, Any]:
    text = apply_edits(body.text, desk.project.path(body.name), body.edits)
    return {"text": text, **_viewed(desk, body.name, text)}


def _viewed(desk: Desk, name: str, text: str) -> dict[str, Any]:
    path = desk.project.path(name)
    faces: dict[str, str] = {}
    shown = view_json(read_view(text, path), path, faces)
    desk.pictures.keep(faces)
    return {"view": shown}


@politely
async def reach(request: Request) -> Response:
    """What a side reaches from a square, and why not the rest."""
    desk, body = desk_of(request), await asked(request, ReachAsked)
    tile = await desk.run(_tile, desk, body)
    pieces = {square: what for square, what in body.pieces.items() if square != body.square}
    found = await desk.call_engine(REACH, tile.model_dump(mode="json"), body.side, body.square, pieces)
    picture = await desk.run(_board, desk, tile, body.side, body.square, pieces)
    return answer({**found, "board": picture, "geometry": {"inset": EDGE_MM / WHOLE_MM, "cell": SQUARE_MM / WHOLE_MM}})


def _board(desk: Desk, tile: Tile, side: str, square: str, pieces: dict[str, str]) -> str:
    """The board as a picture, by its name."""
    footman = next(one for one in base_set().tiles if one.name == "Footman")
    placed = [BoardTile(parse_square(square), tile, SideUp(SIDES.index(side)), Owner.SOUTH)]
    for name, what in pieces.items():
        if what != "mountain":
            owner = Owner.NORTH if what == "enemy" else Owner.SOUTH
            placed.append(BoardTile(parse_square(name), footman, SideUp.STARTING, owner))
    mountains = {parse_square(name): "Mountain" for name, what in pieces.items() if what == "mountain"}
    return kept(desk, drawing_svgs(build_board(placed, THEMES["classic"], mountains))[0].decode())


def _tile(desk: Desk, body: TileAsked) -> Tile:
    tiles = read_view(body.text, desk.project.path(body.name)).tiles
    if body.tile not in tiles:
        raise BadRequest(422, "there is no such tile")
    return tiles[body.tile]


@politely
async def tile_text(request: Request) -> Response:
    """One tile as a set of its own, to be copied or put into an address."""
    desk, body = desk_of(request), await asked(request, TileAsked)
    tile = await desk.run(_tile, desk, body)
    lines = ["name: Shared", "tiles:", *format_tile(tile, 2)]
    return answer({"yaml": "\n".join(lines) + "\n"})


@politely
async def face(request: Request) -> Response:
    """A face by the name that a view gave it."""
    picture = desk_of(request).pictures.get(request.path_params["name"])
    if picture is None:
        raise BadRequest(404, "this picture is no longer kept")
    return Response(
        picture, media_type="image/svg+xml", headers={"cache-control": "private, max-age=31536000, immutable"}
    )


@politely
async def picture(request: Request) -> Response:
    """Both sides of a tile side by side, to be copied or saved."""
    desk, body = desk_of(request), await asked(request, PictureAsked)
    tile = await desk.run(_tile, desk, body)
    folder = desk.project.path(body.name).parent
    kind = "image/png" if body.format == "png" else "image/svg+xml"
    return Response(await desk.run(_painted, tile, folder, body.format), media_type=kind)


def _painted(tile: Tile, folder: Path, format: str) -> bytes:
    from workbench.sheet.art import load_art, own_emblem
    from workbench.sheet.errors import ArtError
    from workbench.sheet.face import TILE_MM, draw_face
    from workbench.sheet.paint_png import paint_png
    from workbench.sheet.shapes import Drawing, Page, Placed, Stamp

    try:
        art = load_art(tile, folder)
    except (ArtError, OSError):
        art = own_emblem(tile)
    gap = 2.0
    stamps = {str(side): Stamp(TILE_MM, TILE_MM, draw_face(tile, side, art=art)) for side in (0, 1)}
    placed = (Placed("0", 0, 0), Placed("1", TILE_MM + gap, 0))
    drawing = Drawing(tile.name, (Page(2 * TILE_MM + gap, TILE_MM, placed),), stamps)
    return paint_png(drawing, 600, True)[0] if format == "png" else drawing_svgs(drawing)[0]


ROUTES = [
    Route("/api/view", view, methods=["POST"]),
    Route("/api/edit", edit, methods=["POST"]),
    Route("/api/reach", reach, methods=["POST"]),
    Route("/api/tile-text", tile_text, methods=["POST"]),
    Route("/api/picture", picture, methods=["POST"]),
    Route("/face/{name}.svg", face, methods=["GET"]),
]
