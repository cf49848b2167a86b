"""What is printed around the tiles: crop marks, cut lines, fold ticks, registration marks, the footer."""

from __future__ import annotations

from workbench.sheet.plan import (
    MARGIN_MM,
    MARK_MM,
    REGISTRATION_INSET_MM,
    REGISTRATION_MM,
    PlannedPage,
    SheetPlan,
    cut_boxes,
    mark_standoff,
    mirrors_left_right,
)
from workbench.sheet.shapes import Box, Line, Shape, Text, rectangle
from workbench.sheet.text import printable, text_width

INK, GREY = "#000000", "#808080"
MARK_LINE_MM = 0.12
SHORTEST_MARK_MM = 0.4
REGISTRATION_LINE_MM = 1.0
Corners = tuple[float, float, float, float]
FOOTER_SIZE_MM = 2.2
LOW_MARGIN_MM = 12.0  # label sheets with less above and below get a footer of one line
NOTICE = "Print at 100 % (actual size), do not fit to page"


def draw_marks(plan: SheetPlan, page: PlannedPage) -> list[Shape]:
    """Marks beside the tiles."""
    shapes: list[Shape] = []
    if plan.options.marks == "crop":
        shapes += _crop_marks(cut_boxes(plan, page), mark_standoff(plan.options), plan.options.paper)
    if plan.options.layout == "fold":
        shapes += _fold_ticks(plan, page)
    return shapes


def _crop_marks(boxes: list[Box], standoff: float, paper: tuple[float, float]) -> list[Shape]:
    """Short lines in the run of every trim edge, outside the bleed; neighbours share the room."""
    lines: dict[Corners, Line] = {}
    for box in boxes:
        for x in (box.left, box.right):
            up = _room([box.top - o.bottom for o in boxes if _same_column(o, box)], box.top)
            down = _room([o.top - box.bottom for o in boxes if _same_column(o, box)], paper[1] - box.bottom)
            _add(lines, x, box.top - standoff, x, box.top - standoff - _length(up, standoff))
            _add(lines, x, box.bottom + standoff, x, box.bottom + standoff + _length(down, standoff))
        for y in (box.top, box.bottom):
            before = _room([box.left - o.right for o in boxes if _same_row(o, box)], box.left)
            after = _room([o.left - box.right for o in boxes if _same_row(o, box)], paper[0] - box.right)
            _add(lines, box.left - standoff, y, box.left - standoff - _length(before, standoff), y)
            _add(lines, box.right + standoff, y, box.right + standoff + _length(after, standoff), y)
    return list(lines.values())


def _room(distances: list[float], to_edge: float) -> float:
    """How far it is to the next tile on that side, or to the paper's edge."""
    return min([to_edge, *(distance for distance in distances if distance >= 0)])


def _same_column(a: Box, b: Box) -> bool:
    return a.left < b.right and b.left < a.right


def _same_row(a: Box, b: Box) -> bool:
    return a.top < b.bottom and b.top < a.bottom


def _length(room: float, standoff: float) -> float:
    return min(MARK_MM, room - 2 * standoff)


def _add(lines: dict[Corners, Line], x1: float, y1: float, x2: float, y2: float) -> None:
    """Keep a mark once, however many tiles ask for it, and only if it is long enough to see."""
    left, right, top, bottom = min(x1, x2), max(x1, x2), min(y1, y2), max(y1, y2)
    key = (round(left, 3), round(top, 3), round(right, 3), round(bottom, 3))
    if right - left + bottom - top >= SHORTEST_MARK_MM:
        lines.setdefault(key, Line(left, top, right, bottom, MARK_LINE_MM, INK))


def draw_cut_lines(plan: SheetPlan, page: PlannedPage) -> list[Shape]:
    """Lines from margin to margin, drawn over the tiles: they survive the first cut."""
    boxes, paper = cut_boxes(plan, page), plan.options.paper
    xs = sorted({round(x, 3) for box in boxes for x in (box.left, box.right)})
    ys = sorted({round(y, 3) for box in boxes for y in (box.top, box.bottom)})
    bottom = max(box.bottom for box in boxes) + MARK_MM
    right = paper[0] - MARGIN_MM
    return [
        *(Line(x, MARGIN_MM, x, bottom, MARK_LINE_MM, GREY) for x in xs),
        *(Line(MARGIN_MM, y, right, y, MARK_LINE_MM, GREY) for y in ys),
    ]


