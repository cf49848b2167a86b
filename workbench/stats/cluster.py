"""Means over rows that are not independent: the unit is the game, or the pair of twin games.

The two players of a game are perfectly anti-correlated, and twins share their luck. Each mean is therefore
linearised (its influence per row), the influences of a unit are added up, and only units are treated as
independent. `unit` says which rows belong together: rows with the same number are one unit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.stats.interval import LEVEL, Estimate, FloatArray, mean_bounds, two_sided_z

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Means:
    """Several means and how they vary together; a mean of no rows is nan and varies with nothing."""

    values: FloatArray
    rows: IntArray  # how many rows each mean rests on
    spread: FloatArray  # variance of one row's score around its mean
    covariance: FloatArray

    def combined(self, weights: FloatArray) -> tuple[float, float]:
        """Value and standard error of a weighted sum of the means (weights of absent means must be 0)."""
        used = weights != 0
        value = float(weights[used] @ self.values[used])
        return value, float(np.sqrt(weights @ self.covariance @ weights))


def group_means(score: FloatArray, group: IntArray, unit: IntArray, groups: int) -> Means:
    """The mean score of each group 0..groups-1; rows with a negative group are left out."""
    kept = group >= 0
    if not kept.all():
        score, group, unit = score[kept], group[kept], unit[kept]
    rows = np.bincount(group, minlength=groups).astype(np.int64)
    share = np.maximum(rows, 1)
    values = np.bincount(group, score, groups) / share
    residual = score - values[group]
    spread = np.bincount(group, residual**2, groups) / share
    index, units = numbered(unit)
    flat = np.bincount(index * groups + group, residual / share[group], units * groups)
    influence = np.asarray(flat, dtype=np.float64).reshape(units, groups)
    covariance = influence.T @ influence * (units / max(units - 1, 1))
    return Means(np.where(rows > 0, values, np.nan), rows, spread, covariance)


def numbered(unit: IntArray) -> tuple[IntArray, int]:
    """The units renumbered 0, 1, 2, ... and how many there are."""
    if len(unit) == 0:
        return unit.astype(np.int64), 0
    first = int(unit.min())
    if int(unit.max()) - first > 8 * len(unit):  # too sparse for a table
        found, index = np.unique(unit, return_inverse=True)
        return index.astype(np.int64), len(found)
    present = np.bincount(unit - first) > 0
    places = np.cumsum(present) - 1
    return np.asarray(places[unit - first]), int(present.sum())


def mean_estimate(score: FloatArray, unit: IntArray, level: float = LEVEL) -> Estimate:
    """The mean of scores in [0, 1] whose rows may share units."""
    return rate_estimates(_one_mean(score, unit), level)[0]


def _one_mean(score: FloatArray, unit: IntArray) -> Means:
    """`group_means` of one group with all rows in it, which asks for no sorting into groups."""
    rows = max(len(score), 1)
    value = float(score.sum()) / rows
    residual = score - value
    index, units = numbered(unit)
    influence = np.bincount(index, residual / rows, units)
    variance = float(np.square(influence).sum()) * (units / max(units - 1, 1))
    spread = float(np.square(residual).sum()) / rows
    found = value if len(score) else np.nan
    return Means(np.array([found]), np.array([len(score)]), np.array([spread]), np.array([[variance]]))


def effective_rows(means: Means) -> FloatArray:
    """How many independent rows would give each mean the same variance."""
    variance = np.diag(means.covariance)
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = means.spread / variance
    return np.where((variance > 0) & np.isfinite(effective), effective, means.rows)


def rate_estimates(means: Means, level: float = LEVEL) -> list[Estimate]:
    """Each mean of scores in [0, 1] with the interval that its effective number of rows gives."""
    values = np.nan_to_num(means.values, nan=0.5)
    low, high = mean_bounds(values, means.spread, effective_rows(means), level)
    return [
        Estimate(float(v), float(lo), float(hi), int(n))
        for v, lo, hi, n in zip(values, low, high, means.rows, strict=True)
    ]


def difference(means: Means, first: int, second: int, level: float = LEVEL) -> Estimate:
    """Mean `first` less mean `second`, with what they share taken into account."""
    weights = np.zeros(len(means.values))
    weights[first], weights[second] = 1.0, -1.0
    n = int(min(means.rows[first], means.rows[second]))
    if n == 0:
        return Estimate(0.0, -1.0, 1.0, 0)
    value, error = means.combined(weights)
    # an error of 0 comes from a handful of equal results: keep a rule-of-three width
    half = max(two_sided_z(level) * error, 3.0 / n if error == 0 else 0.0)
    return Estimate(value, max(value - half, -1.0), min(value + half, 1.0), n)


def ratio_estimates(above: NDArray[Any], below: NDArray[Any], unit: IntArray, level: float = LEVEL) -> list[Estimate]:
    """sum(above) / sum(below) for each column, rows clustered by unit (captures per tile deployed).

    One column at a time, so that a million rows of small numbers never become a table of large ones.
    """
    index, units = numbered(unit)
    z = two_sided_z(level)
    found = []
    for column in range(above.shape[1]):
        a, b = (part[:, column].astype(np.float64) for part in (above, below))
        total = float(b.sum())
        if total <= 0:
            found.append(Estimate(0.0, 0.0, 0.0, 0))
            continue
        ratio = float(a.sum()) / total
        residual = np.bincount(index, (a - ratio * b) / total, units)
        half = z * float(np.sqrt(np.sum(residual**2) * units / max(units - 1, 1)))
        found.append(Estimate(ratio, ratio - half, ratio + half, int(total)))
    return found
