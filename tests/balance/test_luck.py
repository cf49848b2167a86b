"""Draw luck: counted by hand, and 0 on average whatever the players do."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import polars as pl
import pytest
from support.planted_luck import PlantedLuck

from workbench.balance.luck import draw_luck
from workbench.duke.board.packed import log_how, log_type, pack_log
from workbench.sim.duke.baglog import BACK, LOST, OTHER_DRAW, TURN_DRAW
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame


def by_hand(bag: list[int], log: list[int]) -> list[Fraction]:
    held, found = [Fraction(one) for one in bag], [Fraction(0)] * len(bag)
    for entry in log:
        how, kind = log_how(entry), log_type(entry)
        if how == TURN_DRAW:
            for other, copies in enumerate(held):
                found[other] -= copies / sum(held)
            found[kind] += 1
        held[kind] += 1 if how == BACK else -1
    return found


def test_every_way_of_leaving_and_entering_a_bag() -> None:
    ways = [(TURN_DRAW, 0), (OTHER_DRAW, 1), (BACK, 2), (TURN_DRAW, 2), (LOST, 0), (BACK, 0), (TURN_DRAW, 1)]
    log = [pack_log(*way) for way in ways]
    south, north = [2, 2, 1], [1, 3, 0]
    small = pl.List(pl.UInt8())
    frame = pl.DataFrame(
        {
            "south_army": [0, 1],
            "south_bag_log": pl.Series([log, [pack_log(TURN_DRAW, 1)]], dtype=small),
            "north_bag_log": pl.Series([[], log[:1]], dtype=small),
        }
    )
    found = draw_luck(frame, (np.array(south, float), np.array(north, float)))
    assert found[0].tolist() == pytest.approx([float(one) for one in by_hand(south, log)])
    second = [a - b for a, b in zip(by_hand(north, [1]), by_hand(south, [0]), strict=True)]
    assert found[1].tolist() == pytest.approx([float(one) for one in second])


def test_luck_is_nothing_on_average_though_the_lucky_draw_on() -> None:
    rng = np.random.default_rng(2)
    game = PlantedLuck({"Lancer": (3.0, "Knight")})
    frame = game.frame(rng, 20_000)
    luck = draw_luck(frame, game.question.bags)
    assert np.abs(luck.sum(axis=1)).max() < 1e-9  # what one type gains the others lose
    error = luck.std(axis=0) / np.sqrt(len(luck))
    assert (np.abs(luck.mean(axis=0)) < 4 * error).all()


def test_real_games_with_every_ability_have_no_luck_on_average() -> None:
    """Were something missing in the logs, odds would be off and a tile would seem lucky."""
    plan = Plan(games=6000, sets=("workshop",), settings={"enhanced": "both"}, record="draws")
    game = DukeGame.from_plan(plan)
    frame = game.play_batch(plan, 0, plan.games).rows
    bag = np.bincount(game.composition.armies[0].bag, minlength=len(game.composition.tiles)).astype(float)
    luck = draw_luck(frame, (bag, bag))
    assert np.abs(luck.sum(axis=1)).max() < 1e-9
    error = luck.std(axis=0)[bag > 0] / np.sqrt(len(luck))
    z = luck.mean(axis=0)[bag > 0] / error
    assert np.abs(z).max() < 4.2
    assert (z**2).sum() < 2 * len(z) + 20
