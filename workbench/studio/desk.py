"""The desk: the one object that owns what the studio works with. Files, pictures, pages that listen, and jobs."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
from anyio import CapacityLimiter, to_thread

from workbench.sim.aside import Aside, Failed, Spare, Stopped
from workbench.studio.project import Project, picture_name
from workbench.studio.reach import WARM
from workbench.studio.scenes import Scenes
from workbench.studio.streams import Streams
from workbench.studio.verdict_work import READY, WARM_ALL
from workbench.studio.versions import state_home
from workbench.studio.watch import Watch

T = TypeVar("T")
MOST_PICTURES = 2000
LOOK_SECONDS = 0.5


class Pictures:
    """Faces and pages by their names, the latest used; a page that asks for an older one draws it anew."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, str] = OrderedDict()

    def keep(self, pictures: dict[str, str]) -> None:
        for name, picture in pictures.items():
            self._kept[name] = picture
            self._kept.move_to_end(name)
        while len(self._kept) > MOST_PICTURES:
            self._kept.popitem(last=False)

    def get(self, name: str) -> str | None:
        return self._kept.get(name)


class Desk:
    """Made once a server. `first` is the file to open, by its name in the project."""

    def __init__(self, project: Project, first: str = "", runs: Path | None = None) -> None:
        from workbench.studio.batch import Batch
        from workbench.studio.play import Play
        from workbench.studio.verdict import Verdict

        self.project = project
        self.first = first
        self.streams = Streams()
        self.pictures = Pictures()
        self.watch = Watch(project)
        self.spare = Spare(WARM_ALL)  # stands ready for any of the processes below
        self.engine = Aside(WARM, self.spare)  # one process for the reach board
        self.designs = state_home() / "designs"
        self.verdict = Verdict(self)
        self.scenes = Scenes()
        self.play = Play(self)
        self.batch = Batch(self, runs or project.folder / "runs")
        self._threads = CapacityLimiter(4)
        self._one_thread = CapacityLimiter(1)  # the engine's process does one call at a time
        self._looking: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self.streams.on_gone = self._page_is_gone

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Work that takes more than a moment, off the event loop."""
        return await to_thread.run_sync(work, *arguments, limiter=self._threads)

    async def call_engine(self, function: str, *arguments: Any) -> Any:
        """A call into the engine's process."""
        return await to_thread.run_sync(self.engine.call, function, *arguments, limiter=self._one_thread)

    async def warm_up(self) -> None:
        """Load the checks and start the engine's process, so that nobody waits for them later."""
        from workbench.check.run import yardstick

        await self.run(yardstick)
        with contextlib.suppress(Stopped, Failed, OSError):
            await self.call_engine(READY)  # one of them compiles what was never compiled; the others find it done
        await self.verdict.warm_up()
        await self.run(self.spare.stand_ready)

    def _page_is_gone(self, tab: str) -> None:
        task = asyncio.get_running_loop().create_task(self.verdict.page_is_gone(tab))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)

    def start(self) -> None:
        self.streams.epoch = time.time_ns() // 1_000_000
        self._looking = asyncio.create_task(self._look_for_changes())

    async def close(self) -> None:
        """Ends everything that was begun here; what was written stays. May be called again."""
        self.streams.close()
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking
        await self.batch.close()
        await self.verdict.close()
        await self.play.close()
        await to_thread.run_sync(self.engine.close)
        await to_thread.run_sync(self.spare.close)

    async def _look_for_changes(self) -> None:
        while True:
            with contextlib.suppress(OSError):
                for name, hash in await self.run(self.watch.look):
                    self.streams.tell("file", {"name": name, "hash": hash})
            await anyio.sleep(LOOK_SECONDS)


def kept(desk: Desk, picture: str) -> str:
    """The name of a picture that the page may now ask for."""
    name = picture_name(picture)
    desk.pictures.keep({name: picture})
    return name
