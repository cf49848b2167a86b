"""Nothing is answered to anyone but this person's own page: every route, every way of coming from elsewhere."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.patience import PATIENCE_SECONDS
from support.studio_client import HOST, OWN, PORT, TOKEN, Asker

from workbench.studio.gate import LARGEST_BODY, POLICY, Gate
from workbench.studio.server import ROUTES

UNSAFE = ("POST", "PUT", "DELETE")
CALLS = [
    (method, re.sub(r"{[^}]*}", "x.yaml", route.path)) for route in ROUTES for method in sorted(route.methods or ())
]


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Asker]:
    with Asker(tmp_path) as asker:
        yield asker


def refuses(studio: Asker, method: str, path: str, status: int, **changed: Any) -> None:
    body = {"content": b"{}"} if method in UNSAFE else {}
    headers = {"content-type": "application/json", **{key.replace("_", "-"): value for key, value in changed.items()}}
    response = studio.ask(
        method, path, headers=headers if method in UNSAFE else {**headers, "content-type": None}, **body
    )
    assert response.status_code == status, (method, path, changed, response.text)
    assert response.headers["content-security-policy"] == POLICY
    assert response.headers["content-type"].startswith("text/plain")


def test_the_table_has_all_routes() -> None:
    assert {"/", "/api/events", "/api/files/x.yaml", "/api/edit", "/report/x.yaml"} <= {path for _, path in CALLS}
    assert len(CALLS) > 25


@pytest.mark.parametrize(("method", "path"), CALLS)
class TestEveryRoute:
    def test_without_the_key(self, studio: Asker, method: str, path: str) -> None:
        refuses(studio, method, path, 403, cookie=None)
        refuses(studio, method, path, 403, cookie=f"studio-{PORT}=wrong")
        refuses(studio, method, path, 403, cookie=f"studio-{PORT + 1}={TOKEN}")

    def test_another_host(self, studio: Asker, method: str, path: str) -> None:
        for host in (
            "evil.example",
            f"evil.example:{PORT}",
            "127.0.0.1",
            f"127.0.0.1:{PORT + 1}",
            f"127.0.0.1:{PORT}.evil",
        ):
            refuses(studio, method, path, 403, host=host)

    def test_a_foreign_origin(self, studio: Asker, method: str, path: str) -> None:
        for origin in ("http://evil.example", "null", f"http://localhost:{PORT}", f"https://{HOST}"):
            refuses(studio, method, path, 403, origin=origin)

    def test_a_cross_site_request(self, studio: Asker, method: str, path: str) -> None:
        for site in ("cross-site", "same-site", "anything"):
            refuses(studio, method, path, 403, sec_fetch_site=site)

    def test_a_request_from_nowhere(self, studio: Asker, method: str, path: str) -> None:
        if method in UNSAFE:
            refuses(studio, method, path, 403, sec_fetch_site=None)

    def test_another_kind_of_content(self, studio: Asker, method: str, path: str) -> None:
        if method not in UNSAFE:
            return
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", None):
            refuses(studio, method, path, 415, content_type=kind)

    def test_a_huge_body(self, studio: Asker, method: str, path: str) -> None:
        if method in UNSAFE:
            response = studio.ask(method, path, {"content-type": "application/json"}, content=b" " * (LARGEST_BODY + 1))
            assert response.status_code == 413


def test_other_methods_and_paths(studio: Asker) -> None:
    assert studio.ask("PATCH", "/").status_code == 405
    assert studio.ask("OPTIONS", "/api/edit").status_code == 405
    assert studio.ask("TRACE", "/").status_code == 405
    assert studio.get("/api/nothing").status_code == 404
    assert studio.get("/static/x/../../gate.py").status_code == 404


def test_the_key_is_exchanged_for_a_cookie(studio: Asker) -> None:
    response = studio.ask("GET", f"/?token={TOKEN}", {"cookie": None, "sec-fetch-site": "none"})
    assert response.status_code == 303
    assert response.headers["location"] == "/"
    assert response.headers["set-cookie"] == f"studio-{PORT}={TOKEN}; Path=/; HttpOnly; SameSite=Strict"
    for wrong in ("wrong", "", TOKEN + "x", f"{TOKEN}&token={TOKEN}"):
        assert studio.ask("GET", f"/?token={wrong}", {"cookie": None}).status_code == 403
    assert studio.ask("GET", f"/api/project?token={TOKEN}", {"cookie": None}).status_code == 403
    assert studio.ask("POST", f"/?token={TOKEN}", {"cookie": None}, json={}).status_code == 403


def test_answers_keep_the_page_to_itself(studio: Asker) -> None:
    for path in ("/", "/api/project", "/api/nothing"):
        headers = studio.get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
    assert studio.get("/").headers["cache-control"] == "no-cache"


def test_localhost_by_its_names(studio: Asker) -> None:
    for host in (f"localhost:{PORT}", f"[::1]:{PORT}"):
        assert studio.get("/api/project", host=host).status_code == 200


def test_web_sockets_are_closed() -> None:
    async def never(*_: Any) -> None:
        raise AssertionError("the app was reached")

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    headers = [(name.encode(), value.encode()) for name, value in OWN.items()]
    scope = {"type": "websocket", "path": "/", "headers": headers}
    asyncio.run(Gate(never, TOKEN, PORT)(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_a_slow_client_is_sent_away_and_holds_up_nobody(tmp_path: Path) -> None:
    """A body that never comes, over a real socket, while others are answered."""
    import uvicorn

    asker = Asker(tmp_path)
    asker.app.slowest_body_seconds = 0.6
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    asker.app.hosts = frozenset({f"127.0.0.1:{port}".encode()})
    server = uvicorn.Server(uvicorn.Config(asker.app, log_level="error", http="h11", ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        head = (f"HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncookie: {OWN['cookie']}\r\nsec-fetch-site: same-origin\r\n"
                "content-type: application/json\r\n")  # fmt: skip
        slow = socket.create_connection(("127.0.0.1", port))
        slow.sendall(f"POST /api/view {head}content-length: 500\r\n\r\n{{".encode())
        quick = socket.create_connection(("127.0.0.1", port))
        quick.sendall(f"GET /api/project {head}connection: close\r\n\r\n".encode())
        assert b"200 OK" in quick.recv(200)
        slow.settimeout(PATIENCE_SECONDS)
        assert b" 408 " in slow.recv(200)
        slow.close()
        quick.close()
    finally:
        server.should_exit = True
        thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()
