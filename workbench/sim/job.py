"""What is sent to whoever plays: the game, the plan, and which run it is for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from workbench.sim.chunkfile import PackedChunk, pack_chunk
from workbench.sim.logs import LOGGER
from workbench.sim.plan import Chunk, RunPlan
from workbench.sim.seam import Game, check_batch


@dataclass(frozen=True)
class Job:
    game: Game
    plan: RunPlan
    fingerprint: str


# Whoever plays chunks: yields each as it is finished, in any order, and ends early once `stop()` is true.
Stop = Callable[[], bool]
Player = Callable[[Job, Sequence[Chunk], Stop], Iterator[PackedChunk]]

_prepared: set[str] = set()
_preparing = threading.Lock()


def play_chunk(job: Job, chunk: Chunk) -> PackedChunk:
    """Play one chunk in this process."""
    with _preparing:
        if job.fingerprint not in _prepared:
            job.game.prepare()
            _prepared.add(job.fingerprint)
    began = time.perf_counter()
    batch = job.game.play_batch(job.plan, chunk.first, chunk.count)
    check_batch(job.game, job.plan, batch, chunk.first, chunk.count)
    packed = pack_chunk(chunk, batch, job.fingerprint)
    seconds = time.perf_counter() - began
    last = chunk.first + chunk.count - 1
    LOGGER.info("chunk %d: games %d-%d in %.2f s", chunk.number, chunk.first, last, seconds)
    return packed


def play_here(job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
    """The simplest player: this process, one chunk after the other."""
    for chunk in todo:
        if stop():
            return
        yield play_chunk(job, chunk)
