"""Estimates of the statistics room as numbers of the report, and what two of them are apart."""

from __future__ import annotations

import math

from workbench.report.model import Num
from workbench.stats.interval import Estimate

DIGITS = 2  # as `workbench balance --json` has them: all forms show the same


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


def independent_difference(later: Num | None, first: Num | None) -> Num | None:
    """Distances to the bounds of independent numbers add by their squares (Newcombe)."""
    if later is None or later.low is None or later.high is None:
        return None
    if first is None or first.low is None or first.high is None:
        return None
    value = later.value - first.value
    below = math.hypot(later.value - later.low, first.high - first.value)
    above = math.hypot(later.high - later.value, first.value - first.low)
    low, high = (round(bound, DIGITS) for bound in (value - below, value + above))
    return Num(value=round(value, DIGITS), low=low, high=high, n=min(later.n, first.n))
