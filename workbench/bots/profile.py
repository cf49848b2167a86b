"""What tiles can do, read from the rule tables: the same for tiles that play alike, whatever they are called.

Icons and abilities are told by name, so that what was learned of the known ones outlives a new one.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.duke.board import icons
from workbench.duke.board.packed import (
    end_of_members,
    first_member,
    first_row,
    has,
    icon_of,
    key_of,
    row_count,
    source_of,
    target_of,
)
from workbench.icons import ICONS, Use
from workbench.words import Ability

COVERS = tuple(icon.value for icon in ICONS if icon.row.use is Use.COVER)  # columns of the rule tables
FEATURE_NAMES = ("level", *icons.NAMES, *COVERS, "blank", *(ability.value for ability in Ability))
FEATURES = {name: column for column, name in enumerate(FEATURE_NAMES)}
POSES = 2 * 36  # a tile's sides and squares


def _slots(rules: Any, tile_type: int, side: int, square: int) -> list[tuple[str, int, int]]:
    """(icon, source, target) of everything South's tile could do there, area effects member by member."""
    run = int(rules["run"][key_of(tile_type, side, 0, 0, square)])
    found = []
    for slot in rules["slots"][first_row(run) : first_row(run) + row_count(run)].tolist():
        icon, source = icon_of(slot), source_of(slot)
        if icon == icons.AREA:
            members = rules["slots"][first_member(slot) : end_of_members(slot)].tolist()
            found += [(icons.NAMES[icon], source, target_of(member)) for member in members]
        else:
            found.append((icons.NAMES[icon], source, target_of(slot)))
    return found


def _abilities(rules: Any, tile_type: int) -> list[str]:
    return [ability.value for bit, ability in enumerate(Ability) if has(int(rules["abilities"][tile_type]), bit)]


def icon_features(rules: Any) -> NDArray[np.float64]:
    """A row per type, by FEATURE_NAMES: 1, slots by icon (mean over sides and squares), covered squares, abilities."""
    types = int(rules["types"])
    found = np.zeros((types, len(FEATURE_NAMES)))
    found[:, FEATURES["level"]] = 1.0
    for tile_type in range(types):
        for side in range(2):
            found[tile_type, FEATURES["blank"]] += int(rules["blank"][tile_type * 2 + side]) / 2
            for square in range(36):
                key = key_of(tile_type, side, 0, 0, square)
                for cover in COVERS:
                    found[tile_type, FEATURES[cover]] += int(rules[cover][key]).bit_count() / POSES
                for icon, _, _ in _slots(rules, tile_type, side, square):
                    found[tile_type, FEATURES[icon]] += 1 / POSES
        for ability in _abilities(rules, tile_type):
            found[tile_type, FEATURES[ability]] = 1
    return found


def fingerprints(rules: Any) -> list[str]:
    """A short hash per type of all that decides how its tile plays, links aside."""
    return [fingerprint(rules, tile_type) for tile_type in range(int(rules["types"]))]


def fingerprint(rules: Any, tile_type: int) -> str:
    told: list[Any] = [_abilities(rules, tile_type), int(rules["is_duke"][tile_type])]
    for side in range(2):
        for square in range(36):
            key = key_of(tile_type, side, 0, 0, square)
            covered = [(cover, int(rules[cover][key])) for cover in COVERS if rules[cover][key]]
            told += [sorted(_slots(rules, tile_type, side, square)), covered]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]
