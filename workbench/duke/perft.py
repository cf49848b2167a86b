"""Perft: how many ways a game can go on for some turns.

A way is a sequence of decisions and distinct chance events: a draw counts once per distinct tile and square,
not per copy. A turn is over when the ply counter grows, after hop and Dragon; set-up choices are part of the
ways but count no turn. A turn that ends the game counts, nothing follows it.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from workbench.duke.board.state import FIRST_LUCK, HOPPING, LUCK_DRAGON, OVER, TURN
from workbench.duke.game import Position
from workbench.duke.referee import Referee
from workbench.duke.text.position_write import INSIDE_A_TURN
from workbench.duke.text.whole_turns import join_whole

# Nodes that belong to the turn before them, but not to its text.
BETWEEN_TURNS = (HOPPING, LUCK_DRAGON)


def perft(position: Position, depth: int) -> int:
    """The number of ways to play `depth` turns."""
    return _count(position.game.referee, position.state, position.ply + depth)


def divide(position: Position, depth: int) -> dict[str, int]:
    """The same, split by the first whole turn (in set-up and at chance nodes, by the first step)."""
    referee = position.game.referee
    totals: dict[str, int] = {}
    if int(position.state[0]["phase"]) == TURN:
        begun = _whole_turns(referee, position.state)
    else:
        begun = (([text], after) for text, after in _named_steps(referee, position.state))
    for steps, after in begun:
        text = join_whole(steps, referee.letters)
        totals[text] = totals.get(text, 0) + _count(referee, after, position.ply + depth)
    return totals


def _count(referee: Referee, state: np.recarray, last_ply: int) -> int:
    if int(state[0]["ply"]) >= last_ply:
        return 1
    return sum(_count(referee, after, last_ply) for after in _steps(referee, state))


def _steps(referee: Referee, state: np.recarray) -> Iterator[np.recarray]:
    """What each choice at a node, or each event of chance, leads to."""
    phase = int(state[0]["phase"])
    if FIRST_LUCK <= phase < OVER:
        yield from (after for _, _, after in referee.outcomes(state).values())
    elif phase != OVER:
        yield from (referee.played(state, turn) for turn in referee.packed_turns(state))


def _named_steps(referee: Referee, state: np.recarray) -> Iterator[tuple[str, np.recarray]]:
    """The same with the texts of the choices."""
    phase = int(state[0]["phase"])
    if FIRST_LUCK <= phase < OVER:
        yield from ((event, after) for _, event, after in referee.outcomes(state).values())
    elif phase != OVER:
        for text, turn in referee.turns(state).items():
            yield text, referee.played(state, turn)


def _whole_turns(referee: Referee, state: np.recarray) -> Iterator[tuple[list[str], np.recarray]]:
    """Every way to play the player's part of a turn: its steps, and the node after it."""
    for step, after in _named_steps(referee, state):
        yield from _go_on(referee, [step], after)


def _go_on(referee: Referee, steps: list[str], state: np.recarray) -> Iterator[tuple[list[str], np.recarray]]:
    phase = int(state[0]["phase"])
    if phase not in INSIDE_A_TURN or phase in BETWEEN_TURNS:
        yield steps, state
        return
    for step, after in _named_steps(referee, state):
        yield from _go_on(referee, [*steps, step], after)
