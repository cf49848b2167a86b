"""Polygons for icons and emblems: pure sums on points."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, hypot, pi, sin

from workbench.sheet.shapes import Point, Ring

Pair = tuple[float, float]


def ring_of(points: Iterable[Pair]) -> Ring:
    return tuple(Point(x, y) for x, y in points)


def moved(ring: Iterable[Pair], dx: float, dy: float, scale: float = 1.0) -> Ring:
    return tuple(Point(x * scale + dx, y * scale + dy) for x, y in ring)


def turned(ring: Iterable[Pair], angle: float) -> Ring:
    """Turned clockwise (y points down) about the origin."""
    c, s = cos(angle), sin(angle)
    return tuple(Point(x * c - y * s, x * s + y * c) for x, y in ring)


def mirrored(right_half: Iterable[Pair]) -> Ring:
    """A shape symmetric about x = 0 from its right half, listed from top to bottom."""
    half = list(right_half)
    return ring_of([*half, *((-x, y) for x, y in reversed(half) if x != 0)])


def circle(x: float, y: float, radius: float, points: int = 24) -> Ring:
    return arc(x, y, radius, 0, 2 * pi * (points - 1) / points, points)


def arc(x: float, y: float, radius: float, start: float, end: float, points: int = 16) -> Ring:
    """Points on an arc, both ends included; angles grow clockwise from the right."""
    step = (end - start) / (points - 1)
    return tuple(Point(x + radius * cos(start + i * step), y + radius * sin(start + i * step)) for i in range(points))


def star(radius: float, points: int, inner: float) -> Ring:
    """A star about the origin with a point at the top; `inner` is the radius of its notches."""
    return tuple(
        Point(r * sin(i * pi / points), -r * cos(i * pi / points))
        for i in range(2 * points)
        for r in ((radius if i % 2 == 0 else inner),)
    )


def hexagram(radius: float) -> Ring:
    return star(radius, 6, radius / 3**0.5)


def inset(ring: Ring, by: float) -> Ring:
    """The ring moved inwards by `by` on every edge (mitred corners); the ring runs clockwise on paper."""
    count = len(ring)
    lines = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        length = hypot(b.x - a.x, b.y - a.y)
        nx, ny = -(b.y - a.y) / length, (b.x - a.x) / length
        lines.append((a.x + nx * by, a.y + ny * by, (b.x - a.x) / length, (b.y - a.y) / length))
    return tuple(_crossing(lines[i - 1], lines[i]) for i in range(count))


def _crossing(first: tuple[float, ...], second: tuple[float, ...]) -> Point:
    x1, y1, dx1, dy1 = first
    x2, y2, dx2, dy2 = second
    cross = dx1 * dy2 - dy1 * dx2
    if abs(cross) < 1e-9:  # the edges run on straight
        return Point(x2, y2)
    t = ((x2 - x1) * dy2 - (y2 - y1) * dx2) / cross
    return Point(x1 + t * dx1, y1 + t * dy1)


def heading(dx: float, dy: float) -> float:
    """The clockwise angle from straight up to the direction (dx, dy), y pointing down."""
    return atan2(dx, -dy)
