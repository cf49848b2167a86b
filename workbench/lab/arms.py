"""Rule tables of an experiment: the control's, and one per arm that differs in a single tile type.

Building all tables takes a fifth of a second; an arm copies the control's and fills its own type anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from workbench.duke.tables import (
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
PER_TYPE = ("abilities", "is_duke", "linked", "ransom_types", "escape_types", "extras")
COUNTS = ("nransom", "nescape")
# Bots that take no notice of what is left in a bag. Others see a difference before the tile is drawn.
BLIND_TO_BAGS = frozenset({"random", "greedy"})


@dataclass
class ArmTables:
    """The tables of the control and of each arm, for both seats of the army that is changed."""

    contest: Contest
    arms: tuple[Arm, ...]

    @cached_property
    def control(self) -> tuple[np.recarray, np.recarray]:
        """By the seat of the changed army: 0 South, 1 North."""
        own = self.contest.composition
        seats = (own, own.with_seats_swapped())
        order = seats if self.contest.army == 0 else seats[::-1]
        tables = (build_rules(order[0]), build_rules(order[1]))
        for table in tables:
            self._raise_features(table)
        return tables

    @cached_property
    def treated(self) -> tuple[tuple[np.recarray, np.recarray], ...]:
        return tuple((self._arm(arm, 0), self._arm(arm, 1)) for arm in self.arms)

    @cached_property
    def _features(self) -> dict[str, int]:
        compositions = [self.contest.with_tile(arm.tile) for arm in self.arms]
        tables = [_features_of(one) for one in (self.contest.composition, *compositions)]
        return {name: max(table[name] for table in tables) for name in FEATURES}

    def _raise_features(self, table: np.recarray) -> None:
        for name, value in self._features.items():
            table[name][0] = max(int(table[name][0]), value)

    def _arm(self, arm: Arm, seat: int) -> np.recarray:
        table = self.control[seat].copy().view(np.recarray)
        composition = self.contest.with_tile(arm.tile)
        slot = self.contest.slot
        blank = table["blank"][0, 2 * slot : 2 * slot + 2].copy()
        for name in (*PER_TYPE, *COUNTS):
            table[name][0] = 0
        rows = SlotRows(table)
        rows.used = _rows_before(table, slot)
        turns = 4 if Ability.REDEPLOY in arm.tile.abilities else 1
        fill_tile(rows, table[0], slot, arm.tile, turns)
        for side in arm.mute:
            _mute(table, slot, side)
        if arm.keeps_blank:
            table["blank"][0, 2 * slot : 2 * slot + 2] = blank
        _fill_pool(table, composition)
        fill_abilities(table[0], composition)
        fill_extras(table[0])
        self._raise_features(table)
        return table

    def may_skip(self, arm: int, bot: str) -> bool:
        """Whether twins are surely equal as long as the tile has not been drawn.

        Not where something in play looks at what a bag holds: some bots, GUARD-6 with Dread or Link, a draft;
        nor where Divination shows tiles that then return, or where candidates are numbered differently.
        """
        control, other = self.control[0][0], self.treated[arm][0][0]
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


def arm_tables(contest: Contest, arms: Sequence[Arm]) -> ArmTables:
    return ArmTables(contest, tuple(arms))


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


def _small_rules() -> np.dtype[np.void]:
    large = {"run", "reach", "dread", "defense", "hash", "slots", "via_a", "via_b"}
    return np.dtype([(name, *_described(RULES, name)) for name in RULES.names or () if name not in large])


def _described(kind: np.dtype[np.void], name: str) -> tuple[object, ...]:
    field = (kind.fields or {})[name][0]
    return (field.base, field.shape) if field.shape else (field,)


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


