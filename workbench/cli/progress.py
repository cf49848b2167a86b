"""How far a simulation is: a live display on a terminal, plain lines elsewhere. All of it on stderr."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from workbench.cli.console import note
from workbench.cli.screen import raw_stderr
from workbench.safe_text import for_terminal

if TYPE_CHECKING:
    from workbench.sim.run import Progress

PLAIN_EVERY_SECONDS = 5.0
TITLE_COLUMNS = 18


class Lines:
    """Plain lines: at the start, every few seconds, and at the end."""

    def __init__(self, title: str, unit: str) -> None:
        self.title = title
        self.unit = unit
        self.last = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        is_end = progress.done == progress.total and progress.played
        if not is_end and now - self.last < PLAIN_EVERY_SECONDS:
            return
        self.last = now
        parts = [f"{self.title}: {progress.done:,} of {progress.total:,} {self.unit}"]
        if not is_end and progress.games_per_second:  # at the end the command tells the rate of all of it
            parts.append(f"{progress.games_per_second:,.0f} {self.unit}/s")
        if not is_end and progress.seconds_left is not None:
            parts.append(f"{short_time(progress.seconds_left)} left")
        note(", ".join(parts) + (f"; {progress.headline}" if progress.headline else ""))

    def handler(self) -> logging.Handler:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
        return handler


class Live:
    """One line that moves, of less than 80 columns, with the rate and the headline under it."""

    def __init__(self, title: str, unit: str, display: Any, console: Any, below: Any) -> None:
        self.unit = unit
        self.display = display
        self.console = console
        self.below = below
        title = for_terminal(title)
        name = title if len(title) <= TITLE_COLUMNS else f"{title[: TITLE_COLUMNS - 1]}…"
        self.task = display.add_task(name, total=None, left="", done="")

    def __call__(self, progress: Progress) -> None:
        left = progress.seconds_left
        self.display.update(
            self.task,
            total=progress.total,
            completed=progress.done,
            done=f"{progress.done:,} of {progress.total:,}",
            left=f"{short_time(left)} left" if left else "",
        )
        rate = f"{progress.games_per_second:,.0f} {self.unit}/s" if progress.games_per_second else "starting"
        self.below.plain = for_terminal("; ".join(part for part in (rate, progress.headline) if part))

    def handler(self) -> logging.Handler:
        from rich.logging import RichHandler

        return RichHandler(console=self.console, show_path=False, show_level=False, markup=False)


@contextlib.contextmanager
def shown_progress(title: str, unit: str = "games") -> Iterator[Lines | Live]:
    if not sys.stderr.isatty():
        yield Lines(title, unit)
        return
    from rich.console import Console

    with live_progress(title, unit, Console(file=raw_stderr())) as live:
        yield live


@contextlib.contextmanager
def live_progress(title: str, unit: str, console: Any) -> Iterator[Live]:
    """On a terminal: bar, total and time fit in 80 columns, so that none of them is cut off."""
    from rich.console import Group
    from rich.live import Live as Moving
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn
    from rich.text import Text

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=16),
        TextColumn("{task.fields[done]}"),
        TextColumn("{task.fields[left]}"),
    )
    display, below = Progress(*columns, console=console), Text(style="bold")
    with Moving(Group(display, below), console=console, refresh_per_second=8, transient=True):
        yield Live(title, unit, display, console, below)


def told_to(shown: Lines | Live) -> Callable[[int, int], None]:
    """A plain (done, total) for work that is not a run."""
    from workbench.sim.run import Progress

    began = time.monotonic()

    def tell(done: int, total: int) -> None:
        spent = max(time.monotonic() - began, 1e-9)
        shown(Progress(done, total, done, timed_games=done, timed_seconds=spent))

    return tell


def short_time(seconds: float) -> str:
    """'45 s', '3 min 20 s', '2 h 5 min'."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
