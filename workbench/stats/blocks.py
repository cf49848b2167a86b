"""Games in blocks that share their luck, played twice: the change from one set of rules to another."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy import special

from workbench.stats.cluster import IntArray, numbered
from workbench.stats.interval import LEVEL, Estimate


def block_change(change: NDArray[np.float64], block: IntArray, level: float = LEVEL) -> Estimate:
    """The mean change of a game, with blocks as the unit (Student's t over their means).

    Rare changes make a sample look surer than it is. So the variance counts two more blocks, half of whose games
    changed by 1, up and down: without any change seen the bound is then near that of the rule of three.
    """
    index, blocks = numbered(block)
    sizes = np.bincount(index, minlength=blocks)
    by_block = np.bincount(index, change, blocks) / np.maximum(sizes, 1)
    if blocks < 2:
        value = float(by_block.sum())
        return Estimate(value, -math.inf, math.inf, blocks)
    value = float(by_block.mean())
    unseen = 2 * 0.5**2
    variance = (float(((by_block - value) ** 2).sum()) + unseen) / (blocks - 1)
    half = float(special.stdtrit(blocks - 1, (1 + level) / 2)) * math.sqrt(variance / blocks)
    return Estimate(value, value - half, value + half, blocks)
