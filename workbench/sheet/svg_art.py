"""A user's SVG emblem -> filled rings with their colours: what a tile can print.

Curves become short straight steps. Strokes, text, images, gradients and styles sheets are not drawn, and are named as
lost; a file with nothing to fill is refused with a message.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import atan2, cos, hypot, isfinite, pi, radians, sin, sqrt, tan
from typing import NamedTuple

from workbench.sheet.errors import ArtError
from workbench.sheet.geometry import circle
from workbench.sheet.shapes import Point, Ring, box_ring
from workbench.sheet.svg_colour import GRADIENTS, THEME_INK, losses_of, parse_fill

CURVE_STEPS = 12
MOST_POINTS = 50_000
MOST_ELEMENTS = 20_000
TOO_DETAILED = "is too detailed for an emblem of a few millimetres"
DEEPEST = 50  # groups within groups
# Every pattern below is tried at one place of the text alone, so that reading takes time in proportion to its length.
_TRANSFORM = re.compile(r"[\s,]*([A-Za-z]+)\s*\(([^()]*)\)")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_TOKEN = re.compile(rf"[MmLlHhVvCcSsQqTtAaZz]|{_NUMBER.pattern}")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7}
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Filled(NamedTuple):
    """One region by the even-odd rule, and its colour (THEME_INK: the tile's own)."""

    rings: tuple[Ring, ...]
    colour: str


class SvgArt(NamedTuple):
    """What is drawn of a file, and in words what is not."""

    parts: list[Filled]
    lost: tuple[str, ...]


def parse_svg(text: str) -> SvgArt:
    """The filled elements of an SVG file."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ArtError("has a DOCTYPE or entities, which are not read")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ArtError(f"is not well-formed SVG ({error})") from None
    if root.tag.rpartition("}")[2] != "svg":
        raise ArtError("is not an SVG file")
    if sum(1 for _ in root.iter()) > MOST_ELEMENTS:
        raise ArtError(TOO_DETAILED)
    parts: list[Filled] = []
    lost: dict[str, None] = {}
    points = 0
    try:
        for part in _filled(root, IDENTITY, "black", 0, lost):
            parts.append(part)
            points += sum(len(ring) for ring in part.rings)
            if points > MOST_POINTS:
                raise ArtError(TOO_DETAILED)
    except ArtError:
        raise
    except (ArithmeticError, ValueError):  # sums with numbers beyond all measure
        raise ArtError("has numbers that are too large or too small") from None
    if not parts:
        raise ArtError("has no filled shape (strokes, text and images are not drawn)")
    if not all(isfinite(p.x) and isfinite(p.y) for part in parts for ring in part.rings for p in ring):
        raise ArtError("has numbers that are too large")
    return SvgArt(parts, tuple(lost))


def _filled(
    element: ElementTree.Element, outer: Matrix, fill: str, depth: int, lost: dict[str, None]
) -> Iterator[Filled]:
    if depth > DEEPEST:
        raise ArtError("is nested too deeply")
    style = _parse_style(element.get("style", ""))
    fill = style.get("fill", element.get("fill", fill)).strip()
    matrix = _product(outer, _parse_transform(element.get("transform", "")))
    tag = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
    if tag in ("defs", "clipPath", "mask", "symbol", "metadata") or style.get("display") == "none":
        return
    lost.update(dict.fromkeys(losses_of(element, tag, style)))
    rings = _rings(tag, element) if fill != "none" else []
    if rings:
        colour = parse_fill(fill)
        lost.update({GRADIENTS: None} if colour is None else {})
        outlines = (tuple(_transformed(matrix, point) for point in ring) for ring in rings if len(ring) > 2)
        yield Filled(tuple(outlines), colour or THEME_INK)
    for child in element:
        yield from _filled(child, matrix, fill, depth + 1, lost)


def _parse_style(text: str) -> dict[str, str]:
    pairs = (declaration.partition(":") for declaration in text.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _rings(tag: str, element: ElementTree.Element) -> list[Ring]:
    def number(name: str) -> float:
        found = _NUMBER.match(element.get(name, "0"))
        return float(found[0]) if found else 0.0

    if tag == "path":
        return _path_rings(element.get("d", ""))
    if tag in ("polygon", "polyline"):
        values = [float(value) for value in _NUMBER.findall(element.get("points", ""))]
        if len(values) > 2 * MOST_POINTS:
            raise ArtError(TOO_DETAILED)
        return [tuple(Point(x, y) for x, y in zip(values[::2], values[1::2], strict=False))]
    if tag == "rect":
        return [box_ring(number("x"), number("y"), number("width"), number("height"))]
    if tag == "circle":
        return [circle(number("cx"), number("cy"), number("r"), 48)]
    if tag == "ellipse":
        unit = circle(0, 0, 1, 48)
        return [tuple(Point(number("cx") + p.x * number("rx"), number("cy") + p.y * number("ry")) for p in unit)]
    return []


def _product(a: Matrix, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1],
        a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3],
        a[0] * b[4] + a[2] * b[5] + a[4], a[1] * b[4] + a[3] * b[5] + a[5],
    )  # fmt: skip


def _transformed(m: Matrix, p: Point) -> Point:
    return Point(m[0] * p.x + m[2] * p.y + m[4], m[1] * p.x + m[3] * p.y + m[5])


def _parse_transform(text: str) -> Matrix:
    result, at = IDENTITY, 0
    while found := _TRANSFORM.match(text, at):
        v = [float(value) for value in _NUMBER.findall(found[2])]
        result, at = _product(result, _one_transform(found[1], v)), found.end()
    if text[at:].strip(" \t\r\n,"):
        raise ArtError("has a damaged transform")
    return result


def _one_transform(name: str, v: list[float]) -> Matrix:
    if name == "matrix" and len(v) == 6:
        return (v[0], v[1], v[2], v[3], v[4], v[5])
    if name == "translate" and v:
        return (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
    if name == "scale" and v:
        return (v[0], 0, 0, v[1] if len(v) > 1 else v[0], 0, 0)
    if name == "rotate" and v:
        c, s = cos(radians(v[0])), sin(radians(v[0]))
        cx, cy = (v[1], v[2]) if len(v) == 3 else (0.0, 0.0)
        return (c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)
    if name in ("skewX", "skewY") and v:
        return (1, 0, tan(radians(v[0])), 1, 0, 0) if name == "skewX" else (1, tan(radians(v[0])), 0, 1, 0, 0)
    raise ArtError(f"has a transform that is not read: {name}")


class _Pen:
    """Follows one path's commands and keeps its rings."""

    def __init__(self) -> None:
        self.rings: list[list[Point]] = []
        self.points = 0
        self.at = Point(0, 0)
        self.handle: tuple[str, Point] = ("", Point(0, 0))  # the last control point, for S and T

    def move(self, to: Point) -> None:
        self.count()
        self.rings.append([to])
        self.at = to

    def count(self) -> None:
        self.points += 1
        if self.points > MOST_POINTS:
            raise ArtError(TOO_DETAILED)

    def line(self, to: Point) -> None:
        if not self.rings:
            raise ArtError("has a path that does not begin with M")
        self.count()
        self.rings[-1].append(to)
        self.at = to

    def curve(self, point_at: Callable[[float], Point]) -> None:
        for step in range(1, CURVE_STEPS + 1):
            self.line(point_at(step / CURVE_STEPS))

    def close(self) -> None:
        if self.rings:
            self.count()
            start = self.rings[-1][0]
            self.rings.append([start])
            self.at = start


def _path_rings(data: str) -> list[Ring]:
    tokens, pen, index, command = _TOKEN.findall(data), _Pen(), 0, ""
    while index < len(tokens):
        if tokens[index].isalpha():
            command = tokens[index]
            index += 1
            if command in "Zz":
                pen.close()
                continue
        count = _ARGUMENTS.get(command.lower(), 0)
        values = tokens[index : index + count]
        if not count or len(values) < count or any(value.isalpha() for value in values):
            raise ArtError("has a damaged path")
        _follow(pen, command, [float(value) for value in values])
        index += count
        command = {"M": "L", "m": "l"}.get(command, command)
    return [tuple(ring) for ring in pen.rings if len(ring) > 2]


def _follow(pen: _Pen, command: str, v: list[float]) -> None:
    letter, base = command.lower(), pen.at if command.islower() else Point(0, 0)
    start, handle = pen.at, pen.handle
    pen.handle = ("", start)
    if letter == "h":
        return pen.line(Point(v[0] + base.x, start.y))
    if letter == "v":
        return pen.line(Point(start.x, v[0] + base.y))
    if letter == "a":
        return _follow_arc(pen, v, Point(v[5] + base.x, v[6] + base.y))
    points = [Point(x + base.x, y + base.y) for x, y in zip(v[::2], v[1::2], strict=True)]
    if letter == "m":
        return pen.move(points[0])
    if letter == "l":
        return pen.line(points[0])
    if letter in "st":
        family = "c" if letter == "s" else "q"
        last = handle[1] if handle[0] == family else start
        points.insert(0, Point(2 * start.x - last.x, 2 * start.y - last.y))
        letter = family
    pen.curve(lambda t: _bezier([start, *points], t))
    pen.handle = (letter, points[-2])
    return None


def _bezier(points: list[Point], t: float) -> Point:
    while len(points) > 1:
        points = [Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t) for a, b in pairwise(points)]
    return points[0]


