"""The words, and how many games they take."""

from __future__ import annotations

import math
import os

import numpy as np
import pytest

from workbench.balance.advice import next_commands
from workbench.balance.answer import TileVerdict
from workbench.balance.question import Asked
from workbench.balance.takes import games_to_settle
from workbench.balance.tally import TileAnswer
from workbench.balance.verdict import PLAIN, agreement, judge, of_a_hundred, place
from workbench.stats.anytime import Boundary
from workbench.stats.interval import Estimate

LONG = bool(os.environ.get("WORKBENCH_LONG"))
GREEDY_DEVIATION = 21.0  # SDs of a game's influence on one tile's effect, about, with greedy players


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (-0.4, 0.9, "fair"),
        (1.1, 3.0, "strong"),
        (-3.0, -1.1, "weak"),
        (0.8, 1.2, "on the line"),
        (-1.25, -0.75, "on the line"),
        (0.8, 0.99, "fair"),
        (1.01, 1.2, "strong"),
        (0.5, 1.1, "open"),
        (-1.3, 1.3, "open"),
        (-math.inf, math.inf, "open"),
    ],
)
def test_a_word_is_said_only_when_it_is_sure(low: float, high: float, verdict: str) -> None:
    assert judge(low, high, False, False) == verdict


def test_too_is_added_when_sure() -> None:
    assert judge(1.1, 3.0, False, True) == "too strong"
    assert judge(-3.0, -1.1, True, False) == "too weak"
    assert judge(0.2, 0.9, False, True) == "fair"
    assert judge(0.9, 3.0, False, True) == "open"


def test_another_margin_moves_the_line() -> None:
    assert judge(0.6, 0.9, False, False, margin=0.5) == "strong"
    assert judge(0.6, 0.9, False, False, margin=2.0) == "fair"


def test_an_interval_of_a_quarter_sd_is_never_open() -> None:
    centre = np.linspace(-3, 3, 2401)
    for half in (0.125, 0.05):
        assert (place(centre - half, centre + half) > 0).all()
    assert PLAIN[0] == "open"


@pytest.mark.parametrize(
    ("sds", "halves", "agree"),
    [((1.0, 1.2), (0.1, 0.5), True), ((0.0, 2.0), (0.1, 0.5), False), ((0.0, 1.4), (0.1, 0.5), True),
     ((0.0, 9.0), (0.1, 1.1), None), ((0.0, 0.0), (math.inf, 0.1), None)],
)  # fmt: skip
def test_bots_disagree_only_surely(sds: tuple[float, float], halves: tuple[float, float], agree: bool | None) -> None:
    assert agreement(sds, halves) is agree


def test_words_for_people() -> None:
    assert of_a_hundred(4.2) == "wins about 54 of 100 games instead of 50 when it comes"
    assert of_a_hundred(-0.3) == "wins about 50 of 100 games when it comes, as an average official tile does"


@pytest.mark.parametrize(
    ("sds", "half", "said"),
    [
        (1.9, 0.5, "search players agree."),
        (0.6, 0.9, "search players lean another way, but not surely."),  # agree is true, as it is not sure
        (0.6, 0.1, "search players surely differ."),
        (0.6, 1.5, "Too few games of search players to check it."),
    ],
)
def test_the_check_is_said_in_words(sds: float, half: float, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.balance.answer.shipped_ratings", lambda: None)  # with them: test_ratings_made
    asked, points = Asked("Witch", 3, "dark", "drawn"), Estimate(7.04, 6.0, 8.0, 9000)
    first = TileAnswer(asked, "greedy", 9000, "strong", points, 2.0, 0.2, 0.3, "Ranger", "Champion")
    second = TileAnswer(asked, "search", 900, "open", points, sds, half)
    found = TileVerdict(asked, (first, second))
    assert found.check == said
    assert TileVerdict(asked, (first,)).check == ""
    assert found.sentence == (
        "Witch (dark army) is strong: it wins about 57 of 100 games instead of 50 when it comes, "
        "with greedy players (+7.0 points, +6.0 to +8.0)."
    )
    commands = [command for _, command in next_commands(found, ["my set.yaml"])]
    assert commands == [
        "workbench lab icons Witch --set 'my set.yaml'",
        "workbench lab tune Witch --set 'my set.yaml' --against Champion --target \"0 +-1\"",
    ]


def settled_after_promise(rng: np.random.Generator, start: int, cases: int, tiles: int) -> tuple[int, int]:
    """Of cases that are open after `start` games, how many one look after the promised games settles."""
    boundary, kept, settled = Boundary(0.05 / tiles), 0, 0
    error = GREEDY_DEVIATION / math.sqrt(start)
    for case in range(cases):
        truth = rng.normal(0, 1.5)
        seen = rng.normal(truth, error)
        half = float(boundary.factor(start)) * error
        if place([seen - half], [seen + half])[0]:
            continue
        kept += 1
        more = games_to_settle(seen, error, start, boundary, kept=(seen - half, seen + half), seed=case)
        after = (start * seen + more * truth + rng.normal() * GREEDY_DEVIATION * math.sqrt(more)) / (start + more)
        wide = float(boundary.factor(start + more)) * GREEDY_DEVIATION / math.sqrt(start + more)
        low, high = np.clip([after - wide, after + wide], seen - half, seen + half)
        settled += bool(place([low], [high])[0])
    return kept, settled


@pytest.mark.parametrize("tiles", [1, 7])
def test_the_promised_games_settle_four_of_five(tiles: int) -> None:
    """Truths normal with 1.5 SD, starts of 20,000 and 60,000 games: 75 to 85 % on average."""
    rng = np.random.default_rng(7 + tiles)
    cases = 4000 if LONG else 700
    found = [settled_after_promise(rng, start, cases, tiles) for start in (20_000, 60_000)]
    share = np.mean([settled / kept for kept, settled in found])
    noise = 0 if LONG else 2 * 0.4 / math.sqrt(sum(kept for kept, _ in found))
    assert 0.75 - noise <= share <= 0.85 + noise, (share, found)


def test_a_tile_on_the_line_takes_longest() -> None:
    boundary = Boundary(0.05)
    line, inside = (games_to_settle(sds, 0.15, 20_000, boundary) for sds in (1.0, 0.0))
    assert inside < line
    assert line <= boundary.units_for(0.125, 0.15 * math.sqrt(20_000)) * 1.1
