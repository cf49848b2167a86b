"""Intervals that may be looked at as often as one likes: asymptotic confidence sequences for means.

The half width is that of a normal mixture (Robbins; Waudby-Smith et al. 2024) with the observed deviation:

    h(n) = s / sqrt(n) * sqrt((1 + 1/u) * (ln(1 + u) + 2 ln(1/a))),   u = n kappa / n0

It holds at all n at once with a chance of 1 - a; `n0` says where it is to be narrowest, and kappa makes it so. Since
all of a stream's intervals hold together, so does what they have in common: an answer, once sure, stays sure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from workbench.stats.interval import Estimate, FloatArray

ALPHA = 0.05


@dataclass(frozen=True)
class Boundary:
    """How wide an interval must be to hold at every look: `tuned_for` is n0, and `first` the first look."""

    alpha: float = ALPHA
    tuned_for: float = 20_000
    first: float = 2_000

    @cached_property
    def kappa(self) -> float:
        return float(-special.lambertw(-(self.alpha**2) / math.e, -1).real - 1)

    def factor(self, n: ArrayLike) -> FloatArray:
        """How many standard errors the half width has after n units; infinite before the first look."""
        count = np.asarray(n, dtype=np.float64)
        with np.errstate(divide="ignore"):
            u = count * self.kappa / self.tuned_for
            found = np.sqrt((1 + 1 / u) * (np.log1p(u) + 2 * math.log(1 / self.alpha)))
        return np.where(count >= self.first, found, np.inf)

    def estimate(self, value: float, error: float, n: int) -> Estimate:
        """A value with its interval, from its standard error."""
        half = float(self.factor(n)) * error if n >= self.first else math.inf
        return Estimate(value, value - half, value + half, n)

    def units_for(self, half_width: float, deviation: float) -> int:
        """How many units give this half width, if one has this standard deviation."""
        low, high = self.first, self.first
        while float(self.factor(high)) * deviation / math.sqrt(high) > half_width and high < 1e12:
            high *= 2
        for _ in range(60):
            middle = (low + high) / 2
            wide = float(self.factor(middle)) * deviation / math.sqrt(middle) > half_width
            low, high = (middle, high) if wide else (low, middle)
        return math.ceil(high)


@dataclass
class Narrowing:
    """What the intervals of several quantities had in common at all looks so far."""

    low: FloatArray
    high: FloatArray

    @classmethod
    def unknown(cls, quantities: int | tuple[int, ...]) -> Narrowing:
        return cls(np.full(quantities, -np.inf), np.full(quantities, np.inf))

    def look(self, low: FloatArray, high: FloatArray) -> None:
        """Keep what is common. Where nothing is, one of the looks missed: the end nearest to the new one is kept."""
        self.low, self.high = np.clip(low, self.low, self.high), np.clip(high, self.low, self.high)
