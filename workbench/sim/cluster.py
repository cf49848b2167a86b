"""The same chunks on a Dask cluster: an existing scheduler (`tcp://HOST:PORT`) or our own (`local:N`).

Scheduling, retries after a lost worker and late joiners are Dask's. Its scheduler and workers need this
package in the same version.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import queue
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from typing import Any

from workbench import __version__
from workbench.sim.chunkfile import PackedChunk
from workbench.sim.job import Job, Stop, play_chunk
from workbench.sim.logs import LOGGER
from workbench.sim.plan import Chunk
from workbench.sim.pool import deaf_children
from workbench.sim.seam import SimError
from workbench.sim.store import fingerprint

CLUSTER_POLL_SECONDS = 0.5
CONNECT_SECONDS = 10
ANSWER_SECONDS = 30  # of a scheduler that is asked something while games are played
CLOSE_SECONDS = 3
CHATTY = ("distributed", "tornado", "asyncio")
PATIENCE_SECONDS = 60  # with a scheduler that has no workers
TASKS_AHEAD = 2
ADDRESS = re.compile(r"local:(?P<workers>[1-9][0-9]{0,2})|(tcp|tls)://[^/\s:]+:[0-9]{1,5}")


# The job of each thread of a worker: a game has room for what is in play, which threads must not share.
_last = threading.local()


def play_remotely(version: str, pickled: bytes, chunk: Chunk) -> PackedChunk:
    """On a worker: refuse unless it would play the very same games, then play."""
    if version != __version__:
        raise SimError(_mismatch(f"it has workbench {__version__}, and {version} is needed"))
    if getattr(_last, "pickled", None) != pickled:
        job: Job = pickle.loads(pickled)
        if fingerprint(job.game, job.plan) != job.fingerprint:
            raise SimError(_mismatch("it has the same version of workbench, but other rules in it"))
        _last.pickled, _last.job = pickled, job
    LOGGER.setLevel(logging.INFO)
    return play_chunk(_last.job, chunk)


def _mismatch(what: str) -> str:
    import socket

    return f"a worker on {socket.gethostname()} does not match: {what}; install the same package there"


@dataclass(frozen=True)
class Cluster:
    """A player that hands chunks to the Dask cluster at `address`."""

    address: str

    def __post_init__(self) -> None:
        if not ADDRESS.fullmatch(self.address):
            raise SimError(f"--cluster takes tcp://HOST:PORT or local:N, not '{self.address}'")

    def __call__(self, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        with _connected(self.address, stop) as client:
            if client is not None:
                yield from self._play_on(client, job, todo, stop)

    def _play_on(self, client: Any, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        try:
            yield from _play(client, job, todo, stop)
        except (CancelledError, TimeoutError, OSError) as problem:
            LOGGER.error("%s: %s", type(problem).__name__, problem)
            text = f"lost the scheduler at {self.address}: start it again, then use --resume"
            raise SimError(text) from None
        except Exception as problem:
            raise _explained(problem) from problem


@dataclass(frozen=True)
class StandingCluster(Cluster):
    """The same with a connection that stays for the next job."""

    _client: list[Any] = field(default_factory=list, compare=False)
    _kept: contextlib.ExitStack = field(default_factory=contextlib.ExitStack, compare=False)

    def __enter__(self) -> StandingCluster:
        return self

    def __exit__(self, *problem: object) -> None:
        self._kept.close()

    def __call__(self, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        if not self._client:
            client = self._kept.enter_context(_connected(self.address, stop))
            if client is None:
                return
            self._client.append(client)
        yield from self._play_on(self._client[0], job, todo, stop)


def _play(client: Any, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
    from distributed import wait

    pickled = pickle.dumps(job)
    waiting = iter(todo)
    flying: set[Any] = set()
    last_worker = time.monotonic()
    is_connected = lambda: client.status == "running"  # noqa: E731
    try:
        while not stop():
            answer = bounded(client.nthreads, stop, ANSWER_SECONDS, is_connected)
            if answer is None:
                break
            threads = sum(answer.values())
            if threads:
                last_worker = time.monotonic()
            elif time.monotonic() - last_worker > PATIENCE_SECONDS:
                address = client.scheduler.address
                raise SimError(f"the scheduler has no workers: start some with `dask worker {address}`")
            while len(flying) < TASKS_AHEAD * max(threads, 1) and (chunk := next(waiting, None)) is not None:
                key = f"workbench-{job.fingerprint[:12]}-{chunk.number}-{time.time_ns()}"
                flying.add(client.submit(play_remotely, __version__, pickled, chunk, key=key, pure=False))
            if not flying:
                break
            try:
                done = wait(list(flying), timeout=CLUSTER_POLL_SECONDS, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                continue
            for future in done:
                flying.discard(future)
                packed = bounded(future.result, stop, ANSWER_SECONDS, is_connected)
                if packed is not None:
                    yield packed
    finally:
        with contextlib.suppress(Exception):
            bounded(lambda: client.cancel(list(flying)), seconds=CLOSE_SECONDS)


def _explained(problem: Exception) -> Exception:
    """What went wrong on the cluster, in words; errors of the game itself are left as they are."""
    from distributed.scheduler import KilledWorker

    if isinstance(problem, KilledWorker):
        return SimError("workers of the cluster keep dying (out of memory, or killed): see their own logs")
    missing = isinstance(problem, ModuleNotFoundError) and "workbench" in str(problem)
    if missing or "deserializ" in str(problem):
        return SimError("the scheduler or a worker lacks this package: install duke-workbench there too")
    return problem


def bounded(
    call: Callable[[], Any],
    stop: Stop = lambda: False,
    seconds: float = 10.0,
    is_connected: Callable[[], bool] = lambda: True,
) -> Any:
    """What a call returns; None if we are to stop meanwhile, TimeoutError if it takes too long or the line is cut.

    Calls of Dask's client wait for the other side without end, even one that is gone, and deaf to signals. One that is
    given up stays behind in a thread that does not keep the program from ending.
    """
    outcome: queue.SimpleQueue[tuple[Any, BaseException | None]] = queue.SimpleQueue()

    def work() -> None:
        try:
            outcome.put((call(), None))
        except BaseException as problem:
            outcome.put((None, problem))

    threading.Thread(target=work, daemon=True, name="cluster-call").start()
    deadline = time.monotonic() + seconds
    while not stop():
        try:
            result, problem = outcome.get(timeout=0.1)
        except queue.Empty:
            if time.monotonic() > deadline or not is_connected():
                raise TimeoutError("the scheduler does not answer") from None
            continue
        if problem is not None:
            raise problem
        return result
    return None


class _IntoTheLog(logging.Handler):
    """Dask's own messages, tracebacks included, belong in the log of the run, not on the screen."""

    def emit(self, record: logging.LogRecord) -> None:
        if LOGGER.handlers:  # else the run is over, and nobody asks any more
            LOGGER.handle(record)


