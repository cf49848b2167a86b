"""Learning what standings are worth: seekers play, and a logistic regression tells who held most castles in the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from workbench.dune.chance import Luck, block_key
from workbench.dune.decision import draw_option
from workbench.dune.game import new_game
from workbench.dune.names import FACTIONS
from workbench.dune.rules import Rules
from workbench.dune.seeker import SeekerBot
from workbench.dune.views import view_of
from workbench.dune.worth import FEATURES, VERSION, castles_held, features, most_castles_shares

STRAY_PERCENT = 8  # of decisions are taken at random, so that standings vary
RIDGE = 1e-4


@dataclass(slots=True)
class Samples:
    """Standings with what became of them; four rows a turn."""

    rows: list[list[float]]
    scores: list[float]
    games: list[int]


def play_samples(rules: Rules, seed: int, game: int, samples: Samples) -> None:
    """One game between seekers that stray; every beginning of a turn becomes a row for each faction."""
    state, seeker = new_game(rules, seed, game), SeekerBot()
    luck = Luck(block_key(seed, game))
    turn, found = 1, []
    while (asked := state.asked) is not None:
        if state.turn != turn:
            turn, held = state.turn, castles_held(state)
            found += [(seat, features(state, seat, held)) for seat in FACTIONS]
        strays = luck.below(100) < STRAY_PERCENT
        view = None if strays else view_of(state, asked.seat)
        state.take(draw_option(asked.options, luck) if view is None else seeker.choose(view, asked, luck))
    shares = most_castles_shares(castles_held(state))
    for seat, row in found:
        samples.rows.append(row)
        samples.scores.append(shares[seat])
        samples.games.append(game)


def learn_standing(
    rules: Rules, games: int, seed: int, report: Callable[[int, int], None] = lambda done, total: None
) -> dict[str, Any]:
    """Weights as they are written to standing.json; `report` is told how many games are played."""
    samples = Samples([], [], [])
    for game in range(games):
        play_samples(rules, seed, game, samples)
        report(game + 1, games)
    plan = {"rules": rules.name, "fingerprint": rules.fingerprint(), "seed": seed, "games": games}
    return fit_standing(samples, plan)


def fit_standing(samples: Samples, plan: dict[str, Any]) -> dict[str, Any]:
    """The regression; errors are clustered by game."""
    import numpy as np

    from workbench.stats.regression import fit_logistic

    design = np.array(samples.rows, dtype=np.float64)
    scores, unit = np.array(samples.scores, dtype=np.float64), np.array(samples.games, dtype=np.int64)
    spread = design.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    fit = fit_logistic(design / scale, scores, unit, RIDGE)
    weights, halves = fit.coefficients / scale, 1.96 * fit.errors / scale
    return {
        "version": VERSION,
        "score": "share of most castles at the end, ties split",
        "plan": {"bot": "seeker", "stray_percent": STRAY_PERCENT, **plan, "rows": len(samples.rows)},
        "weights": {name: round(float(one), 4) for name, one in zip(FEATURES, weights, strict=True)},
        "half_widths": {name: round(float(one), 4) for name, one in zip(FEATURES, halves, strict=True)},
    }
