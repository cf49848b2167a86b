"""Tile swing: the score when a tile was the first one drawn, less the copy-weighted mean of its bag.

Which tile comes first is random, so the swing is a true experiment: nobody chose it. Seats are compared
within themselves (a South first draw with South first draws) and then averaged, so that the first player's
edge and uneven seats cannot leak into a tile's number.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from workbench.stats.cluster import IntArray, Means, group_means
from workbench.stats.interval import LEVEL, Estimate, FloatArray, mean_bounds, two_sided_z


@dataclass(frozen=True, slots=True)
class Swings:
    """The swings of the tiles of one bag, in the order of `copies`; `known`: drawn first at all."""

    swing: list[Estimate]
    score: list[Estimate]
    error: FloatArray  # standard error of each swing, kept above 0
    covariance: FloatArray
    known: np.ndarray
    first_draws: IntArray


def estimate_swings(
    score: FloatArray,
    tile: IntArray,
    seat: IntArray,
    unit: IntArray,
    copies: FloatArray,
    level: float = LEVEL,
) -> Swings:
    """One row per owner and game: its score, first drawn tile (-1: none), seat (0, 1), unit of independence.

    `copies` tells how many copies of each tile the bag holds; tiles with 0 copies are not of this bag.
    """
    tiles = len(copies)
    in_bag = (tile >= 0) & (copies[tile] > 0)
    group = np.where(in_bag, seat * tiles + tile, -1)
    means = group_means(score, group, unit, 2 * tiles)
    own = _seat_weights(means, copies)
    contrast = own - _bag_weights(own, means, copies)
    filled = np.nan_to_num(means.values, nan=0.0)
    covariance = contrast @ means.covariance @ contrast.T
    own_variance = np.einsum("ij,jk,ik->i", own, means.covariance, own)
    first_draws = means.rows.reshape(2, tiles).sum(axis=0)
    known = first_draws > 0
    rate, low, high = _rates(means, own, own_variance, first_draws, level)
    value = contrast @ filled
    variance = np.diag(covariance)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.sqrt(np.where(own_variance > 0, variance / own_variance, 1.0))
    # The distances to the bounds of the rate, scaled to the error of the difference, keep Wilson's caution
    # (and its skew) for tiles that were rarely drawn.
    below, above = (rate - low) * ratio, (high - rate) * ratio
    error = np.maximum(np.sqrt(variance), (below + above) / (2 * two_sided_z(level)))
    swing = [
        Estimate(float(v), float(v - b), float(v + a), int(n)) if ok else Estimate(0.0, -1.0, 1.0, 0)
        for v, b, a, n, ok in zip(value, below, above, first_draws, known, strict=True)
    ]
    scores = [
        Estimate(float(r), float(lo), float(hi), int(n))
        for r, lo, hi, n in zip(rate, low, high, first_draws, strict=True)
    ]
    return Swings(swing, scores, np.where(known, error, 1.0), covariance, known, first_draws)


def _seat_weights(means: Means, copies: FloatArray) -> FloatArray:
    """Row t averages the seats in which tile t was drawn first at all: (tiles, 2 * tiles)."""
    tiles = len(copies)
    present = (means.rows.reshape(2, tiles) > 0) & (copies > 0)
    share = present / np.maximum(present.sum(axis=0), 1)
    return np.hstack([np.diag(share[0]), np.diag(share[1])])


def _bag_weights(own: FloatArray, means: Means, copies: FloatArray) -> FloatArray:
    """Row t is the copy-weighted mean of the bag over the same seats as row t of `own`."""
    tiles = len(copies)
    present = means.rows.reshape(2, tiles) > 0
    weight = copies * present
    weight = weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-12)
    seat_share = np.stack([own[:, :tiles].sum(axis=1), own[:, tiles:].sum(axis=1)])
    return np.hstack([np.outer(seat_share[0], weight[0]), np.outer(seat_share[1], weight[1])])


def _rates(
    means: Means, own: FloatArray, own_variance: FloatArray, first_draws: IntArray, level: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    rate = np.where(first_draws > 0, own @ np.nan_to_num(means.values, nan=0.0), 0.5)
    spread = own @ means.spread
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = np.where(own_variance > 0, spread / own_variance, first_draws)
    low, high = mean_bounds(rate, spread, effective, level)
    return rate, low, high


def _difference_errors(swings: Swings) -> FloatArray:
    variance = np.diag(swings.covariance)
    joint = variance[:, None] + variance[None, :] - 2 * swings.covariance
    # never less than what the cautious errors of rarely drawn tiles say
    floor = np.maximum(swings.error[:, None] ** 2 - variance[:, None], 0) + np.maximum(
        swings.error[None, :] ** 2 - variance[None, :], 0
    )
    return np.asarray(np.sqrt(np.maximum(joint, 0) + floor))


def rank_intervals(swings: Swings, level: float = LEVEL) -> list[tuple[int, int, int]]:
    """(rank, lowest, highest) of each tile among the known ones; rank 1 is the strongest.

    A tile's rank can be no better than one more than the tiles that are surely stronger; each tile's
    comparisons share the error (Bonferroni), so that its interval holds as a whole (Klein et al. 2020).
    """
    values = np.array([swing.value for swing in swings.swing])
    known = swings.known
    total = int(known.sum())
    z = two_sided_z(1 - (1 - level) / max(total - 1, 1))
    apart = values[None, :] - values[:, None]  # [t, u]: how much stronger u is than t
    sure = np.abs(apart) > z * _difference_errors(swings)
    both = known[:, None] & known[None, :]
    above = (sure & (apart > 0) & both).sum(axis=1)
    below = (sure & (apart < 0) & both).sum(axis=1)
    rank = 1 + ((apart > 0) & both).sum(axis=1)
    return [
        (int(r), 1 + int(a), total - int(b)) if k else (0, 0, 0)
        for r, a, b, k in zip(rank, above, below, known, strict=True)
    ]


def share_beaten(swings: Swings, tile: int, others: list[int]) -> tuple[int, int, int, int]:
    """(beaten, at least, at most, of): how many of `others` the tile is stronger than, with a 95 % range."""
    known = [other for other in others if swings.known[other] and other != tile]
    z = two_sided_z(1 - (1 - LEVEL) / max(len(known), 1))
    errors = _difference_errors(swings)[tile]
    apart = [swings.swing[tile].value - swings.swing[other].value for other in known]
    surely = [abs(d) > z * errors[other] for d, other in zip(apart, known, strict=True)]
    beaten = sum(d > 0 for d in apart)
    at_least = sum(d > 0 and sure for d, sure in zip(apart, surely, strict=True))
    at_most = len(known) - sum(d < 0 and sure for d, sure in zip(apart, surely, strict=True))
    return beaten, at_least, at_most, len(known)
