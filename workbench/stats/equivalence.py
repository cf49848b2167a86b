"""About how many more games will tell whether an effect is within a margin."""

from __future__ import annotations

import math

from scipy import special

from workbench.stats.anytime import ALPHA

POWER = 0.8


def games_needed(value: float, error: float, margin: float, games: int) -> int:
    """About how many more games will settle the question, with a power of 80 %, if the estimate is true.

    An effect right at the margin can never be settled: nearer than a quarter of the margin counts as that.
    """
    z = float(special.ndtri(1 - ALPHA / 2) + special.ndtri(POWER))
    distance = max(abs(margin - abs(value)), margin / 4)
    wanted = games * (z * error / distance) ** 2
    return round_up(max(wanted - games, games * 0.1))


def round_up(count: float) -> int:
    """To two significant digits, upwards: 12,345 -> 13,000."""
    if count <= 10:
        return max(math.ceil(count), 1)
    unit = int(10 ** (math.floor(math.log10(count)) - 1))
    return int(math.ceil(count / unit - 1e-9) * unit)
