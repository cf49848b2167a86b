"""Lines on the board, as masks of squares (G-2 to G-8)."""

from __future__ import annotations

from functools import cache

from workbench.duke.board.anywhere import anywhere
from workbench.words import BOARD, SQUARES

FULL_BOARD = (1 << SQUARES) - 1
# South's home edge, North's, and all four edges, as masks
NEAR_EDGE, FAR_EDGE = 0b111111, 0b111111 << 30
BORDER = NEAR_EDGE | FAR_EDGE | 0b100001 << 6 | 0b100001 << 12 | 0b100001 << 18 | 0b100001 << 24


# The two start squares of each owner (SETUP-3)
START_SQUARES = ((2, 3), (32, 33))
START_MASKS = tuple(1 << first | 1 << second for first, second in START_SQUARES)


@anywhere
def start_square(owner: int, which: int) -> int:
    return START_SQUARES[1][which] if owner else START_SQUARES[0][which]


@anywhere
def start_mask(owner: int) -> int:
    return START_MASKS[1] if owner else START_MASKS[0]


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def turned(dx: int, dy: int, quarters: int, owner: int) -> tuple[int, int]:
    """An owner-relative offset as a board vector, for a tile turned clockwise (G-2)."""
    for _ in range(quarters):
        dx, dy = dy, -dx
    return (-dx, -dy) if owner else (dx, dy)


def shifted(square: int, dx: int, dy: int) -> int | None:
    """The square at a board vector from `square`, if it is on the board."""
    x, y = square % BOARD + dx, square // BOARD + dy
    return y * BOARD + x if 0 <= x < BOARD and 0 <= y < BOARD else None


def is_straight(dx: int, dy: int) -> bool:
    return dx == 0 or dy == 0 or abs(dx) == abs(dy)


def _mask(squares: list[int]) -> int:
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


@cache
def between(start: int, target: int) -> int:
    """The squares strictly between two squares on one line (G-4); of others none is."""
    dx, dy = target % BOARD - start % BOARD, target // BOARD - start // BOARD
    if not is_straight(dx, dy):
        return 0
    step = sign(dy) * BOARD + sign(dx)
    return _mask([start + step * k for k in range(1, max(abs(dx), abs(dy)))])


@cache
def paths(start: int, target: int) -> tuple[int, int]:
    """The paths that Defense and Mountains look at, start included: the line, or the two L-shaped ways (G-5, G-6)."""
    dx, dy = target % BOARD - start % BOARD, target // BOARD - start // BOARD
    if is_straight(dx, dy):
        line = between(start, target) | 1 << start
        return line, line
    across = [start + sign(dx) * k for k in range(abs(dx) + 1)]
    up = [start + sign(dy) * BOARD * k for k in range(abs(dy) + 1)]
    across_first = across + [across[-1] + sign(dy) * BOARD * k for k in range(1, abs(dy))]
    up_first = up + [up[-1] + sign(dx) * k for k in range(1, abs(dx))]
    return _mask(across_first), _mask(up_first)


@cache
def ray(start: int, target: int) -> int:
    """The squares that the straight segment between two centres crosses (G-8)."""
    sx, sy = start % BOARD, start // BOARD
    dx, dy = target % BOARD - sx, target // BOARD - sy
    crossed = []
    for square in range(SQUARES):
        cx, cy = square % BOARD - sx, square // BOARD - sy
        inside = min(0, dx) <= cx <= max(0, dx) and min(0, dy) <= cy <= max(0, dy)
        if inside and square not in (start, target) and 2 * abs(dx * cy - dy * cx) < abs(dx) + abs(dy):
            crossed.append(square)
    return _mask(crossed)


# Squares that share a side (G-3)
NEIGHBOURS = tuple(
    tuple(square for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)) if (square := shifted(at, dx, dy)) is not None)
    for at in range(SQUARES)
)
