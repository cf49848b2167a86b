"""The squares that icons reach, seen from their tile on an empty board: one function for each way of reaching.

A reach function gets the offset of an icon and treats all ways alike: a tile may lie turned (ENH-V-5).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from workbench.icons import IconType
from workbench.words import BOARD, Offset


class Landing(NamedTuple):
    """A square that an icon reaches, and the squares on the way there that must be free of troops."""

    at: Offset
    free: tuple[Offset, ...] = ()


Reach = Callable[[Offset], tuple[Landing, ...]]


def ahead(at: Offset, squares: int) -> Offset:
    """So many squares from the tile in the direction of the icon."""
    return Offset(squares * ((at.right > 0) - (at.right < 0)), squares * ((at.forward > 0) - (at.forward < 0)))


def there(at: Offset) -> tuple[Landing, ...]:
    """The icon's own square, whatever lies between (JUMP-1)."""
    return (Landing(at),)


def straight_there(at: Offset) -> tuple[Landing, ...]:
    """Exactly the icon's own square (MOVE-1), all between it and the tile being free (MOVE-2)."""
    distance = max(abs(at.right), abs(at.forward))
    return (Landing(at, tuple(ahead(at, k) for k in range(1, distance))),)


def slide(at: Offset, first: int = 1) -> tuple[Landing, ...]:
    """Every square in the direction of the icon from the `first` on, as far as the way is free (SLIDE-1)."""
    return tuple(Landing(ahead(at, k), tuple(ahead(at, j) for j in range(first, k))) for k in range(first, BOARD))


def leap_and_slide(at: Offset) -> tuple[Landing, ...]:
    """The same from the second square on, the first being leapt (JSLIDE-1)."""
    return slide(at, first=2)


REACH: dict[IconType, Reach] = {
    IconType.MOVE: straight_there,
    IconType.JUMP: there,
    IconType.SLIDE: slide,
    IconType.JUMP_SLIDE: leap_and_slide,
    IconType.STRIKE: there,
    IconType.COMMAND: there,
    IconType.DREAD: there,
    IconType.DEFENSE: there,
    IconType.SMASH: straight_there,
    IconType.HAMMER: there,
    IconType.NONCAPTURE_MOVE: straight_there,
    IconType.NONCAPTURE_JUMP: there,
    IconType.NONCAPTURE_SLIDE: slide,
    IconType.NONCAPTURE_JUMP_SLIDE: leap_and_slide,
}


@cache
def landings(icon: IconType, at: Offset) -> tuple[Landing, ...]:
    """Where an icon at this offset from its tile leads."""
    return REACH[icon](at)
