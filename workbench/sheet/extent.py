"""How much room a shape takes: a box in millimetres that surely holds it."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.sheet.shapes import Box, Disc, Hoop, Line, Picture, Shape, Solid, Text
from workbench.sheet.text import text_start, text_width


def extent(shape: Shape) -> Box:
    """The box around one shape; generous for lines and letters."""
    match shape:
        case Solid(rings, _):
            xs, ys = [p.x for ring in rings for p in ring], [p.y for ring in rings for p in ring]
            return Box(min(xs), min(ys), max(xs), max(ys))
        case Disc(x, y, radius, _):
            return Box(x - radius, y - radius, x + radius, y + radius)
        case Hoop(x, y, radius, width, _):
            reach = radius + width
            return Box(x - reach, y - reach, x + reach, y + reach)
        case Line():
            w = shape.width
            return Box(min(shape.x1, shape.x2) - w, min(shape.y1, shape.y2) - w,
                       max(shape.x1, shape.x2) + w, max(shape.y1, shape.y2) + w)  # fmt: skip
        case Text():
            size, left = shape.size, text_start(shape)
            right = left + text_width(shape.text, size, shape.font)
            return Box(left - size, shape.y - 1.3 * size, right + size, shape.y + 0.5 * size)
        case Picture(x, y, width, height, _):
            return Box(x, y, x + width, y + height)


def extent_of_all(shapes: Iterable[Shape]) -> Box:
    """The box around several shapes, of which there is at least one."""
    boxes = [extent(shape) for shape in shapes]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
