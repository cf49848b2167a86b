"""What is asked: which tiles, in whose bags, and against what they are measured.

Asked about are the tiles of all sets but the base set. The reference is the copy-weighted mean of the base set's
tiles that are still in the bag; a shipped effect of each makes up for those that are not.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from workbench.stats.interval import FloatArray
from workbench.tileset.model import TileSet

BASE = "base"
FEWEST_COPIES = 4  # of base tiles in a bag, to be measured against
ArmyName = Literal["light", "dark"]
How = Literal["drawn", "pool", "starts", "terrain"]
COLOURS: tuple[ArmyName, ArmyName] = ("light", "dark")


@dataclass(frozen=True)
class Asked:
    """A tile asked about: its type number (-1: not in this game), whose it is (None: both armies'), how it comes."""

    name: str
    number: int
    army: ArmyName | None
    how: How


@dataclass(frozen=True)
class Question:
    """The tiles of a game as far as the answer needs them; armies are numbered as in the run."""

    names: tuple[str, ...]
    bags: tuple[FloatArray, FloatArray]  # copies by type
    base: tuple[bool, ...]  # by type: whether it is of the base set
    asked: tuple[Asked, ...]
    light: int = 0  # which army is the light one
    drafted: bool = False  # players choose their bags, so that each game has its own

    @property
    def armies_differ(self) -> bool:
        return not np.array_equal(*self.bags)

    @property
    def drawn(self) -> tuple[Asked, ...]:
        return tuple(one for one in self.asked if one.how == "drawn")

    @property
    def share_of_error(self) -> int:
        """Among how many the chance of an error is divided: tiles, those of two unlike armies counting twice."""
        return max(sum(self._shares(one) for one in self.asked), 1)

    def _shares(self, one: Asked) -> int:
        return 0 if one.how == "terrain" else 2 if self.armies_differ and one.army is None else 1

    def holders(self, number: int) -> tuple[int, ...]:
        """The armies that have the type in their bags."""
        return tuple(army for army in (0, 1) if self.bags[army][number] > 0)

    def base_copies(self, number: int, known: Collection[str]) -> int:
        """How many base tiles of known effect are left in the bags that this type is in, at least."""
        return min((int(self._base_bag(army, known).sum()) for army in self.holders(number)), default=0)

    def reference(self, number: int, known: Collection[str]) -> FloatArray:
        """Weights by type of what it is measured against: base tiles by their copies, in the bags that it is in."""
        found = np.zeros(len(self.names))
        holders = self.holders(number)
        for army in holders:
            copies = self._base_bag(army, known)
            found += copies / max(float(copies.sum()), 1.0) / len(holders)
        return found

    def _base_bag(self, army: int, known: Collection[str]) -> FloatArray:
        is_known = [base and name in known for base, name in zip(self.base, self.names, strict=True)]
        return np.where(is_known, self.bags[army], 0.0)


def read_question(about: dict[str, Any]) -> Question:
    """From what a run says of itself (`Run.about`, or `DukeGame.about()`)."""
    tiles, armies = about["tiles"], about["armies"]
    bags = tuple(np.bincount(army["bag"], minlength=len(tiles)).astype(np.float64) for army in armies)
    light = int(about.get("composition", {}).get("light", 0) or 0)
    pool = {one["tile"] for one in about.get("pool") or ()}
    settings = about.get("settings") or {}
    starters = [{army["duke"], *army["starters"]} for army in armies]
    asked = []
    for number, tile in enumerate(tiles):
        if tile["set"] == BASE:
            continue
        if tile["tile"].get("role") == "terrain":
            asked.append(Asked(tile["name"], number, None, "terrain"))
            continue
        owners = [army for army in (0, 1) if bags[army][number] > 0 or number in starters[army]]
        how: How = "drawn" if any(bag[number] > 0 for bag in bags) else "pool" if number in pool else "starts"
        army = None if len(owners) != 1 else COLOURS[owners[0] ^ light]
        asked.append(Asked(tile["name"], number, army, how))
    return Question(
        tuple(tile["name"] for tile in tiles),
        (bags[0], bags[1]),
        tuple(tile["set"] == BASE for tile in tiles),
        tuple(asked),
        light,
        settings.get("objective") == "dynastic_dispute",
    )


def with_terrain(question: Question, sets: Sequence[TileSet]) -> Question:
    """The question with the terrain of the sets in it, which no army ever has (PACK-1): it is not rated."""
    known = {one.name for one in question.asked}
    found = [tile.name for one in sets for tile in one.tiles if tile.role == "terrain" and tile.name not in known]
    more = tuple(Asked(name, -1, None, "terrain") for name in found)
    return replace(question, asked=(*question.asked, *more))
