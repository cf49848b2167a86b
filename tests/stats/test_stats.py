"""Statistics against exact small cases and published values."""

from __future__ import annotations

import math

import numpy as np
import pytest

from workbench.stats import (
    batch,
    cluster,
    elo,
    equivalence,
    multiple,
    paired,
    regression,
    sequential,
)
from workbench.stats.interval import (
    Estimate,
    bounded_mean,
    mean_bounds,
    sample_quantile,
    units_needed,
)
from workbench.stats.swing import estimate_swings, rank_intervals, share_beaten


def score(wins: int, draws: int, losses: int) -> Estimate:
    """The score of games (draws one half) with its interval."""
    return bounded_mean(wins + draws / 2, wins + draws / 4, wins + draws + losses)


# Newcombe 1998, Statistics in Medicine 17:857-872, table I (score method).
@pytest.mark.parametrize(
    ("x", "n", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_a_score_without_draws_has_the_interval_of_wilson(x: int, n: int, low: float, high: float) -> None:
    found = score(x, 0, n - x)
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_draws_narrow_the_score_interval_and_never_to_nothing() -> None:
    no_draws, many_draws, all_draws = (
        score(50, 0, 50),
        score(20, 60, 20),
        score(0, 100, 0),
    )
    assert no_draws.half_width > many_draws.half_width > all_draws.half_width > 0
    assert no_draws.value == many_draws.value == all_draws.value == 0.5
    # the rule of three allows at most 3.69 % decisive games at this level, all of one kind
    assert all_draws.half_width == pytest.approx(0.0369 / 2, rel=0.05)


def test_quantile_interval_is_between_order_statistics() -> None:
    found = sample_quantile(range(1, 102), 0.5)
    assert found.value == 51
    assert (found.low, found.high) == (41, 62)  # ranks 50.5 -+ 1.96 * 5.02, outwards
    assert sample_quantile([7.0], 0.5) == Estimate(7.0, 7.0, 7.0, 1)


def test_units_needed() -> None:
    assert units_needed(0.5, 0.01) == 9604  # the textbook's poll


def test_no_games_say_nothing() -> None:
    assert score(0, 0, 0) == Estimate(0.5, 0.0, 1.0, 0)
    assert paired.paired_difference({}) == Estimate(0.0, -1.0, 1.0, 0)
    low, high = mean_bounds([0.0, 0.3], [0.0, 0.21], [0, 10])
    assert (low[0], high[0]) == (0.0, 1.0)
    assert 0 < low[1] < 0.3 < high[1] < 1


def test_bounded_mean_of_equal_values_keeps_a_rule_of_three_width() -> None:
    found = paired.paired_difference({0.0: 1000})
    assert found.value == 0
    assert 2.9 / 1000 < found.high < 4 / 1000
    assert found.low == pytest.approx(-found.high)
    assert bounded_mean(10.0, 10.0, 10).high == 1.0


def test_pairs_that_differ_are_counted() -> None:
    assert paired.discordant({-1.0: 3, 0.0: 99, 1.0: 3}) == 6


def test_holm() -> None:
    assert multiple.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert multiple.holm([0.9, 0.8]).max() == 1.0
    assert len(multiple.holm([])) == 0


def test_holm_against_the_paper() -> None:
    """The 15 p-values of Benjamini & Hochberg 1995, section 3: by Holm three are rejected at 5 %."""
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    p += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0]
    assert int((multiple.holm(p) <= 0.05).sum()) == 3


def test_games_needed_are_enough() -> None:
    games, error, margin, value = 1000, 0.02, 0.02, 0.0
    more = equivalence.games_needed(value, error, margin, games)
    later = error / math.sqrt((games + more) / games)
    assert abs(value) + 1.96 * later < margin  # all of the interval lies within
    assert equivalence.games_needed(0.02, error, margin, games) < 1_000_000  # not endless
    assert [equivalence.round_up(n) for n in (0.2, 7.1, 11, 12345, 99_500)] == [1, 8, 11, 13_000, 100_000]


def test_elo() -> None:
    assert elo.elo_of_score(0.5) == 0
    assert elo.elo_of_score(10 / 11) == pytest.approx(400)
    assert elo.elo_of_score(0.64) == pytest.approx(99.95, abs=0.01)
    assert elo.elo_estimate(score(10, 0, 0)).high == elo.LIMIT


# ---- sequential tests


def test_the_interval_shown_gives_the_verdict() -> None:
    def verdict(low: float, high: float) -> str:
        return sequential.three_way(Estimate((low + high) / 2, low, high, 1000), 0.02)

    assert verdict(0.001, 0.05) == "stronger"  # at all, not by the margin
    assert verdict(-0.05, -0.001) == "weaker"
    assert verdict(-0.019, 0.02) == "equivalent"
    assert verdict(0.001, 0.019) == "equivalent"
    assert verdict(-0.001, 0.05) == verdict(0.0, 0.05) == "undecided"


def test_equal_pairs_become_equivalent() -> None:
    assert sequential.three_way(sequential.confidence_sequence({0.0: 20_000}), 0.01) == "equivalent"
    assert sequential.three_way(sequential.confidence_sequence({0.0: 3}), 0.01) == "undecided"


def test_confidence_sequence_is_wider_than_an_interval() -> None:
    counts = {-1.0: 300, 0.0: 1400, 1.0: 300}
    sequence, fixed = sequential.confidence_sequence(counts), paired.paired_difference(counts)
    assert 1.2 < sequence.half_width / fixed.half_width < 2.2
    assert 0 < sequential.confidence_sequence({0.0: 500}).half_width < 0.05


# ---- swings


def _rows(games: int, seed: int, effect: np.ndarray, edge: float = 0.0) -> tuple[np.ndarray, ...]:
    """Owner rows of mirror games in which the first drawn tile shifts the chance to win."""
    rng = np.random.default_rng(seed)
    first = rng.integers(0, len(effect), (games, 2))
    chance = 0.5 + edge + effect[first[:, 0]] - effect[first[:, 1]]
    south = (rng.random(games) < chance).astype(float)
    score = np.concatenate([south, 1 - south])
    seat = np.repeat([0, 1], games)
    return score, first.T.ravel(), seat, np.tile(np.arange(games), 2)


def test_swing_of_a_small_table_by_hand() -> None:
    # South: tile 0 scores 3/4, tile 1 scores 1/4; North: tile 0 scores 1/2, tile 1 scores 1/2.
    score = np.array([1, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1], dtype=float)
    tile = np.array([0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1])
    seat = np.repeat([0, 1], 8)
    unit = np.arange(16)
    found = estimate_swings(score, tile, seat, unit, np.array([3.0, 1.0]))
    # mean of the bag: South (3 * .75 + .25) / 4 = .625, North .5
    assert found.swing[0].value == pytest.approx(((0.75 - 0.625) + 0) / 2)
    assert found.swing[1].value == pytest.approx(((0.25 - 0.625) + 0) / 2)
    assert found.score[0].value == pytest.approx(0.625)
    assert found.swing[0].low < found.swing[0].value < found.swing[0].high


def test_swing_ignores_seat_and_finds_planted_effects() -> None:
    effect = np.array([0.06, 0.0, 0.0, -0.06])
    found = estimate_swings(*_rows(60_000, 3, effect, edge=0.1), np.ones(4))
    for estimate, truth in zip(found.swing, effect, strict=True):
        assert estimate.low <= truth <= estimate.high
        assert estimate.half_width < 0.01
    ranks = rank_intervals(found)
    assert ranks[0] == (1, 1, 1)
    assert ranks[3] == (4, 4, 4)
    assert all((low, high) == (2, 3) for _, low, high in ranks[1:3])  # identical tiles
    assert share_beaten(found, 0, [1, 2, 3]) == (3, 3, 3, 3)
    assert share_beaten(found, 1, [2, 3])[1:] == (1, 2, 2)


def test_tile_never_drawn_first_has_no_swing() -> None:
    score, tile, seat, unit = _rows(500, 1, np.zeros(3))
    found = estimate_swings(score, tile, seat, unit, np.ones(4))
    assert not found.known[3]
    assert found.swing[3].n == 0
    assert rank_intervals(found)[3] == (0, 0, 0)
    empty = estimate_swings(np.zeros(0), np.zeros(0, int), np.zeros(0, int), np.zeros(0, int), np.ones(2))
    assert not empty.known.any()


def test_twins_are_one_unit() -> None:
    """Playing every game twice on the same luck adds no knowledge: the error must not shrink."""
    score, tile, seat, unit = _rows(3000, 9, np.zeros(5))
    once = estimate_swings(score, tile, seat, unit, np.ones(5))
    twice = (np.concatenate([part, part]) for part in (score, tile, seat, unit))
    doubled = estimate_swings(*twice, np.ones(5))
    assert doubled.error == pytest.approx(once.error, rel=0.01)


# ---- regression


def test_logistic_fit_of_a_table_is_exact() -> None:
    """One binary column: the coefficient is the log odds ratio, its error the textbook one."""
    design = np.repeat([[1.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 1.0]], [30, 70, 60, 40], axis=0)
    score = np.repeat([1.0, 0.0, 1.0, 0.0], [30, 70, 60, 40])
    fit = regression.fit_logistic(design, score, np.arange(200), ridge=0.0)
    assert fit.coefficients == pytest.approx([math.log(30 / 70), math.log(60 / 40) - math.log(30 / 70)])
    assert fit.errors[1] == pytest.approx(math.sqrt(1 / 30 + 1 / 70 + 1 / 60 + 1 / 40), rel=0.01)


def test_constant_columns_do_no_harm() -> None:
    design = np.array([[1.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    fit = regression.fit_logistic(design, np.array([1.0, 0.0, 1.0, 0.5]), np.arange(4))
    assert np.isfinite(fit.coefficients).all()
    assert fit.coefficients[1] == 0


# ---- sums and ratios


def test_batch_ratio_is_students_interval() -> None:
    """Batches of equal size: the mean of the batch means with Student's t."""
    from scipy import stats

    batches = np.array([[3.0], [5.0], [4.0], [8.0]])
    (found,) = batch.batch_ratios(batches, np.ones((4, 1)))
    exact = stats.t.interval(0.95, 3, loc=5.0, scale=batches.std(ddof=1) / 2)
    assert (found.low, found.high) == pytest.approx(exact)
    (alone,) = batch.batch_ratios(batches[:1], np.ones((1, 1)))
    assert alone.value == 3
    assert not math.isfinite(alone.high - alone.low)
    (never,) = batch.batch_ratios(np.zeros((4, 1)), np.zeros((4, 1)))
    assert never.n == 0


def test_ratio_of_sums_counts_units() -> None:
    above, below = np.array([[1.0], [0.0], [2.0], [1.0]]), np.full((4, 1), 2.0)
    (found,) = cluster.ratio_estimates(above, below, np.arange(4))
    assert found.value == 0.5
    (clustered,) = cluster.ratio_estimates(above, below, np.array([0, 0, 1, 1]))
    assert clustered.value == 0.5
    assert clustered.half_width != found.half_width
    (none,) = cluster.ratio_estimates(np.zeros((2, 1)), np.zeros((2, 1)), np.arange(2))
    assert none.n == 0


def test_units_may_have_any_numbers() -> None:
    dense, count = cluster.numbered(np.array([7, 9, 7, 8]))
    assert (dense.tolist(), count) == ([0, 2, 0, 1], 3)
    sparse, count = cluster.numbered(np.array([10**12, 0, 10**12]))
    assert (sparse.tolist(), count) == ([1, 0, 1], 2)
    assert cluster.numbered(np.zeros(0, dtype=np.int64))[1] == 0


def test_difference_of_means_in_one_game() -> None:
    score = np.array([1.0, 1, 0, 1, 0, 0, 0, 1])
    means = cluster.group_means(score, np.repeat([0, 1], 4), np.arange(8), 2)
    found = cluster.difference(means, 0, 1)
    assert found.value == 0.5
    assert -1 <= found.low < 0.5 < found.high <= 1
    assert cluster.difference(cluster.group_means(score, np.zeros(8, int), np.arange(8), 2), 0, 1).n == 0


@pytest.mark.parametrize("rows", [0, 1, 7, 400])
def test_a_mean_of_all_rows_is_that_of_one_group(rows: int) -> None:
    """The short way and the general one say the same, to the last digits."""
    luck = np.random.default_rng(rows)
    score, unit = luck.integers(0, 3, rows) / 2, luck.integers(0, max(rows // 3, 1), rows)
    short = cluster.mean_estimate(score, unit)
    whole = cluster.group_means(score, np.zeros(rows, np.int64), unit, 1)
    long = cluster.rate_estimates(whole)[0]
    assert (short.value, short.low, short.high, short.n) == pytest.approx((long.value, long.low, long.high, long.n))
