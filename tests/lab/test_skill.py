"""Bots on one axis: planted strengths are found again, and matches are those of the bots."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from workbench.lab.run import load_background
from workbench.lab.skill import FILE, Match, Skill, measure_skill, read_skill
from workbench.stats.elo import Meeting, fit_elo
from workbench.stats.interval import Estimate
from workbench.stats.ladder import ladder_changes

TRUTH = (0.0, 150.0, 420.0, 500.0)


def meetings(rng: np.random.Generator, pairs: int) -> list[Meeting]:
    """Pairs of games whose two results are drawn from the difference of the ratings."""
    found = []
    for weak in range(len(TRUTH)):
        for strong in range(weak + 1, len(TRUTH)):
            chance = 1 / (1 + 10 ** ((TRUTH[weak] - TRUTH[strong]) / 400))
            scores = rng.binomial(2, chance, pairs) / 2
            found.append(Meeting(strong, weak, float(scores.mean()), float(scores.std() / np.sqrt(pairs - 1)), pairs))
    return found


def test_planted_ratings_are_covered() -> None:
    rng = np.random.default_rng(3)
    hits = []
    for _ in range(300):
        found = fit_elo(meetings(rng, 200), len(TRUTH))
        hits.append([one.low <= truth <= one.high for one, truth in zip(found[1:], TRUTH[1:], strict=True)])
    assert found[0].value == found[0].low == 0.0
    assert 0.92 <= np.mean(hits) <= 0.98


def test_a_bot_that_wins_every_game_has_a_rating() -> None:
    found = fit_elo([Meeting(1, 0, 1.0, 0.0, 50), Meeting(2, 1, 1.0, 0.0, 50), Meeting(2, 0, 1.0, 0.0, 50)], 3)
    assert found[0].value < found[1].value < found[2].value < 3000
    assert all(np.isfinite([one.low, one.high]).all() for one in found)


def test_random_and_greedy_in_a_matrix(tmp_path: Path) -> None:
    composition = load_background().composition
    found = measure_skill(composition, ("random", "greedy"), 60, folder=tmp_path)
    assert found is not None
    (match,) = found.matches
    assert sum(match.pairs) == 30
    assert found.score(1, 0).value > 0.8
    assert found.score(0, 1).value == pytest.approx(1 - found.score(1, 0).value)
    assert found.score(0, 0) is None
    assert found.elo[1].low > 100
    data = found.as_data()
    assert data["scores_percent"][1][0][0] == pytest.approx(100 * found.score(1, 0).value, abs=0.05)
    assert read_skill(tmp_path, ("random", "greedy")) == found
    assert read_skill(tmp_path, ("random", "mcts")) is None
    (tmp_path / FILE).write_text("{")
    assert read_skill(tmp_path, ("random", "greedy")) is None


def test_a_stopped_measurement_says_so() -> None:
    assert measure_skill(load_background().composition, ("random", "greedy"), 10, stop=lambda: True) is None


def test_scores_of_a_match_count_pairs() -> None:
    one = Skill(("a", "b"), (Match(0, 1, (1, 0, 2, 0, 5)),))
    assert one.score(1, 0).value == pytest.approx((2 * 0.5 + 5) / 8)


def rungs(*values: float, half: float = 0.8) -> list[Estimate]:
    return [Estimate(value, value - half, value + half, 1000) for value in values]


@pytest.mark.parametrize(
    ("values", "trend"),
    [
        ((0.0, 3.0, 6.0), "more"),
        ((6.0, 3.0, 0.0), "less"),
        ((0.6, -4.8, 1.0, 2.0), "not steady"),
        ((1.0, 5.0, 1.1), "not steady"),
        ((1.0, 1.2, 0.9), "none shown"),
        ((1.0, 1.2), "none shown"),
    ],
)
def test_what_changes_with_skill(values: tuple[float, ...], trend: str) -> None:
    (found,) = ladder_changes([rungs(*values)])
    assert found.trend == trend
    assert found.ends.value == pytest.approx(values[-1] - values[0])


def test_no_change_is_seldom_called_one() -> None:
    """Fourteen tiles that are the same to four bots: a trend is claimed for any of them in at most 5 % of runs or so.

    Holm holds the error of the ends over all tiles, and of the pairs of levels within each.
    """
    rng = np.random.default_rng(8)
    ends, pairs = 0, 0
    for _ in range(400):
        tables = [rungs(*rng.normal(0, 0.8 / 1.96, 4)) for _ in range(14)]
        found = ladder_changes(tables)
        ends += any(one.p_value < 0.05 for one in found)
        pairs += found[0].trend != "none shown"
    assert ends <= 0.05 * 400 + 3 * np.sqrt(0.05 * 400)
    assert pairs <= 0.05 * 400 + 3 * np.sqrt(0.05 * 400)
