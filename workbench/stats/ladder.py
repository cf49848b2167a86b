"""One quantity at several levels of skill: does it change, and does it change one way?

The change is the strongest level less the weakest. It is called not steady where levels disagree: where some pair of
levels surely differs the other way, or surely differs although the ends do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from workbench.stats.interval import LEVEL, Estimate, normal_p_value, two_sided_z
from workbench.stats.multiple import holm

Trend = Literal["more", "less", "not steady", "none shown"]


@dataclass(frozen=True)
class Change:
    """Strongest less weakest; `p_value` is of no change, adjusted for the number of quantities asked about."""

    ends: Estimate
    p_value: float
    trend: Trend


def ladder_changes(rungs: Sequence[Sequence[Estimate]], level: float = LEVEL) -> list[Change]:
    """One row of estimates per quantity, weakest level first; levels are independent of each other.

    Errors are taken from the intervals (of `level`), so that intervals that hold at every look stay cautious here.
    """
    z = two_sided_z(level)
    ends = [_difference(row[0], row[-1]) for row in rungs]
    adjusted = holm([_p_value(one, z) for one in ends])
    return [_change(row, one, float(p), z) for row, one, p in zip(rungs, ends, adjusted, strict=True)]


def _change(row: Sequence[Estimate], ends: Estimate, p_value: float, z: float) -> Change:
    pairs = [_difference(one, other) for one, other in combinations(row, 2)]
    sure = (holm([_p_value(one, z) for one in pairs]) < 0.05).tolist()
    up = any(one.value > 0 and is_sure for one, is_sure in zip(pairs, sure, strict=True))
    down = any(one.value < 0 and is_sure for one, is_sure in zip(pairs, sure, strict=True))
    trend: Trend = "none shown"
    if up and down:
        trend = "not steady"
    elif p_value < 0.05:
        trend = "more" if ends.value > 0 else "less"
    elif (up or down) and len(row) > 2:
        trend = "not steady"
    return Change(ends, p_value, trend)


def _difference(weak: Estimate, strong: Estimate) -> Estimate:
    value = strong.value - weak.value
    half = float(np.hypot(weak.half_width, strong.half_width))
    return Estimate(value, value - half, value + half, min(weak.n, strong.n))


def _p_value(one: Estimate, z: float) -> float:
    error = one.half_width / z
    if not np.isfinite(error):
        return 1.0
    return float(normal_p_value(one.value / max(error, 1e-12)))
