"""Scores as rating differences, for ladders of bots."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from workbench.stats.interval import LEVEL, Estimate, two_sided_z

LIMIT = 1200.0  # a score of 0 or 1 has no finite rating difference


def elo_of_score(score: float) -> float:
    """The rating difference that predicts this score: 0.5 -> 0, 10/11 -> 400."""
    if score <= 0 or score >= 1:
        return math.copysign(LIMIT, score - 0.5)
    return max(-LIMIT, min(LIMIT, 400 * math.log10(score / (1 - score))))


def elo_estimate(score: Estimate) -> Estimate:
    return Estimate(elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high), score.n)


@dataclass(frozen=True)
class Meeting:
    """Two players that met: the first one's mean score over `n` independent units, and its standard error."""

    first: int
    second: int
    score: float
    error: float
    n: int


def fit_elo(meetings: Sequence[Meeting], players: int, level: float = LEVEL) -> list[Estimate]:
    """All players on one axis (Bradley & Terry), the first at 0, with intervals against it.

    Every meeting gets one more drawn unit, so that a player who won all games has a rating too. Errors are robust:
    they follow from the scores' own errors, so that players who are not of one axis (paper, scissors, stone) show.
    """
    rating = np.zeros(players)
    ends = np.array([(one.first, one.second) for one in meetings])
    n = np.array([one.n + 1.0 for one in meetings])
    score = np.array([(one.score * one.n + 0.5) / (one.n + 1) for one in meetings])
    error = np.array([max(one.error, 0.5 / (one.n + 1)) for one in meetings])
    design = np.zeros((len(meetings), players))
    design[np.arange(len(ends)), ends[:, 0]], design[np.arange(len(ends)), ends[:, 1]] = 1.0, -1.0
    free = design[:, 1:]
    for _ in range(50):
        expected = special.expit(design @ rating)
        hessian = free.T @ ((n * expected * (1 - expected))[:, None] * free)
        step = np.linalg.solve(hessian + 1e-9 * np.eye(players - 1), free.T @ (n * (score - expected)))
        rating[1:] += np.clip(step, -2, 2)
        if float(np.max(np.abs(step), initial=0.0)) < 1e-10:
            break
    bread = np.linalg.inv(hessian + 1e-9 * np.eye(players - 1))
    meat = free.T @ (((n * error) ** 2)[:, None] * free)
    spread = np.sqrt(np.diag(bread @ meat @ bread))
    scale, z = 400 / math.log(10), two_sided_z(level)
    halves = [0.0, *(scale * z * spread)]
    played = [int(sum(one.n for one in meetings if player in (one.first, one.second))) for player in range(players)]
    return [
        Estimate(scale * r, scale * r - half, scale * r + half, games)
        for r, half, games in zip(rating, halves, played, strict=True)
    ]