def _follow_arc(pen: _Pen, v: list[float], end: Point) -> None:
    """An elliptic arc by its end points (SVG 1.1, appendix F.6.5)."""
    start, rx, ry, tilt = pen.at, abs(v[0]), abs(v[1]), radians(v[2])
    if rx == 0 or ry == 0 or start == end:
        return pen.line(end)
    c, s = cos(tilt), sin(tilt)
    hx, hy = (start.x - end.x) / 2, (start.y - end.y) / 2
    px, py = c * hx + s * hy, -s * hx + c * hy
    grow = max(1.0, hypot(px / rx, py / ry))
    rx, ry = rx * grow, ry * grow
    square = (rx * ry) ** 2 / ((rx * py) ** 2 + (ry * px) ** 2) - 1
    root = sqrt(max(0.0, square)) * (-1 if bool(v[3]) == bool(v[4]) else 1)
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    cx, cy = c * qx - s * qy + (start.x + end.x) / 2, s * qx + c * qy + (start.y + end.y) / 2
    first = atan2((py - qy) / ry, (px - qx) / rx)
    sweep = (atan2((-py - qy) / ry, (-px - qx) / rx) - first) % (2 * pi)
    sweep = sweep if v[4] else sweep - 2 * pi

    def point_at(t: float) -> Point:
        x, y = rx * cos(first + sweep * t), ry * sin(first + sweep * t)
        return Point(cx + c * x - s * y, cy + s * x + c * y)

    pen.curve(point_at)
    return None
