"""Files of the project: listing, reading, saving, earlier versions, and beginning a new set."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.studio.asking import Asked, BadRequest, answer, asked, desk_of, politely, refusal
from workbench.studio.desk import Desk
from workbench.studio.project import LARGEST_FILE, Changed, Stored, ok
from workbench.studio.versions import keep_version, list_versions, read_version
from workbench.tileset.begin import begin_set, make_tile, shipped_tile
from workbench.tileset.load import ENDINGS, shipped_sets

EXAMPLE = "workshop"
EXAMPLE_FILE = "workshop.yaml"


class Saved(Asked):
    text: str


class Begun(Asked):
    """A new set: its name, and a tile to begin with."""

    name: str
    like: str = ""


@politely
async def project(request: Request) -> Response:
    """What there is to open."""
    desk = desk_of(request)
    files = await desk.run(_listed, desk)
    return answer({
        "id": desk.project.id,
        "folder": desk.project.folder.name,
        "place": str(desk.project.folder),
        "first": desk.first,
        "files": files,
    })  # fmt: skip


def _listed(desk: Desk) -> list[dict[str, str]]:
    return [{"name": name, "kind": desk.project.kind(name)} for name in desk.project.names()]


@politely
async def read(request: Request) -> Response:
    desk = desk_of(request)
    stored = await desk.run(desk.project.read, request.path_params["name"])
    if stored is None:
        return refusal(404, "there is no such file")
    desk.watch.know(stored.name)
    return answer(asdict(stored))


@politely
async def save(request: Request) -> Response:
    """Writes the file, if it is still the one that the page has read (`If-Match`), or new (`If-None-Match: *`)."""
    desk, name = desk_of(request), request.path_params["name"]
    body = await asked(request, Saved)
    if len(body.text.encode("utf-8", "replace")) > LARGEST_FILE:
        raise BadRequest(413, "a file of more than 1 MB is not written")
    known = request.headers.get("if-match", "").strip('"')
    if not known and request.headers.get("if-none-match") != "*":
        raise BadRequest(428, "say which version of the file this replaces")
    try:
        stored = await desk.run(_save, desk, name, body.text, known or None)
    except Changed as changed:
        return refusal(
            409, "the file has changed on the disk", stored=asdict(changed.stored) if changed.stored else None
        )
    desk.watch.know(name)
    return answer({"name": name, "hash": stored.hash})


def _save(desk: Desk, name: str, text: str, known: str | None) -> Stored:
    stored, before = desk.project.write(name, text, known)
    if before is not None:
        keep_version(desk.project.path(name), before)
    return stored


@politely
async def versions(request: Request) -> Response:
    path = desk_of(request).project.path(request.path_params["name"])
    return answer([asdict(version) for version in list_versions(path)])


@politely
async def version(request: Request) -> Response:
    path = desk_of(request).project.path(request.path_params["name"])
    text = read_version(path, request.path_params["id"])
    if text is None:
        return refusal(404, "this version is no longer kept")
    return answer({"text": text})


@politely
async def begin(request: Request) -> Response:
    """The text of a new set; nothing is written until the page saves it."""
    desk, body = desk_of(request), await asked(request, Begun)
    name = body.name.strip()
    name = name if name.lower().endswith(ENDINGS) else f"{name}.yaml"
    if not ok(name.split("/")[-1]):
        raise BadRequest(422, f"'{body.name}' is no name for a file")
    path = desk.project.path(name)
    if path.exists():
        raise BadRequest(422, f"{name} exists already", "Open it, or choose another name.")
    text = await desk.run(_begin_text, name, body.like)
    return answer({"name": name, "text": text})


def _begin_text(name: str, like: str) -> str:
    model = shipped_tile(like) if like else None
    tile = make_tile(f"New {model.name}"[:28] if model else "New Tile", model, set())
    return begin_set(Path(name), tile)


@politely
async def example(request: Request) -> Response:
    """The example set as a draft, under a name that is free."""
    desk = desk_of(request)
    name, number = EXAMPLE_FILE, 1
    while desk.project.path(name).exists():
        number += 1
        name = f"workshop-{number}.yaml"
    lines = shipped_sets()[EXAMPLE].read_text(encoding="utf-8").split("\n")
    text = "\n".join(line for line in lines if not line.startswith("# yaml-language-server"))
    return answer({"name": name, "text": text})


ROUTES = [
    Route("/api/project", project, methods=["GET"]),
    Route("/api/example", example, methods=["GET"]),
    Route("/api/begin", begin, methods=["POST"]),
    Route("/api/versions/{id}/{name:path}", version, methods=["GET"]),
    Route("/api/versions/{name:path}", versions, methods=["GET"]),
    Route("/api/files/{name:path}", read, methods=["GET"]),
    Route("/api/files/{name:path}", save, methods=["PUT"]),
]
