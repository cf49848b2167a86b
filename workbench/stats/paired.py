"""Twin games on the same luck: the pair is the unit, its difference lies in [-1, 1]."""

from __future__ import annotations

from collections.abc import Mapping

from workbench.stats.interval import LEVEL, Estimate, bounded_mean

PairCounts = Mapping[float, int]  # difference of a pair (with score minus without) -> how many pairs


def paired_difference(counts: PairCounts, level: float = LEVEL) -> Estimate:
    """The mean difference with its interval; all pairs equal leaves a bound of about 3.8 / n."""
    n = sum(counts.values())
    total = sum(value * count for value, count in counts.items())
    squares = sum(value**2 * count for value, count in counts.items())
    return bounded_mean(total, squares, n, (-1.0, 1.0), level)


def discordant(counts: PairCounts) -> int:
    return sum(count for value, count in counts.items() if value != 0)
