"""Simulated truth: intervals must cover it as often as they say, and tests must not cry wolf."""

from __future__ import annotations

import numpy as np
import pytest

from workbench.stats import paired, regression, sequential
from workbench.stats.cluster import group_means, mean_estimate
from workbench.stats.interval import mean_bounds
from workbench.stats.swing import estimate_swings, rank_intervals

PAIR_VALUES = (-1.0, -0.5, 0.0, 0.5, 1.0)
REPEATS = 2000
DRAWS = (0.0, 0.1, 0.3)


def outcomes(rng: np.random.Generator, score: np.ndarray | float, draws: float, shape: tuple[int, ...]) -> np.ndarray:
    """Scores 0, one half, 1 with this mean and share of draws."""
    u = rng.random(shape)
    win = score - draws / 2
    return np.where(u < win, 1.0, np.where(u < win + draws, 0.5, 0.0))


@pytest.mark.parametrize("draws", DRAWS)
@pytest.mark.parametrize("n", [200, 1000])
@pytest.mark.parametrize("truth", [0.5, 0.42, 0.75])
def test_score_interval_covers(draws: float, n: int, truth: float) -> None:
    rng = np.random.default_rng(int(1000 * truth) + n + int(100 * draws))
    data = outcomes(rng, truth, draws, (REPEATS, n))
    low, high = mean_bounds(data.mean(axis=1), data.var(axis=1), n)
    assert 0.93 <= float(((low <= truth) & (truth <= high)).mean()) <= 0.97


def mirror_games(
    rng: np.random.Generator, games: int, effect: np.ndarray, copies: np.ndarray, draws: float
) -> tuple[np.ndarray, ...]:
    first = rng.choice(len(effect), (2, games), p=copies / copies.sum())
    chance = 0.53 + effect[first[0]] - effect[first[1]]
    south = outcomes(rng, chance, draws, (games,))
    score, seat = np.concatenate([south, 1 - south]), np.repeat([0, 1], games)
    return score, first.ravel(), seat, np.tile(np.arange(games), 2)


@pytest.mark.parametrize("draws", DRAWS)
def test_swing_interval_and_rank_interval_cover(draws: float) -> None:
    """Eight kinds of tiles, about 200 first draws of the rarest (n >= 200): each swing's interval."""
    rng = np.random.default_rng(17)
    effect = np.array([0.12, 0.05, 0.02, 0.0, 0.0, -0.02, -0.06, -0.1])
    copies = np.array([1.0, 1, 1, 3, 1, 1, 3, 1])
    truth = effect - (copies @ effect) / copies.sum()
    ranks = 1 + (truth[None, :] > truth[:, None] + 1e-12).sum(axis=1)
    ties = (np.abs(truth[None, :] - truth[:, None]) < 1e-12).sum(axis=1) - 1
    hits, ranked = [], []
    for _ in range(REPEATS):
        found = estimate_swings(*mirror_games(rng, 1200, effect, copies, draws), copies)
        hits.append([e.low <= t <= e.high for e, t in zip(found.swing, truth, strict=True)])
        ranked.append(
            [
                low <= r + tie and r <= high
                for (_, low, high), r, tie in zip(rank_intervals(found), ranks, ties, strict=True)
            ]
        )
    coverage = np.mean(hits, axis=0)
    assert coverage.min() >= 0.93, coverage
    assert coverage.max() <= 0.97, coverage
    assert np.mean(ranked, axis=0).min() >= 0.95


def test_swing_interval_covers_with_twins() -> None:
    """Twin games share their luck; the pair is the unit."""
    rng = np.random.default_rng(4)
    copies, truth = np.ones(5), np.array([0.08, 0.0, 0.0, 0.0, -0.08])
    hits = []
    for _ in range(600):
        pairs = 700
        first = rng.integers(0, 5, pairs)
        luck = rng.normal(0, 0.15, pairs)  # what both games of a pair share
        chance = np.clip(0.5 + truth[first] + luck, 0, 1)
        score = (rng.random((2, pairs)) < chance).astype(float).ravel()
        seat = np.repeat([0, 1], pairs)
        found = estimate_swings(score, np.tile(first, 2), seat, np.tile(np.arange(pairs), 2), copies)
        hits.append([e.low <= t <= e.high for e, t in zip(found.swing, truth, strict=True)])
    assert 0.93 <= float(np.mean(hits)) <= 0.97


