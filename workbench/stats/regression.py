"""Logistic regression with errors that are robust and clustered: games on the same luck are one fact.

Draws enter as a score of one half (quasi-likelihood).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from workbench.stats.cluster import IntArray, numbered
from workbench.stats.interval import FloatArray


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
