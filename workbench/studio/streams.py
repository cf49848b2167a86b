"""Server-sent events: what happens is told to every open page, and told again to one that was away."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Any

Told = dict[str, Any]  # what a page is told, as data

REMEMBERED = 500
HEARTBEAT_SECONDS = 15.0
WAITING = 1000  # events that a page may fall behind before it is cut off; it comes back and asks for them


class Streams:
    """All open pages. Events have numbers: a page that comes back names the last one it saw.

    A page that asks for more than is remembered, or whose number is from an earlier server, is told to `reset`.
    """

    def __init__(self, heartbeat_seconds: float = HEARTBEAT_SECONDS) -> None:
        self.heartbeat_seconds = heartbeat_seconds
        self.epoch = 0  # set apart from earlier servers, whose numbers mean nothing here
        self._past: deque[tuple[int, str]] = deque(maxlen=REMEMBERED)
        self._last = 0
        self._pages: dict[object, asyncio.Queue[str | None]] = {}
        self._tabs: dict[object, str] = {}
        self._closed = False
        self.on_gone: Callable[[str], None] = lambda tab: None

    @property
    def tabs(self) -> list[str]:
        """The names of the pages that listen now."""
        return list(self._tabs.values())

    def tell(self, kind: str, data: Any) -> None:
        """To every page, from the event loop's thread."""
        self._last += 1
        text = f"id: {self.epoch}-{self._last}\nevent: {kind}\ndata: {json.dumps(data)}\n\n"
        self._past.append((self._last, text))
        for queue in list(self._pages.values()):
            if queue.qsize() < WAITING:
                queue.put_nowait(text)

    def close(self) -> None:
        self._closed = True
        for queue in self._pages.values():
            queue.put_nowait(None)

    async def listen(self, tab: str, last_seen: str = "") -> AsyncIterator[str]:
        """What a page is sent: what it missed, then everything as it comes, with a heartbeat in between."""
        me, queue = object(), asyncio.Queue[str | None]()
        self._pages[me], self._tabs[me] = queue, tab
        try:
            yield "retry: 1000\n\n"
            for text in self._missed(last_seen):
                yield text
            while not self._closed:
                try:
                    text_or_end = await asyncio.wait_for(queue.get(), self.heartbeat_seconds)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if text_or_end is None:
                    return
                yield text_or_end
        finally:
            del self._pages[me], self._tabs[me]
            if not self._closed:
                self.on_gone(tab)

    def _missed(self, last_seen: str) -> list[str]:
        if not last_seen:
            return [f"id: {self.epoch}-{self._last}\nevent: hello\ndata: {{}}\n\n"]
        epoch, _, number = last_seen.partition("-")
        oldest = self._past[0][0] if self._past else self._last + 1
        known = epoch == str(self.epoch) and number.isdigit() and oldest - 1 <= int(number) <= self._last
        if not known:
            return [f"id: {self.epoch}-{self._last}\nevent: reset\ndata: {{}}\n\n"]
        return [text for at, text in self._past if at > int(number)]
