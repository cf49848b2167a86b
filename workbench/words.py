"""The nouns of the workbench, defined once."""

from __future__ import annotations

from dataclasses import dataclass
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


SIDES = ("starting", "other")  # what the sides are called, by SideUp


@dataclass(frozen=True, slots=True)
class AbilityRow:
    """All about one ability but its name and numeral."""

    stickers: int  # in the sheet of loose icons that comes with the game
    frees: tuple[SideUp, ...]  # the sides up from which it may take its tile off its square or turn it over
    rules: str  # the section of its rules
    meaning: str  # what it does, in a sentence about the tile


class Ability(StrEnum):
    """Enhanced abilities in the order of their Roman numerals."""

    row: AbilityRow

    def __new__(cls, name: str, row: AbilityRow) -> Ability:
        member = str.__new__(cls, name)
        member._value_ = name
        member.row = row
        return member

    SUMMON = "summon", AbilityRow(
        16, tuple(SideUp), "ENH-I",
        "instead of an icon, from anywhere: goes to an open square beside the Duke, who flips",
    )  # fmt: skip
    DIVINATION = "divination", AbilityRow(
        16, (SideUp.OTHER,), "ENH-II",
        "from its other side: flips, three tiles are drawn, one of them is placed",
    )  # fmt: skip
    ESCAPE = "escape", AbilityRow(
        14, tuple(SideUp), "ENH-III",
        "at the price of a tile beside it, goes to a square where its Duke may start",
    )  # fmt: skip
    RANSOM = "ransom", AbilityRow(
        14, (), "ENH-IV",
        "whoever has captured it may give it back: for an Escape, or for a captured Escape tile",
    )  # fmt: skip
    REDEPLOY = "redeploy", AbilityRow(
        0, tuple(SideUp), "ENH-V",
        "swaps itself for a tile of the bag, or makes a quarter turn; cannot be commanded",
    )  # fmt: skip
    LINK = "link", AbilityRow(
        0, tuple(SideUp), "LINK",
        "from its starting side: flips, and a linked tile flips and may act; from its other side: searches the bag for "
        "a linked tile, which may be placed beside it",
    )  # fmt: skip

    @property
    def numeral(self) -> str:
        return ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")[list(Ability).index(self)]


ABILITIES = {ability.value: ability for ability in Ability}


class Offset(NamedTuple):
    """Where an icon stands, seen from its tile: to the owner's right, and forward."""

    right: int
    forward: int


def place_words(at: Offset) -> str:
    """(-1, 1) -> '1 ahead, 1 left'."""
    ways = ((at.forward, "ahead", "back"), (at.right, "right", "left"))
    return ", ".join(f"{abs(steps)} {one if steps > 0 else other}" for steps, one, other in ways if steps) or "here"


def square_name(square: int) -> str:
    """0 -> 'a1', 35 -> 'f6'."""
    return "abcdef"[square % BOARD] + str(square // BOARD + 1)


def parse_square(name: str) -> int:
    """'a1' -> 0; raises ValueError for anything that is not a square of the board."""
    if len(name) != 2 or name[0] not in "abcdef" or name[1] not in "123456":
        raise ValueError(f"'{name}' is not a square (a1 to f6)")
    return "abcdef".index(name[0]) + BOARD * (int(name[1]) - 1)
