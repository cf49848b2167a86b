"""The one gate in front of every route: what it does not know to be this person's own page is turned away.

It decides on the raw parts of the request (`scope`), never on a URL put together from headers.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
SAFE, UNSAFE = ("GET", "HEAD"), ("POST", "PUT", "DELETE")
LARGEST_BODY = 2_500_000  # bytes: a file of 1 MB as JSON, escapes and all
SLOWEST_BODY_SECONDS = 10.0
ENTRY = "Open the address that the terminal shows: it carries the key to this page."


class Refused(Exception):
    """Why a request goes no further."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        self.message = message
        super().__init__(message)


class Gate:
    """Wraps the app. `token` opens the door once, in the address; from then on a cookie does."""

    def __init__(self, app: App, token: str, port: int, hosts: tuple[str, ...] = ()) -> None:
        self.app = app
        self.token = token
        self.cookie = f"studio-{port}"
        names = ("127.0.0.1", "localhost", "[::1]", *hosts)
        self.hosts = frozenset(f"{name}:{port}".encode() for name in names)
        self.slowest_body_seconds = SLOWEST_BODY_SECONDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        send = _with_headers(send)
        try:
            headers = _by_name(scope["headers"])
            self._check_origin(scope, headers)
            if self._is_entry(scope):
                await _redirect(send, f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict")
                return
            self._check_cookie(headers)
            if scope["method"] in UNSAFE:
                _check_content(headers)
                receive = await self._whole_body(receive)
        except Refused as refused:
            await _answer(send, refused.status, refused.message)
            return
        await self.app(scope, receive, send)

    def _check_origin(self, scope: Scope, headers: dict[bytes, list[bytes]]) -> None:
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise Refused(403, "This server answers only under its own name on this machine.")
        if scope["method"] not in SAFE + UNSAFE:
            raise Refused(405, "No such method.")
        site = headers.get(b"sec-fetch-site", [])
        if any(one not in (b"same-origin", b"none") for one in site):
            raise Refused(403, "Requests of other pages are not answered.")
        origins = headers.get(b"origin", [])
        if any(origin != b"http://" + hosts[0] for origin in origins):
            raise Refused(403, "Requests of other pages are not answered.")
        if scope["method"] in UNSAFE and not site and not origins:
            raise Refused(403, "It cannot be seen where this request comes from.")

    def _is_entry(self, scope: Scope) -> bool:
        """The first address: `/?token=...`, which is exchanged for the cookie and forgotten."""
        if scope["path"] != "/" or scope["method"] != "GET" or not scope["query_string"]:
            return False
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if not given:
            return False
        if len(given) != 1 or not _same(given[0], self.token):
            raise Refused(403, ENTRY)
        return True

    def _check_cookie(self, headers: dict[bytes, list[bytes]]) -> None:
        for line in headers.get(b"cookie", []):
            try:
                found = SimpleCookie(line.decode("latin-1")).get(self.cookie)
            except CookieError:
                continue
            if found is not None and _same(found.value, self.token):
                return
        raise Refused(403, ENTRY)

    async def _whole_body(self, receive: Receive) -> Receive:
        """The body read at once, within bounds of size and time; the app gets it in one piece."""
        parts: list[bytes] = []
        size = 0
        try:
            async with asyncio.timeout(self.slowest_body_seconds):
                while True:
                    message = await receive()
                    if message["type"] != "http.request":
                        break
                    parts.append(message.get("body", b""))
                    size += len(parts[-1])
                    if size > LARGEST_BODY:
                        raise Refused(413, "That is too large.")
                    if not message.get("more_body"):
                        break
        except TimeoutError:
            raise Refused(408, "The request did not arrive in time.") from None
        body: MutableMapping[str, Any] | None = {"type": "http.request", "body": b"".join(parts), "more_body": False}

        async def replay() -> MutableMapping[str, Any]:
            nonlocal body
            if body is not None:
                whole, body = body, None
                return whole
            return await receive()

        return replay


def _check_content(headers: dict[bytes, list[bytes]]) -> None:
    kinds = [kind.split(b";")[0].strip().lower() for kind in headers.get(b"content-type", [])]
    if kinds != [b"application/json"]:
        raise Refused(415, "Only application/json is understood.")
    lengths = headers.get(b"content-length", [])
    if any(not length.isdigit() or int(length) > LARGEST_BODY for length in lengths):
        raise Refused(413, "That is too large.")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())


def _by_name(headers: list[tuple[bytes, bytes]]) -> dict[bytes, list[bytes]]:
    found: dict[bytes, list[bytes]] = {}
    for name, value in headers:
        found.setdefault(name.lower(), []).append(value)
    return found


def _with_headers(send: Send) -> Send:
    """Every answer carries the headers that keep the page to itself; one that brings its own policy keeps that."""

    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower() for name, _ in message.get("headers", [])}
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in given]
            message = {**message, "headers": [*message.get("headers", []), *more]}
        await send(message)

    return sending


async def _answer(send: Send, status: int, text: str) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode()})


async def _redirect(send: Send, cookie: str) -> None:
    headers = [(b"location", b"/"), (b"set-cookie", cookie.encode()), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
