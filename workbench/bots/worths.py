"""What the bots think of the tiles of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.bots.look import WORTHS

MIDDLING = 100


def reach_worths(rules: Any) -> np.ndarray:
    """Worth by what a tile could do on an empty board, mean of both sides and all squares, scaled to a mean of 100."""
    types = int(rules["types"])
    lengths = rules["run"][: types << 10].reshape(types, 2, 4, 2, 64)[:, :, 0, :, :36] & 255
    means = lengths.mean(axis=(1, 2, 3))
    return np.rint(means * MIDDLING / max(means.mean(), 1e-9)).astype(np.int64)


def build_worths(rules: Any, draw: int = MIDDLING) -> np.recarray:
    """What greedy and deeper bots think of the tiles."""
    table = np.zeros(1, WORTHS).view(np.recarray)
    found = reach_worths(rules)
    table[0].worth[: len(found)] = found
    table[0].draw = draw
    return table
