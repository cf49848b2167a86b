"""Least squares that is fed in rounds: rows are seen once, and only sums are kept.

Kept are A'A, A'y and the sum over units of (sum of e a)(sum of e a)', each round's with the residuals of the
coefficients known by then. Units (lucks) are never parted between rounds. Directions that the data leave open get a
coefficient of 0; ask only for contrasts that they do not matter for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from workbench.stats.cluster import IntArray, numbered
from workbench.stats.interval import FloatArray

OPEN = 1e-9  # of the largest eigenvalue: directions below it are not told by the data


@dataclass
class RoundsFit:
    """The sums of one regression."""

    columns: int
    inner: FloatArray = field(init=False)  # A'A
    cross: FloatArray = field(init=False)  # A'y
    meat: FloatArray = field(init=False)
    rows: int = 0
    units: int = 0

    def __post_init__(self) -> None:
        self.inner = np.zeros((self.columns, self.columns))
        self.cross = np.zeros(self.columns)
        self.meat = np.zeros((self.columns, self.columns))

    def add(self, design: FloatArray, score: FloatArray, unit: IntArray) -> None:
        """A round: rows of the design, what they scored, and which of them share their luck."""
        self.inner += design.T @ design
        self.cross += design.T @ score
        self.rows += len(score)
        residual = (score - design @ self.coefficients)[:, None] * design
        index, units = numbered(unit)
        if units < len(score):
            order = np.argsort(index, kind="stable")
            starts = np.searchsorted(index[order], np.arange(units))
            residual = np.add.reduceat(residual[order], starts, axis=0)
        self.meat += residual.T @ residual
        self.units += units

    @property
    def _bread(self) -> FloatArray:
        return np.asarray(np.linalg.pinv(self.inner, rcond=OPEN, hermitian=True))

    @property
    def coefficients(self) -> FloatArray:
        return np.asarray(self._bread @ self.cross)

    @property
    def covariance(self) -> FloatArray:
        """Robust, by unit."""
        bread = self._bread
        return np.asarray(bread @ self.meat @ bread * (self.units / max(self.units - 1, 1)))

    def contrasts(self, weights: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Weighted sums of the coefficients, a row of `weights` each, with their covariance."""
        return weights @ self.coefficients, weights @ self.covariance @ weights.T
