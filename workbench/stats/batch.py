"""Intervals from chunk sums alone: each chunk is one batch of games, and batches are independent."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from workbench.stats.interval import LEVEL, Estimate, FloatArray


def batch_ratios(above: FloatArray, below: FloatArray, level: float = LEVEL) -> list[Estimate]:
    """sum(above) / sum(below) for each column, rows being batches, with Student's t on the residuals.

    One batch alone gives an infinite interval: nothing is known of its variance.
    """
    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    batches = len(above)
    total = below.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = above.sum(axis=0) / total
        residual = (above - ratio * below) / total
    error = np.sqrt((residual**2).sum(axis=0) * batches / max(batches - 1, 1))
    if batches > 1:
        half = float(special.stdtrit(batches - 1, (1 + level) / 2)) * error
    else:
        half = np.full_like(error, math.inf)
    return [
        Estimate(float(r), float(r - h), float(r + h), int(n)) if n > 0 else _nothing()
        for r, h, n in zip(ratio, half, total, strict=True)
    ]


def _nothing() -> Estimate:
    return Estimate(math.nan, math.nan, math.nan, 0)