def _quieten() -> None:
    """For the rest of the program: some messages come late, when connections are already given up."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith(CHATTY)]
    for name in {*names, *CHATTY}:
        chatter = logging.getLogger(name)
        chatter.handlers[:] = [_IntoTheLog()]
        chatter.setLevel(logging.WARNING)
        chatter.propagate = False


@contextlib.contextmanager
def _connected(address: str, stop: Stop) -> Iterator[Any]:
    """The cluster's client; None if we were to stop before there was one."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise SimError("--cluster needs Dask: pip install 'duke-workbench[cluster]'") from None
    _quieten()
    with contextlib.ExitStack() as stack:
        local = ADDRESS.fullmatch(address)
        if local and local["workers"]:
            with deaf_children():
                cluster = LocalCluster(
                    n_workers=int(local["workers"]),
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            stack.enter_context(cluster)
            client = stack.enter_context(Client(cluster))
        else:
            _refuse_without_certificate(address)
            try:
                client = bounded(lambda: Client(address, timeout=CONNECT_SECONDS), stop, CONNECT_SECONDS + 1)
            except Exception as problem:  # also what Dask makes of somebody else's words, such as a MemoryError
                LOGGER.error("%s: %s", type(problem).__name__, problem)
                text = f"there is no Dask scheduler at {address}: start one with `dask scheduler`"
                raise SimError(text) from None
            if client is not None:
                stack.callback(_close, client)
        if client is not None:
            bounded(lambda: client.forward_logging("workbench", logging.INFO), stop, ANSWER_SECONDS)
        yield client


def _refuse_without_certificate(address: str) -> None:
    """Dask would try to connect without one, and say why it cannot in words for programmers."""
    from distributed.security import Security

    if address.startswith("tls://") and Security().get_connection_args("client")["ssl_context"] is None:
        raise SimError(f"{address} needs a certificate and its key: SECURITY.md tells how they are named to Dask")


def _close(client: Any) -> None:
    with contextlib.suppress(Exception):
        bounded(client.close, seconds=CLOSE_SECONDS)
