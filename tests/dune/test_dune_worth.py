"""What standings are worth: the regression finds what was planted, and the shipped file fits the program."""

from __future__ import annotations

import json
from math import exp

import pytest
from dune_games import rules

from workbench.dune.chance import Luck
from workbench.dune.game import new_game
from workbench.dune.learn import Samples, fit_standing, learn_standing
from workbench.dune.worth import (
    FEATURES,
    VERSION,
    castles_held,
    evaluate,
    features,
    most_castles_shares,
    shipped_standing,
    shipped_weights,
)


def test_the_regression_finds_planted_weights() -> None:
    """Wins are drawn with known weights of castles and gold; the intervals hold them, and nothing else matters."""
    planted = {"level": -1.0, "castles": 0.8, "gold": 0.1}
    luck, samples = Luck(1), Samples([], [], [])
    for game in range(4000):
        row = [0.0] * len(FEATURES)
        row[0] = 1.0
        for name, limit in (("castles", 3), ("gold", 12), ("cards", 5)):
            row[FEATURES.index(name)] = float(luck.below(limit))
        logit = sum(weight * row[FEATURES.index(name)] for name, weight in planted.items())
        samples.rows.append(row)
        samples.scores.append(float(luck.below(10_000) < 10_000 / (1 + exp(-logit))))
        samples.games.append(game)
    found = fit_standing(samples, {})
    for name in ("castles", "gold", "cards"):
        half = found["half_widths"][name]
        assert 0 < half < 0.15
        assert abs(found["weights"][name] - planted.get(name, 0.0)) < 1.5 * half
    assert found["weights"]["castles"] > found["half_widths"]["castles"]


def test_the_shipped_weights_fit_the_program() -> None:
    data = shipped_standing()
    assert data["version"] == VERSION
    assert tuple(data["weights"]) == tuple(data["half_widths"]) == FEATURES
    assert {"bot", "games", "seed", "rules", "fingerprint", "stray_percent", "rows"} <= set(data["plan"])
    assert data["plan"]["fingerprint"] == rules().fingerprint(), "the rules have changed: learn again"
    assert data["weights"]["castles late"] > data["half_widths"]["castles late"]
    assert data["weights"]["graveyard"] < -data["half_widths"]["graveyard"]


def test_learning_is_the_same_again() -> None:
    first, second = (json.dumps(learn_standing(rules(), 6, 2)) for _ in range(2))
    assert first == second


def test_a_castle_more_is_worth_more_late_in_the_game() -> None:
    state = new_game(rules(), 1, 0)
    state.turn = 8
    before = evaluate(state, 0, shipped_weights())
    state.recruit(0, state.tables.index["15*"], 2)
    assert castles_held(state)[0] == 1
    assert evaluate(state, 0, shipped_weights()) > before
    state.winner = 3
    assert evaluate(state, 0, shipped_weights()) == most_castles_shares(castles_held(state))[0]
    assert len(features(state, 0, castles_held(state))) == len(FEATURES)


@pytest.mark.parametrize(
    ("castles", "shares"), [((2, 1, 0, 0), (1, 0, 0, 0)), ((1, 1, 0, 0), (0.5, 0.5, 0, 0)), ((0, 0, 0, 0), (0.25,) * 4)]
)
def test_most_castles_are_shared_by_equals(castles: tuple[int, ...], shares: tuple[float, ...]) -> None:
    assert most_castles_shares(castles) == shares
