"""What the program prints goes through here: text of strangers cannot steer the terminal, and no letter is too many.

A display that moves (rich) writes to the stream itself: `SafeScreen.raw`.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from workbench.safe_text import for_terminal


class SafeScreen(io.TextIOBase):
    """A text stream whose writes are made safe; colours pass where they are wanted."""

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        from workbench.cli.findings import wants_colour

        self.raw.write(for_terminal(text, colours="\x1b" in text and wants_colour()))
        return len(text)

    def flush(self) -> None:
        self.raw.flush()

    def isatty(self) -> bool:
        return self.raw.isatty()

    def fileno(self) -> int:
        return self.raw.fileno()

    def writable(self) -> bool:
        return True

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.raw.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        return self.raw.errors

    @property
    def buffer(self) -> Any:
        return self.raw.buffer


def raw_stderr() -> TextIO:
    """For displays that move the cursor themselves."""
    return _raw(sys.stderr)


def raw_stdout() -> TextIO:
    return _raw(sys.stdout)


def _raw(found: Any) -> TextIO:
    stream: TextIO = found.raw if isinstance(found, SafeScreen) else found
    return stream


def open_closed_streams() -> None:
    """A stream that the caller has closed (`>&-`) swallows all: else the next file that is opened takes its place."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


@contextlib.contextmanager
def safe_screen() -> Iterator[None]:
    """In the block, all that is printed is made safe; letters that a stream does not know are shown by numbers."""
    before = sys.stdout, sys.stderr
    for stream in before:
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = SafeScreen(before[0]), SafeScreen(before[1])
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
