"""While the machine works: a line that says at what, and keys that are typed meanwhile count for nothing."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from workbench.cli.keys import termios, windows_console

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

# A process of its own turns the spinner: compiled code holds the interpreter, so no thread of ours could. It goes when
# its standard input ends, so it never outlives the game.
_SPIN = """
import signal, sys, threading, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
text, frames = sys.argv[1], sys.argv[2]
over = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
began, turn = time.monotonic(), 0
wait = 0.4
while not over.wait(wait):
    wait = 0.1
    line = f"{frames[turn % len(frames)]} {text} ({time.monotonic() - began:.0f} s)"
    print("\\r" + line[:79], end="", file=sys.stderr, flush=True)
    turn += 1
if turn:
    print("\\r" + " " * 79 + "\\r", end="", file=sys.stderr, flush=True)
"""
LINES_APART_SECONDS = 5.0


@contextlib.contextmanager
def working(text: str, lengthy: bool = False) -> Iterator[None]:
    """Say what is being done: a spinner on a terminal, one line elsewhere if it will take long."""
    if not sys.stderr.isatty():
        if lengthy:
            from workbench.cli.console import note

            note(text)
        yield
        return
    from workbench.cli.console import shows_unicode

    frames = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" if shows_unicode() else "|/-\\"
    spinner = subprocess.Popen([sys.executable, "-I", "-S", "-c", _SPIN, text, frames], stdin=subprocess.PIPE)
    try:
        with silent_keys():
            yield
    finally:
        if spinner.stdin is not None:
            spinner.stdin.close()
        spinner.wait()


@contextlib.contextmanager
def silent_keys() -> Iterator[None]:
    """Do not echo what is typed now, and forget it afterwards."""
    if not sys.stdin.isatty() or termios is None:  # the console of Windows is asked for no echo
        yield
        forget_keys()
        return
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    quiet = termios.tcgetattr(fd)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(fd, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        termios.tcsetattr(fd, termios.TCSANOW, before)
        forget_keys()


def forget_keys() -> None:
    """What was typed before now counts for nothing."""
    if not sys.stdin.isatty():
        return
    if termios is not None:
        termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)
    elif windows_console is not None:
        while windows_console.kbhit():
            windows_console.getwch()


@contextlib.contextmanager
def compiling(bots: Iterable[str] = ()) -> Iterator[None]:
    """Before the first use of the engine, or of bots: compile what no earlier run has left."""
    from workbench.bots.ready import compile_ahead

    compile_ahead(bots)
    yield


@contextlib.contextmanager
def shown_compiling(what: str) -> Iterator[Callable[[int, int], None]]:
    """How many functions are compiled: a bar on a terminal, elsewhere a line now and then."""
    text = f"compiling {what}, the first time only"
    if not sys.stderr.isatty():
        yield _plain(text)
        return
    from rich.console import Console

    from workbench.cli.screen import raw_stderr

    display = compile_bar(text, Console(file=raw_stderr()))
    with silent_keys(), display:
        (task,) = display.task_ids
        yield lambda done, total: display.update(task, completed=done, total=total, done=_counted(done, total))


def compile_bar(text: str, console: Console) -> Progress:
    """One line that moves; how many there are is said as soon as it is known."""
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    done = TextColumn("{task.fields[done]}")
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), BarColumn(12), done)
    display = Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
    display.add_task(text, total=None, done="")
    return display


def _counted(done: int, total: int) -> str:
    """When all are there, they are still to be made one."""
    return f"{done} of {total}" if done < total else f"optimising all {total}"


def _plain(text: str) -> Callable[[int, int], None]:
    from workbench.cli.console import note

    note(text)
    last = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        if time.monotonic() - last >= LINES_APART_SECONDS:
            last = time.monotonic()
            note(f"compiling: {_counted(done, total)} functions")

    return tell
