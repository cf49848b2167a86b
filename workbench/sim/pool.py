"""Chunks over the cores of this machine. All processes of a simulation start and end here.

Workers only play and send bytes back; the parent alone writes. So a killed worker spoils nothing, and workers
that outlive a killed parent for a moment cannot write either.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import wait as wait_for_end
from typing import Any

from workbench.sim.chunkfile import PackedChunk
from workbench.sim.job import Job, Stop, play_chunk
from workbench.sim.logs import LOGGER, join_log
from workbench.sim.plan import Chunk
from workbench.sim.seam import SimError

POLL_SECONDS = 0.2
AHEAD = 2  # chunks in flight for each worker: none idles, and memory stays bounded
BREAKDOWNS_ALLOWED = 3  # in a row, without a chunk finished in between
PR_SET_PDEATHSIG = 1


def use_forkserver() -> None:
    """To be called once, before any queue is made: a fork after polars was used hangs."""
    if multiprocessing.get_start_method(allow_none=True) != "forkserver":
        multiprocessing.set_start_method("forkserver", force=True)


def cores() -> int:
    """The cores this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def deaf_children() -> Iterator[None]:
    """Processes started in the block never see Ctrl-C, not even while they start: this one decides."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def stop_on_signals() -> Iterator[Stop]:
    """The first Ctrl-C or SIGTERM asks for a stop, the second Ctrl-C insists."""
    asked = threading.Event()

    def ask(number: int, _frame: object) -> None:
        if asked.is_set() and number == signal.SIGINT:
            raise KeyboardInterrupt
        asked.set()

    before = {number: signal.signal(number, ask) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass
class Pool:
    """A player with `workers` processes of its own."""

    workers: int
    log_queue: Any

    def __call__(self, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        left = {chunk.number: chunk for chunk in todo}
        breakdowns = 0
        while left and not stop():
            try:
                for packed in self._play_until_broken(job, list(left.values()), stop):
                    breakdowns = 0
                    del left[packed.chunk.number]
                    yield packed
            except BrokenProcessPool:
                breakdowns += 1
                LOGGER.warning("a worker process died; its chunks are played again")
                if breakdowns > BREAKDOWNS_ALLOWED:
                    text = "worker processes keep dying (out of memory, or killed): try fewer --workers"
                    raise SimError(text) from None

    def _play_until_broken(self, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        with deaf_children():
            forkserver.ensure_running()
        others = set(multiprocessing.active_children())
        workers = min(self.workers, len(todo))
        executor = ProcessPoolExecutor(
            workers,
            mp_context=multiprocessing.get_context("forkserver"),
            initializer=_start_worker,
            initargs=(job, self.log_queue),
        )
        waiting = iter(todo)
        flying: set[Future[PackedChunk]] = set()
        try:
            while not stop():
                while len(flying) < workers * AHEAD and (chunk := next(waiting, None)) is not None:
                    flying.add(executor.submit(_play, chunk))
                if not flying:
                    break
                done, flying = wait(flying, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            if flying:  # stopped or failed: what is being played is not waited for
                for child in set(multiprocessing.active_children()) - others:
                    child.kill()
            executor.shutdown(wait=True, cancel_futures=True)


_job: Job | None = None


def _start_worker(job: Job, log_queue: Any) -> None:
    global _job
    _die_with_parent()
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # read when polars is loaded; a worker has one core
    join_log(log_queue)
    _job = job


def _play(chunk: Chunk) -> PackedChunk:
    if _job is None:
        raise RuntimeError("the worker was not started by its pool")
    return play_chunk(_job, chunk)


def _die_with_parent() -> None:
    """Executor workers survive a `kill -9` of their parent otherwise.

    The kernel tells us of the end of the fork server, which ends with our parent, even in the midst of
    compiled code; where there is no prctl a thread watches the parent itself.
    """
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True, name="parent-watch").start()


def _watch(sentinel: int) -> None:
    wait_for_end([sentinel])
    os._exit(1)
