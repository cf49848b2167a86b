"""The live verdict: one design at a time is played, for the page that looks at it; every round is told as it ends.

Two processes play, one for `balance` and one for the lab; a third stands ready, warm, for one that has to be killed.
What was told of a design is remembered by its content, so that an edit that is undone shows its numbers at once.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
from anyio import CapacityLimiter, to_thread

from workbench.sim.aside import Aside, Failed, Stopped
from workbench.studio.verdict_work import DRAWS, EDITS, ICONS, READY, SWAP, WARM_ALL

if TYPE_CHECKING:
    from workbench.studio.desk import Desk

PATIENCE_SECONDS = 0.12  # for a round to end by itself, before its process is killed
GONE_SECONDS = 2.0  # a page that comes back within them goes on
MOST_REMEMBERED = 60
PARTS = {"draws": DRAWS, "swap": SWAP, "icons": ICONS, "edits": EDITS}


@dataclass(frozen=True, slots=True)
class Design:
    """What is asked about: the design by its content, its folder and file, and the tile that is looked at."""

    key: str
    folder: str
    file: str
    tile: str
    tab: str

    def topic(self, part: str) -> str:
        """Draws are those of the whole set; everything else is about one tile."""
        return self.key if part == "draws" else f"{self.key}/{self.tile}"


class Verdict:
    """Owned by the desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.playing = {place: Aside(WARM_ALL, desk.spare, gives_way=True) for place in ("draws", "twins")}
        self.now: Design | None = None
        self.busy: set[str] = set()  # parts that are being played
        self._known: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        self._number = 0
        self._lock = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._threads = CapacityLimiter(4)

    def state(self) -> dict[str, Any]:
        """Which design is being played, and the parts at work."""
        design = self.now
        found = {"key": design.key, "tile": design.tile} if design else {"key": "", "tile": ""}
        return {**found, "busy": sorted(self.busy), "number": self._number}

    def told(self, key: str, tile: str) -> dict[str, Any]:
        """What is known of a design, by part."""
        topics = {"draws": key, **{part: f"{key}/{tile}" for part in PARTS if part != "draws"}}
        return {part: self._known[part, topic] for part, topic in topics.items() if (part, topic) in self._known}

    async def begin(self, design: Design) -> None:
        """Play this design; what is played of another one ends first."""
        async with self._lock:
            same = self.now is not None and self.now.topic("draws") == design.topic("draws")
            if not same:
                await self._end("draws")
            if not same or self.now is None or self.now.tile != design.tile:
                await self._end("twins")
            self.now = design
            if "draws" not in self.busy:
                self._start("draws", "draws")
            if not self.busy & {"swap", "icons", "edits"}:
                self._start("twins", "swap")

    async def ask(self, part: str) -> bool:
        """Heat of the icons or fair edits of the tile that is looked at: they take the place of the swap's games."""
        async with self._lock:
            if self.now is None:
                return False
            await self._end("twins")
            self._start("twins", part)
        return True

    async def stop(self) -> None:
        """End all that is played; what was told stays known."""
        async with self._lock:
            await self._end_all()

    async def page_is_gone(self, tab: str) -> None:
        """A page no longer listens: its verdict ends, unless it is soon back."""
        if self.now is None or self.now.tab != tab or not self.busy:
            return
        await anyio.sleep(GONE_SECONDS)
        async with self._lock:
            if self.now is not None and self.now.tab == tab and tab not in self.desk.streams.tabs:
                await self._end_all()

    async def warm_up(self) -> None:
        """Start both processes; one after the other, for the first may have to compile what the second needs too."""
        with contextlib.suppress(Stopped, Failed, OSError):
            for aside in self.playing.values():
                await to_thread.run_sync(aside.call, READY)

    async def close(self) -> None:
        for aside in self.playing.values():
            await to_thread.run_sync(aside.close)
        if self._tasks:
            await asyncio.wait(self._tasks.values(), timeout=5)

    # ------------------------------------------------------------------------------------------ playing

    async def _end_all(self) -> None:
        await asyncio.gather(*(self._end(place) for place in self.playing))
        self._tell("", None)

    async def _end(self, place: str) -> None:
        task = self._tasks.pop(place, None)
        if task is None or task.done():
            return
        while not task.done():  # it may be on its way to the process, and not there yet
            await to_thread.run_sync(partial(self.playing[place].stop, PATIENCE_SECONDS))
            await asyncio.wait([task], timeout=0.02)

    def _start(self, place: str, part: str) -> None:
        assert self.now is not None
        self.busy.add(part)
        self._tasks[place] = asyncio.create_task(self._play(place, part, self.now))
        self._tell("", None)

    async def _play(self, place: str, part: str, design: Design) -> None:
        loop = asyncio.get_running_loop()

        def hear(value: dict[str, Any]) -> None:
            loop.call_soon_threadsafe(self._heard, part, design, value)

        arguments = (design.folder, design.file) if part == "draws" else (design.folder, design.file, design.tile)
        try:
            await to_thread.run_sync(_follow, self.playing[place], PARTS[part], arguments, hear, limiter=self._threads)
            if part in ("icons", "edits") and self.now == design:  # the swap goes on where it was
                self.busy.discard(part)
                self._start(place, "swap")
        except Stopped:
            pass
        except Failed as problem:
            self._heard(part, design, {"fault": f"the games broke ({problem})"})
        finally:
            self.busy.discard(part)
            self._tell("", None)

    def _heard(self, part: str, design: Design, value: dict[str, Any]) -> None:
        if part in ("icons", "edits") and "fault" not in value:
            from workbench.studio.verdict_faces import add_faces

            value = add_faces(self.desk, part, design, value)
        topic = design.topic(part)
        if "fault" not in value and _played(value) < _played(self._known.get((part, topic), {})):
            return  # games of before are being read again: what they said together stands
        self._known[part, topic] = value
        self._known.move_to_end((part, topic))
        while len(self._known) > MOST_REMEMBERED:
            self._known.popitem(last=False)
        self._tell(part, design, value)

    def _tell(self, part: str, design: Design | None, value: dict[str, Any] | None = None) -> None:
        self._number += 1
        about = {"key": design.key, "tile": design.tile} if design else {}
        self.desk.streams.tell("verdict", {"part": part, **about, "told": value, "state": self.state()})


def _played(value: dict[str, Any]) -> int:
    """How many games what was told is of; an answer without games has none."""
    return int(value.get("games", value.get("pairs", 0))) + (_played(value["check"]) if value.get("check") else 0)


def _follow(aside: Aside, function: str, arguments: tuple[Any, ...], hear: Callable[[dict[str, Any]], None]) -> None:
    for value in aside.each(function, *arguments):
        hear(value)
