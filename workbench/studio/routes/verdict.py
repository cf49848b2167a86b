"""The verdict strip: begin and end what is played of a design, what is known of it, a guess before any game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import StringConstraints
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.studio.asking import Asked, BadRequest, Nothing, answer, asked, desk_of, politely
from workbench.studio.designs import design_key, keep_design
from workbench.studio.desk import Desk
from workbench.studio.routes.edit import TileAsked
from workbench.studio.verdict import Design
from workbench.studio.verdict_work import GUESS
from workbench.studio.view import read_view

Tab = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class VerdictAsked(TileAsked):
    tab: Tab


class PartAsked(Asked):
    part: Literal["icons", "edits"]


@politely
async def begin(request: Request) -> Response:
    """Play the design that a text holds, for the tab that shows it."""
    desk, body = desk_of(request), await asked(request, VerdictAsked)
    design = await desk.run(_design, desk, body, body.tab)
    known = desk.verdict.told(design.key, design.tile)
    await desk.verdict.begin(design)
    return answer({"key": design.key, "tile": design.tile, "told": known, "state": desk.verdict.state()})


@politely
async def guess(request: Request) -> Response:
    """What the icons promise, before any game."""
    desk, body = desk_of(request), await asked(request, TileAsked)
    design = await desk.run(_design, desk, body, "")
    found: dict[str, Any] = await desk.call_engine(GUESS, design.folder, design.file)
    return answer({"key": design.key, **found})


@politely
async def more(request: Request) -> Response:
    """Heat of the icons, or fair edits, of the tile that is being looked at."""
    desk, body = desk_of(request), await asked(request, PartAsked)
    if not await desk.verdict.ask(body.part):
        raise BadRequest(409, "no tile is being looked at")
    return answer(desk.verdict.state())


@politely
async def stop(request: Request) -> Response:
    await asked(request, Nothing)
    await desk_of(request).verdict.stop()
    return answer(desk_of(request).verdict.state())


def _design(desk: Desk, body: TileAsked, tab: str) -> Design:
    """The design of a text without faults, kept in a folder of its own."""
    view = read_view(body.text, desk.project.path(body.name))
    if (tileset := view.playable) is None:
        raise BadRequest(422, "the set has errors; mend them first")
    if body.tile not in view.tiles:
        raise BadRequest(422, "there is no such tile")
    key = design_key(tileset)
    copy = keep_design(desk.designs, key, body.name, body.text)
    return Design(key, str(copy.parent), str(copy), view.tiles[body.tile].name, tab)


ROUTES = [
    Route("/api/verdict/begin", begin, methods=["POST"]),
    Route("/api/verdict/guess", guess, methods=["POST"]),
    Route("/api/verdict/more", more, methods=["POST"]),
    Route("/api/verdict/stop", stop, methods=["POST"]),
]
