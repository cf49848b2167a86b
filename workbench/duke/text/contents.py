"""What a position holds, as plain data: troops, terrain, Flags, and how many tiles of each type a bag has."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.duke.board.packed import owner_of, quarters_of, side_of, type_of
from workbench.duke.text.lettering import Lettering, squares_of
from workbench.duke.text.position_write import troops_of
from workbench.tileset.model import Tile
from workbench.words import Owner, SideUp, square_name

FACING_WORDS = ("north", "east", "south", "west")


@dataclass(frozen=True, slots=True)
class Troop:
    """A tile on the board; `quarter_turns` clockwise as its owner sees it."""

    square: str
    owner: Owner
    tile: Tile
    side: SideUp
    quarter_turns: int = 0

    @property
    def name(self) -> str:
        return self.tile.name

    def __str__(self) -> str:
        return f"{self.owner.name.capitalize()}'s {self.name} on {self.square}, {self.side.name.lower()} side up"

    def __repr__(self) -> str:
        return f"<{self}>"


def troops(s: np.record, letters: Lettering) -> dict[str, Troop]:
    """The troops by the names of their squares, from a1 to f6."""
    return {
        square_name(square): Troop(
            square_name(square),
            Owner(owner_of(key)),
            letters.composition.tiles[type_of(key)],
            SideUp(side_of(key)),
            quarters_of(key),
        )
        for square, key in sorted(troops_of(s).items())
    }


def terrain(s: np.record) -> dict[str, str]:
    """What lies or lives on the board beside troops: Mountain, Fort, or the Dragon and where it looks."""
    found = dict.fromkeys(squares_of(int(s["mountains"])), "Mountain")
    found |= dict.fromkeys(squares_of(int(s["forts"])), "Fort")
    if int(s["dragon"]) >= 0:
        found[int(s["dragon"])] = f"Dragon {FACING_WORDS[int(s['facing'])]}" + (" enraged" if s["enraged"] else "")
    return {square_name(square): what for square, what in sorted(found.items())}


def flags(s: np.record) -> dict[str, Owner]:
    """Whose Flag stands where."""
    return {square_name(int(at)): Owner(number) for number, at in enumerate(s["flag"].tolist()) if at >= 0}


def bag(s: np.record, letters: Lettering, owner: Owner) -> dict[str, int]:
    """How many tiles of each name are left to draw. In which order they lie is nobody's to know."""
    counts: dict[str, int] = {}
    for tile_type in s["bag"][owner, : int(s["nbag"][owner])].tolist():
        counts[letters.name(tile_type)] = counts.get(letters.name(tile_type), 0) + 1
    return dict(sorted(counts.items()))
