"""A studio without a browser: the app behind its gate, asked as its own page would ask."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from anyio.from_thread import start_blocking_portal

from workbench.studio.desk import Desk
from workbench.studio.project import Project
from workbench.studio.server import build_app

PORT, TOKEN = 8427, "the-key"
HOST = f"127.0.0.1:{PORT}"
OWN = {"host": HOST, "cookie": f"studio-{PORT}={TOKEN}", "sec-fetch-site": "same-origin"}

SET = """\
# my own
name: Mine
tiles:
  - name: Lancer
    code: Ln     # two letters
    replaces: Knight
    starting: |
      .  J  .  J  .
      .  .  M  .  .
      .  M  @  M  .
      .  .  .  .  .
      .  .  J  .  .
    other: |
      .  .  M  .  .
      .  .  M  .  .
      .  .  @  .  .
      .  S  .  S  .
      .  .  .  .  .
"""


class Asker:
    """`ask.get(path)` and `ask.post(path, data)` as the page does; headers can be changed or left out (None)."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(Project(folder))
        self.app = build_app(self.desk, TOKEN, PORT)
        self._open = ExitStack()

    def __enter__(self) -> Asker:
        self._portal = self._open.enter_context(start_blocking_portal())
        inner: Any = self.app.app
        self._open.enter_context(self._portal.wrap_async_context_manager(inner.router.lifespan_context(inner)))
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def ask(self, method: str, path: str, headers: dict[str, str | None] | None = None, **more: Any) -> Any:
        request = httpx.Request(method, f"http://{HOST}{path}", **more)
        for name, value in {**OWN, **(headers or {})}.items():
            request.headers.pop(name, None)
            if value is not None:
                request.headers[name] = value
        return self._portal.call(self._send, request)

    async def _send(self, request: httpx.Request) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(self.app)) as client:
            return await client.send(request)

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, headers={key.replace("_", "-"): value for key, value in headers.items()})

    def post(self, path: str, data: Any) -> Any:
        return self.ask("POST", path, json=data)
