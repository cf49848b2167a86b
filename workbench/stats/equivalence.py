"""Is an effect stronger than a margin, inside it, or not yet known? "Not significant" is not "balanced"."""

from __future__ import annotations

import math
from typing import Literal

from scipy import special

Verdict = Literal["stronger", "weaker", "balanced", "undecided"]

ALPHA = 0.05
POWER = 0.8


def tost_p_value(value: float, error: float, margin: float) -> float:
    """Two one-sided tests: p-value of "the effect is outside the margin" (Schuirmann 1987)."""
    if error <= 0:
        return 0.0 if abs(value) < margin else 1.0
    return float(special.ndtr((abs(value) - margin) / error))


def exceeds_p_value(value: float, error: float, margin: float) -> float:
    """p-value of "the effect is within the margin", against the side the estimate is on."""
    if error <= 0:
        return 0.0 if abs(value) > margin else 1.0
    return float(special.ndtr((margin - abs(value)) / error))


def decide(value: float, error: float, margin: float, exceeds_p: float | None = None) -> Verdict:
    """Stronger or weaker by more than the margin, balanced within it, or undecided.

    `exceeds_p` may carry a p-value that is adjusted for the number of tiles looked at. Every one-sided test
    is at 2.5 %, so that the verdict agrees with the 95 % interval shown beside it.
    """
    outside = exceeds_p_value(value, error, margin) if exceeds_p is None else exceeds_p
    if abs(value) > margin and outside < ALPHA / 2:
        return "stronger" if value > 0 else "weaker"
    if tost_p_value(value, error, margin) < ALPHA / 2:
        return "balanced"
    return "undecided"


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
