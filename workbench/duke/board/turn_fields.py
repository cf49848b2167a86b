"""Packed turns in plain Python: the layout of `kinds.py`, without calling compiled code for a few shifts."""

from __future__ import annotations

from typing import NamedTuple

from workbench.duke.board.kinds import DIVINE_PICK
from workbench.duke.board.state import NO_SQUARE


class Fields(NamedTuple):
    """The fields of a packed turn; what each holds depends on its kind (see kinds.py)."""

    kind: int
    at: int = NO_SQUARE
    via: int = NO_SQUARE
    to: int = NO_SQUARE
    arg: int = 0
    arg2: int = 0
    link: int = -1  # square of the Link tile whose chain this turn ends
    destroyed: tuple[int, ...] = ()  # types destroyed by a pick from a hand

    @property
    def packed(self) -> int:
        first, second = (*self.destroyed, -1, -1)[:2]
        tail = first + 1 << 39 | second + 1 << 46 if self.kind == DIVINE_PICK else self.link + 1 << 39
        squares = self.at << 5 | self.via << 11 | self.to << 17
        return self.kind | squares | self.arg << 23 | self.arg2 << 31 | tail


def unpack(turn: int) -> Fields:
    kind = turn & 31
    squares = (turn >> 5 & 63, turn >> 11 & 63, turn >> 17 & 63)
    tail, last = (turn >> 39 & 127) - 1, (turn >> 46 & 255) - 1
    if kind == DIVINE_PICK:
        destroyed = tuple(type_ for type_ in (tail, last) if type_ >= 0)
        return Fields(kind, *squares, turn >> 23 & 255, turn >> 31 & 255, -1, destroyed)
    return Fields(kind, *squares, turn >> 23 & 255, turn >> 31 & 255, tail)
