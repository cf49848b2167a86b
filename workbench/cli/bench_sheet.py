"""workbench bench sheet: how fast a page of twelve tiles is drawn, warm."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated

import typer

TILES_ON_A_PAGE = 12
LARGEST_PDF = 100_000  # bytes


def register_bench(bench: typer.Typer) -> None:
    bench.command("sheet")(measure_sheet)


def measure_sheet(
    repeat: Annotated[int, typer.Option(min=1, max=100, help="Runs of each; the best counts.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure a page of twelve base tiles: vector PDF and PNG at 600 dpi.

    Exit code 1 when one takes longer than its limit or the PDF is larger than 100 KB.
    """
    from workbench.cli.bench import Timed, show_times
    from workbench.cli.console import note
    from workbench.sheet.pages import build_drawing, tile_stamps
    from workbench.sheet.paint_pdf import paint_pdf
    from workbench.sheet.paint_png import paint_png
    from workbench.sheet.plan import SheetOptions, plan_sheet
    from workbench.sheet.selection import choose_tiles, tile_items
    from workbench.sheet.shapes import Drawing
    from workbench.sheet.stock import PAPERS
    from workbench.sheet.themes import one_theme
    from workbench.tileset.load import load_sets

    base = load_sets(["base"])
    names = [tile.name for tile in base[0].tiles][:TILES_ON_A_PAGE]
    options = SheetOptions(paper=PAPERS["a4"], tile_mm=24.3)

    def drawn() -> Drawing:
        chosen = choose_tiles(base, ["light"], names, dict.fromkeys(names, 1))
        plan = plan_sheet(tile_items(chosen), options)
        return build_drawing(plan, tile_stamps(chosen, 24.3, one_theme()), "bench")

    size = len(paint_pdf(drawn()))
    results = [
        Timed("12-tile page, vector PDF", _best(lambda: paint_pdf(drawn()), repeat), 0.1),
        Timed("12-tile page, PNG at 600 dpi", _best(lambda: paint_png(drawn(), 600), repeat), 1.5),
    ]
    show_times(results, as_json)
    note(f"the PDF has {size / 1000:.1f} KB (limit {LARGEST_PDF / 1000:g})")
    raise typer.Exit(size > LARGEST_PDF or any(result.seconds > result.limit for result in results))


def _best(work: Callable[[], object], repeat: int) -> float:
    """The best of several runs, after one to warm up."""
    times = []
    for _ in range(repeat + 1):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times[1:])
