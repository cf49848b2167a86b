"""workbench sheet: tiles as stickers at true size, on paper or label stock."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.stocks import complete_stocks
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.sheet.plan import SheetPlan
    from workbench.sheet.shapes import Drawing

ENDINGS = (".pdf", ".png", ".svg")
THEME_NAMES = "classic, light-on-dark or colour"
PAPER, TILES, PRINTER, CUTTER = "Paper and layout", "Which tiles", "Printer", "Cutter and programs"


class Layout(StrEnum):
    PAIRS = "pairs"
    FOLD = "fold"
    DUPLEX = "duplex"


class Flip(StrEnum):
    LONG = "long"
    SHORT = "short"


class Marks(StrEnum):
    CROP = "crop"
    FULL = "full"
    NONE = "none"


def register(app: typer.Typer) -> None:
    app.command("sheet")(sheet)


def sheet(
    sets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SET", help="Shipped sets or tile files.", autocompletion=complete_sets),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="FILE.pdf (vector), .png or .svg, one a page (SET.pdf).",
        ),
    ] = None,
    tile_mm: Annotated[
        float, typer.Option(help="Edge of a tile after cutting.", min=8, max=300, rich_help_panel=PAPER)
    ] = 24.3,
    paper: Annotated[
        str | None,
        typer.Option(help="a4, letter, a5 ... or WxHmm; a4-landscape (a4, or the stock's).", rich_help_panel=PAPER),
    ] = None,
    stock: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Label stock; `stocks --fits 24.3` lists those for tiles of 24.3 mm.",
            autocompletion=complete_stocks,
            rich_help_panel=PAPER,
        ),
    ] = None,
    start_at: Annotated[
        int, typer.Option(metavar="N", help="First free place of a part-used sheet.", rich_help_panel=PAPER)
    ] = 1,
    tiles: Annotated[
        str | None,
        typer.Option(metavar="A,B", help="Only these tiles, by name or code.", rich_help_panel=TILES),
    ] = None,
    armies: Annotated[
        str, typer.Option(help="light, dark or both with a comma.", rich_help_panel=TILES)
    ] = "light,dark",
    copies: Annotated[
        list[str] | None,
        typer.Option(metavar="TILE=N", help="N of this tile in all; repeatable.", rich_help_panel=TILES),
    ] = None,
    layout: Annotated[
        Layout,
        typer.Option(help="Both sides side by side, as a strip to fold, or on two pages.", rich_help_panel=PAPER),
    ] = Layout.PAIRS,
    flip: Annotated[
        Flip, typer.Option(help="Duplex: the edge that the printer turns on.", rich_help_panel=PAPER)
    ] = Flip.LONG,
    gap_mm: Annotated[float | None, typer.Option(help="Between tiles on paper (4).", rich_help_panel=PAPER)] = None,
    bleed_mm: Annotated[
        float | None,
        typer.Option(help="Background beyond the cut (1 if dark, else 0).", rich_help_panel=PAPER),
    ] = None,
    spine_mm: Annotated[
        float,
        typer.Option(help="Fold: the tile's thickness between the faces.", min=0, rich_help_panel=PAPER),
    ] = 0.0,
    marks: Annotated[
        Marks | None, typer.Option(help="Cut marks (crop; on close labels none).", rich_help_panel=PAPER)
    ] = None,
    theme: Annotated[
        str, typer.Option(metavar="THEME", help=f"{THEME_NAMES}; or light=THEME,dark=THEME.", rich_help_panel=TILES)
    ] = "classic",
    icons: Annotated[
        bool,
        typer.Option(
            "--icons", help="Loose icons and numerals instead of faces, as in the box.", rich_help_panel=TILES
        ),
    ] = False,
    icon_counts: Annotated[
        list[str] | None,
        typer.Option(metavar="ICON=N", help="Change a count: move=8, V=4; repeatable.", rich_help_panel=TILES),
    ] = None,
    dpi: Annotated[int, typer.Option(help="Resolution of PNG.", min=50, max=1200, rich_help_panel=PRINTER)] = 300,
    printer: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A printer saved by `calibrate`.", rich_help_panel=PRINTER),
    ] = None,
    offset_mm: Annotated[
        str | None, typer.Option(metavar="X,Y", help="Shift right and down.", rich_help_panel=PRINTER)
    ] = None,
    scale: Annotated[
        str | None,
        typer.Option(metavar="X,Y", help="Stretch, about the top left corner.", rich_help_panel=PRINTER),
    ] = None,
    back_offset_mm: Annotated[
        str | None, typer.Option(metavar="X,Y", help="Extra shift of backs.", rich_help_panel=PRINTER)
    ] = None,
    cut: Annotated[
        Path | None,
        typer.Option(metavar="FILE.svg", help="Also write paths for a cutter.", rich_help_panel=CUTTER),
    ] = None,
    registration: Annotated[
        bool, typer.Option("--registration", help="Print marks for the cutter.", rich_help_panel=CUTTER)
    ] = False,
    plan_json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write pages and slots.", rich_help_panel=CUTTER)
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Print tiles as stickers at true size, both sides, with marks to cut along.

    [b]workbench sheet my-set.yaml[/b] writes my-set.pdf for plain paper, and with [b]--stock NAME[/b] for labels
    ([b]workbench stocks --fits 24.3[/b] lists the sheets of labels that hold a tile of that edge).
    A sheet holds what a game needs: every copy of each tile, for both armies.

    Exit code: 0, or 2 if a set has errors or a file cannot be written; then nothing is.
    """
    from workbench.cli.console import fail
    from workbench.sheet.errors import SheetError

    if not sets and not icons:
        raise typer.BadParameter("name a tile set, or ask for --icons")
    if out is None and plan_json is None and cut is None:
        out = default_name(sets or [])
    if out is not None and out.suffix.lower() not in ENDINGS:
        fail(f"{out}: unknown kind of file", f"End the name in {', '.join(ENDINGS)}.")
    if cut is not None and cut.suffix.lower() != ".svg":
        fail(f"{cut}: paths for a cutter are an SVG", "End the name in .svg.")
    from workbench.cli.painting import emblem_files, warn_of_emblems, warn_of_small_print
    from workbench.sheet.pages import build_drawing
    from workbench.sheet.plan import plan_sheet
    from workbench.sheet.selection import parse_copies
    from workbench.sheet.themes import parse_themes
    from workbench.sheet.wishes import Wishes, chosen_printer, icon_work, sheet_options, tile_work
    from workbench.tileset.load import load_sets

    wishes = Wishes(tile_mm, paper, stock, layout, flip, gap_mm, bleed_mm, spine_mm, marks, start_at, registration)
    try:
        themes = parse_themes(theme)
        options = sheet_options(wishes, icons, needs_bleed=themes.need_bleed)
        _note_unverified(stock)
        if icons:
            work = icon_work(parse_copies(icon_counts or []), options, themes.light)
        else:
            counts = parse_copies(copies or [])
            work = tile_work(load_sets(sets or []), _listed(armies), _listed(tiles), counts, options, themes)
        warn_of_emblems(work.chosen)
        warn_of_small_print(work.chosen, options.tile_mm)
        adjust = chosen_printer(printer, offset_mm, scale, back_offset_mm)
        planned = plan_sheet(work.items, options)
        drawing = build_drawing(planned, work.stamps, work.title, adjust.correction, adjust.back_offset)
        _write(planned, drawing, out, cut, plan_json, dpi, force, [*map(Path, sets or ()), *emblem_files(work.chosen)])
    except SheetError as error:
        fail(str(error))


