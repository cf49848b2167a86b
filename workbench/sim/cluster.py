"""The same chunks on a Dask cluster: an existing scheduler (`tcp://HOST:PORT`) or our own (`local:N`).

Scheduling, retries after a lost worker and late joiners are Dask's. Its scheduler and workers need this
package in the same version.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import re
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import Any

from workbench import __version__
from workbench.sim.chunkfile import PackedChunk
from workbench.sim.job import Job, Stop, play_chunk
from workbench.sim.logs import LOGGER
from workbench.sim.plan import Chunk
from workbench.sim.pool import deaf_children
from workbench.sim.seam import SimError
from workbench.sim.store import fingerprint

POLL_SECONDS = 0.5
CONNECT_SECONDS = 10
PATIENCE_SECONDS = 60  # with a scheduler that has no workers
AHEAD = 2
ADDRESS = re.compile(r"local:(?P<workers>[1-9][0-9]*)|(tcp|tls)://[^/\s:]+:[0-9]+")


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
        with _connected(self.address) as client:
            try:
                yield from _play(client, job, todo, stop)
            except (CancelledError, TimeoutError, OSError) as problem:
                LOGGER.error("%s: %s", type(problem).__name__, problem)
                text = f"lost the scheduler at {self.address}: start it again, then use --resume"
                raise SimError(text) from None
            except Exception as problem:
                raise _explained(problem) from problem


def _play(client: Any, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
    from distributed import wait

    pickled = pickle.dumps(job)
    waiting = iter(todo)
    flying: set[Any] = set()
    last_worker = time.monotonic()
    try:
        while not stop():
            threads = sum(client.nthreads().values())
            if threads:
                last_worker = time.monotonic()
            elif time.monotonic() - last_worker > PATIENCE_SECONDS:
                address = client.scheduler.address
                raise SimError(f"the scheduler has no workers: start some with `dask worker {address}`")
            while len(flying) < AHEAD * max(threads, 1) and (chunk := next(waiting, None)) is not None:
                key = f"workbench-{job.fingerprint[:12]}-{chunk.number}-{time.time_ns()}"
                flying.add(client.submit(play_remotely, __version__, pickled, chunk, key=key, pure=False))
            if not flying:
                break
            try:
                done = wait(list(flying), timeout=POLL_SECONDS, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                continue
            for future in done:
                flying.discard(future)
                yield future.result()
    finally:
        with contextlib.suppress(Exception):
            client.cancel(list(flying))


def _explained(problem: Exception) -> Exception:
    """What went wrong on the cluster, in words; errors of the game itself are left as they are."""
    from distributed.scheduler import KilledWorker

    if isinstance(problem, KilledWorker):
        return SimError("workers of the cluster keep dying (out of memory, or killed): see their own logs")
    missing = isinstance(problem, ModuleNotFoundError) and "workbench" in str(problem)
    if missing or "deserializ" in str(problem):
        return SimError("the scheduler or a worker lacks this package: install duke-workbench there too")
    return problem


@contextlib.contextmanager
def _connected(address: str) -> Iterator[Any]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise SimError("--cluster needs Dask: pip install 'duke-workbench[cluster]'") from None
    chatter = logging.getLogger("distributed")
    level = chatter.level
    chatter.setLevel(logging.CRITICAL)
    with contextlib.ExitStack() as stack:
        stack.callback(chatter.setLevel, level)
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
            try:
                client = Client(address, timeout=CONNECT_SECONDS)
            except (OSError, TimeoutError):
                text = f"there is no Dask scheduler at {address}: start one with `dask scheduler`"
                raise SimError(text) from None
            stack.enter_context(client)
        client.forward_logging("workbench", logging.INFO)
        yield client
