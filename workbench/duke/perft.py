"""Perft: how many ways a game can go on for some turns.

A way is a sequence of decisions and distinct chance events: a draw counts once per distinct tile and square,
not per copy. One turn of depth is a whole turn, with its draws and follow-ups, the opponent's hop and the
Dragon's act; a set-up choice counts as one too, with what chance puts down after it. Games that end earlier count
no ways beyond their end.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from workbench.duke.game import Position
from workbench.duke.position_write import INSIDE_A_TURN
from workbench.duke.referee import Referee
from workbench.duke.state import FIRST_LUCK, HOPPING, LUCK_DRAGON, OVER
from workbench.duke.whole_turn import join_whole

# Nodes that belong to the turn before them, but not to its text.
BETWEEN_TURNS = (HOPPING, LUCK_DRAGON)


def perft(position: Position, depth: int) -> int:
    """The number of ways to play `depth` whole turns."""
    return _count(position.game.referee, position.state, depth)


def divide(position: Position, depth: int) -> dict[str, int]:
    """The same, split by the first whole turn."""
    referee = position.game.referee
    totals: dict[str, int] = {}
    for steps, after in _whole_turns(referee, position.state):
        text = join_whole(steps, referee.letters)
        totals[text] = totals.get(text, 0) + _count(referee, after, depth - 1)
    return totals


def _count(referee: Referee, state: np.recarray, depth: int) -> int:
    if depth == 0:
        return 1
    if int(state[0]["phase"]) == OVER:
        return 0
    return sum(_count(referee, after, depth - 1) for _, after in _whole_turns(referee, state))


def _whole_turns(referee: Referee, state: np.recarray) -> Iterator[tuple[list[str], np.recarray]]:
    """Every way to play one whole turn: its steps, and the node after it."""
    for step, after in _steps(referee, state):
        yield from _go_on(referee, [step], after)


def _go_on(referee: Referee, steps: list[str], state: np.recarray) -> Iterator[tuple[list[str], np.recarray]]:
    """Follow a begun turn to the next opening decision, or to the end of the game."""
    phase = int(state[0]["phase"])
    if phase not in INSIDE_A_TURN and not FIRST_LUCK <= phase < OVER:
        yield steps, state
        return
    for step, after in _steps(referee, state):
        named = phase not in BETWEEN_TURNS and phase in INSIDE_A_TURN
        yield from _go_on(referee, [*steps, step] if named else steps, after)


def _steps(referee: Referee, state: np.recarray) -> Iterator[tuple[str, np.recarray]]:
    """The choices at one node, or the events of chance."""
    phase = int(state[0]["phase"])
    if FIRST_LUCK <= phase < OVER:
        for _, event, after in referee.outcomes(state).values():
            yield event, after
    elif phase != OVER:
        for text, turn in referee.turns(state).items():
            yield text, referee.played(state, turn)
