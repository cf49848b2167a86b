"""One log for all processes of a run: the parent writes it, workers send their lines through a queue.

`multiprocessing_logging.install_mp_handler` works with fork alone, so the parent builds its handler directly
and workers put a `QueueHandler` on the handler's queue (`join_log` in the pool's initializer).
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator
from logging.handlers import QueueHandler
from pathlib import Path
from typing import Any

from multiprocessing_logging import MultiProcessingHandler

from workbench.sim.disk import disk_error
from workbench.sim.seam import SimError

LOGGER = logging.getLogger("workbench")
LINE = "%(asctime)s %(levelname)s %(processName)s[%(process)d] %(message)s"
END = "workbench.end-of-log"


class QuietFile(logging.FileHandler):
    """A full disk must not fill the screen with the log's own troubles; the tables report it once."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass

    def close(self) -> None:
        with contextlib.suppress(OSError):
            super().close()


class QuietQueue(QueueHandler):
    """Nor must a lack of memory, in which the queue cannot start its thread."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


class FanOut(logging.Handler):
    """Hands each record to all targets, and notices the record that ends the log."""

    def __init__(self, targets: list[logging.Handler]) -> None:
        super().__init__()
        self.targets = targets
        self.ended = threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == END:
            self.ended.set()
            return
        for target in self.targets:
            target.handle(record)

    def close(self) -> None:
        for target in self.targets:
            target.close()
        super().close()


@contextlib.contextmanager
def logged_failures(where: str) -> Iterator[None]:
    """What breaks in the block goes to the log, which is `where`; who asked is told in one line (SimError)."""
    try:
        yield
    except SimError as problem:
        LOGGER.error("%s", problem)
        raise
    except Exception as problem:
        LOGGER.exception("the simulation broke")
        told = f"{type(problem).__name__}: {problem}".splitlines()[0]
        raise SimError(f"the simulation broke ({told}); details are in {where}") from problem


@contextlib.contextmanager
def log_for_run(path: Path, screen: logging.Handler | None = None) -> Iterator[Any]:
    """Log to `path`, and to `screen` if given, until the block ends; yields the queue for the workers."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        raise SimError(f"{path} is not an ordinary file: remove it")
    try:
        file = QuietFile(path, encoding="utf-8")
    except OSError as problem:
        raise disk_error(problem, path) from None
    file.setFormatter(logging.Formatter(LINE))
    out = FanOut([file, screen] if screen else [file])
    handler = MultiProcessingHandler("log", sub_handler=out)
    # A killed worker may hold the queue's lock for ever; nobody shall wait for it at exit.
    handler.queue.cancel_join_thread()
    before = LOGGER.level, LOGGER.propagate
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
    LOGGER.addHandler(handler)
    try:
        yield handler.queue
    finally:
        LOGGER.removeHandler(handler)
        LOGGER.level, LOGGER.propagate = before
        handler.emit(logging.makeLogRecord({"name": END}))
        out.ended.wait(2)
        out.close()
        # The handler's own close waits seconds for lines that a killed worker announced and never sent.
        with contextlib.suppress(RuntimeError):  # no memory for one more thread: the program is at its end anyway
            threading.Thread(target=handler.close, daemon=True).start()


def join_log(queue: Any) -> None:
    """In a worker: send what is logged to the parent."""
    LOGGER.handlers[:] = [QuietQueue(queue)]
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