def default_name(sets: list[str]) -> Path:
    """my-set.yaml -> my-set.pdf, here; icons.pdf where no set is named."""
    return Path(f"{Path(sets[0]).stem}.pdf" if sets else "icons.pdf")


def _note_unverified(name: str | None) -> None:
    from workbench.cli.console import note
    from workbench.sheet.stock import find_stock

    stock = find_stock(name) if name else None
    if stock and not stock.verified:
        note(f"{stock.id}: where its labels stand is not verified; check with `workbench calibrate --stock`")


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in (text or "").split(",") if part.strip()]


def _write(
    plan: SheetPlan,
    drawing: Drawing,
    out: Path | None,
    cut: Path | None,
    plan_json: Path | None,
    dpi: int,
    force: bool,
    read: list[Path],
) -> None:
    from workbench.cli.outputs import numbered, refuse_existing, write_files
    from workbench.cli.painting import paint
    from workbench.sheet.cut import cut_svg

    fronts = [page for page in plan.pages if not page.back]
    pages = [] if out is None else [out] if out.suffix.lower() == ".pdf" else numbered(out, len(plan.pages))
    cuts = [] if cut is None else numbered(cut, len(fronts))
    plans = [] if plan_json is None else [plan_json]
    refuse_existing([*pages, *cuts, *plans], force, inputs=read)
    files: dict[Path, bytes] = {}
    if out is not None:
        duplex = plan.options.flip if plan.options.layout == "duplex" else ""
        files |= dict(zip(pages, paint(drawing, out.suffix.lower(), dpi, duplex), strict=True))
    if cut is not None:
        files |= {path: cut_svg(plan, page) for path, page in zip(cuts, fronts, strict=True)}
    files |= {path: (json.dumps(plan.as_json(), indent=1) + "\n").encode() for path in plans}
    write_files(files)
    faces = sum(len(page.faces) for page in plan.pages)
    pages_text = f"{len(plan.pages)} page{'s' if len(plan.pages) > 1 else ''}"
    typer.echo(f"wrote {', '.join(map(str, files))}: {faces} stickers on {pages_text}; print at 100 %")
