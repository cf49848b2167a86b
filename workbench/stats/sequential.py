"""Pairs that may be looked at as often as one likes: an interval that holds at every look, and the verdict it gives."""

from __future__ import annotations

import math
from typing import Literal

from workbench.stats.anytime import Boundary
from workbench.stats.interval import Estimate
from workbench.stats.paired import PairCounts

ThreeWay = Literal["stronger", "weaker", "equivalent", "undecided"]
PAIRS = Boundary(0.05, 1_000, 200)  # narrowest near 1,000 pairs, and silent before 200


def three_way(found: Estimate, margin: float) -> ThreeWay:
    """What an interval says: all of it within the margin, all above 0, all below; the one shown decides, no other."""
    if max(-found.low, found.high) <= margin:
        return "equivalent"
    if found.low > 0:
        return "stronger"
    return "weaker" if found.high < 0 else "undecided"


def pair_error(counts: PairCounts) -> float:
    """The standard error of the mean difference; one more pair that differs keeps it above 0."""
    n = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / n
    squares = sum(value**2 * count for value, count in counts.items())
    return math.sqrt(((squares + 1) / n - mean**2) / n)


def confidence_sequence(counts: PairCounts, boundary: Boundary = PAIRS) -> Estimate:
    """An interval for the mean difference that holds however often it is looked at, and so after stopping too."""
    n = sum(counts.values())
    if n < boundary.first:
        mean = sum(value * count for value, count in counts.items()) / max(n, 1)
        return Estimate(mean, -1.0, 1.0, n)
    mean = sum(value * count for value, count in counts.items()) / n
    half = float(boundary.factor(n)) * pair_error(counts)
    return Estimate(mean, max(mean - half, -1.0), min(mean + half, 1.0), n)
