"""Stepping through pictures on a terminal by single keys, forwards and back."""

from __future__ import annotations

import contextlib
import os
import select
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

try:
    import termios as termios
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]
try:
    import msvcrt

    windows_console: Any = msvcrt  # the types of other systems lack what it has
except ImportError:
    windows_console = None

if TYPE_CHECKING:
    from rich.console import RenderableType

SHORT_KEYS = "space/→ on, b/← back, g first, e last, PgUp/PgDn ten, number+Enter, q quit"
ASCII_KEYS = "space on, b back, g first, e last, number+Enter, q quit"
CLEAR = "\x1b[H\x1b[2J"
_MOVES = {
    **dict.fromkeys((" ", "\n", "\r", "n", "l", "\x1b[C", "\x1b[B", "\x1bOC", "\x1bOB"), 1),
    **dict.fromkeys(("b", "p", "h", "\x7f", "\b", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA"), -1),
    **dict.fromkeys(("f", "\x1b[6~"), 10),
    **dict.fromkeys(("u", "\x1b[5~"), -10),
}
_FIRST = ("g", "\x1b[H", "\x1b[1~", "\x1bOH")
_LAST = ("e", "G", "\x1b[F", "\x1b[4~", "\x1bOF")
_QUIT = ("q", "Q", "\x1b", "\x04", "")


# What Windows sends after a first NUL or 0xE0, as the sequence that other terminals send.
_WINDOWS = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D", "G": "\x1b[H", "O": "\x1b[F",
            "I": "\x1b[5~", "Q": "\x1b[6~"}  # fmt: skip


def is_interactive() -> bool:
    """Whether someone sits at a terminal that gives single keys."""
    can_read = termios is not None or windows_console is not None
    return can_read and sys.stdin.isatty() and sys.stdout.isatty()


def step_through(first: int, last: int, draw: Callable[[int], RenderableType]) -> None:
    """Show pictures `first` to `last` one by one, as the keys say, until q."""
    from rich.console import Console

    from workbench.cli.console import shows_unicode
    from workbench.cli.screen import raw_stdout

    console = Console(highlight=False)  # breaks lines between words
    at, digits = first, ""
    with single_keys() as read:
        while True:
            with console.capture() as picture:
                console.print(draw(at))
                console.print((SHORT_KEYS if shows_unicode() else ASCII_KEYS) + (f"   > {digits}" if digits else ""))
            raw_stdout().write(CLEAR)
            sys.stdout.write(picture.get())  # with one flush, so that nothing flickers
            sys.stdout.flush()
            key = read()
            if key.isdigit():
                digits += key
            elif digits and key in "\r\n":
                at, digits = min(max(int(digits), first), last), ""
            elif key in _QUIT:
                return
            else:
                at, digits = moved(key, at, first, last), ""


def moved(key: str, at: int, first: int, last: int) -> int:
    """Where a key leads; nowhere, if it means nothing."""
    if key in _FIRST:
        return first
    if key in _LAST:
        return last
    return min(max(at + _MOVES.get(key, 0), first), last)


@contextlib.contextmanager
def single_keys() -> Iterator[Callable[[], str]]:
    """Gives a function that waits for one key, without Enter; the terminal is as before afterwards."""
    if termios is None:
        yield _read_windows_key
        return
    import tty

    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    tty.setcbreak(fd)
    try:
        yield lambda: _read_key(fd)
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _read_windows_key() -> str:
    """The same from the console of Windows, which waits for no Enter anyway."""
    key = str(windows_console.getwch())
    if key == "\x03":
        raise KeyboardInterrupt
    return _WINDOWS.get(windows_console.getwch(), "") or "?" if key in "\x00\xe0" else key


def _read_key(fd: int) -> str:
    """A character, or all of an escape sequence; '' where the input has ended."""
    key = os.read(fd, 1)
    if key == b"\x1b":
        while select.select([fd], [], [], 0.05)[0] and len(key) < 6:
            key += os.read(fd, 1)
            if key[-1:].isalpha() and key[-1:] != b"O":
                break
            if key[-1:] == b"~":
                break
    return key.decode("utf-8", "ignore")
