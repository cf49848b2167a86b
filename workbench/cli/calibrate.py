"""workbench calibrate: print the test page; store what was measured on it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from workbench.cli.stocks import complete_stocks


def register(app: typer.Typer) -> None:
    app.command("calibrate")(calibrate)


def calibrate(
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the test page here (PDF).")] = None,
    paper: Annotated[str | None, typer.Option(help="a4, letter, a5 ... or WxHmm (a4, or the stock's).")] = None,
    stock: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Show this stock's labels.", autocompletion=complete_stocks),
    ] = None,
    save: Annotated[str | None, typer.Option(metavar="NAME", help="Store a correction under this name.")] = None,
    measured: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=MM,...", help="width=, height=, left=, top=, back_x=, back_y= as the page explains."
        ),
    ] = None,
    printers: Annotated[bool, typer.Option("--list", help="Show the saved printers.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Make a printer print at true size: a test page to measure, and the correction that follows.

    1. [b]workbench calibrate -o page.pdf[/b], print the page at 100 % and measure it.

    2. [b]workbench calibrate --save office --measured width=99.6,height=100.2,left=10.4,top=9.8[/b]

    3. [b]workbench sheet my-set.yaml -o tiles.pdf --printer office[/b]
    """
    if (save is None) != (measured is None):
        raise typer.BadParameter("--save and --measured go together")
    if out is None and save is None and not printers:
        raise typer.BadParameter("say -o PAGE.pdf for the test page, --save NAME --measured ..., or --list")
    if save is not None and measured is not None:
        _save(save, measured)
    if out is not None:
        _write_page(out, paper, stock, force)
    if printers:
        _list()


def _save(name: str, measured: str) -> None:
    from workbench.cli.console import fail
    from workbench.sheet.calibration import correct, parse_measured
    from workbench.sheet.errors import SheetError
    from workbench.sheet.printers import save_printer

    if not name.strip():
        raise typer.BadParameter("the printer needs a name", param_hint="--save")
    try:
        printer = correct(parse_measured(measured))
        path = save_printer(name, printer)
    except SheetError as error:
        fail(str(error))
    typer.echo(f"saved '{name}' in {path}: {_words(printer)}")
    typer.echo(f"use it with: workbench sheet SET -o OUT.pdf --printer {name}")


def _words(printer: object) -> str:
    from workbench.sheet.calibration import Printer

    assert isinstance(printer, Printer)
    c, back = printer.correction, printer.back_offset
    text = f"scale {c.scale_x:.5f},{c.scale_y:.5f}  offset {c.offset_x:+.3f},{c.offset_y:+.3f} mm"
    return text + (f"  back {back[0]:+.3f},{back[1]:+.3f} mm" if any(back) else "")


def _write_page(out: Path, paper: str | None, stock_name: str | None, force: bool) -> None:
    from workbench.cli.console import fail
    from workbench.cli.outputs import refuse_existing, write_files
    from workbench.sheet.errors import SheetError

    if out.suffix.lower() != ".pdf":
        fail(f"{out}: the test page is a PDF", "End the name in .pdf.")
    refuse_existing([out], force)
    from workbench.sheet.calibration import build_calibration
    from workbench.sheet.paint_pdf import paint_pdf
    from workbench.sheet.stock import find_stock, parse_paper

    try:
        stock = find_stock(stock_name) if stock_name else None
        size = parse_paper(paper) if paper else (stock.page if stock else parse_paper("a4"))
    except SheetError as error:
        fail(str(error))
    if stock and size != stock.page:
        fail(f"{stock.id} is a {stock.paper} sheet", "Leave --paper out.")
    write_files({out: paint_pdf(build_calibration(size, stock))})
    typer.echo(f"wrote {out} (2 pages; the second only matters for --layout duplex)")


def _list() -> None:
    from workbench.cli.console import columns, fail
    from workbench.sheet.errors import SheetError
    from workbench.sheet.printers import load_printers

    try:
        saved = load_printers()
    except SheetError as error:
        fail(str(error))
    if not saved:
        typer.echo("no printer is saved yet")
    else:
        typer.echo("\n".join(columns([(name, _words(printer)) for name, printer in sorted(saved.items())])))
