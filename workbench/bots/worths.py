"""What the bots think of the tiles of a game: learned by `workbench lab worth`, shipped in worths.json.

A tile that the file does not know gets its worth from its icons, by a regression over the tiles that it knows. A bot
that knows one tile and guesses another would be a biased judge between them: so where one tile of a game must be
guessed, all of them are.
"""

from __future__ import annotations

import hashlib
import json
import weakref
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from workbench.bots.look import WORTHS
from workbench.bots.profile import FEATURE_NAMES, fingerprints, icon_features
from workbench.bots.registry import Yardstick
from workbench.duke.board.compile import Rules
from workbench.duke.board.packed import KEYS_PER_TYPE, first_row
from workbench.icons import ICONS

MIDDLING = 100
LEAST, MOST = 10, 500  # no tile is worth less than nothing: a bot would be glad to lose it
FILE = Path(__file__).with_name("worths.json")
_built: dict[tuple[bytes, Yardstick], np.recarray] = {}
_yardsticks: dict[bytes, Yardstick] = {}
_digests: dict[int, tuple[weakref.ref[np.recarray], bytes]] = {}


@lru_cache(maxsize=1)
def shipped_worths() -> dict[str, Any]:
    """The learned values with the plans that made them."""
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


@lru_cache(maxsize=1)
def known_fingerprints() -> frozenset[str]:
    """Of the tiles whose worth is shipped."""
    return frozenset(tile["fingerprint"] for tile in shipped_worths()["tiles"])


def yardstick_of(rules: Rules) -> Yardstick:
    """How the tiles of a game are valued: as learned if every one of them is known, else all by their icons."""
    key = _tables_digest(rules)
    if key not in _yardsticks:
        known = known_fingerprints().issuperset(fingerprints(rules))
        _yardsticks[key] = "shipped" if known else "icons"
    return _yardsticks[key]


def tile_worths(rules: Rules, name: str = "worth", yardstick: Yardstick | None = None) -> np.ndarray:
    """Points of every type of a game, all measured alike: "worth" all in all, "beyond" its ways to go."""
    if (yardstick or yardstick_of(rules)) == "shipped":
        known = {tile["fingerprint"]: tile[name] for tile in shipped_worths()["tiles"]}
        found = np.array([known[print_] for print_ in fingerprints(rules)])
    else:
        found = icon_features(rules) @ by_feature(shipped_worths()["icons"][name])
    return np.rint(np.clip(found, LEAST, MOST)).astype(np.int64)


def by_feature(values: Mapping[str, float]) -> np.ndarray:
    """Points of each of FEATURE_NAMES; an icon that was not there to be learned counts like the plainest of its use."""
    plainest = {icon.value: next(one.value for one in ICONS if one.row.use is icon.row.use) for icon in ICONS}
    return np.array([values.get(name, values.get(plainest.get(name, ""), 0.0)) for name in FEATURE_NAMES])


def build_worths(rules: Rules, yardstick: Yardstick | None = None) -> np.recarray:
    """What a bot thinks, as a record for compiled code; made once for each set of rule tables."""
    measure = yardstick or yardstick_of(rules)
    key = _tables_digest(rules), measure
    if key not in _built:
        _built[key] = _build(rules, measure)
    return _built[key].copy().view(np.recarray)


def flat_worths(types: int) -> np.recarray:
    """What a player thinks who knows nothing of the tiles: all alike."""
    table = np.zeros(1, WORTHS).view(np.recarray)
    table[0].worth[:types] = MIDDLING
    return table


def _build(rules: Rules, yardstick: Yardstick) -> np.recarray:
    table = np.zeros(1, WORTHS).view(np.recarray)
    points = shipped_worths()["points"]
    one = table[0]
    for name in ("worth", "beyond"):
        found = tile_worths(rules, name, yardstick)
        one[name][: len(found)] = found
    one.bag, one.guarded, one.tempo = (round(points[name]) for name in ("bag", "guarded", "tempo"))
    one.mobility, one.logit = round(100 * points["mobility"]), max(1, round(points["logit"]))
    return table


def _tables_digest(rules: Rules) -> bytes:
    """Tables do not change once they are made: each array of them is read once, as long as somebody holds it."""
    holder = rules.base
    if holder is None or len(holder) != 1:
        return _digest(rules)
    place = id(holder)
    if place not in _digests or _digests[place][0]() is not holder:
        _digests[place] = weakref.ref(holder, lambda _: _digests.pop(place, None)), _digest(rules)
    return _digests[place][1]


def _digest(rules: Rules) -> bytes:
    types = int(rules["types"])
    keys = types * KEYS_PER_TYPE
    digest = hashlib.blake2b(digest_size=16)
    by_type = (("abilities", types), ("is_duke", types), ("blank", 2 * types))
    for name, count in (("run", keys), ("dread", keys), ("defense", keys), *by_type):
        digest.update(np.ascontiguousarray(rules[name][:count]).tobytes())
    digest.update(rules["slots"][: first_row(int(rules["run"][:keys].max())) + 256].tobytes())
    return digest.digest()
