"""Scores as rating differences, for ladders of bots."""

from __future__ import annotations

import math

from workbench.stats.interval import Estimate

LIMIT = 1200.0  # a score of 0 or 1 has no finite rating difference


def elo_of_score(score: float) -> float:
    """The rating difference that predicts this score: 0.5 -> 0, 10/11 -> 400."""
    if score <= 0 or score >= 1:
        return math.copysign(LIMIT, score - 0.5)
    return max(-LIMIT, min(LIMIT, 400 * math.log10(score / (1 - score))))


def score_of_elo(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def elo_estimate(score: Estimate) -> Estimate:
    return Estimate(elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high), score.n)
