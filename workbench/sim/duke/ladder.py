"""Two bots against each other, in this process: how the better one scores."""

from __future__ import annotations

import numpy as np

from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame, pair_scores, score_interval


def meet(above: str, below: str, games: int, seed: int = 1, sets: tuple[str, ...] = ("base",)) -> tuple[float, float]:
    """Mean score of `above` and half its 95 % interval; every luck is played twice, with the seats changed."""
    plan = Plan(sets=sets, games=games, seed=seed, south=above, north=below, chunk=games, record=())
    game = DukeGame.from_plan(plan)
    lucks, twins = game.seats(plan, np.arange(games))
    rows = game.play_results(plan.seed, lucks, twins, (above, below))
    mean, half = score_interval([int(n) for n in pair_scores(rows["winner"], twins)])
    return mean / 100, half / 100
