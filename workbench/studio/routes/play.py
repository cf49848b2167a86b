"""The Play and Watch pages: a table, its pictures, and games that are looked at again."""

from __future__ import annotations

import secrets
from collections import Counter
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.cache import cache_folder
from workbench.objectives import Objective
from workbench.studio.asking import Asked, BadRequest, answer, asked, desk_of, politely
from workbench.studio.designs import design_key, keep_design
from workbench.studio.desk import Desk
from workbench.studio.routes.batch import run_folder
from workbench.studio.routes.edit import Square
from workbench.studio.view import read_view
from workbench.tileset.compose import compose, settle_settings
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.settings import Settings
from workbench.words import SQUARES

Short = Annotated[str, StringConstraints(max_length=400)]
Player = Annotated[str, StringConstraints(min_length=1, max_length=60)]
OneOfTwo = Annotated[int, Field(ge=0, le=1)]
Quarters = Annotated[int, Field(ge=0, le=3)]
Record = Annotated[str, StringConstraints(max_length=1_000_000)]
PLAYERS = ("human", "random", "greedy", "search:depth=1", "search:depth=2", "search:depth=3", "mcts:sims=400")


class TilesAsked(Asked):
    """With which tiles: the base set, a set as it is now, shipped ones."""

    name: Short = ""  # of the set; none: the base set alone
    text: Record = ""
    shipped: Annotated[tuple[Short, ...], Field(max_length=20)] = ()


class SketchAsked(TilesAsked):
    """A position that is being set up: square, code, side, owner and quarter turns of each tile, and terrain."""

    troops: Annotated[tuple[tuple[Square, Short, OneOfTwo, OneOfTwo, Quarters], ...], Field(max_length=SQUARES)] = ()
    terrain: dict[Square, Literal["Mountain", "Fort"]] = Field(default={}, max_length=SQUARES)


class TableAsked(TilesAsked):
    """Who plays with which tiles; a record is gone on with, a position is begun at."""

    south: Player = "human"
    north: Player = "greedy"
    objective: str = "capture_the_duke"
    mountain: Annotated[int, Field(ge=0, le=8)] = 0
    fort: Annotated[int, Field(ge=0, le=8)] = 0
    dragon: bool = False
    first: Short = ""
    think: Annotated[float, Field(ge=0, le=60)] = 0.0
    seed: Annotated[int | None, Field(ge=0, le=2**32 - 1)] = None
    position: Annotated[str, StringConstraints(max_length=2_000)] = ""
    record: Record = ""


class ActAsked(Asked):
    action: Literal["play", "why", "undo", "hint", "step", "halt", "run", "look"]
    value: Short = ""


class FilmAsked(Asked):
    """A record's text; a run of the project and the number of a game; or twins of the verdict's swap."""

    record: Record = ""
    run: Short = ""
    game: Annotated[int, Field(ge=0)] = 0
    twins: bool = False
    pair: Annotated[int | None, Field(ge=0)] = None
    key: Short = ""
    tile: Short = ""


@politely
async def table(request: Request) -> Response:
    """How the table stands, and what can be chosen."""
    desk = desk_of(request)
    choices = {
        "bots": PLAYERS,
        "objectives": [{"name": one.value, "title": one.row.title} for one in Objective],
        "sets": [name for name in shipped_sets() if name not in ("base", "workshop")],
    }
    return answer({"table": desk.play.told, "choices": choices})


@politely
async def begin(request: Request) -> Response:
    desk, body = desk_of(request), await asked(request, TableAsked)
    sets = await desk.run(_sets, desk, body)
    terrain = {"mountain": body.mountain, "fort": body.fort, "dragon": body.dragon}
    settings: dict[str, Any] = {}
    if any(terrain.values()):
        settings["terrain"] = terrain
    if body.objective != "capture_the_duke":
        settings["objective"] = body.objective
    told = {
        "sets": sets, "settings": settings, "south": body.south, "north": body.north, "first": body.first,
        "think": body.think, "position": body.position,
        "seed": secrets.randbits(31) if body.seed is None else body.seed,
    }  # fmt: skip
    return _answered(await desk.play.begin(told, body.record, body.name))


