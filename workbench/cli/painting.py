"""From a drawing to the bytes of its files, with progress when there are many pages."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.sheet.selection import Chosen
    from workbench.sheet.shapes import Drawing

MANY_PAGES = 3
LINE_EVERY_SECONDS = 2.0


def paint(drawing: Drawing, ending: str, dpi: float, duplex: str = "", transparent: bool = False) -> list[bytes]:
    """One PDF, or a PNG or SVG for each page."""
    with progress("pages", len(drawing.pages)) as step:
        if ending == ".pdf":
            from workbench.sheet.paint_pdf import paint_pdf

            return [paint_pdf(drawing, duplex, step)]
        if ending == ".png":
            from workbench.sheet.paint_png import paint_png

            return paint_png(drawing, dpi, transparent, step)
        from workbench.sheet.paint_svg import drawing_svgs

        return drawing_svgs(drawing)


@contextlib.contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """Yields what to call after each page or picture: a bar on a terminal, a line now and then elsewhere."""
    if total < MANY_PAGES or not sys.stderr.isatty():
        yield _lines(what, total)
        return
    from rich.console import Console
    from rich.progress import Progress

    from workbench.cli.screen import raw_stderr

    with Progress(console=Console(file=raw_stderr()), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _lines(what: str, total: int) -> Callable[[], None]:
    from workbench.cli.console import note

    done, last = 0, time.monotonic()

    def step() -> None:
        nonlocal done, last
        done += 1
        if done < total and time.monotonic() - last > LINE_EVERY_SECONDS:
            last = time.monotonic()
            note(f"{what}: {done} of {total}")

    return step


def warn_of_small_print(chosen: Sequence[Chosen], size_mm: float) -> None:
    """Say what nobody could read on tiles of this edge, or on loose icons of it where no tile is chosen."""
    from workbench.cli.console import note
    from workbench.cli.findings import visible
    from workbench.sheet.legible import too_small, too_small_icons

    what = "tiles" if chosen else "stickers"
    for problem in too_small(chosen, size_mm) if chosen else too_small_icons(size_mm):
        note(f"warning: on {what} of {size_mm:.3g} mm {visible(problem)}")


def emblem_files(chosen: Sequence[Chosen]) -> list[Path]:
    """The pictures that these tiles may bring along: no result goes over one."""
    return [Path(one.set.path).parent / one.tile.emblem for one in chosen if one.tile.emblem]


def warn_of_emblems(chosen: Sequence[Chosen]) -> None:
    """Say which emblems cannot be used (W514) or lose something (W516), as `check` does."""
    from workbench.cli.console import note
    from workbench.cli.findings import visible
    from workbench.sheet.pages import emblem_losses_of, emblem_problems

    for problem in emblem_problems(chosen):
        note(f"warning[W514]: {visible(problem)}; the usual emblem is printed")
    for lost in emblem_losses_of(chosen):
        note(f"warning[W516]: {visible(lost)}")
