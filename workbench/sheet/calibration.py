"""The test page, and what its measurements say about a printer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from workbench.sheet.errors import SheetError
from workbench.sheet.marks import GREY, INK, NOTICE, draw_ruler
from workbench.sheet.shapes import Correction, Drawing, Line, Page, Shape, Text, frame, rectangle
from workbench.sheet.stock import Stock
from workbench.sheet.text import text_width
from workbench.sheet.units import MM_PER_INCH

PAPER = "#ffffff"
CROSS_MM = 10.0  # the corner crosses' distance from both edges
RULER_MM = 100
TILE_SIZES = (24.3, 25.4, 28.0, 30.0, 35.0, 38.1, 40.0, 44.45)
MEASURES = {
    "width": "length of the level 100 mm ruler",
    "height": "length of the upright 100 mm ruler",
    "left": "top left cross to the left edge of the paper",
    "top": "top left cross to the top edge of the paper",
    "back_x": "how far right the back's cross lies from the front's, seen from the back",
    "back_y": "how far down the back's cross lies from the front's, seen from the back",
}
_LIMITS = {"width": (80, 120), "height": (80, 120), "left": (0, 30), "top": (0, 30), "back_x": (-20, 20),
           "back_y": (-20, 20)}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer's correction and the extra shift of its back pages."""

    correction: Correction = field(default_factory=Correction)
    back_offset: tuple[float, float] = (0.0, 0.0)


def parse_measured(text: str) -> dict[str, float]:
    """'width=99.6,height=100.2,left=10.4,top=9.8' -> numbers; raises SheetError."""
    measured: dict[str, float] = {}
    for part in text.split(","):
        name, equals, number = (piece.strip() for piece in part.partition("="))
        if name not in MEASURES or not equals:
            raise SheetError(f"'{part}' is not NAME=MM; the names are {', '.join(MEASURES)}")
        if name in measured:
            raise SheetError(f"{name} is measured twice: keep one")
        try:
            value = float(number.removesuffix("mm"))
        except ValueError:
            raise SheetError(f"{name}: '{number}' is not a number of millimetres") from None
        low, high = _LIMITS[name]
        if not low <= value <= high:
            raise SheetError(f"{name}: {value:g} mm cannot be right (expected {low} to {high})")
        measured[name] = value
    return measured


def correct(measured: Mapping[str, float]) -> Printer:
    """The correction that makes a printer with these measurements print true.

    A printer that puts page point p at a*p + b needs scale 1/a and offset -b/a. The ruler gives a
    (measured length / 100); the cross at 10 mm gives b.
    """
    stretch_x, stretch_y = measured.get("width", 100) / RULER_MM, measured.get("height", 100) / RULER_MM
    shift_x = measured.get("left", CROSS_MM * stretch_x) - CROSS_MM * stretch_x
    shift_y = measured.get("top", CROSS_MM * stretch_y) - CROSS_MM * stretch_y
    return Printer(
        Correction(1 / stretch_x, 1 / stretch_y, -shift_x / stretch_x, -shift_y / stretch_y),
        (-measured.get("back_x", 0.0) / stretch_x, -measured.get("back_y", 0.0) / stretch_y),
    )


def build_calibration(paper: tuple[float, float], stock: Stock | None = None) -> Drawing:
    """Two pages: the test page, and a back page to hold against the light."""
    front = [*_stock_outlines(stock), *_crosses(paper), *_rulers(paper), *_tile_squares(paper)]
    front += _notes(paper, stock)
    back = [*_crosses(paper), *_back_notes(paper)]
    pages = (Page(*paper, under=tuple(front)), Page(*paper, under=tuple(back)))
    return Drawing("Calibration page", pages, {})


def _words(x: float, y: float, text: str, size: float = 2.6, anchor: str = "start") -> Text:
    return Text(x, y, text, size, "fallback", INK, "middle" if anchor == "middle" else "start")


def _stock_outlines(stock: Stock | None) -> list[Shape]:
    if stock is None or stock.is_full_sheet:
        return []
    shapes: list[Shape] = []
    for index in range(stock.labels):
        shapes += frame(*stock.label_corner(index), stock.label_width, stock.label_height, 0.15, GREY)
    return shapes


def _crosses(paper: tuple[float, float]) -> list[Shape]:
    shapes: list[Shape] = []
    for x in (CROSS_MM, paper[0] - CROSS_MM):
        for y in (CROSS_MM, paper[1] - CROSS_MM):
            shapes.append(Line(x - 4, y, x + 4, y, 0.12, INK))
            shapes.append(Line(x, y - 4, x, y + 4, 0.12, INK))
    middle = (paper[0] / 2, CROSS_MM)
    shapes.append(Line(middle[0] - 4, middle[1], middle[0] + 4, middle[1], 0.12, INK))
    shapes.append(Line(middle[0], middle[1] - 4, middle[0], middle[1] + 4, 0.12, INK))
    return shapes


