"""Rule tables of an experiment: the control's, and one per arm that differs in a single tile type.

Building all tables takes a fifth of a second; an arm copies the control's and fills its own type anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np

from workbench.duke.board.tables import (
    DYNASTIC_DISPUTE,
    RULES,
    SlotRows,
    build_rules,
    fill_abilities,
    fill_armies,
    fill_extras,
    fill_features,
    fill_settings,
    fill_tile,
    key_of,
)
from workbench.lab.contest import Arm, Contest
from workbench.tileset.compose import Composition
from workbench.words import SQUARES, Ability

# What a game has: flags that spare work. They are raised in all tables of an experiment where one needs them,
# for candidates are numbered by them and twins must number alike.
FEATURES = (
    "rough", "terrain", "has_dread", "has_defense", "duke_shield", "has_extra", "has_redeploy", "has_link",
    "has_arrivals", "has_flags", "careful_draw", "recurrent",
)  # fmt: skip
ROW_FIELDS = ("slots", "via_a", "via_b")
KEY_FIELDS = ("run", "reach", "dread", "defense")
TYPE_FIELDS = (
    "abilities", "is_duke", "linked", "ransom_types", "escape_types", "nransom", "nescape", "extras", "blank",
    "shows_dread", "dreadful", "swap", "pool",
)  # fmt: skip
# Bots that take no notice of what is left in a bag. Others see a difference before the tile is drawn.
BLIND_TO_BAGS = frozenset({"random", "greedy"})


@dataclass(frozen=True)
class Patch:
    """What an arm's tables have that the control's have not, for both seats alike."""

    first_row: int
    rows: tuple[np.ndarray, ...]  # of ROW_FIELDS
    keys: tuple[np.ndarray, ...]  # of KEY_FIELDS, for the slot's type
    types: tuple[np.ndarray, ...]  # of TYPE_FIELDS, whole


@dataclass
class ArmTables:
    """The tables of the control, and of any arm: laid over a copy of the control's, for tables are large."""

    contest: Contest
    arms: tuple[Arm, ...]

    @cached_property
    def control(self) -> tuple[np.recarray, np.recarray]:
        """By the seat of the changed army: 0 South, 1 North."""
        own = self.contest.composition
        seats = (own, own.with_seats_swapped())
        order = seats if self.contest.army == 0 else seats[::-1]
        tables = tuple(_rules_of(one).copy().view(np.recarray) for one in order)
        for table in tables:
            self._raise_features(table)
        return tables[0], tables[1]

    def treated(self, arm: int, seat: int) -> np.recarray:
        """The tables of an arm: valid until the next arm is asked for."""
        table = self._room[seat]
        self._lay(self._patches[arm], table)
        return table

    @cached_property
    def _room(self) -> tuple[np.recarray, np.recarray]:
        south, north = self.control
        return south.copy().view(np.recarray), north.copy().view(np.recarray)

    @cached_property
    def _patches(self) -> tuple[Patch, ...]:
        return tuple(self._patch(arm) for arm in self.arms)

    @cached_property
    def _features(self) -> dict[str, int]:
        compositions = [self.contest.with_tile(arm.tile) for arm in self.arms]
        tables = [_features_of(one) for one in (self.contest.composition, *compositions)]
        return {name: max(table[name] for table in tables) for name in FEATURES}

    def _raise_features(self, table: np.recarray) -> None:
        for name, value in self._features.items():
            table[name][0] = max(int(table[name][0]), value)

    def _patch(self, arm: Arm) -> Patch:
        """Fill the slot's type anew, as `build_rules` does, and cut out what changed."""
        table, slot = self._room[0], self.contest.slot
        composition = self.contest.with_tile(arm.tile)
        for name in TYPE_FIELDS:
            table[name][0] = 0
        rows = SlotRows(table)
        rows.used = first_row = _rows_before(table, slot)
        turns = 4 if Ability.REDEPLOY in arm.tile.abilities else 1
        keys = slice(slot << 10, slot + 1 << 10)
        for name in KEY_FIELDS:
            table[name][0, keys] = 0
        for name in ("blank", "shows_dread"):
            table[name][0] = self.control[0][name][0]
        blank = table["blank"][0, 2 * slot : 2 * slot + 2].copy()
        fill_tile(rows, table[0], slot, arm.tile, turns)
        for side in arm.mute:
            _mute(table, slot, side)
        if arm.keeps_blank:
            table["blank"][0, 2 * slot : 2 * slot + 2] = blank
        _fill_pool(table, composition)
        fill_abilities(table[0], composition)
        fill_extras(table[0])
        fill_features(table[0], composition)
        self._raise_features(table)
        return Patch(
            first_row,
            tuple(table[name][0, first_row : rows.used].copy() for name in ROW_FIELDS),
            tuple(table[name][0, keys].copy() for name in KEY_FIELDS),
            tuple(np.copy(table[name][0]) for name in TYPE_FIELDS),
        )

    def _lay(self, patch: Patch, table: np.recarray) -> None:
        slot = self.contest.slot
        for name, rows in zip(ROW_FIELDS, patch.rows, strict=True):
            table[name][0, patch.first_row : patch.first_row + len(rows)] = rows
        for name, keys in zip(KEY_FIELDS, patch.keys, strict=True):
            table[name][0, slot << 10 : slot + 1 << 10] = keys
        for name, values in zip(TYPE_FIELDS, patch.types, strict=True):
            table[name][0] = values

    def may_skip(self, arm: int, bot: str) -> bool:
        """Whether twins are surely equal as long as the tile has not been drawn.

        Not where something in play looks at what a bag holds: some bots, GUARD-6 with Dread or Link, a draft;
        nor where Divination shows tiles that then return, or where candidates are numbered differently.
        """
        control, other = self.control[0][0], self.treated(arm, 0)[0]
        slot = self.contest.slot
        seen = (*self.contest.composition.tiles, self.arms[arm].tile)
        starts = self.contest.top < 0 or self._starts_on_board
        return not (
            starts
            or bot.partition(":")[0] not in BLIND_TO_BAGS
            or control.careful_draw
            or control.objective == DYNASTIC_DISPUTE
            or any(Ability.DIVINATION in tile.abilities for tile in seen)
            or control.nransom != other.nransom
            or control.nescape != other.nescape
            or not np.array_equal(control.extras[: 2 * slot], other.extras[: 2 * slot])
        )

    @property
    def _starts_on_board(self) -> bool:
        army = self.contest.composition.armies[self.contest.army]
        return self.contest.slot in (army.duke, *army.starters)


