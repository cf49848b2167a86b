"""Squares, lines and rays of the board (section G of the ledger)."""

from __future__ import annotations

import re
from functools import cache


def name(square: int) -> str:
    return "abcdef"[square % 6] + str(square // 6 + 1)


def square_of(text: str) -> int:
    if not re.fullmatch("[a-f][1-6]", text):
        raise ValueError(f"not a square: {text!r}")
    return "abcdef".index(text[0]) + 6 * (int(text[1]) - 1)


@cache
def shift(square: int, dx: int, dy: int) -> int | None:
    """The square at an offset, or None off the board."""
    x, y = square % 6 + dx, square // 6 + dy
    return x + 6 * y if 0 <= x < 6 and 0 <= y < 6 else None


def sign(n: int) -> int:
    return (n > 0) - (n < 0)


@cache
def adjacent(square: int) -> tuple[int, ...]:
    """G-3, in square order."""
    around = (shift(square, dx, dy) for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)))
    return tuple(q for q in around if q is not None)


@cache
def vector(start: int, target: int) -> tuple[int, int]:
    return target % 6 - start % 6, target // 6 - start // 6


@cache
def between(start: int, target: int) -> tuple[int, ...]:
    """G-4: the squares strictly between, on a straight line."""
    dx, dy = vector(start, target)
    steps = max(abs(dx), abs(dy))
    squares = (shift(start, sign(dx) * k, sign(dy) * k) for k in range(1, steps))
    return tuple(q for q in squares if q is not None)


@cache
def paths(start: int, target: int) -> tuple[frozenset[int], ...]:
    """G-5, G-6: the one straight path, or the two L-shaped ones; with the start, without the target."""
    dx, dy = vector(start, target)
    if dx == 0 or dy == 0 or abs(dx) == abs(dy):
        return (frozenset((start, *between(start, target))),)
    corner_x = start + dx
    corner_y = start + 6 * dy
    return tuple(
        frozenset((start, *between(start, corner), corner, *between(corner, target))) for corner in (corner_x, corner_y)
    )


@cache
def ray(start: int, target: int) -> tuple[int, ...]:
    """G-8: the squares that the line between the two centres crosses."""
    dx, dy = vector(start, target)
    crossed = []
    for cx in range(min(dx, 0), max(dx, 0) + 1):
        for cy in range(min(dy, 0), max(dy, 0) + 1):
            square = shift(start, cx, cy)
            if square in (start, target, None):
                continue
            if 2 * abs(dx * cy - dy * cx) < abs(dx) + abs(dy):
                crossed.append(square)
    return tuple(q for q in crossed if q is not None)


def turned(dx: int, dy: int, quarter_turns: int) -> tuple[int, int]:
    """G-2: an offset after quarter turns clockwise."""
    for _ in range(quarter_turns % 4):
        dx, dy = dy, -dx
    return dx, dy


HOMES = ((2, 3), (32, 33))  # the two middle squares of each home edge


def home_edge(owner: int) -> range:
    return range(6) if owner == 0 else range(30, 36)
