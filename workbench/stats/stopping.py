"""What a test that stopped early really says about the effect: a median-unbiased estimate and interval.

The log-likelihood ratio behaves like a Brownian motion between two walls. Outcomes are ordered by stage:
stopping at the upper wall earlier is stronger evidence for a large effect, then running on with a higher
value, then stopping at the lower wall later. The corrected estimate is the effect under which the observed
outcome lies in the middle of that order (Siegmund 1985; fishtest prints the same kind of number).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from workbench.stats.interval import LEVEL, Estimate
from workbench.stats.paired import PairCounts
from workbench.stats.sequential import Decision, Gsprt, regularised, wald_bounds

_TERMS = np.arange(1, 400, dtype=np.float64)


def upper_exit(start: float, width: float, drift: float, time: float) -> float:
    """P(a motion from `start` in (0, width) leaves through `width` before `time`), unit variance."""
    if abs(drift) * width < 1e-9:
        ever = start / width
    elif drift > 0:
        ever = -math.expm1(-2 * drift * start) / -math.expm1(-2 * drift * width)
    else:
        # the same ratio written so that nothing overflows
        gap = width - start
        ever = math.exp(2 * drift * gap) * -math.expm1(2 * drift * start) / -math.expm1(2 * drift * width)
    decay = drift**2 / 2 + (_TERMS * math.pi / width) ** 2 / 2
    sign = np.where(_TERMS % 2 == 1, 1.0, -1.0)
    terms = sign * _TERMS * np.sin(_TERMS * math.pi * start / width) / decay
    exponent = drift * (width - start) - decay * time
    late = math.pi / width**2 * float(np.sum(terms * np.exp(np.minimum(exponent, 700))))
    return min(max(ever - late, 0.0), 1.0)


def stays_above(start: float, width: float, drift: float, time: float, level: float) -> float:
    """P(the motion has not left (0, width) by `time` and then stands at `level` or higher)."""
    grid = np.linspace(level, width, 257)
    decay = (_TERMS * math.pi / width) ** 2 / 2 * time
    shape = np.sin(_TERMS * math.pi * start / width) * np.exp(-decay)
    waves = np.sin(np.outer(grid, _TERMS) * math.pi / width) @ shape
    exponent = np.minimum(drift * (grid - start) - drift**2 * time / 2, 700)
    density = 2 / width * np.exp(exponent) * waves
    area = float(np.sum(density[1:] + density[:-1])) / 2 * (grid[1] - grid[0])
    return min(max(float(area), 0.0), 1.0)


def _at_least_as_high(start: float, width: float, drift: float, time: float, value: float, decision: Decision) -> float:
    """P(an outcome that speaks for at least as large a drift as the one observed)."""
    if decision == "h1":
        return upper_exit(start, width, drift, time)
    if decision == "h0":  # everything but the lower exits up to this time
        return 1 - upper_exit(width - start, width, -drift, time)
    return upper_exit(start, width, drift, time) + stays_above(start, width, drift, time, value)


def _solve(rising: Callable[[float], float], target: float, low: float, high: float) -> float:
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < target else (low, middle)
    return (low + high) / 2


def corrected_estimate(counts: PairCounts, test: Gsprt, look: int = 1, level: float = LEVEL) -> Estimate:
    """The mean pair difference, corrected for having stopped (or not yet) by `test`.

    `look` is how many pairs were played between looks: a test that looks seldom overshoots its walls, which
    then act as if they stood farther out (Siegmund's 0.583 deviations of what happens between two looks).
    """
    values, observed = regularised(counts)
    n = float(observed.sum())
    mean = float(values @ observed) / n
    deviation = math.sqrt(max(float(values**2 @ observed) / n - mean**2, 1e-12))
    slope = (test.mean1 - test.mean0) / deviation  # deviation of the ratio per pair
    lower, upper = (bound / abs(slope) for bound in wald_bounds(test.alpha, test.beta))
    overshoot = 0.583 * math.sqrt(look)
    lower, upper = lower - overshoot, upper + overshoot
    width, start = upper - lower, -lower
    place = min(max(test.ratio(counts) / abs(slope) - lower, 0.0), width)
    decision = test.decide(counts)
    middle = (test.mean0 + test.mean1) / 2
    toward = math.copysign(1.0, slope)

    def chance(effect: float) -> float:
        return _at_least_as_high(start, width, toward * (effect - middle) / deviation, n, place, decision)

    reach = 12 * deviation / math.sqrt(n)
    ends = (mean - reach, mean + reach) if toward > 0 else (mean + reach, mean - reach)
    tail = (1 - level) / 2
    low, centre, high = (_solve(chance, target, *ends) for target in (tail, 0.5, 1 - tail))
    clipped = sorted(min(max(end, -1.0), 1.0) for end in (low, high))
    return Estimate(min(max(centre, clipped[0]), clipped[1]), clipped[0], clipped[1], round(n))
