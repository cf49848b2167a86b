"""What the bots think of the tiles of a game: learned by `workbench lab worth`, shipped in worths.json.

A tile that the file does not know gets its worth from its icons, by a regression over the tiles that it knows.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from workbench.bots.look import WORTHS
from workbench.bots.profile import fingerprints, icon_features

MIDDLING = 100
LEAST, MOST = 10, 500  # no tile is worth less than nothing: a bot would be glad to lose it
FILE = Path(__file__).with_name("worths.json")
_built: dict[bytes, np.recarray] = {}


@lru_cache(maxsize=1)
def shipped_worths() -> dict[str, Any]:
    """The learned values with the plans that made them."""
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def tile_worths(rules: Any, name: str = "worth") -> np.ndarray:
    """Points of every type of a game, learned or by its icons: "worth" all in all, "beyond" its ways to go."""
    known = {tile["fingerprint"]: tile[name] for tile in shipped_worths()["tiles"]}
    guessed = icon_features(rules) @ np.array(shipped_worths()["icons"][name])
    found = [known.get(print_, guess) for print_, guess in zip(fingerprints(rules), guessed, strict=True)]
    return np.rint(np.clip(np.array(found), LEAST, MOST)).astype(np.int64)


def build_worths(rules: Any) -> np.recarray:
    """What a bot thinks, as a record for compiled code; made once for each set of rule tables."""
    key = _tables_digest(rules)
    if key not in _built:
        _built[key] = _build(rules)
    return _built[key].copy().view(np.recarray)


def flat_worths(types: int) -> np.recarray:
    """What a player thinks who knows nothing of the tiles: all alike."""
    table = np.zeros(1, WORTHS).view(np.recarray)
    table[0].worth[:types] = MIDDLING
    return table


def _build(rules: Any) -> np.recarray:
    table = np.zeros(1, WORTHS).view(np.recarray)
    points = shipped_worths()["points"]
    one = table[0]
    for name in ("worth", "beyond"):
        found = tile_worths(rules, name)
        one[name][: len(found)] = found
    one.bag, one.guarded, one.tempo = (round(points[name]) for name in ("bag", "guarded", "tempo"))
    one.mobility, one.logit = round(100 * points["mobility"]), max(1, round(points["logit"]))
    return table


def _tables_digest(rules: Any) -> bytes:
    types = int(rules["types"])
    digest = hashlib.blake2b(digest_size=16)
    for name, count in (("run", types << 10), ("dread", types << 10), ("defense", types << 10), ("abilities", types)):
        digest.update(np.ascontiguousarray(rules[name][:count]).tobytes())
    digest.update(rules["slots"][: (int(rules["run"][: types << 10].max()) >> 8) + 256].tobytes())
    return digest.digest()
