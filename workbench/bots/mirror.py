"""Whole games of the random bot against itself, the fastest way to play: only outcomes are kept."""

from __future__ import annotations

from workbench.bots.random import random_turn
from workbench.duke.board.compile import Ints, Rules, entry
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.state import OVER, Pool
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.games import advance, new_game
from workbench.duke.turn.legal import end_without_turn


@entry
def play_random_games(R: Rules, pool: Pool, seed: int, first: int, winners: Ints, reasons: Ints, plies: Ints) -> None:
    """Play games first, first + 1, ... and note winner, reason and length of each."""
    s, t, u, past = pool.states[0], pool.states[1], pool.states[2], pool.pasts[0]
    for game in range(len(winners)):
        new_game(R, s, seed, first + game, 0, -1, -1)
        while s.phase != OVER:
            turn = random_turn(R, s, t, u)
            if turn == NO_TURN:
                end_without_turn(R, s)
            else:
                play_turn(R, s, turn)
                advance(R, s, t, u, past)
        winners[game] = s.winner
        reasons[game] = s.reason
        plies[game] = s.ply
