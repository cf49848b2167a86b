"""Printing and ending, shared by all commands.

How commands end:
- normally: exit 0; `raise typer.Exit(FINDINGS)` when there is something to report (exit 1);
- bad input: raise `UnusableInput` (or a subclass) with findings, or call `fail(message, help)`: exit 2;
- usage errors: `raise typer.BadParameter(...)`: exit 2; Ctrl-C: let KeyboardInterrupt through: exit 130.
Results go to stdout (`typer.echo`, `print_json`), progress and errors to stderr (`note`, `fail`).
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import typer

from workbench.finding import Finding

FINDINGS = 1
UNUSABLE = 2


def note(message: str) -> None:
    """A line about progress, on stderr."""
    typer.echo(message, err=True)


def say(text: str, err: bool = False) -> None:
    """A paragraph: on a terminal it is broken between words; for programs it stays one line."""
    from shutil import get_terminal_size
    from textwrap import fill

    if (sys.stderr if err else sys.stdout).isatty():
        text = fill(text, get_terminal_size().columns, break_long_words=False, break_on_hyphens=False)
    typer.echo(text, err=err)


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """For work that is soon done: looking for cyclic garbage takes a twentieth of a report's time and finds none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def fail(message: str, help: str = "") -> NoReturn:
    """Ends the command with exit code 2 and one clear message."""
    from workbench.cli.findings import visible

    typer.echo(f"error: {visible(message)}" + (f"\n = help: {visible(help)}" if help else ""), err=True)
    raise typer.Exit(UNUSABLE)


def print_findings(findings: Iterable[Finding], err: bool = True) -> None:
    """Findings with their source lines and carets."""
    from workbench.cli.findings import format_text, wants_colour

    typer.echo(format_text(findings, wants_colour()), err=err)


def print_json(data: Any) -> None:
    """Data for programs, on stdout."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def shows_unicode() -> bool:
    """Whether stdout can show signs beyond ASCII."""
    try:
        "┌●♟⌘".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def columns(rows: Sequence[tuple[str, ...]], gap: str = "  ") -> list[str]:
    """Rows of text as aligned lines."""
    from rich.cells import cell_len

    widths = [max(cell_len(row[index]) for row in rows) for index in range(len(rows[0]))] if rows else []
    return [gap.join(map(_padded, row, widths)).rstrip() for row in rows]


def _padded(text: str, width: int) -> str:
    from rich.cells import cell_len

    return text + " " * (width - cell_len(text))
