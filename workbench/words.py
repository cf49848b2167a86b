"""The nouns of the workbench, defined once."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple

BOARD = 6
SQUARES = BOARD * BOARD


class Owner(IntEnum):
    """South sets up first on rank 1; North sits on rank 6 (G-1)."""

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> Owner:
        return Owner(1 - self)


class SideUp(IntEnum):
    STARTING = 0
    OTHER = 1


class IconKind(StrEnum):
    MOVE = "move"
    JUMP = "jump"
    SLIDE = "slide"
    JUMP_SLIDE = "jump_slide"
    STRIKE = "strike"
    COMMAND = "command"
    DREAD = "dread"
    DEFENSE = "defense"
    SMASH = "smash"
    HAMMER = "hammer"
    NONCAPTURE_MOVE = "noncapture_move"
    NONCAPTURE_JUMP = "noncapture_jump"


class Ability(StrEnum):
    """Enhanced abilities in the order of their Roman numerals I to VI."""

    SUMMON = "summon"
    DIVINATION = "divination"
    ESCAPE = "escape"
    RANSOM = "ransom"
    REDEPLOY = "redeploy"
    LINK = "link"

    @property
    def numeral(self) -> str:
        return ("I", "II", "III", "IV", "V", "VI")[list(Ability).index(self)]


class Offset(NamedTuple):
    """Where an icon stands, seen from its tile: to the owner's right, and forward."""

    right: int
    forward: int


def square_name(square: int) -> str:
    """0 -> 'a1', 35 -> 'f6'."""
    return "abcdef"[square % BOARD] + str(square // BOARD + 1)


def parse_square(name: str) -> int:
    """'a1' -> 0; raises ValueError for anything that is not a square of the board."""
    if len(name) != 2 or name[0] not in "abcdef" or name[1] not in "123456":
        raise ValueError(f"'{name}' is not a square (a1 to f6)")
    return "abcdef".index(name[0]) + BOARD * (int(name[1]) - 1)
