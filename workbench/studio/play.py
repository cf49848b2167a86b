"""The table of the studio: one game at a time. People decide by requests; bots and chance go on in the background."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import anyio
from anyio import to_thread

from workbench.sim.aside import Aside, Failed, Stopped
from workbench.studio.play_work import FILM, WORK
from workbench.studio.streams import Told
from workbench.studio.verdict_work import WARM_ALL

if TYPE_CHECKING:
    from workbench.studio.desk import Desk

PACE_SECONDS = 0.35  # between two steps that nobody decides


class Play:
    """Owned by the desk. `told` is how the table stands; it grows by one number with every change."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.aside = Aside(WARM_ALL, desk.spare)
        self.told: Told = {}
        self.number = 0
        self.runs = True  # whether bots and chance go on by themselves
        self._memory: Told = {}
        self._tiles = ""
        self._task: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    async def begin(self, asked: Told, record: str = "", set_name: str = "") -> Told:
        """A new game, or one to go on with; what was played is left."""
        async with self._lock:
            await self._halt()
            memory = {"id": uuid4().hex, "asked": asked, "record": record}
            told = await self._call(memory, "begin")
            if "fault" in told:
                return told
            self._memory = memory
            self._tiles = self.desk.scenes.keep_tiles(told.pop("tiles"))
            self.runs = "human" in told["players"]  # two bots wait to be started
            self._change({**told, "said": "", "set": set_name, "first": asked.get("first", "")})
            self._go_on()
        return self.told

    async def act(self, action: str, value: str = "") -> Told:
        """A person's decision, a hint, or a step back. A bot that thinks is not waited for when one steps back."""
        if not self._memory:
            return {"fault": "no game has begun"}
        async with self._lock:
            if action in ("undo", "halt", "run", "step"):
                await self._halt()
            if action in ("halt", "run"):
                self.runs = action == "run"
                self._change({})
            else:
                told = await self._call(self._memory, "advance" if action == "step" else action, value)
                if "fault" in told or action == "why":
                    self._go_on()
                    return told
                self._change(told)
            self._go_on()
        return self.told

    async def film(self, kind: str, *arguments: Any) -> Told:
        """Games to be watched, with the names of their scenes."""
        told = await to_thread.run_sync(partial(self.desk.engine.call, FILM, kind, *arguments))
        if "fault" in told:
            return dict(told)
        tiles = self.desk.scenes.keep_tiles(told.pop("tiles"))
        for one in told["films"]:
            for frame in one["frames"]:
                frame["scene"] = self.desk.scenes.keep(tiles, frame["scene"])
        return dict(told)

    async def close(self) -> None:
        await to_thread.run_sync(self.aside.close)
        if self._task is not None:
            await asyncio.wait([self._task], timeout=5)

    # ------------------------------------------------------------------------------------------- inside

    async def _call(self, memory: Told, action: str, value: str = "") -> Told:
        told: Told = await to_thread.run_sync(partial(self.aside.call, WORK, memory, action, value))
        return told

    async def _halt(self) -> None:
        """End a step that is being thought about; the table is set up again from its record."""
        task, self._task = self._task, None
        while task is not None and not task.done():
            task.cancel()
            await to_thread.run_sync(self.aside.stop)
            await asyncio.wait([task], timeout=0.02)

    def _go_on(self) -> None:
        waits = self.told.get("waits") or self.told.get("over")
        if self.runs and not waits and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._advance())

    async def _advance(self) -> None:
        try:
            while self.runs and not self.told.get("waits") and not self.told.get("over"):
                told = await self._call(self._memory, "advance")
                if "fault" in told:
                    self._change({"said": told["fault"], "waits": False})
                    self.runs = False
                    return
                self._change(told)
                await anyio.sleep(PACE_SECONDS)
        except Stopped:
            pass
        except Failed as problem:
            self.runs = False
            self._change({"said": f"The bot broke ({problem})."})

    def _change(self, told: Told) -> None:
        self.number += 1
        if "scene" in told:
            self._memory["record"] = told["record"]
            told = {**told, "scene": self.desk.scenes.keep(self._tiles, told["scene"]), "tiles": self._tiles}
            told.setdefault("hint", "")
        self.told = {**self.told, **told, "number": self.number, "runs": self.runs}
        self.desk.streams.tell("table", {"number": self.number})
