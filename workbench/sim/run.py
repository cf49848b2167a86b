"""A whole simulation: take the run folder, play what is missing, write each chunk as it comes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbench.sim.job import Job, Player, Stop
from workbench.sim.logs import LOGGER, log_for_run, logged_failures
from workbench.sim.plan import RunPlan
from workbench.sim.seam import Game, Sums, add_sums
from workbench.sim.store import LOG, Run, fingerprint, start_run


@dataclass(frozen=True)
class Progress:
    """How far a run is. `played` counts the games of this session alone, `done` those of earlier ones too.

    Speed is measured from the first chunk on, for what comes before it is starting up.
    """

    done: int
    total: int
    played: int
    rung: int = 0
    headline: str = ""
    timed_games: int = 0
    timed_seconds: float = 0.0

    @property
    def games_per_second(self) -> float | None:
        return self.timed_games / self.timed_seconds if self.timed_seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        left = self.total - self.done
        return left / self.games_per_second if self.games_per_second else None


@dataclass(frozen=True)
class Finished:
    """What a session came to."""

    run: Run[Any]
    played: int
    seconds: float
    stopped: bool


Report = Callable[[Progress], None]


def simulate(
    game: Game,
    plan: RunPlan,
    path: Path,
    make_player: Callable[[Any], Player],
    *,
    resume: bool = False,
    stop: Stop = lambda: False,
    report: Report = lambda progress: None,
    screen: logging.Handler | None = None,
) -> Finished:
    """Play the plan into the run folder `path`. `make_player` is given the log queue for its workers."""
    with start_run(path, game, plan, resume=resume) as run, log_for_run(path / LOG, screen) as queue:
        began = time.perf_counter()
        job = Job(game, plan, fingerprint(game, plan))
        with logged_failures(str(path / LOG)):
            played = _play_missing(run, job, make_player(queue), stop, report)
        seconds = time.perf_counter() - began
        finished = Finished(run, played, seconds, stopped=not run.complete)
        LOGGER.info("%s: %d games in %.1f s", "stopped" if finished.stopped else "complete", played, seconds)
        return finished


def _play_missing(run: Run[Any], job: Job, player: Player, stop: Stop, report: Report) -> int:
    for stranger in run.sweep():
        LOGGER.warning("%s is no chunk of this plan and was set aside", stranger)
    todo = []
    for found in run.unfinished():
        todo.append(found.chunk)
        if not found.missing:
            LOGGER.warning("chunk %d is played again: %s", found.chunk.number, found.fault)
    total, done, played = job.plan.total_games, run.games_done, 0
    LOGGER.info("%s, seed %d: %d of %d games to play", job.plan.name, job.plan.seed, total - done, total)
    by_rung: dict[int, Sums] = {}
    for ready in run.finished():
        add_sums(by_rung.setdefault(ready.chunk.rung, {}), run.chunk_sums(ready.chunk.number))
    began, timed_from = 0.0, 0
    report(Progress(done, total, 0))
    for packed in player(job, todo, stop) if todo else ():
        run.write(packed)
        played += packed.chunk.count
        sums = by_rung.setdefault(packed.chunk.rung, {})
        add_sums(sums, packed.sums)
        text = job.game.headline(job.plan, packed.chunk.rung, sums)
        now = time.perf_counter()
        if not began:
            began, timed_from = now, played
        rung = packed.chunk.rung
        report(Progress(done + played, total, played, rung, text, played - timed_from, now - began))
    return played
