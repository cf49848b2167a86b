"""Tests that may stop at any time: GSPRT on pair counts, a three-way verdict, a confidence sequence.

The likelihood ratio is the one fishtest uses: the best distribution over the pair outcomes with mean s1
against the best with mean s0, given the observed (regularised) counts (Van den Bergh, "Comments on
normalized Elo" and the GSPRT of Li, Liu & Ying 2014).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from workbench.stats.interval import LEVEL, Estimate, FloatArray
from workbench.stats.paired import PairCounts

REGULARISE = 1e-3  # what an outcome that has not happened yet counts for

Decision = Literal["h0", "h1", "continue"]
ThreeWay = Literal["stronger", "weaker", "equivalent", "undecided"]
PAIR_VALUES = (-1.0, -0.5, 0.0, 0.5, 1.0)


def regularised(counts: PairCounts) -> tuple[FloatArray, FloatArray]:
    """Values and counts of the five pair outcomes; an absent outcome gets a small count, never 0."""
    values = sorted({*PAIR_VALUES, *counts})
    return np.array(values), np.array([max(counts.get(value, 0), REGULARISE) for value in values])


def tilted(values: FloatArray, shares: FloatArray, mean: float) -> FloatArray:
    """The most likely distribution with this mean, given observed shares: p_i / (1 + x (a_i - mean))."""
    centred = values - mean
    if not centred[0] < 0 < centred[-1]:
        raise ValueError(f"a mean of {mean} is outside the values {values[0]} to {values[-1]}")
    low, high = -1 / centred[-1], -1 / centred[0]
    for _ in range(200):  # the left-hand side falls strictly from +inf to -inf between the poles
        x = (low + high) / 2
        if float(np.sum(shares * centred / (1 + x * centred))) > 0:
            low = x
        else:
            high = x
        if high - low < 1e-14 * max(1.0, abs(x)):
            break
    return np.asarray(shares / (1 + x * centred))


def log_likelihood_ratio(counts: PairCounts, mean0: float, mean1: float) -> float:
    """log of L(mean1) / L(mean0) at the most likely distributions with these means."""
    values, observed = regularised(counts)
    shares = observed / observed.sum()
    ratio = tilted(values, shares, mean1) / tilted(values, shares, mean0)
    return float(observed @ np.log(ratio))


def wald_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """(lower, upper) bounds on the log-likelihood ratio: +-2.944 for 5 % and 5 %."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


@dataclass(frozen=True, slots=True)
class Gsprt:
    """A generalised sequential probability ratio test of mean0 against mean1 on pair differences."""

    mean0: float
    mean1: float
    alpha: float = 0.05
    beta: float = 0.05

    def ratio(self, counts: PairCounts) -> float:
        return log_likelihood_ratio(counts, self.mean0, self.mean1)

    def decide(self, counts: PairCounts) -> Decision:
        lower, upper = wald_bounds(self.alpha, self.beta)
        ratio = self.ratio(counts)
        return "h1" if ratio >= upper else "h0" if ratio <= lower else "continue"


@dataclass(frozen=True, slots=True)
class ThreeWayTest:
    """Stronger, weaker or equivalent within a margin: two GSPRTs back to back (Sobel & Wald 1949).

    "0 against +margin" and "0 against -margin" run side by side. Either one's H1 says "different"; both
    H0 say "equivalent". With no true difference a wrong "different" has chance alpha in all; with a true
    difference of a margin or more, a wrong "equivalent" has chance beta. `first` pairs are always played,
    since the ratio is only asymptotically right.
    """

    margin: float
    alpha: float = 0.05
    beta: float = 0.05
    first: int = 200

    @property
    def upward(self) -> Gsprt:
        return Gsprt(0.0, self.margin, self.alpha / 2, self.beta)

    @property
    def downward(self) -> Gsprt:
        return Gsprt(0.0, -self.margin, self.alpha / 2, self.beta)

    def decide(self, counts: PairCounts) -> ThreeWay:
        if sum(counts.values()) < self.first:
            return "undecided"
        up, down = self.upward.decide(counts), self.downward.decide(counts)
        if up == "h1":
            return "stronger"
        if down == "h1":
            return "weaker"
        return "equivalent" if up == down == "h0" else "undecided"

    def deciding(self, counts: PairCounts) -> Gsprt:
        """The test that the verdict hangs on: the one nearer to the estimate's own side."""
        values, observed = regularised(counts)
        return self.upward if float(values @ observed) >= 0 else self.downward


def confidence_sequence(counts: PairCounts, tuned_for: int = 2000, level: float = LEVEL) -> Estimate:
    """An interval for the mean difference that stays valid however often it is looked at.

    Normal-mixture boundary with the sample variance (Howard et al. 2021; Waudby-Smith et al. 2024),
    narrowest near `tuned_for` pairs. The variance is regularised, so equal pairs give a finite width.
    """
    n = sum(counts.values())
    if n == 0:
        return Estimate(0.0, -1.0, 1.0, 0)
    mean = sum(value * count for value, count in counts.items()) / n
    squares = sum(value**2 * count for value, count in counts.items())
    # two imagined pairs, one each way, keep the variance above 0
    variance = (squares + 2) / (n + 2) - (mean * n / (n + 2)) ** 2
    alpha = 1 - level
    rho2 = (2 * math.log(1 / alpha) + math.log(1 + 2 * math.log(1 / alpha))) / tuned_for
    grown = n * rho2 + 1
    half = math.sqrt(variance * 2 * grown / (n**2 * rho2) * math.log(math.sqrt(grown) / alpha))
    return Estimate(mean, max(mean - half, -1.0), min(mean + half, 1.0), n)
