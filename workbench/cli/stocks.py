"""workbench stocks: the label stocks that `sheet` and `calibrate` know."""

from __future__ import annotations

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("stocks")(stocks)


def complete_stocks(incomplete: str) -> list[str]:
    from workbench.sheet.stock import stocks as known

    return [stock.id for stock in known() if stock.id.startswith(incomplete.lower())]


def stocks(
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="Show all numbers of one.", autocompletion=complete_stocks),
    ] = None,
    fits: Annotated[
        float | None, typer.Option("--fits", metavar="MM", help="Only labels that hold a tile of this edge.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All numbers in mm, for programs.")] = False,
) -> None:
    """List the label stocks: size, count, and whether the positions are verified."""
    from dataclasses import asdict

    from workbench.cli.console import columns, fail, print_json
    from workbench.sheet.errors import SheetError
    from workbench.sheet.stock import find_stock
    from workbench.sheet.stock import stocks as known

    try:
        chosen = [find_stock(name)] if name else list(known())
    except SheetError as error:
        fail(str(error))
    if fits is not None:
        chosen = [stock for stock in chosen if min(stock.label_width, stock.label_height) >= fits]
    if as_json:
        print_json({"version": 1, "unit": "mm", "stocks": [asdict(stock) for stock in chosen]})
    elif name:
        typer.echo("\n".join(columns([(key, str(value)) for key, value in asdict(chosen[0]).items()])))
    else:
        head = ("NAME", "LABEL MM", "SHEET", "LABELS", "SOLD AS", "POSITIONS")
        rows = [
            (
                stock.id,
                f"{stock.label_width:g} x {stock.label_height:g}",
                stock.paper,
                f"{stock.columns} x {stock.rows} = {stock.labels}",
                f"{stock.brand} {stock.part}",
                "verified" if stock.verified else "unverified: check with `workbench calibrate`",
            )
            for stock in chosen
        ]
        typer.echo("\n".join(columns([head, *rows])))
