"""Rule tables of an experiment: the control's, and one per arm that differs in a single tile type.

Building all tables takes a fifth of a second; an arm copies the control's and fills its own type anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np

from workbench.bots.profile import fingerprint, fingerprints
from workbench.bots.registry import Yardstick, type_named
from workbench.bots.worths import known_fingerprints
from workbench.duke.board.kept_tables import rules_of
from workbench.duke.board.packed import bit, end_row, key_of, keys_of_type, without_rows
from workbench.duke.board.tables import (
    DYNASTIC_DISPUTE,
    RULES,
    SlotRows,
    fill_abilities,
    fill_armies,
    fill_extras,
    fill_features,
    fill_settings,
    fill_tile,
)
from workbench.lab.contest import Arm, Contest
from workbench.tileset.compose import Composition
from workbench.words import SQUARES, Ability

# What a game has: flags that spare work. They are raised in all tables of an experiment where one needs them,
# for candidates are numbered by them and twins must number alike.
FEATURES = (
    "rough", "terrain", "has_dread", "has_defense", "duke_shield", "has_extra", "has_redeploy", "has_link",
    "has_arrivals", "has_flags", "has_area", "careful_draw", "recurrent",
)  # fmt: skip
ROW_FIELDS = ("slots", "via_a", "via_b")
KEY_FIELDS = ("run", "reach", "open", "line", "dread", "defense")
TYPE_FIELDS = (
    "abilities", "is_duke", "linked", "ransom_types", "escape_types", "nransom", "nescape", "extras", "blank",
    "shows_dread", "dreadful", "swap", "pool",
)  # fmt: skip


@dataclass(frozen=True)
class Patch:
    """What an arm's tables have that the control's have not, for both seats alike."""

    first_row: int
    rows: tuple[np.ndarray, ...]  # of ROW_FIELDS
    keys: tuple[np.ndarray, ...]  # of KEY_FIELDS, for the changed type
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
        """Fill the changed type anew, as `build_rules` does, and cut out what changed."""
        table, changed_type = self._room[0], self.contest.changed_type
        composition = self.contest.with_tile(arm.tile)
        for name in TYPE_FIELDS:
            table[name][0] = 0
        rows = SlotRows(table)
        rows.used = first_row = _rows_before(table, changed_type)
        turns = 4 if Ability.REDEPLOY in arm.tile.abilities else 1
        keys = keys_of_type(changed_type)
        for name in KEY_FIELDS:
            table[name][0, keys] = 0
        for name in ("blank", "shows_dread"):
            table[name][0] = self.control[0][name][0]
        blank = table["blank"][0, 2 * changed_type : 2 * changed_type + 2].copy()
        fill_tile(rows, table[0], changed_type, arm.tile, turns)
        for side in arm.mute:
            _mute(table, changed_type, side)
        if arm.keeps_blank:
            table["blank"][0, 2 * changed_type : 2 * changed_type + 2] = blank
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
        changed_type = self.contest.changed_type
        for name, rows in zip(ROW_FIELDS, patch.rows, strict=True):
            table[name][0, patch.first_row : patch.first_row + len(rows)] = rows
        for name, keys in zip(KEY_FIELDS, patch.keys, strict=True):
            table[name][0, keys_of_type(changed_type)] = keys
        for name, values in zip(TYPE_FIELDS, patch.types, strict=True):
            table[name][0] = values

    def may_skip(self, arm: int, bot: str) -> bool:
        """Whether twins are surely equal as long as the tile has not been drawn.

        Not where something in play looks at what a bag holds: some bots, GUARD-6 with Dread or Link, a draft;
        nor where Divination shows tiles that then return, or where candidates are numbered differently.
        """
        control, other = self.control[0][0], self.treated(arm, 0)[0]
        changed_type = self.contest.changed_type
        seen = (*self.contest.composition.tiles, self.arms[arm].tile)
        starts = self.contest.top < 0 or self._starts_on_board
        return not (
            starts
            or type_named(bot).sees_bags
            or control.careful_draw
            or control.objective == DYNASTIC_DISPUTE
            or any(Ability.DIVINATION in tile.abilities for tile in seen)
            or control.nransom != other.nransom
            or control.nescape != other.nescape
            or not np.array_equal(control.extras[: 2 * changed_type], other.extras[: 2 * changed_type])
        )

    @cached_property
    def yardstick(self) -> Yardstick:
        """One for the control and all arms: as learned if every tile of theirs is known, else all by their icons."""
        changed_type = self.contest.changed_type
        prints = {*fingerprints(self.control[0][0])}
        prints |= {fingerprint(self.treated(arm, 0)[0], changed_type) for arm in range(len(self.arms))}
        return "shipped" if known_fingerprints() >= prints else "icons"

    @property
    def _starts_on_board(self) -> bool:
        army = self.contest.composition.armies[self.contest.army]
        return self.contest.changed_type in (army.duke, *army.starters)


@lru_cache(maxsize=4)
def _rules_of(composition: Composition) -> np.recarray:
    """The rounds of a tuning share their control."""
    return rules_of(composition)


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
    large = {*KEY_FIELDS, *ROW_FIELDS, "hash"}
    names = [name for name in RULES.names or () if name not in large]
    return np.dtype([(name, RULES[name].base, RULES[name].shape) for name in names])


def _rows_before(table: np.recarray, changed_type: int) -> int:
    """Where the rows of the last type begin: after those of all others."""
    runs = table["run"][0, : key_of(changed_type, 0, 0, 0, 0)]
    return int(np.max(end_row(runs), initial=0))


def _mute(table: np.recarray, changed_type: int, side: int) -> None:
    """The side neither acts nor threatens; what it shows (Dread, Defense) stays."""
    for quarters in range(4):
        for owner in range(2):
            first = key_of(changed_type, side, quarters, owner, 0)
            runs = table["run"][0, first : first + SQUARES]
            runs[:] = without_rows(runs)
            table["reach"][0, first : first + SQUARES] = 0


def _fill_pool(table: np.recarray, composition: Composition) -> None:
    table["swap"][0] = -1
    table["pool"][0] = 0
    for pooled in composition.pool:
        table["swap"][0, pooled.replaces] = pooled.tile
        table["pool"][0] |= bit(pooled.tile)
