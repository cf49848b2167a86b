"""What kind of game it is: the flags of its rule tables, by which the engine is specialised.

A signature says for each flag which value it has, or that it is not zero where only that matters. Games of one
signature share a special build of the engine, in which these flags are constants.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from workbench.duke.board.tables import RULES

Signature = tuple[tuple[str, int], ...]
FIRST, LAST = "pool", "forts"  # the flags lie side by side in the record
# Known exactly.
EXACT = (
    "rough", "terrain", "has_dragon", "has_dread", "has_defense", "duke_shield", "has_extra", "has_redeploy",
    "has_link", "has_arrivals", "has_flags", "has_area", "careful_draw", "recurrent", "objective", "guard", "mortal",
    "terrain_kills", "wins_apart", "summon_may", "rider_dead_draws", "no_turn_draws", "area_needs_enemy",
    "fort_jslide", "repetition",
)  # fmt: skip
# Known if they are zero: else they are masks or numbers of many values.
IF_ZERO = (
    "pool", "drafted", "dreadful", "hunters", "hunted", "max_turns", "no_progress", "mountains",
    "forts",
)  # fmt: skip
_FIELDS: Any = RULES.fields
_OFFSET = int(_FIELDS[FIRST][1])
_BYTES = int(_FIELDS[LAST][1]) + 8 - _OFFSET
_MOST_KNOWN = 32
_addresses: dict[int, tuple[Any, int]] = {}


def flag_bytes(rules: Any) -> bytes:
    """All flags of rule tables as they are now, to be compared quickly."""
    found = _addresses.get(id(rules))
    if found is None:
        if len(_addresses) >= _MOST_KNOWN:
            _addresses.clear()
        address = np.asarray(rules).__array_interface__["data"][0] + _OFFSET
        found = _addresses[id(rules)] = (rules, address)
    return ctypes.string_at(found[1], _BYTES)


def signature_of(rules: Any) -> Signature:
    """The values that a special build for these tables may count on."""
    exact = [(name, int(rules[name])) for name in EXACT]
    return tuple(exact + [(name, 0) for name in IF_ZERO if not int(rules[name])])
