"""Twin games on the same luck: the pair is the unit, its difference lies in [-1, 1]."""

from __future__ import annotations

from collections.abc import Mapping

from scipy import special

from workbench.stats.interval import LEVEL, Estimate, bounded_mean

PairCounts = Mapping[float, int]  # difference of a pair (with score minus without) -> how many pairs


def paired_difference(counts: PairCounts, level: float = LEVEL) -> Estimate:
    """The mean difference with its interval; all pairs equal leaves a bound of about 3.8 / n."""
    n = sum(counts.values())
    total = sum(value * count for value, count in counts.items())
    squares = sum(value**2 * count for value, count in counts.items())
    return bounded_mean(total, squares, n, (-1.0, 1.0), level)


def rule_of_three(n: int, confidence: float = 0.95) -> float:
    """The largest rate that n trials without a single event still allow: about 3 / n."""
    if n == 0:
        return 1.0
    return float(-special.expm1(special.log1p(-confidence) / n))


def sign_test(above: int, below: int) -> float:
    """Exact two-sided p-value that `above` and `below` come from a fair coin (McNemar's exact test)."""
    n = above + below
    if n == 0:
        return 1.0
    return min(1.0, 2 * float(special.bdtr(min(above, below), n, 0.5)))


def sign_test_of(counts: PairCounts) -> float:
    """The sign test on the discordant pairs."""
    above = sum(count for value, count in counts.items() if value > 0)
    below = sum(count for value, count in counts.items() if value < 0)
    return sign_test(above, below)


def discordant(counts: PairCounts) -> int:
    return sum(count for value, count in counts.items() if value != 0)