def _fold_ticks(plan: SheetPlan, page: PlannedPage) -> list[Shape]:
    """Dashed ticks above and below the edges where a strip is folded."""
    standoff = mark_standoff(plan.options)
    length = min(MARK_MM, plan.options.gap_mm - 2 * standoff) if plan.options.gap_mm < 2 * MARK_MM else MARK_MM
    shapes: list[Shape] = []
    if length < SHORTEST_MARK_MM:
        return shapes
    for first, second in zip(page.faces[::2], page.faces[1::2], strict=True):
        for x in sorted({round(first.x + first.size, 4), round(second.x, 4)}):
            top, bottom = first.y - standoff, first.y + first.size + standoff
            shapes.append(Line(x, top - length, x, top, MARK_LINE_MM, GREY, 0.4))
            shapes.append(Line(x, bottom, x, bottom + length, MARK_LINE_MM, GREY, 0.4))
    return shapes


def draw_registration(paper: tuple[float, float]) -> list[Shape]:
    """Three marks for cutting plotters: a square top left, angles top right and bottom left."""
    near, size, line = REGISTRATION_INSET_MM, REGISTRATION_MM, REGISTRATION_LINE_MM
    right, bottom = paper[0] - near, paper[1] - near
    return [
        rectangle(near, near, size, size, INK),
        rectangle(right - size, near, size, line, INK),
        rectangle(right - line, near, line, size, INK),
        rectangle(near, bottom - line, size, line, INK),
        rectangle(near, bottom - size, line, size, INK),
    ]


def draw_footer(plan: SheetPlan, page: PlannedPage, title: str, pages: int) -> list[Shape]:
    """A small ruler, the notice, the set's name and the page's number, in the margin below the tiles.

    A sheet that is turned top over bottom has its margin for this at the top of the back.
    """
    width, height = plan.options.paper
    labels = plan.options.labels
    is_low = labels is not None and labels.top < LOW_MARGIN_MM
    at_top = page.back and not mirrors_left_right(plan.options)
    y = MARGIN_MM + 4.5 if at_top else height - MARGIN_MM
    if labels and is_low:
        y = labels.top - 0.8 if at_top else max(y, height - labels.top + 2.6)
    left = MARGIN_MM + (REGISTRATION_INSET_MM + 3.0 if plan.options.registration else 0.0)
    length = 50 if width >= 120 else 20
    name = f"{title}, page {page.number} of {pages}{', back' if page.back else ''}"
    lines = [f"{length} mm. {NOTICE}. {name}"] if is_low else [name, NOTICE]
    shapes = draw_ruler(left, y, length, numbers=not is_low)
    room = width - MARGIN_MM - left - length - 3
    for step, text in enumerate(lines):
        line = _shortened(printable(text, "fallback"), room)
        shapes.append(Text(left + length + 3, y - 2.4 * step, line, FOOTER_SIZE_MM, "fallback", INK, "start"))
    return shapes


def _shortened(line: str, room: float) -> str:
    while len(line) > 1 and text_width(line, FOOTER_SIZE_MM, "fallback") > room:
        line = line[:-2] + "…"
    return line


def draw_ruler(x: float, y: float, length: int, upright: bool = False, numbers: bool = True) -> list[Shape]:
    """A ruler of `length` mm from (x, y) to the right, or upwards; ticks stand above or to the right."""
    shapes: list[Shape] = []

    def stroke(a: float, b: float, c: float, d: float) -> None:
        points = (x + b, y - a, x + d, y - c) if upright else (x + a, y - b, x + c, y - d)
        shapes.append(Line(*points, 0.12, INK))

    stroke(-0.06, 0, length + 0.06, 0)
    for k in range(length + 1):
        stroke(k, 0, k, 2.4 if k % 10 == 0 else 1.8 if k % 5 == 0 else 1.1)
    for k in range(10, length + 1, 10) if numbers else ():
        place = (x + 4.2, y - k + 0.6) if upright else (x + k, y - 2.9)
        shapes.append(Text(*place, str(k), 1.8, "fallback", INK))
    return shapes
