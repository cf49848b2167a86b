"""Shapes -> vector PDF with reportlab: true size, reproducible bytes, real text in embedded fonts."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from reportlab import rl_config
from reportlab.lib.colors import Color, HexColor
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from workbench.sheet.shapes import (
    Box,
    Disc,
    Drawing,
    Hoop,
    Line,
    Page,
    Picture,
    Placed,
    Ring,
    Shape,
    Solid,
    Stamp,
    Text,
)
from workbench.sheet.text import FONTS, font_path, text_start
from workbench.sheet.units import mm_to_pt

BEZIER_CIRCLE = 0.5522847498  # how far control points stand from the ends of a quarter circle of radius 1
_FONT_NAMES = {"title": "WorkbenchTitle", "fallback": "WorkbenchFallback"}


def paint_pdf(drawing: Drawing, duplex: str = "", on_page: Callable[[], None] = lambda: None) -> bytes:
    """All pages as one PDF. `duplex` ("long" or "short") tells the print dialogue which edge to flip on."""
    _register_fonts()
    buffer = io.BytesIO()
    first = drawing.pages[0]
    size = (mm_to_pt(first.width), mm_to_pt(first.height))
    own = _FONT_NAMES["fallback"]  # else every page would name a font that is not in the file
    canvas = Canvas(buffer, pagesize=size, invariant=1, pageCompression=1, initialFontName=own)
    canvas.setTitle(drawing.title)
    canvas.setCreator("Duke workbench")
    canvas.setViewerPreference("PrintScaling", "None")
    if duplex:
        canvas.setViewerPreference("Duplex", f"DuplexFlip{duplex.capitalize()}Edge")
    forms: dict[str, str] = {}
    for page in drawing.pages:
        _paint_page(canvas, page, drawing.stamps, forms)
        canvas.showPage()
        on_page()
    canvas.save()
    return buffer.getvalue()


@cache
def _colour(text: str) -> Color:
    return HexColor(text)


def _register_fonts() -> None:
    rl_config.useA85 = 0  # binary streams: a fifth smaller, and faster to write
    for key in FONTS:
        if _FONT_NAMES[key] not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(_FONT_NAMES[key], str(font_path(key))))


def _paint_page(canvas: Any, page: Page, stamps: Mapping[str, Stamp], forms: dict[str, str]) -> None:
    width, height = mm_to_pt(page.width), mm_to_pt(page.height)
    for placed in page.placed:
        if placed.stamp not in forms:
            forms[placed.stamp] = f"stamp{len(forms)}"
            _define_form(canvas, forms[placed.stamp], stamps[placed.stamp])
    canvas.setPageSize((width, height))
    if page.trim:
        canvas.setTrimBox(_box(page, page.trim))
    if page.bleed:
        canvas.setBleedBox(_box(page, page.bleed))
    if page.paper:
        canvas.setFillColor(_colour(page.paper))
        canvas.rect(0, 0, width, height, stroke=0, fill=1)
    c = page.correction
    canvas.transform(c.scale_x, 0, 0, c.scale_y, mm_to_pt(c.offset_x), height - mm_to_pt(c.offset_y))
    _paint_shapes(canvas, page.under)
    for placed in page.placed:
        _place(canvas, placed, stamps[placed.stamp], forms[placed.stamp])
    _paint_shapes(canvas, page.over)


def _box(page: Page, box: Box) -> tuple[float, float, float, float]:
    """A box of the page after correction, in points from the bottom left, kept on the paper."""
    left, top = page.correction.apply(box.left, box.top)
    right, bottom = page.correction.apply(box.right, box.bottom)
    return (
        mm_to_pt(max(0.0, left)),
        mm_to_pt(max(0.0, page.height - bottom)),
        mm_to_pt(min(page.width, right)),
        mm_to_pt(min(page.height, page.height - top)),
    )


def _define_form(canvas: Any, name: str, stamp: Stamp) -> None:
    canvas.beginForm(name, 0, -mm_to_pt(stamp.height), mm_to_pt(stamp.width), 0)
    _paint_shapes(canvas, stamp.shapes)
    canvas.endForm()


def _place(canvas: Any, placed: Placed, stamp: Stamp, form: str) -> None:
    canvas.saveState()
    canvas.translate(mm_to_pt(placed.x), -mm_to_pt(placed.y))
    if placed.quarter_turns % 4:
        half_x, half_y = mm_to_pt(stamp.width / 2), mm_to_pt(stamp.height / 2)
        canvas.translate(half_x, -half_y)
        canvas.rotate(-90 * (placed.quarter_turns % 4))
        canvas.translate(-half_x, half_y)
    canvas.doForm(form)
    canvas.restoreState()


def _paint_shapes(canvas: Any, shapes: tuple[Shape, ...]) -> None:
    for shape in shapes:
        _paint(canvas, shape)


def _paint(canvas: Any, shape: Shape) -> None:
    """Lines and regions as plain PDF operators: reportlab is slow at writing the thousand of a page."""
    match shape:
        case Solid(rings, colour):
            canvas.addLiteral(f"{_rgb(colour)} rg {_path(rings)} f*")
        case Disc(x, y, radius, colour):
            canvas.addLiteral(f"{_rgb(colour)} rg {_circle(x, y, radius)} f")
        case Hoop(x, y, radius, width, colour):
            canvas.addLiteral(f"{_stroke(width, colour)} {_circle(x, y, radius)} s")
        case Line():
            dash = f"[{mm_to_pt(shape.dash):.3f}] 0 d " if shape.dash else ""
            ends = f"{_at(shape.x1, shape.y1)} m {_at(shape.x2, shape.y2)} l S"
            canvas.addLiteral(f"{_stroke(shape.width, shape.colour)} {dash}{ends}{' [] 0 d' if dash else ''}")
        case Text():
            _paint_text(canvas, shape)
        case Picture(x, y, width, height, png):
            box = (mm_to_pt(x), -mm_to_pt(y + height), mm_to_pt(width), mm_to_pt(height))
            canvas.drawImage(ImageReader(io.BytesIO(png)), *box, mask="auto")


def _at(x: float, y: float) -> str:
    """A point in PDF's units; PDF's y points up."""
    return f"{mm_to_pt(x):.5f} {-mm_to_pt(y):.5f}"


def _path(rings: tuple[Ring, ...]) -> str:
    return " ".join(f"{_at(*ring[0])} m " + "".join(f"{_at(*point)} l " for point in ring[1:]) + "h" for ring in rings)


def _circle(x: float, y: float, radius: float) -> str:
    """Four Bezier curves, starting at the right."""
    bend = radius * BEZIER_CIRCLE
    quarters = []
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):  # each leads to the point a quarter further
        start, end = (
            (x + radius * dx - bend * dy, y + radius * dy + bend * dx),
            (x - radius * dy, y + radius * dx),
        )
        before_end = (end[0] + bend * dx, end[1] + bend * dy)
        quarters.append(f"{_at(*start)} {_at(*before_end)} {_at(*end)} c")
    return f"{_at(x + radius, y)} m {' '.join(quarters)} h"


@cache
def _rgb(colour: str) -> str:
    return " ".join(f"{channel:.4g}" for channel in _colour(colour).rgb())


def _stroke(width: float, colour: str) -> str:
    return f"{_rgb(colour)} RG {mm_to_pt(width):.3f} w"


def _paint_text(canvas: Any, shape: Text) -> None:
    canvas.setFillColor(_colour(shape.colour))
    canvas.setFont(_FONT_NAMES[shape.font], mm_to_pt(shape.size))
    canvas.drawString(mm_to_pt(text_start(shape)), -mm_to_pt(shape.y), shape.text)
