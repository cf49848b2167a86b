"""Turns of a playout: legal, by lot, and captures more often than by lot alone."""

from __future__ import annotations

from collections import Counter
from math import sqrt

from scipy.stats import chisquare
from support.seeded_games import SEED

from workbench.bots.mcts import LOOKS, playout_turn
from workbench.duke.game import Position, game_of
from workbench.duke.turn.engine import deal_luck
from workbench.duke.turn.openers import opener_count

STREAMS = 1500
ONE_CAPTURE = "3du2/6/2fo3/2FO3/6/3DU2 S FoPi/FoPi - 0"  # South's Footman may take the other


def drawn(position: Position) -> Counter[int]:
    """The first turns of as many playouts from here."""
    referee, found = position.game.referee, Counter[int]()
    pool = referee.load(position.state)
    s, t, u = pool.states[:3]
    for number in range(STREAMS):
        deal_luck(s, SEED, number, 0)
        found[int(playout_turn(referee.rules, s, t, u))] += 1
    return found


def test_captures_have_a_second_chance() -> None:
    position = game_of().position(ONE_CAPTURE)
    turns = position.turns()
    (capture,) = (turn for text, turn in turns.items() if "x" in text)
    referee = position.game.referee
    slots = opener_count(referee.rules, referee.load(position.state).states[0]) - 1  # the draw
    expected = 1 - (1 - 1 / len(turns)) * (1 - 1 / slots) ** LOOKS
    assert expected > 2 / len(turns)
    assert abs(drawn(position)[capture] / STREAMS - expected) < 4 * sqrt(expected * (1 - expected) / STREAMS)


def test_other_turns_are_equally_likely() -> None:
    position = game_of().position(ONE_CAPTURE)
    found = drawn(position)
    quiet = [turn for text, turn in position.turns().items() if "x" not in text]
    assert set(found) == set(position.turns().values())
    assert chisquare([found[turn] for turn in quiet]).pvalue > 1e-3
