"""The page itself, its files, the stream of events, and the words that never change."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from workbench.studio.asking import answer, desk_of, politely, refusal

STATIC = Path(__file__).parent.parent / "static"
# Set here: what a system thinks of the ending .js is not to be trusted.
KINDS = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
         ".woff2": "font/woff2"}  # fmt: skip
FOREVER = "private, max-age=31536000, immutable"


@lru_cache(maxsize=1)
def static_files() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(STATIC.iterdir()) if path.suffix in KINDS}


@lru_cache(maxsize=100)
def _packed(name: str) -> bytes:
    return gzip.compress(static_files()[name], mtime=0)


@lru_cache(maxsize=1)
def static_version() -> str:
    """Stands in the address of every file, so that each may be kept for ever."""
    digest = hashlib.sha256()
    for name, data in static_files().items():
        digest.update(name.encode() + b"\0" + data + b"\0")
    return digest.hexdigest()[:12]


async def index(request: Request) -> Response:
    warm_up = BackgroundTask(desk_of(request).warm_up)  # the page has come: the engine will be asked for next
    return HTMLResponse(_page(), headers={"cache-control": "no-cache"}, background=warm_up)


@lru_cache(maxsize=1)
def _page() -> str:
    """All modules are named, so that they come at once and not one after the other asks for them."""
    modules = [
        f'<link rel="modulepreload" href="/static/{{version}}/{name}">'
        for name in static_files()
        if name.endswith(".js")
    ]
    text = (STATIC / "index.html").read_text(encoding="utf-8").replace("{modules}", "\n".join(modules))
    return text.replace("{version}", static_version())


async def static(request: Request) -> Response:
    data = static_files().get(request.path_params["name"])
    if data is None or request.path_params["version"] != static_version():
        return refusal(404, "there is no such file")
    kind = KINDS[Path(request.path_params["name"]).suffix]
    headers = {"content-type": kind, "cache-control": FOREVER, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", "") and kind.startswith("text/"):
        return Response(_packed(request.path_params["name"]), headers={**headers, "content-encoding": "gzip"})
    return Response(data, headers=headers)


async def events(request: Request) -> Response:
    """What happens, as it happens. One stream for each page that is being looked at."""
    desk = desk_of(request)
    tab = request.query_params.get("tab", "")[:40]
    last = request.headers.get("last-event-id", "") or request.query_params.get("last", "")[:40]
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(desk.streams.listen(tab, last), media_type="text/event-stream", headers=headers)


@politely
async def words(request: Request) -> Response:
    """Icons with their letters and pictures, abilities, emblems, official tiles."""
    return answer(await desk_of(request).run(_words))


@lru_cache(maxsize=1)
def _words() -> dict[str, Any]:
    from workbench.icons import ICONS, Use
    from workbench.sheet.emblems import EMBLEMS
    from workbench.tileset.compose import base_set
    from workbench.words import Ability

    return {
        "icons": [
            {"letter": icon.row.letter, "name": icon.words, "meaning": icon.row.meaning,
             "grouped": icon.row.use is Use.STRIKE, "picture": _icon_picture(icon.row.letter)}
            for icon in ICONS
        ],
        "own": _icon_picture("@"),
        "abilities": [{"name": str(ability), "numeral": ability.numeral} for ability in Ability],
        "emblems": list(EMBLEMS),
        "base": [{"name": tile.name, "copies": tile.copies} for tile in base_set().tiles],
    }  # fmt: skip


def _icon_picture(letter: str) -> str:
    """An icon in the colour of the text around it."""
    from workbench.icons import BY_LETTER
    from workbench.sheet.icons import draw_icon, draw_pawn
    from workbench.sheet.paint_svg import shapes_svg
    from workbench.words import Offset

    ink = "currentColor"
    shapes = draw_pawn(5, 5, 10, ink) if letter == "@" else draw_icon(BY_LETTER[letter], 5, 5, 10, ink, Offset(0, 1))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{shapes_svg(tuple(shapes))}</svg>'


ROUTES = [
    Route("/", index, methods=["GET"]),
    Route("/static/{version}/{name}", static, methods=["GET"]),
    Route("/api/events", events, methods=["GET"]),
    Route("/api/words", words, methods=["GET"]),
]
