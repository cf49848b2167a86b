"""Intervals for one mean: win rates, scores with draws, pair differences.

One formula serves all of them. Wilson's interval for a proportion solves (m - mu)^2 = z^2 v(mu) / n with
v(mu) = mu (1 - mu). A score with draws has a smaller variance: v(mu) = mu (1 - mu) - h, where h is what the
sample says is missing (a quarter of the draw share). Solving the same quadratic with h shrunk by
n / (n + z^2) gives Wilson's formula with p (1 - p) replaced by the sample variance s^2:

    centre = (m + z^2 / 2n) / (1 + z^2 / n)
    half   = z / (1 + z^2 / n) * sqrt(s^2 / n + z^2 / 4n^2)

Without draws it is Wilson's interval exactly; with nothing but draws it is a rule-of-three bound.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

FloatArray = NDArray[np.float64]

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, and how many independent units it rests on."""

    value: float
    low: float
    high: float
    n: int

    def scaled(self, factor: float, shift: float = 0.0) -> Estimate:
        ends = sorted((self.low * factor + shift, self.high * factor + shift))
        return Estimate(self.value * factor + shift, ends[0], ends[1], self.n)

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def two_sided_z(level: float = LEVEL) -> float:
    """The normal quantile that leaves (1 - level) / 2 in each tail: 1.96 for 95 %."""
    return float(special.ndtri((1 + level) / 2))


def normal_p_value(z: ArrayLike) -> FloatArray:
    """Two-sided p-value of a standard normal statistic."""
    return np.asarray(2 * special.ndtr(-np.abs(np.asarray(z, dtype=np.float64))))


def mean_bounds(
    mean: ArrayLike, variance: ArrayLike, n: ArrayLike, level: float = LEVEL
) -> tuple[FloatArray, FloatArray]:
    """Bounds for the mean of values in [0, 1], from sample mean, sample variance and n (vectorised)."""
    m, s2, count = (np.asarray(part, dtype=np.float64) for part in (mean, variance, n))
    z2 = two_sided_z(level) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        shrink = 1 + z2 / count
        centre = (m + z2 / (2 * count)) / shrink
        half = np.sqrt(z2 * (s2 / count + z2 / (4 * count**2))) / shrink
    low = np.where(count > 0, np.clip(centre - half, 0, 1), 0.0)
    high = np.where(count > 0, np.clip(centre + half, 0, 1), 1.0)
    return np.minimum(low, np.where(count > 0, m, low)), np.maximum(high, np.where(count > 0, m, high))


def bounded_mean(
    total: float, total_squares: float, n: int, span: tuple[float, float] = (0.0, 1.0), level: float = LEVEL
) -> Estimate:
    """The mean of n values inside `span`, from their sum and the sum of their squares.

    When all values are equal the interval keeps the width of a rule-of-three bound: 3.8 / n of the span.
    """
    if n == 0:
        return Estimate(sum(span) / 2, span[0], span[1], 0)
    width = span[1] - span[0]
    mean = total / n
    variance = max(total_squares / n - mean**2, 0.0) / width**2
    low, high = mean_bounds((mean - span[0]) / width, variance, n, level)
    return Estimate(mean, span[0] + width * float(low), span[0] + width * float(high), n)


def sample_quantile(values: ArrayLike, share: float, level: float = LEVEL) -> Estimate:
    """A quantile with the interval between order statistics that the binomial distribution of ranks gives."""
    data = np.sort(np.asarray(values, dtype=np.float64))
    n = len(data)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    half = two_sided_z(level) * math.sqrt(n * share * (1 - share))
    low, high = math.floor(n * share - half), math.ceil(n * share + half)
    return Estimate(float(np.quantile(data, share)), float(data[max(low, 0)]), float(data[min(high, n - 1)]), n)


def sample_mean(values: ArrayLike, level: float = LEVEL) -> Estimate:
    """The mean of unbounded values (plies, turns) with a normal interval from the sample variance."""
    data = np.asarray(values, dtype=np.float64)
    n = len(data)
    if n == 0:
        return Estimate(math.nan, math.nan, math.nan, 0)
    mean = float(data.mean())
    half = two_sided_z(level) * float(data.std(ddof=1)) / math.sqrt(n) if n > 1 else math.inf
    return Estimate(mean, mean - half, mean + half, n)


def units_needed(deviation: float, half_width: float, level: float = LEVEL) -> int:
    """How many independent units give a mean this half width, if one unit has this standard deviation."""
    return math.ceil((two_sided_z(level) * deviation / half_width) ** 2)