def test_clustered_mean_covers() -> None:
    rng = np.random.default_rng(8)
    hits = 0
    for _ in range(REPEATS):
        shared = rng.random(200) < 0.5  # units of three equal rows: 200 independent facts, not 600
        score = np.repeat(shared.astype(float), 3)
        found = mean_estimate(score, np.repeat(np.arange(200), 3))
        hits += found.low <= 0.5 <= found.high
    assert 0.93 <= hits / REPEATS <= 0.97


def test_two_sides_of_a_game_are_not_two_facts() -> None:
    """The mean over both owners of every game is one half for certain."""
    rng = np.random.default_rng(1)
    south = rng.integers(0, 2, 50).astype(float)
    means = group_means(np.concatenate([south, 1 - south]), np.zeros(100, dtype=np.int64), np.tile(np.arange(50), 2), 1)
    assert means.values[0] == 0.5
    assert means.covariance[0, 0] == pytest.approx(0)


def test_paired_difference_covers() -> None:
    rng = np.random.default_rng(6)
    chance = np.array([0.05, 0.05, 0.78, 0.06, 0.06])
    values = np.array(PAIR_VALUES)
    truth, hits = float(values @ chance), 0
    for counts in rng.multinomial(400, chance, REPEATS):
        found = paired.paired_difference(dict(zip(values, map(int, counts), strict=True)))
        hits += found.low <= truth <= found.high
    assert 0.93 <= hits / REPEATS <= 0.97


@pytest.mark.parametrize("draws", [0.0, 0.2])
def test_regression_interval_covers(draws: float) -> None:
    rng = np.random.default_rng(12)
    exposure = np.array([0.95, 0.8, 0.5, 0.3, 0.1, 0.0])
    truth = np.array([0.4, 0.1, 0.0, 0.0, -0.1, -0.4])
    games, hits = 600, []
    for _ in range(500):
        own, other = (rng.permuted(np.tile(np.arange(6), (games, 1)), axis=1) for _ in range(2))
        tiles = exposure[own] - exposure[other]
        chance = 1 / (1 + np.exp(-(tiles @ truth)))
        score = outcomes(rng, np.clip(chance, draws / 2, 1 - draws / 2), draws, (games,))
        fit = regression.fit_logistic(np.hstack([np.ones((games, 1)), tiles]), score, np.arange(games))
        project = np.eye(6) - 1 / 6  # exposures add up, so that only differences are known
        effect = project @ fit.coefficients[1:]
        error = np.sqrt(np.diag(project @ fit.covariance[1:, 1:] @ project.T))
        hits.append(np.abs(effect - truth) < 1.96 * error)
    assert 0.925 <= float(np.mean(hits)) <= 0.975


def _walks(seed: int, chance: list[float], runs: int, pairs: int, step: int) -> np.ndarray:
    """Running counts of the five pair outcomes: (runs, looks, 5)."""
    rng = np.random.default_rng(seed)
    return np.cumsum(rng.multinomial(step, chance, (runs, pairs // step)), axis=1)


def _as_counts(row: np.ndarray) -> dict[float, int]:
    return dict(zip(PAIR_VALUES, map(int, row), strict=True))


def test_confidence_sequence_is_valid_at_every_look() -> None:
    walks = _walks(3, [0.1, 0.05, 0.7, 0.05, 0.1], runs=200, pairs=6000, step=100)
    looks = [[sequential.confidence_sequence(_as_counts(row)) for row in run] for run in walks]
    ever_wrong = sum(any(not look.low <= 0.0 <= look.high for look in run) for run in looks)
    assert ever_wrong <= 17  # 5 % of 200 is 10, and chance adds no more than 7


def test_three_way_verdicts_keep_their_error_rates() -> None:
    margin, runs = 0.02, 200
    verdicts: dict[str, list[str]] = {}
    for name, chance in {"same": [0.05, 0, 0.9, 0, 0.05], "margin": [0.04, 0, 0.9, 0, 0.06]}.items():
        for run in _walks(11, chance, runs, pairs=60_000, step=500):
            for row in run:
                verdict = sequential.three_way(sequential.confidence_sequence(_as_counts(row)), margin)
                if verdict != "undecided":
                    break
            verdicts.setdefault(name, []).append(verdict)
    different = sum(v in {"stronger", "weaker"} for v in verdicts["same"])
    assert different <= 17
    assert verdicts["same"].count("equivalent") >= runs * 0.9
    assert verdicts["margin"].count("equivalent") <= 17
    assert verdicts["margin"].count("stronger") >= runs * 0.9