@lru_cache(maxsize=4)
def _rules_of(composition: Composition) -> np.recarray:
    """The rounds of a tuning share their control."""
    return build_rules(composition)


def _features_of(composition: Composition) -> dict[str, int]:
    """The flags alone, by the engine's own function on an otherwise empty table."""
    table = np.zeros(1, _small_rules()).view(np.recarray)
    fill_armies(table[0], composition)
    fill_settings(table[0], composition)
    for number, tile in enumerate(composition.tiles):
        for side in range(2):
            table[0].blank[number * 2 + side] = not tile.face(side).icons
    fill_features(table[0], composition)
    return {name: int(table[name][0]) for name in FEATURES}


@cache
def _small_rules() -> np.dtype[np.void]:
    """The record of the tables without its large fields."""
    large = {"run", "reach", "dread", "defense", "hash", "slots", "via_a", "via_b"}
    names = [name for name in RULES.names or () if name not in large]
    return np.dtype([(name, RULES[name].base, RULES[name].shape) for name in names])


def _rows_before(table: np.recarray, slot: int) -> int:
    """Where the rows of the last type begin: after those of all others."""
    runs = table["run"][0, : slot << 10]
    return int(np.max((runs >> 8) + (runs & 255), initial=0))


def _mute(table: np.recarray, slot: int, side: int) -> None:
    """The side neither acts nor threatens; what it shows (Dread, Defense) stays."""
    for quarters in range(4):
        for owner in range(2):
            first = key_of(slot, side, quarters, owner, 0)
            table["run"][0, first : first + SQUARES] &= ~255
            table["reach"][0, first : first + SQUARES] = 0


def _fill_pool(table: np.recarray, composition: Composition) -> None:
    table["swap"][0] = -1
    table["pool"][0] = 0
    for pooled in composition.pool:
        table["swap"][0, pooled.replaces] = pooled.tile
        table["pool"][0] |= 1 << pooled.tile
