"""The Print page: the pages of the sheet as the PDF has them, and the PDF itself."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from workbench.finding import UnusableInput
from workbench.sheet.errors import SheetError
from workbench.sheet.pages import build_drawing
from workbench.sheet.paint_svg import drawing_svgs
from workbench.sheet.plan import SheetPlan, plan_sheet
from workbench.sheet.printers import load_printers
from workbench.sheet.shapes import Drawing
from workbench.sheet.stock import PAPERS, find_stock, stocks
from workbench.sheet.themes import THEMES, one_theme
from workbench.sheet.wishes import Wishes, chosen_printer, sheet_options, tile_work
from workbench.studio.asking import answer, asked, desk_of, politely
from workbench.studio.desk import Desk, kept
from workbench.studio.routes.edit import Draft
from workbench.tileset.load import load_tileset_text

MOST_PAGES = 60


class PrintAsked(Draft):
    """A draft and how it is to be printed."""

    tile_mm: Annotated[float, Field(ge=8, le=300)] = 24.3
    paper: Annotated[str, Field(max_length=40)] = "a4"
    stock: Annotated[str, Field(max_length=60)] = ""
    start_at: Annotated[int, Field(ge=1, le=999)] = 1
    layout: Literal["pairs", "fold", "duplex"] = "pairs"
    flip: Literal["long", "short"] = "long"
    marks: Literal["", "crop", "full", "none"] = ""
    theme: Literal["classic", "light-on-dark", "colour"] = "classic"
    printer: Annotated[str, Field(max_length=100)] = ""
    armies: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    tiles: Annotated[tuple[str, ...], Field(max_length=60)] = ()


@politely
async def choices(request: Request) -> Response:
    """Papers, label stocks, saved printers and themes."""
    return answer(await desk_of(request).run(_choices))


def _choices() -> dict[str, Any]:
    try:
        printers = sorted(load_printers())
    except SheetError:
        printers = []
    return {
        "papers": list(PAPERS),
        "printers": printers,
        "themes": [{"name": theme.name, "summary": theme.summary} for theme in THEMES.values()],
        "stocks": [
            {"id": one.id, "sold_as": f"{one.brand} {one.part}", "paper": one.paper, "labels": one.labels,
             "width_mm": one.label_width, "height_mm": one.label_height, "verified": one.verified}
            for one in stocks()
        ],
    }  # fmt: skip


@politely
async def pages(request: Request) -> Response:
    """Every page as a picture; or, as happens while one works, why there is nothing to print yet."""
    desk, body = desk_of(request), await asked(request, PrintAsked)
    try:
        return answer(await desk.run(_pages, desk, body))
    except SheetError as problem:
        return answer({"refused": str(problem), "help": ""})
    except UnusableInput as problem:
        first = problem.findings[0]
        return answer(
            {"refused": f"{first.tile}: {first.message}" if first.tile else first.message, "help": first.help}
        )


def _pages(desk: Desk, body: PrintAsked) -> dict[str, Any]:
    plan, drawing = _drawing(desk, body)
    pictures = [picture.decode() for picture in drawing_svgs(drawing)[:MOST_PAGES]]
    stock = find_stock(body.stock) if body.stock else None
    note = ""
    if stock and not stock.verified:
        note = f"Where the labels of {stock.id} stand is not verified: print a test page on plain paper first."
    return {
        "pages": [
            {"picture": kept(desk, picture), "number": page.number, "back": page.back}
            for picture, page in zip(pictures, plan.pages, strict=False)
        ],
        "count": len(plan.pages),
        "stickers": sum(len(page.faces) for page in plan.pages),
        "paper_mm": list(plan.options.paper),
        "note": note,
    }


@politely
async def pdf(request: Request) -> Response:
    desk, body = desk_of(request), await asked(request, PrintAsked)
    return Response(await desk.run(_pdf, desk, body), media_type="application/pdf")


def _pdf(desk: Desk, body: PrintAsked) -> bytes:
    from workbench.sheet.paint_pdf import paint_pdf

    plan, drawing = _drawing(desk, body)
    return paint_pdf(drawing, plan.options.flip if plan.options.layout == "duplex" else "")


def _drawing(desk: Desk, body: PrintAsked) -> tuple[SheetPlan, Drawing]:
    tileset = load_tileset_text(body.text, str(desk.project.path(body.name))).require()
    themes = one_theme(body.theme)
    wishes = Wishes(
        tile_mm=body.tile_mm, paper=None if body.stock else body.paper, stock=body.stock or None, layout=body.layout,
        flip=body.flip, marks=body.marks or None, start_at=body.start_at,
    )  # fmt: skip
    options = sheet_options(wishes, icons=False, needs_bleed=themes.need_bleed)
    title, items, stamps, _ = tile_work([tileset], body.armies, body.tiles, {}, options, themes)
    printer = chosen_printer(body.printer or None, None, None, None)
    plan = plan_sheet(items, options)
    return plan, build_drawing(plan, stamps, title, printer.correction, printer.back_offset)


ROUTES = [
    Route("/api/print/choices", choices, methods=["GET"]),
    Route("/api/print/pages", pages, methods=["POST"]),
    Route("/api/print/pdf", pdf, methods=["POST"]),
]
