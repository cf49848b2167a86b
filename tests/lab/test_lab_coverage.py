"""The lab's interval after stopping: simulated pairs, the lab's own stopping rule, many runs a cell."""

from __future__ import annotations

import math
import os

import pytest
from lab_coverage import (
    COVERAGE,
    DISCORDANT,
    LOOKS,
    PAIR_VALUES,
    TRUTHS,
    WIDTH,
    chances,
    intervals,
    measure_cell,
    stopped_counts,
)

from workbench.stats.sequential import confidence_sequence, three_way

LONG = bool(os.environ.get("WORKBENCH_LONG"))
QUICK_CELLS = [(0, 0.0, 50), (0, 0.0, 2000), (5, DISCORDANT, 500), (14, DISCORDANT, 50), (40, DISCORDANT, 2000)]
ALL_CELLS = [(0, 0.0, look) for look in LOOKS] + [(truth, DISCORDANT, look) for truth in TRUTHS for look in LOOKS]


@pytest.mark.parametrize(("truth", "discordant", "look"), ALL_CELLS if LONG else QUICK_CELLS)
def test_the_interval_holds_after_stopping(truth: float, discordant: float, look: int) -> None:
    """At least 93 % of the runs, and at most 1.8 times as wide as had the number of pairs been fixed."""
    runs = 2000 if LONG else 300
    cell = measure_cell(truth, discordant, look, runs)
    noise = 0.0 if LONG else 3 * math.sqrt(0.05 * 0.95 / runs)
    assert cell.coverage >= COVERAGE - noise, cell
    assert cell.width <= WIDTH, cell
    assert cell.mean_points == pytest.approx(truth, abs=1.5)


def test_the_simulation_stops_and_measures_as_the_lab_does() -> None:
    import numpy as np

    rng = np.random.default_rng(2)
    for row in stopped_counts(rng, chances(0.05, 0.4), 500, 5):
        counts = {value: int(count) for value, count in zip(PAIR_VALUES, row, strict=True)}
        assert three_way(confidence_sequence(counts), 0.01) != "undecided"
        assert sum(counts.values()) % 500 == 0
        mean, low, high = (float(one[0]) for one in intervals(row[None, :]))
        found = confidence_sequence(counts)
        assert (found.value, found.low, found.high) == pytest.approx((mean, low, high))


def test_a_copy_of_itself_is_not_told_to_be_a_little_stronger() -> None:
    """500 pairs, none of which differ: no effect, and an interval around it."""
    found = confidence_sequence({0.0: 500}).scaled(100)
    assert found.value == 0.0
    assert found.low == pytest.approx(-found.high)
    assert 0.3 < found.high < 1.0


def test_a_large_effect_keeps_its_size() -> None:
    """Looks of 2,000 pairs and a truth of 40 points: the first look stops, and shows what was measured."""
    found = confidence_sequence({-1.0: 40, 0.0: 1120, 1.0: 840}).scaled(100)
    assert found.value == pytest.approx(40.0)
    assert 2 < found.half_width < 5
