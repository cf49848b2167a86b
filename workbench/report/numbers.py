"""Estimates of the statistics room as numbers of the report."""

from __future__ import annotations

import math

from workbench.report.duke.model import Num
from workbench.stats.interval import Estimate

DIGITS = 4


def as_num(estimate: Estimate, factor: float = 1.0, shift: float = 0.0) -> Num:
    """Scaled and rounded; bounds that are not finite are left out."""
    scaled = estimate.scaled(factor, shift)
    return Num(
        value=_rounded(scaled.value) or 0.0,
        low=_rounded(scaled.low),
        high=_rounded(scaled.high),
        n=estimate.n,
    )


def _rounded(value: float) -> float | None:
    return round(value, DIGITS) + 0.0 if math.isfinite(value) else None
