"""A process beside this one that does one call at a time: for a server that must never wait for the engine.

A call names a function ("module:function") of plain arguments. Where the function yields, every value comes over
as it is made. Stopping asks first, if there is patience for it, and then kills the process at once; another one, kept
as a spare and warmed up, goes on.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Iterator
from importlib import import_module
from inspect import isgenerator
from multiprocessing.connection import Connection
from typing import Any

# The pool and what it brings along (numpy, polars) are loaded with the first process: a server starts without them.

GIVES_WAY = 10  # as the system counts: 0 is usual, 19 gets a core when nobody else wants it


class Stopped(Exception):
    """The call was ended before it was done."""


class Failed(Exception):
    """The function raised something; this is what, in a line."""


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, warm: str) -> None:
        from workbench.sim.pool import deaf_children, start_method, use_forkserver

        use_forkserver()
        context = multiprocessing.get_context(start_method())
        self.pipe, theirs = context.Pipe()
        self.is_asked_to_stop = self.is_warm = False
        with deaf_children():
            if start_method() == "forkserver":
                from multiprocessing import forkserver

                forkserver.ensure_running()
            self.process: Any = context.Process(target=_serve, args=(theirs, warm), daemon=True)  # type: ignore[attr-defined]
            self.process.start()
        theirs.close()

    def wait_until_warm(self) -> None:
        """Nobody kills a process for being asked too early: while it warms up, a call can be given up for free."""
        while not self.is_warm:
            if self.is_asked_to_stop:
                raise Stopped
            if self.pipe.poll(0.02):
                self.is_warm = self.pipe.recv() is None

    def ask_to_stop(self) -> None:
        self.is_asked_to_stop = True
        with contextlib.suppress(OSError, ValueError):
            if self.is_warm:
                self.pipe.send(None)

    def kill(self) -> None:
        """The pipe is not closed here: a thread that reads from it would read from whatever gets its number next."""
        self.process.kill()
        self.process.join()


class Spare:
    """One process that stands ready, warmed up, for whoever loses theirs. `warm` is a function that prepares it."""

    def __init__(self, warm: str = "") -> None:
        self.warm = warm
        self._worker: _Worker | None = None
        self._change = threading.Lock()
        self._closed = False

    def take(self) -> _Worker | None:
        """The one that stands ready, if there is one."""
        with self._change:
            if self._closed:
                raise Stopped
            worker, self._worker = self._worker, None
        return worker

    def stand_ready(self) -> None:
        with self._change:
            if self._worker is None and not self._closed:
                self._worker = _Worker(self.warm)

    def close(self) -> None:
        with self._change:
            self._closed = True
            worker, self._worker = self._worker, None
        if worker is not None:
            worker.kill()


class Aside:
    """One process, started at the first call. `spare` is taken when it has to be replaced; several may share one.

    One that `gives_way` leaves the cores to what somebody waits for.
    """

    def __init__(self, warm: str = "", spare: Spare | bool = False, gives_way: bool = False) -> None:
        self._owns_spare = spare is True
        self._spare: Spare | None = Spare(warm) if spare is True else spare or None
        self._warm = warm
        self._gives_way = gives_way
        self._worker: _Worker | None = None
        self._change = threading.Lock()  # of the worker
        self._turn = threading.Lock()  # one call at a time
        self._closed = False

    def start(self) -> None:
        """Start the process (and the spare) now, so that the first call finds it warm."""
        with self._change:
            if self._closed:
                raise Stopped
            ready = self._spare.take() if self._worker is None and self._spare is not None else None
            if self._worker is None:
                self._worker = ready or _Worker(self._warm)
        if self._spare is not None and (ready is not None or self._owns_spare):
            self._spare.stand_ready()

    def call(self, function: str, *arguments: Any) -> Any:
        """What the function returns; waits for it. Raises Stopped, or Failed where the function did."""
        return list(self.each(function, *arguments))[-1]

    def each(self, function: str, *arguments: Any) -> Iterator[Any]:
        """What the function yields, one by one, and at last what it returns (unless it yields)."""
        with self._turn:
            self.start()
            worker = self._worker
            if worker is None:
                raise Stopped
            worker.is_asked_to_stop = False
            try:
                worker.wait_until_warm()
                worker.pipe.send((function, arguments, self._gives_way))
                while True:
                    said, value = worker.pipe.recv()
                    if worker.is_asked_to_stop and said != "value":
                        raise Stopped
                    if said == "end":
                        return
                    if said == "failed":
                        raise Failed(value)
                    yield value
            except (EOFError, OSError):
                self._forget(worker)
                raise Stopped from None
            except GeneratorExit:
                self._forget(worker)  # the caller has had enough, and the process is still at it
                raise

    def stop(self, patience_seconds: float = 0.0) -> None:
        """End what is being done. Within its patience a function may end by itself (`is_asked_to_stop`) and the process
        stays; else it is killed at once, and the next call goes to the spare or to a new process."""
        worker = self._worker
        if worker is None or (patience_seconds and self._ends_by_itself(worker, patience_seconds)):
            return
        with self._change:
            if self._worker is worker:
                self._worker = None
        with contextlib.suppress(OSError, ValueError):
            worker.kill()

    def _ends_by_itself(self, worker: _Worker, seconds: float) -> bool:
        if not self._turn.locked():
            return True
        worker.ask_to_stop()
        if not self._turn.acquire(timeout=seconds):
            return False
        self._turn.release()
        return True

    def close(self) -> None:
        with self._change:
            self._closed = True
            worker, self._worker = self._worker, None
        if worker is not None:
            with contextlib.suppress(OSError, ValueError):
                worker.kill()
        if self._owns_spare and self._spare is not None:
            self._spare.close()

    def _forget(self, worker: _Worker) -> None:
        with self._change:
            if self._worker is worker:
                self._worker = None
        with contextlib.suppress(OSError, ValueError):
            worker.kill()


_pipe: Connection | None = None  # in a process of this kind: to the one that asks
_asked_to_stop = False


def is_asked_to_stop() -> bool:
    """For functions that run aside and can end early, between two pieces of their work."""
    global _asked_to_stop
    if _pipe is not None and not _asked_to_stop:
        with contextlib.suppress(EOFError, OSError):
            while not _asked_to_stop and _pipe.poll():
                _asked_to_stop = _pipe.recv() is None
    return _asked_to_stop


def _serve(pipe: Connection, warm: str) -> None:
    global _pipe, _asked_to_stop
    from workbench.sim.pool import die_with_parent, heed_nobody

    heed_nobody()
    die_with_parent()
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    with contextlib.suppress(Exception):  # the first call meets the same trouble and tells of it
        if warm:
            _found(warm)()
    pipe.send(None)
    _pipe = pipe
    while True:
        try:
            asked = pipe.recv()
        except (EOFError, OSError):
            return
        if asked is None:  # a wish to stop that came too late
            continue
        _asked_to_stop = False
        function, arguments, gives_way = asked
        if gives_way and hasattr(os, "setpriority"):
            os.setpriority(os.PRIO_PROCESS, 0, max(GIVES_WAY, os.getpriority(os.PRIO_PROCESS, 0)))
        try:
            result = _found(function)(*arguments)
            for value in result if isgenerator(result) else (result,):
                pipe.send(("value", value))
            pipe.send(("end", None))
        except Exception as problem:
            pipe.send(("failed", f"{type(problem).__name__}: {problem}".splitlines()[0]))


def _found(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)