def _rulers(paper: tuple[float, float]) -> list[Shape]:
    """100 mm and 4 in, level and upright, away from the crosses; on small paper only what fits."""
    shapes: list[Shape] = []
    x, y = 30.0, paper[1] - 20.0
    if paper[0] >= x + RULER_MM + 10:
        shapes += draw_ruler(x, y, RULER_MM)
        shapes.append(_words(x, y + 3.2, "width: 100 mm", 2.2))
        shapes += _inch_ruler(x, y - 12, upright=False)
    if paper[1] >= RULER_MM + 50:
        shapes += draw_ruler(14.0, y - 8, RULER_MM, upright=True)
        shapes.append(_words(14.0, y - 4.5, "height: 100 mm", 2.2))
        shapes += _inch_ruler(24.0, y - 8, upright=True)
    return shapes


def _inch_ruler(x: float, y: float, upright: bool) -> list[Shape]:
    shapes: list[Shape] = []
    for k in range(4 * 8 + 1):
        at, tick = k * MM_PER_INCH / 8, 3.0 if k % 8 == 0 else 1.8 if k % 4 == 0 else 1.0
        ends = (x, y - at, x + tick, y - at) if upright else (x + at, y, x + at, y - tick)
        shapes.append(Line(*ends, 0.12, INK))
    end = (x, y - 4 * MM_PER_INCH) if upright else (x + 4 * MM_PER_INCH, y)
    shapes.append(Line(x, y, *end, 0.12, INK))
    label = (x + 1, y - 4 * MM_PER_INCH - 1.5) if upright else (x + 4 * MM_PER_INCH + 1.5, y)
    shapes.append(_words(*label, "4 in", 2.2))
    return shapes


def _tile_squares(paper: tuple[float, float]) -> list[Shape]:
    """Squares of common tile sizes in one corner: lay a tile on them to find its size."""
    left, top = 40.0, 92.0
    shapes: list[Shape] = []
    sizes = [size for size in TILE_SIZES if left + size + 10 <= paper[0] and top + size + 40 <= paper[1]]
    if sizes:
        shapes.append(rectangle(left - 2, top - 6, 86, sizes[-1] + 8, PAPER))
    for index, size in enumerate(sizes):
        shapes += frame(left, top, size, size, 0.12, INK)
        away = (left + sizes[-1] + 8, top + sizes[-1] - 4.4 * (len(sizes) - 1 - index))
        shapes.append(Line(left + size, top + size, *away, 0.06, GREY))  # from the corner to its number
        shapes.append(_words(away[0] + 0.8, away[1] + 0.8, f"{size:g}", 2.2))
    if sizes:
        shapes.append(_words(left, top - 2, "Measure your tile: lay it into the corner, read its edge (mm)."))
    return shapes


def _notes(paper: tuple[float, float], stock: Stock | None) -> list[Shape]:
    lines = [
        NOTICE + ".",
        "1. Measure both 100 mm rulers.  2. Measure from the top left cross to the left and top edges.",
        "3. workbench calibrate --save NAME --measured width=..,height=..,left=..,top=..",
        "4. workbench sheet SET -o tiles.pdf --printer NAME",
    ]
    if stock is not None:
        state = "" if stock.verified else " (unverified: check it!)"
        lines.append(f"Grey: the labels of {stock.brand} {stock.part}{state}. Hold it against a sheet.")
    return _paragraph(paper, lines)


def _paragraph(paper: tuple[float, float], lines: list[str]) -> list[Shape]:
    """Lines of text on a white ground, so that outlines behind them do not disturb."""
    size = min(2.8, (paper[0] - 30) / 56)
    words = [_words(20, 26 + 4.6 * k, line, size) for k, line in enumerate(lines)]
    width = max(text_width(line, size, "fallback") for line in lines)
    return [rectangle(18, 22, width + 4, 4.6 * len(lines) + 2, PAPER), *words]


def _back_notes(paper: tuple[float, float]) -> list[Shape]:
    lines = [
        "Back page, only for --layout duplex: print both pages on one sheet, double-sided.",
        "Hold it to the light, this side to you. How far does this page's top middle cross lie right of",
        "the front's (back_x) and below it (back_y)? To the left or above: a minus.",
        "workbench calibrate --save NAME --measured ..,back_x=..,back_y=..",
    ]
    return _paragraph(paper, lines)
