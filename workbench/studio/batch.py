"""Batches: a plan played into a run folder while the page shows how far it is. One at a time."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from anyio import to_thread

from workbench.cache import when_changed
from workbench.finding import UnusableInput

if TYPE_CHECKING:
    from workbench.sim.duke.plan import Plan
    from workbench.sim.run import Progress
    from workbench.studio.desk import Desk

SMOKE = "workbench.studio.batch_work:smoke"
TELL_EVERY_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class State:
    """Where the batch is; `phase`: idle, starting, running, stopping, stopped, done or failed."""

    phase: str = "idle"
    run: str = ""
    done: int = 0
    total: int = 0
    games_per_second: float | None = None
    seconds_left: float | None = None
    headline: str = ""
    message: str = ""
    number: int = 0  # grows with every change: a page that hears of an older state later knows it

    @property
    def is_busy(self) -> bool:
        return self.phase in ("starting", "running", "stopping")


class Busy(Exception):
    """A batch is being played already."""


class Batch:
    """Owned by the desk. `runs` is the folder of run folders."""

    def __init__(self, desk: Desk, runs: Path) -> None:
        self.desk = desk
        self.runs = runs
        self.state = State()
        self._stop = threading.Event()
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told = 0.0

    def begin(self, plan: Plan, folder: str, resume: bool) -> None:
        """Start playing; the page is told by events."""
        if self.state.is_busy:
            raise Busy
        self._stop.clear()
        self._loop = asyncio.get_running_loop()
        self._change(State("starting", folder, 0, plan.total_games))
        self._task = asyncio.create_task(self._play(plan, folder, resume))

    def stop(self) -> None:
        """Ask for a stop; finished games are kept."""
        if self.state.is_busy:
            self._stop.set()
            self._change(replace(self.state, phase="stopping"))

    async def close(self) -> None:
        self._stop.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=10)

    def _change(self, state: State) -> None:
        self.state = state = replace(state, number=self.state.number + 1)
        self.desk.streams.tell("batch", asdict(state))

    async def _play(self, plan: Plan, folder: str, resume: bool) -> None:
        from workbench.sim.seam import SimError

        try:
            if not resume:
                fault = await self.desk.call_engine(SMOKE, list(plan.sets), plan.house_rules.model_dump(mode="json"))
                if fault:
                    raise SimError(str(fault))
            stopped = await to_thread.run_sync(self._simulate, plan, self.runs / folder, resume)
            self._change(replace(self.state, phase="stopped" if stopped else "done", seconds_left=None))
        except (SimError, UnusableInput) as problem:
            self._change(replace(self.state, phase="failed", message=str(problem)))
        except Exception as problem:  # whatever it is, the page must not wait for ever
            told = f"{type(problem).__name__}: {problem}".splitlines()[0]
            self._change(replace(self.state, phase="failed", message=f"the batch broke ({told})"))

    def _simulate(self, plan: Plan, path: Path, resume: bool) -> bool:
        """In a thread: the pool's processes play. Returns whether it was stopped."""
        from workbench.sim.duke.play import DukeGame
        from workbench.sim.pool import Pool, cores, use_forkserver
        from workbench.sim.run import simulate

        use_forkserver()
        game = DukeGame.from_plan(plan)
        finished = simulate(
            game, plan, path, lambda queue: Pool(cores(), queue), resume=resume,
            stop=self._stop.is_set, report=self._heard,
        )  # fmt: skip
        return finished.stopped

    def _heard(self, progress: Progress) -> None:
        """From the thread that plays."""
        now = time.monotonic()
        if progress.played and progress.done < progress.total and now - self._told < TELL_EVERY_SECONDS:
            return
        self._told = now
        assert self._loop is not None
        self._loop.call_soon_threadsafe(self._progress, progress)

    def _progress(self, progress: Progress) -> None:
        phase = "stopping" if self._stop.is_set() else "running"
        self._change(
            State(phase, self.state.run, progress.done, progress.total, progress.games_per_second,
                  progress.seconds_left, progress.headline)
        )  # fmt: skip


def free_name(runs: Path, name: str) -> str:
    """NAME, or with the next number where there is such a folder."""
    number, made = 1, name
    while (runs / made).exists():
        number += 1
        made = f"{name}-{number}"
    return made


def list_runs(runs: Path) -> list[dict[str, Any]]:
    """Every run folder, the newest first: name, games done and planned, or what is wrong with it."""
    from workbench.games import open_any
    from workbench.sim.seam import SimError

    found = []
    folders = [path for path in runs.iterdir() if path.is_dir()] if runs.is_dir() else []
    for path in sorted(folders, key=when_changed, reverse=True)[:100]:
        row: dict[str, Any] = {"name": path.name, "when": int(when_changed(path)), "done": 0, "total": 0, "fault": ""}
        try:
            run, _ = open_any(path)
            row |= {
                "done": run.games_done,
                "total": run.plan.total_games,
                "sets": [Path(s).stem for s in run.plan.sets],
            }
            row["bots"] = sorted({bot for pair in run.plan.pairings for bot in pair})
        except (SimError, AttributeError, OSError) as problem:
            row["fault"] = str(problem)
        found.append(row)
    return found
