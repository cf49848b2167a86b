"""Effects of all tiles at once: logistic regression on the randomised bag order, one row a game.

A tile near the top of a shuffled bag is drawn for certain, one at the bottom never. How early each tile lies
is random, so its coefficient is a causal effect, estimated from all games and all draws at once. Rows carry
the difference of the two owners' exposures, so a game is counted once. Draws enter as a score of one half
(quasi-likelihood); the errors are robust and clustered by pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from workbench.stats.cluster import IntArray, numbered
from workbench.stats.interval import LEVEL, Estimate, FloatArray, normal_p_value, two_sided_z


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients on the scale of log odds, with their robust covariance."""

    coefficients: FloatArray
    covariance: FloatArray
    slope: float  # mean of p (1 - p): log odds times this are differences of the score
    games: int

    @property
    def errors(self) -> FloatArray:
        return np.asarray(np.sqrt(np.maximum(np.diag(self.covariance), 0.0)))


def fit_logistic(design: FloatArray, score: FloatArray, unit: IntArray, ridge: float = 1e-6) -> Fit:
    """Newton's method with a ridge; scores may be one half. Columns that never vary get no effect."""
    n, columns = design.shape
    beta = np.zeros(columns)
    penalty = ridge * max(n, 1) * np.eye(columns)
    for _ in range(30):
        chance = special.expit(design @ beta)
        weight = chance * (1 - chance)
        gradient = design.T @ (score - chance) - penalty @ beta
        hessian = (design * weight[:, None]).T @ design + penalty
        step = np.linalg.solve(hessian, gradient)
        beta += np.clip(step, -4, 4)
        if float(np.max(np.abs(step), initial=0.0)) < 1e-9:
            break
    chance = special.expit(design @ beta)
    bread = np.linalg.inv(hessian)
    residual = (score - chance)[:, None] * design
    index, units = numbered(unit)
    if units < n:
        residual = np.stack([np.bincount(index, residual[:, c], units) for c in range(columns)], axis=1)
    meat = residual.T @ residual * (units / max(units - 1, 1))
    slope = float(np.mean(chance * (1 - chance))) if n else 0.25
    return Fit(beta, bread @ meat @ bread, slope, n)


def exposure_by_place(draws_per_owner: FloatArray, places: int) -> FloatArray:
    """The share of owners that drew more than k tiles, k = 0..places-1: how exposed a place in the bag is."""
    drawn = np.bincount(np.minimum(draws_per_owner.astype(np.int64), places), minlength=places + 1)
    beyond = drawn[::-1].cumsum()[::-1]  # owners that drew k tiles or more
    return np.asarray(beyond[1:] / max(float(beyond[0]), 1.0))


@dataclass(frozen=True, slots=True)
class Shrunk:
    """Effects in score per tile certainly drawn, before and after shrinkage toward the bag's mean."""

    raw: list[Estimate]
    shrunk: list[Estimate]
    p_values: FloatArray
    spread: float  # standard deviation of the true effects, as far as the data tell


def centred(fit: Fit, first: int, copies: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Tile effects from column `first` on, less their copy-weighted mean, as scores; with covariance."""
    tiles = len(copies)
    weights = copies / max(float(copies.sum()), 1e-12)
    project = np.eye(tiles) - np.outer(np.ones(tiles), weights)
    block = slice(first, first + tiles)
    effect = project @ fit.coefficients[block] * fit.slope
    covariance = project @ fit.covariance[block, block] @ project.T * fit.slope**2
    return effect, covariance


def shrink(effect: FloatArray, covariance: FloatArray, games: int, level: float = LEVEL) -> Shrunk:
    """Empirical Bayes: effects are pulled toward 0 as far as their spread is explained by noise.

    The true spread comes from Paule & Mandel's equation: sum of effect^2 / (error^2 + spread^2) = tiles - 1.
    Morris (1983) keeps the pull below (k - 3) / (k - 1) and widens the interval for not knowing the spread.
    """
    variance = np.maximum(np.diag(covariance), 1e-18)
    errors = np.sqrt(variance)
    tiles = len(effect)
    spread2 = _paule_mandel(effect, variance)
    pull = max(tiles - 3, 0) / max(tiles - 1, 1) * variance / (variance + spread2)
    posterior = variance * (1 - (tiles - 1) / max(tiles, 1) * pull) + 2 / max(tiles - 3, 1) * (pull * effect) ** 2
    z = two_sided_z(level)
    return Shrunk(
        _around(effect, z * errors, games),
        _around((1 - pull) * effect, z * np.sqrt(posterior), games),
        normal_p_value(effect / errors),
        float(np.sqrt(spread2)),
    )


def _around(values: FloatArray, halves: FloatArray, n: int) -> list[Estimate]:
    return [Estimate(float(v), float(v - h), float(v + h), n) for v, h in zip(values, halves, strict=True)]


def _paule_mandel(effect: FloatArray, variance: FloatArray) -> float:
    freedom = max(len(effect) - 1, 1)

    def excess(spread2: float) -> float:
        return float(np.sum(effect**2 / (variance + spread2))) - freedom

    if excess(0.0) <= 0:
        return 0.0
    low, high = 0.0, float(np.max(effect**2)) + 1e-12
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return (low + high) / 2
