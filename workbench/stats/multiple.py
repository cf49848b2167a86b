"""Many tests at once: adjusted p-values."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from workbench.stats.interval import FloatArray


def holm(p_values: ArrayLike) -> FloatArray:
    """Holm's adjusted p-values: the chance of even one false claim stays below the level (Holm 1979)."""
    p = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(p, kind="stable")
    stepped = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted
