"""Ctrl-C and SIGTERM end the program with code 130, at any moment from its first line to its last.

A command may take over meanwhile (`sim` finishes what it has). Otherwise KeyboardInterrupt unwinds it; since such an
exception may be lost or dressed up as another in foreign code, the end is also remembered, and comes in any case.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator

INTERRUPTED = 130
UNWINDING_SECONDS = 5.0
_asked, _over = threading.Event(), threading.Event()


def is_interrupted() -> bool:
    return _asked.is_set()


def expected() -> None:
    """Ctrl-C was the way that a command is meant to end: it is no interruption."""
    _asked.clear()
    _over.set()


@contextlib.contextmanager
def heeded(to_the_end: bool = False) -> Iterator[None]:
    """In the block, the signals interrupt; after it they do what they did before.

    `to_the_end`: the program is over after the block, and signals while the interpreter packs up change nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _asked.clear()
    _over.clear()
    hook = sys.unraisablehook
    before = {number: signal.signal(number, _interrupt) for number in _numbers()}
    sys.unraisablehook = lambda unraisable: None if _asked.is_set() else hook(unraisable)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if to_the_end else handler)
        if not to_the_end:
            sys.unraisablehook = hook
            _over.set()


def leave_if_interrupted() -> None:
    """End without the interpreter's own packing up, in which one more signal would kill the program unseen."""
    if is_interrupted():
        for number in _numbers():
            signal.signal(number, lambda *_: os._exit(INTERRUPTED))
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(INTERRUPTED)


def _numbers() -> list[int]:
    return [getattr(signal, name) for name in ("SIGINT", "SIGTERM") if hasattr(signal, name)]


def _interrupt(_number: int, _frame: object) -> None:
    if not _asked.is_set():
        _asked.set()
        threading.Thread(target=_leave, daemon=True, name="interrupt").start()
    raise KeyboardInterrupt


def _leave() -> None:
    if not _over.wait(UNWINDING_SECONDS):
        os._exit(INTERRUPTED)
