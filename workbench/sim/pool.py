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
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
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
FILES_AT_LEAST, FILES_PER_WORKER = 48, 8
IMPATIENCE_SECONDS = 2.0
QUIET = "ignore:resource_tracker:UserWarning"


def start_method() -> str:
    """How worker processes are begun: never by fork, which hangs after polars was used."""
    return "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"


def use_forkserver() -> None:
    """To be called once, before any queue is made."""
    if multiprocessing.get_start_method(allow_none=True) != start_method():
        multiprocessing.set_start_method(start_method(), force=True)
    if QUIET not in sys.warnoptions:
        # Python's resource tracker cleans up after a run that is killed; that it had to is no news for the user.
        sys.warnoptions.append(QUIET)


def refuse_few_files(workers: int) -> None:
    """Each worker takes some open files here; where too few are allowed, Python's own processes break noisily."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    needed = FILES_AT_LEAST + FILES_PER_WORKER * workers
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        which = f"{workers} worker{'s' if workers > 1 else ''}"
        raise SimError(f"only {hard} files may be open at once (ulimit -n), and {which} may need {needed}: raise it")
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def cores() -> int:
    """The cores this process may use, which can be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def deaf_children() -> Iterator[None]:
    """Processes started in the block never see Ctrl-C, not even while they start: this one decides."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows; there `_start_worker` does what it can
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def stop_on_signals() -> Iterator[Stop]:
    """Ctrl-C or SIGTERM asks for a stop, which keeps all finished chunks; a further one does not wait for long."""
    asked = threading.Event()

    def ask(_number: int, _frame: object) -> None:
        if asked.is_set():
            threading.Thread(target=_leave_soon, daemon=True, name="impatience").start()
        asked.set()

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, ask) for number in numbers}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _leave_soon() -> None:
    """Chunks are written whole, so that leaving at any moment loses none."""
    time.sleep(IMPATIENCE_SECONDS)
    os._exit(130)


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
        refuse_few_files(self.workers)
        others = set(multiprocessing.active_children())
        workers = min(self.workers, len(todo))
        executor = _executor(workers, _start_worker, (job, self.log_queue))
        flying: set[Future[PackedChunk]] = set()
        hurry = True
        try:
            yield from _fly(flying, lambda chunk: executor.submit(_play, chunk), workers * AHEAD, todo, stop)
            hurry = bool(flying)
        finally:
            _end(executor, others, hurry)


@dataclass
class StandingPool(Pool):
    """The same with workers that stay for the next job: a short round is over sooner than processes have started."""

    _executor: ProcessPoolExecutor | None = None
    _others: set[Any] = field(default_factory=set)

    def __enter__(self) -> StandingPool:
        return self

    def __exit__(self, *problem: object) -> None:
        self._leave(hurry=True)

    def _play_until_broken(self, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        if self._executor is None:
            refuse_few_files(self.workers)
            self._others = set(multiprocessing.active_children())
            self._executor = _executor(self.workers, _start_standing, (self.log_queue,))
        submit, flying = self._executor.submit, set[Future[PackedChunk]]()
        try:
            yield from _fly(flying, lambda chunk: submit(_play_for, job, chunk), self.workers * AHEAD, todo, stop)
        except BrokenProcessPool:
            self._leave(hurry=True)
            raise
        finally:
            if flying:
                self._leave(hurry=True)

    def _leave(self, hurry: bool) -> None:
        if self._executor is not None:
            _end(self._executor, self._others, hurry)
            self._executor = None


def _executor(workers: int, initializer: Any, arguments: tuple[Any, ...]) -> ProcessPoolExecutor:
    if start_method() == "forkserver":
        from multiprocessing import forkserver

        with deaf_children():
            forkserver.ensure_running()
    context = multiprocessing.get_context(start_method())
    return ProcessPoolExecutor(workers, mp_context=context, initializer=initializer, initargs=arguments)


def _fly(
    flying: set[Future[PackedChunk]],
    submit: Callable[[Chunk], Future[PackedChunk]],
    room: int,
    todo: Sequence[Chunk],
    stop: Stop,
) -> Iterator[PackedChunk]:
    """Hand out chunks and yield them as they come; what is left in `flying` at the end was not waited for."""
    waiting = iter(todo)
    while not stop():
        with deaf_children():
            while len(flying) < room and (chunk := next(waiting, None)) is not None:
                flying.add(submit(chunk))
        if not flying:
            break
        for future in wait(flying, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED).done:
            flying.discard(future)
            yield future.result()


def _end(executor: ProcessPoolExecutor, others: set[Any], hurry: bool) -> None:
    if hurry:  # stopped or failed: what is being played is not waited for
        for child in set(multiprocessing.active_children()) - others:
            child.kill()
    with contextlib.suppress(RuntimeError):  # its own thread could not be started: there is nothing to wait for
        executor.shutdown(wait=True, cancel_futures=True)


_job: Job | None = None


def _start_worker(job: Job, log_queue: Any) -> None:
    global _job
    heed_nobody()
    die_with_parent()
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # read when polars is loaded; a worker has one core
    join_log(log_queue)
    _job = job


def heed_nobody() -> None:
    """Where children cannot be started deaf (Windows), they stop listening as soon as they can."""
    if not hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def _play(chunk: Chunk) -> PackedChunk:
    if _job is None:
        raise RuntimeError("the worker was not started by its pool")
    return play_chunk(_job, chunk)


def _start_standing(log_queue: Any) -> None:
    heed_nobody()
    die_with_parent()
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    join_log(log_queue)


_games: dict[str, Any] = {}


def _play_for(job: Job, chunk: Chunk) -> PackedChunk:
    """For whichever job: a game keeps its tables from one chunk to the next."""
    return play_chunk(replace(job, game=_games.setdefault(job.fingerprint, job.game)), chunk)


def die_with_parent() -> None:
    """Executor workers survive a `kill -9` of their parent otherwise.

    The kernel tells us of the end of the fork server, which ends with our parent, even in the midst of
    compiled code; where there is no prctl a thread watches the parent itself.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True, name="parent-watch").start()


def _watch(sentinel: int) -> None:
    wait_for_end([sentinel])
    os._exit(1)