def _sets(desk: Desk, body: TilesAsked) -> list[str]:
    """Names and paths; the game is played with the tiles as they are now, whatever becomes of the draft."""
    if unknown := set(body.shipped) - set(shipped_sets()):
        raise BadRequest(422, f"there is no shipped set '{unknown.pop()}'")
    if not body.text:
        return [*body.shipped]
    tileset = read_view(body.text, desk.project.path(body.name)).playable
    if tileset is None:
        raise BadRequest(422, "the set has errors; mend them before you play")
    return [*body.shipped, str(keep_design(cache_folder("studio"), design_key(tileset), body.name, body.text))]


@politely
async def sketch(request: Request) -> Response:
    """A position that is being set up as a picture, with the tiles that may stand there and full bags."""
    desk, body = desk_of(request), await asked(request, SketchAsked)
    return answer(await desk.run(_sketched, desk, body))


def _sketched(desk: Desk, body: SketchAsked) -> dict[str, Any]:
    sets = load_sets(_sets(desk, body))
    armies = compose(sets, settle_settings(Settings(), sets))
    names = {tile.code.capitalize(): tile.name for tile in armies.tiles}
    if unknown := {code for _, code, *_ in body.troops} - set(names):
        raise BadRequest(422, f"no tile of this game has the code '{min(unknown)}'")
    tiles = desk.scenes.keep_tiles([tile.model_dump(mode="json") for tile in armies.tiles])
    scene = desk.scenes.keep(tiles, {"troops": body.troops, "terrain": body.terrain, "flags": {}})
    bags = [Counter(armies.tiles[number].code.capitalize() for number in army.bag) for army in armies.armies]
    return {"scene": scene, "names": names, "bags": "/".join(_written(bag) for bag in bags)}


def _written(bag: Counter[str]) -> str:
    """As the notation has it."""
    return "".join(code + (str(count) if count > 1 else "") for code, count in sorted(bag.items())) or "-"


@politely
async def act(request: Request) -> Response:
    desk, body = desk_of(request), await asked(request, ActAsked)
    return _answered(await desk.play.act(body.action, body.value))


@politely
async def film(request: Request) -> Response:
    desk, body = desk_of(request), await asked(request, FilmAsked)
    if body.twins:
        known = desk.verdict.told(body.key, body.tile).get("swap") or {}
        if "run" not in known:
            raise BadRequest(409, "no twin games of this tile have been played yet")
        return _answered(await desk.play.film("twins", known["run"], body.pair))
    if body.run:
        return _answered(await desk.play.film("run", str(run_folder(desk, body.run)), body.game))
    return _answered(await desk.play.film("record", body.record))


def _answered(told: dict[str, Any]) -> Response:
    if "fault" in told:
        raise BadRequest(422, told["fault"], told.get("rule", ""))
    return answer(told)


@politely
async def scene(request: Request) -> Response:
    """A position as a picture."""
    desk = desk_of(request)
    picture = await desk.run(desk.scenes.draw, request.path_params["name"])
    return _picture(picture)


@politely
async def tile_face(request: Request) -> Response:
    """A side of a tile of the game."""
    desk, path = desk_of(request), request.path_params
    side = 1 if path["side"] == "1" else 0
    return _picture(await desk.run(desk.scenes.face, path["tiles"], path["code"], side))


def _picture(picture: str | None) -> Response:
    if picture is None:
        raise BadRequest(404, "this picture is no longer kept")
    headers = {"cache-control": "private, max-age=31536000, immutable"}
    return Response(picture, media_type="image/svg+xml", headers=headers)


ROUTES = [
    Route("/api/table", table, methods=["GET"]),
    Route("/api/table/begin", begin, methods=["POST"]),
    Route("/api/table/act", act, methods=["POST"]),
    Route("/api/table/sketch", sketch, methods=["POST"]),
    Route("/api/film", film, methods=["POST"]),
    Route("/scene/{name}.svg", scene, methods=["GET"]),
    Route("/scene/{tiles}/{code}/{side}.svg", tile_face, methods=["GET"]),
]
