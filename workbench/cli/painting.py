"""From a drawing to the bytes of its files, with progress when there are many pages."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.sheet.shapes import Drawing

MANY_PAGES = 3


def paint(drawing: Drawing, ending: str, dpi: int, duplex: str = "", transparent: bool = False) -> list[bytes]:
    """One PDF, or a PNG or SVG for each page."""
    with _progress(len(drawing.pages)) as step:
        if ending == ".pdf":
            from workbench.sheet.paint_pdf import paint_pdf

            return [paint_pdf(drawing, duplex, step)]
        if ending == ".png":
            from workbench.sheet.paint_png import paint_png

            return paint_png(drawing, dpi, transparent, step)
        from workbench.sheet.paint_svg import drawing_svgs

        return drawing_svgs(drawing)


@contextlib.contextmanager
def _progress(pages: int) -> Iterator[Callable[[], None]]:
    """Yields what to call after each page: a bar on a terminal, nothing elsewhere."""
    if pages < MANY_PAGES or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("pages", total=pages)
        yield lambda: bar.advance(task)
