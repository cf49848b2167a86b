"""The server: routes behind the gate, on one port of this machine, until Ctrl-C."""

from __future__ import annotations

import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route

from workbench.studio.desk import Desk
from workbench.studio.gate import Gate
from workbench.studio.routes import batch, edit, files, library, page, play, verdict
from workbench.studio.routes import print as printing

PORT = 8427  # the same every time: drafts are kept by the browser under the address
TRIED = 20
LOOPBACK = "127.0.0.1"
# Every route of the studio; nothing is answered that is not in one of these lists.
ROUTES: list[Route] = [
    *page.ROUTES,
    *files.ROUTES,
    *edit.ROUTES,
    *library.ROUTES,
    *printing.ROUTES,
    *batch.ROUTES,
    *verdict.ROUTES,
    *play.ROUTES,
]


def build_app(desk: Desk, token: str, port: int, hosts: tuple[str, ...] = ()) -> Gate:
    """The whole application, the gate in front."""

    @contextlib.asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        desk.start()
        try:
            yield
        finally:
            await desk.close()

    app = Starlette(routes=ROUTES, lifespan=living)
    app.state.desk = desk
    return Gate(app, token, port, hosts)


def open_socket(port: int | None, address: str = LOOPBACK) -> socket.socket:
    """A listening socket on the port asked for, or on the first free one from our own on; raises OSError."""
    wanted = [port] if port is not None else [*range(PORT, PORT + TRIED), 0]
    for number in wanted:
        # Named as TCP, for only then does asyncio send small answers at once: else each waits 40 ms for the one before.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, number))
            listener.listen(128)
        except OSError:
            listener.close()
            if number == wanted[-1]:
                raise
            continue
        return listener
    raise AssertionError("a port was tried")


def serve(desk: Desk, listener: socket.socket, on_ready: Callable[[str], None]) -> None:
    """Answer until Ctrl-C; `on_ready` is given the first address, which carries the key."""
    port = listener.getsockname()[1]
    token = secrets.token_urlsafe(32)
    config = uvicorn.Config(
        build_app(desk, token, port), http="h11", ws="none", log_level="critical", access_log=False,
        server_header=False, timeout_graceful_shutdown=2, timeout_keep_alive=30, lifespan="on",
    )  # fmt: skip
    server = _Server(config, lambda: on_ready(f"http://{LOOPBACK}:{port}/?token={token}"), desk)
    with contextlib.suppress(KeyboardInterrupt):  # the way it is meant to end
        server.run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says when it is ready, and ends all work before it waits for those that wait for it."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None], desk: Desk) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._desk = desk

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._desk.close()  # what waits for the engine or listens is answered now
        await super().shutdown(sockets)
