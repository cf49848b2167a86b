"""Intervals for any number of looks: the numbers of the formula, and how often any of them misses."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from workbench.stats.anytime import Boundary, Narrowing
from workbench.stats.interval import two_sided_z
from workbench.stats.linear import RoundsFit

LONG = bool(os.environ.get("WORKBENCH_LONG"))
STREAMS = 20_000 if LONG else 4000


def rounds(first: int, last: int) -> np.ndarray:
    """Games after each round of max(2,000, an eighth of the games so far)."""
    found = [first]
    while found[-1] < last:
        found.append(found[-1] + max(2000, found[-1] // 8))
    return np.array(found)


@pytest.mark.parametrize(("tiles", "kappa"), [(7, 12.48), (1, 8.21)])
def test_kappa_is_the_stated_one(tiles: int, kappa: float) -> None:
    assert Boundary(0.05 / tiles).kappa == pytest.approx(kappa, abs=0.005)


@pytest.mark.parametrize(("tiles", "least", "most"), [(7, 1.37, 1.47), (1, 1.55, 1.72)])
def test_the_price_of_looking_all_the_time(tiles: int, least: float, most: float) -> None:
    """Against the fixed interval at the same level, between 10,000 and 450,000 games."""
    fixed = two_sided_z(1 - 0.05 / tiles)
    ratio = Boundary(0.05 / tiles).factor(np.array([10_000, 20_000, 100_000, 450_000])) / fixed
    assert least - 0.01 <= ratio.min()
    assert ratio.max() <= most + 0.01


def test_kappa_makes_the_interval_narrowest_where_it_is_tuned_for() -> None:
    n0 = 20_000
    here = Boundary(0.05, n0).factor(n0)
    assert here < Boundary(0.05, n0 / 2).factor(n0)
    assert here < Boundary(0.05, n0 * 2).factor(n0)


def test_nothing_is_said_before_the_first_look() -> None:
    assert math.isinf(Boundary().estimate(1.0, 0.1, 1999).high)
    assert Boundary().estimate(1.0, 0.1, 2000).half_width < 1


def test_units_for_is_the_inverse_of_the_half_width() -> None:
    boundary = Boundary(0.05 / 7)
    n = boundary.units_for(0.5, 40.0)
    assert boundary.estimate(0, 40 / math.sqrt(n), n).half_width == pytest.approx(0.5, rel=1e-3)


def test_what_looks_have_in_common_only_narrows() -> None:
    kept = Narrowing.unknown(3)
    kept.look(np.array([-1.0, 0.0, 2.0]), np.array([1.0, 4.0, 3.0]))
    kept.look(np.array([-2.0, 1.0, 5.0]), np.array([0.5, 5.0, 6.0]))
    assert kept.low.tolist() == [-1.0, 1.0, 3.0]
    assert kept.high.tolist() == [0.5, 4.0, 3.0]


def skewed_sums(rng: np.random.Generator, steps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sums and sums of squares of values with mean 0 that are -1 often and 9 seldom, at every look of every stream."""
    hits = np.cumsum(rng.binomial(np.broadcast_to(steps, (STREAMS, len(steps))), 0.1), axis=1)
    n = np.cumsum(steps)
    return 9.0 * hits - (n - hits), 81.0 * hits + (n - hits)


@pytest.mark.parametrize("alpha", [0.05, 0.05 / 7])
def test_the_truth_is_seldom_ever_missed(alpha: float) -> None:
    """Skewed values, the deviation taken from the stream itself, a look after every round up to 450,000 games."""
    looks = rounds(2000, 450_000)
    steps = np.diff(looks, prepend=0)
    total, squares = skewed_sums(np.random.default_rng(5), steps)
    error = np.sqrt((squares / looks - (total / looks) ** 2) / looks)
    ever = (np.abs(total / looks) > Boundary(alpha).factor(looks) * error).any(axis=1).mean()
    assert ever <= alpha + 3 * math.sqrt(alpha / STREAMS)
    peeked = (np.abs(total / looks) > two_sided_z(1 - alpha) * error).any(axis=1).mean()
    assert peeked > 3 * alpha  # what a fixed interval would do


def rounds_fit(design: np.ndarray, score: np.ndarray, unit: np.ndarray, parts: int) -> RoundsFit:
    fit = RoundsFit(design.shape[1])
    for part in np.array_split(np.arange(len(np.unique(unit))), parts):
        here = np.isin(unit, part)
        fit.add(design[here], score[here], unit[here])
    return fit


def test_rounds_give_the_coefficients_of_all_rows_at_once() -> None:
    rng = np.random.default_rng(3)
    design, unit = rng.normal(size=(900, 4)), np.repeat(np.arange(450), 2)
    score = design @ [0.1, 0.2, 0.0, -0.3] + rng.normal(size=900)
    once, many = (rounds_fit(design, score, unit, parts) for parts in (1, 9))
    assert once.coefficients == pytest.approx(np.linalg.lstsq(design, score, rcond=None)[0])
    assert many.coefficients == pytest.approx(once.coefficients)
    assert np.diag(many.covariance) == pytest.approx(np.diag(once.covariance), rel=0.05)
    assert (once.rows, once.units) == (900, 450)


def test_errors_by_unit_cover_where_twins_share_their_luck() -> None:
    rng = np.random.default_rng(4)
    hits = []
    for _ in range(400):
        shared = np.repeat(rng.normal(size=(300, 2)), 2, axis=0)  # twins have the same design and half of their noise
        noise = np.repeat(rng.normal(size=300), 2) + rng.normal(size=600)
        fit = rounds_fit(shared, shared @ [0.3, 0.0] + noise, np.repeat(np.arange(300), 2), 3)
        value, covariance = fit.contrasts(np.array([[1.0, -1.0]]))
        hits.append(abs(value[0] - 0.3) < 1.96 * math.sqrt(covariance[0, 0]))
    assert 0.92 <= np.mean(hits) <= 0.98


def test_what_the_data_leave_open_does_not_matter_to_contrasts() -> None:
    """Columns that always add up to 0: their differences are told, their sum is not."""
    rng = np.random.default_rng(6)
    free = rng.normal(size=(2000, 2))
    design = np.column_stack([free, -free.sum(axis=1)])
    fit = rounds_fit(design, design @ [0.5, 0.2, -0.4] + rng.normal(size=2000), np.arange(2000), 2)
    value, covariance = fit.contrasts(np.array([[1.0, -1.0, 0.0], [0.0, 1.0, -1.0]]))
    assert value == pytest.approx([0.3, 0.6], abs=0.15)
    assert np.sqrt(np.diag(covariance)) == pytest.approx([1 / math.sqrt(2000)] * 2, rel=0.5)
