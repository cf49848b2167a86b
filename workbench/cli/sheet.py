"""workbench sheet: tiles as stickers at true size, on paper or label stock."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.stocks import complete_stocks
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.sheet.calibration import Printer
    from workbench.sheet.plan import Item, SheetOptions, SheetPlan
    from workbench.sheet.shapes import Drawing, Stamp
    from workbench.sheet.themes import Theme

ENDINGS = (".pdf", ".png", ".svg")
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


class ThemeName(StrEnum):
    CLASSIC = "classic"
    LIGHT_ON_DARK = "light-on-dark"
    COLOUR = "colour"


@dataclass
class Wishes:
    """The options of the command that say what the paper looks like."""

    tile_mm: float
    paper: str | None
    stock: str | None
    layout: str
    flip: str
    gap_mm: float | None
    bleed_mm: float | None
    spine_mm: float
    marks: str | None
    start_at: int
    registration: bool


def register(app: typer.Typer) -> None:
    app.command("sheet")(sheet)


def sheet(
    sets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SET", help="Shipped sets or tile files.", autocompletion=complete_sets),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="OUT.pdf (vector), .png or .svg (one file a page).")
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
            help="Label stock: see `stocks`.",
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
    theme: Annotated[ThemeName, typer.Option(help="Colours.", rich_help_panel=TILES)] = ThemeName.CLASSIC,
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

    [b]workbench sheet my-set.yaml -o tiles.pdf[/b] for plain paper, and with [b]--stock NAME[/b] for labels.
    A sheet holds what a game needs: every copy of each tile, for both armies.

    Exit code: 0, or 2 if a set has errors or a file cannot be written; then nothing is.
    """
    from workbench.cli.console import fail
    from workbench.sheet.errors import SheetError

    if not sets and not icons:
        raise typer.BadParameter("name a tile set, or ask for --icons")
    if out is None and plan_json is None and cut is None:
        raise typer.BadParameter("say where to write: -o OUT.pdf", param_hint="--out")
    if out is not None and out.suffix.lower() not in ENDINGS:
        fail(f"{out}: unknown kind of file", f"End the name in {', '.join(ENDINGS)}.")
    wishes = Wishes(tile_mm, paper, stock, layout, flip, gap_mm, bleed_mm, spine_mm, marks, start_at, registration)
    from workbench.sheet.pages import build_drawing
    from workbench.sheet.plan import plan_sheet
    from workbench.sheet.themes import THEMES

    try:
        colours = THEMES[theme.value]
        options = _options(wishes, icons, needs_bleed=colours.paper != "#ffffff")
        title, items, stamps = (
            _icon_work(icon_counts or [], options, colours)
            if icons
            else _tile_work(sets or [], armies, tiles, copies or [], options, colours)
        )
        adjust = _printer(printer, offset_mm, scale, back_offset_mm)
        planned = plan_sheet(items, options)
        drawing = build_drawing(planned, stamps, title, colours, adjust.correction, adjust.back_offset)
        _write(planned, drawing, out, cut, plan_json, dpi, force)
    except SheetError as error:
        fail(str(error))


def _options(wishes: Wishes, icons: bool, needs_bleed: bool) -> SheetOptions:
    from workbench.cli.console import note
    from workbench.sheet.errors import PlanError
    from workbench.sheet.face import CELL
    from workbench.sheet.plan import SheetOptions, largest_bleed
    from workbench.sheet.stock import find_stock, parse_paper

    stock = find_stock(wishes.stock) if wishes.stock else None
    paper = parse_paper(wishes.paper) if wishes.paper else (stock.page if stock else parse_paper("a4"))
    if stock and paper != stock.page:
        raise PlanError(f"{stock.id} is a {stock.paper} sheet: leave --paper out")
    if stock and not stock.verified:
        note(f"{stock.id}: where its labels stand is not verified; check with `workbench calibrate --stock`")
    labels = stock if stock and not stock.is_full_sheet else None
    if labels and wishes.gap_mm is not None:
        raise PlanError(f"--gap-mm: the labels of {labels.id} stand where they stand")
    if icons and labels:
        raise PlanError("--icons needs a full sheet, not separate labels")
    size = CELL * wishes.tile_mm if icons else wishes.tile_mm
    gap = wishes.gap_mm if wishes.gap_mm is not None else (0.0 if icons else 4.0)
    marks: Any = wishes.marks
    if marks is None:
        marks = "full" if icons else "crop"
        if labels and min(labels.label_width, labels.label_height) - size < 4:
            marks = "none"  # the label itself is the tile
    draft = SheetOptions(
        paper=paper, tile_mm=size, stock=stock, layout="pairs" if icons else wishes.layout,  # type: ignore[arg-type]
        flip=wishes.flip, gap_mm=gap, bleed_mm=0.0, spine_mm=wishes.spine_mm, marks=marks,  # type: ignore[arg-type]
        start_at=wishes.start_at, registration=wishes.registration, loose=icons,
    )  # fmt: skip
    from dataclasses import replace

    most = largest_bleed(draft)
    default = min(1.0, most) if needs_bleed and not icons else 0.0
    bleed = default if wishes.bleed_mm is None else wishes.bleed_mm
    if labels and bleed > most + 1e-9:
        raise PlanError(f"--bleed-mm {bleed:g} would run into the next tile; {most:g} is the most on {labels.id}")
    return replace(draft, bleed_mm=bleed)


