"""What tiles can do, read from the rule tables: the same for tiles that play alike, whatever they are called."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.duke.board import icons
from workbench.duke.board.slots import KIND, MEMBER_COUNT, SOURCE, TARGET

ABILITIES = 6
LEVEL, FIRST_KIND = 0, 1
DREAD = FIRST_KIND + len(icons.NAMES)
DEFENSE, BLANK, FIRST_ABILITY = DREAD + 1, DREAD + 2, DREAD + 3
FEATURES = FIRST_ABILITY + ABILITIES
FEATURE_NAMES = ("level", *icons.NAMES, "dread", "defense", "blank", "I", "II", "III", "IV", "V", "link")
ROW = (1 << MEMBER_COUNT) - 1
POSES = 2 * 36  # a tile's sides and squares


def _slots(rules: Any, kind: int, side: int, square: int) -> list[tuple[int, int, int]]:
    """(icon kind, source, target) of everything South's tile could do there, area effects member by member."""
    run = int(rules["run"][kind << 10 | side << 9 | square])
    found = []
    for slot in rules["slots"][run >> 8 : (run >> 8) + (run & 255)].tolist():
        icon, source = slot >> KIND & 15, slot >> SOURCE & 63
        if icon == icons.AREA:
            first, count = slot & ROW, slot >> MEMBER_COUNT & ROW
            members = rules["slots"][first : first + count].tolist()
            found += [(icon, source, member >> TARGET & 63) for member in members]
        else:
            found.append((icon, source, slot >> TARGET & 63))
    return found


def icon_features(rules: Any) -> NDArray[np.float64]:
    """A row per type: 1, slots by icon kind (mean over sides and squares), covered squares, abilities."""
    types = int(rules["types"])
    found = np.zeros((types, FEATURES))
    found[:, LEVEL] = 1.0
    for kind in range(types):
        for side in range(2):
            found[kind, BLANK] += int(rules["blank"][kind * 2 + side]) / 2
            for square in range(36):
                key = kind << 10 | side << 9 | square
                found[kind, DREAD] += int(rules["dread"][key]).bit_count() / POSES
                found[kind, DEFENSE] += int(rules["defense"][key]).bit_count() / POSES
                for icon, _, _ in _slots(rules, kind, side, square):
                    found[kind, FIRST_KIND + icon] += 1 / POSES
        for ability in range(ABILITIES):
            found[kind, FIRST_ABILITY + ability] = int(rules["abilities"][kind]) >> ability & 1
    return found


def fingerprints(rules: Any) -> list[str]:
    """A short hash per type of all that decides how its tile plays, links aside."""
    found = []
    for kind in range(int(rules["types"])):
        told: list[Any] = [int(rules["abilities"][kind]), int(rules["is_duke"][kind])]
        for side in range(2):
            for square in range(36):
                key = kind << 10 | side << 9 | square
                told += [_slots(rules, kind, side, square), int(rules["dread"][key]), int(rules["defense"][key])]
        found.append(hashlib.sha256(repr(told).encode()).hexdigest()[:16])
    return found