def _tile_work(
    names: list[str],
    armies: str,
    only: str | None,
    copies: list[str],
    options: SheetOptions,
    theme: Theme,
) -> tuple[str, list[Item], dict[str, Stamp]]:
    from workbench.sheet.errors import SheetError
    from workbench.sheet.pages import tile_stamps
    from workbench.sheet.selection import ARMIES, choose_tiles, parse_copies, tile_items
    from workbench.tileset.load import load_sets

    wanted = [army.strip() for army in armies.split(",") if army.strip()]
    for army in wanted:
        if army not in ARMIES:
            raise SheetError(f"--armies: '{army}' is neither light nor dark")
    sets = load_sets(names)
    selected = [name.strip() for name in (only or "").split(",") if name.strip()]
    chosen = choose_tiles(sets, wanted, selected, parse_copies(copies))
    title = " + ".join(dict.fromkeys(tile_set.name for tile_set in sets))
    return title, tile_items(chosen), tile_stamps(chosen, options.tile_mm, theme)


def _icon_work(counts: list[str], options: SheetOptions, theme: Theme) -> tuple[str, list[Item], dict[str, Stamp]]:
    from workbench.sheet.pages import icon_stamps
    from workbench.sheet.selection import icon_items, parse_copies

    items = icon_items(parse_copies(counts))
    return "Icon stickers", items, icon_stamps([item.label for item in items], options.tile_mm, theme)


def _printer(name: str | None, offset: str | None, scale: str | None, back_offset: str | None) -> Printer:
    from workbench.sheet.calibration import Printer
    from workbench.sheet.errors import SheetError
    from workbench.sheet.printers import load_printer
    from workbench.sheet.shapes import Correction
    from workbench.sheet.units import parse_pair

    if name and (offset or scale or back_offset):
        raise SheetError("--printer already holds offset, scale and back offset: give one or the other")
    if name:
        return load_printer(name)
    factors = parse_pair(scale, "--scale") if scale else (1.0, 1.0)
    if not all(0.5 <= factor <= 2 for factor in factors):
        raise SheetError(f"--scale '{scale}': factors near 1 are expected, for example 1.004,0.998")
    shift = parse_pair(offset, "--offset-mm") if offset else (0.0, 0.0)
    back = parse_pair(back_offset, "--back-offset-mm") if back_offset else (0.0, 0.0)
    return Printer(Correction(*factors, *shift), back)


def _write(
    plan: SheetPlan,
    drawing: Drawing,
    out: Path | None,
    cut: Path | None,
    plan_json: Path | None,
    dpi: int,
    force: bool,
) -> None:
    from workbench.cli.outputs import numbered, refuse_existing, write_files
    from workbench.cli.painting import paint
    from workbench.sheet.cut import cut_svg

    fronts = [page for page in plan.pages if not page.back]
    pages = [] if out is None else [out] if out.suffix.lower() == ".pdf" else numbered(out, len(plan.pages))
    cuts = [] if cut is None else numbered(cut, len(fronts))
    plans = [] if plan_json is None else [plan_json]
    refuse_existing([*pages, *cuts, *plans], force)
    files: dict[Path, bytes] = {}
    if out is not None:
        duplex = plan.options.flip if plan.options.layout == "duplex" else ""
        files |= dict(zip(pages, paint(drawing, out.suffix.lower(), dpi, duplex), strict=True))
    if cut is not None:
        files |= {path: cut_svg(plan, page) for path, page in zip(cuts, fronts, strict=True)}
    files |= {path: (json.dumps(plan.as_json(), indent=1) + "\n").encode() for path in plans}
    write_files(files)
    faces = sum(len(page.slots) for page in plan.pages)
    pages_text = f"{len(plan.pages)} page{'s' if len(plan.pages) > 1 else ''}"
    typer.echo(f"wrote {', '.join(map(str, files))}: {faces} stickers on {pages_text}; print at 100 %")
