"""Self-play for learning worths: greedy games with some random turns, and what stands on the board in them."""

from __future__ import annotations

from workbench.bots.evaluate import mobility
from workbench.bots.greedy import GreedyMemory, greedy_turn
from workbench.bots.random import random_turn
from workbench.duke.board.compile import Ints, Rules, State, entry, jit
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.luck import NEUTRAL, below
from workbench.duke.board.packed import type_of
from workbench.duke.board.state import MAX_TYPES, OVER, TURN, Pool
from workbench.duke.rules.place import is_in_guard
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.games import advance, new_game
from workbench.duke.turn.legal import end_without_turn

SAMPLE, STRAY = 0x0CA0F00D, 0x0B0A7D00  # purposes of luck: which positions are kept, which turns are random
BAG, MOBILITY, GUARDED, TEMPO = range(MAX_TYPES, MAX_TYPES + 4)  # columns after the tile types
GAME = MAX_TYPES + 4
COLUMNS = MAX_TYPES + 5


@jit
def note_position(R: Rules, s: State, row: Ints, game: int) -> None:
    """South's tiles less North's, and the same of everything else that the evaluation knows."""
    for column in range(COLUMNS):
        row[column] = 0
    for i in range(s.n[0]):
        row[type_of(s.tiles[0, i])] += 1
    for i in range(s.n[1]):
        row[type_of(s.tiles[1, i])] -= 1
    sign = 1 - 2 * s.to_move
    row[BAG] = s.nbag[0] - s.nbag[1]
    row[MOBILITY] = mobility(R, s, 0) - mobility(R, s, 1)
    if R.guard and s.duke[s.to_move] >= 0 and is_in_guard(R, s, s.to_move):
        row[GUARDED] = -sign
    row[TEMPO] = sign
    row[GAME] = game


@entry
def play_samples(
    memory: GreedyMemory, R: Rules, pool: Pool, seed: int, first: int, stray: int, every: int, rows: Ints, winners: Ints
) -> int:
    """Play a game for each place in `winners`; one turn in `every` is kept in `rows`. Returns how many were.

    `stray` of a hundred turns are random, so that worse positions are seen too.
    """
    s, t, u, past = pool.states[0], pool.states[1], pool.states[2], pool.pasts[0]
    kept = 0
    for game in range(len(winners)):
        new_game(R, s, seed, first + game, 0, -1, -1)
        advance(R, s, t, u, past)
        while s.phase != OVER:
            owner = s.to_move
            if s.phase == TURN and kept < len(rows) and below(s, NEUTRAL, SAMPLE, s.ply, every) == 0:
                note_position(R, s, rows[kept], game)
                kept += 1
            if below(s, owner, STRAY, s.choices[owner], 100) < stray:
                turn = random_turn(R, s, t, u)
            else:
                turn = greedy_turn(R, memory, s, t, u, past)
            if turn == NO_TURN:
                end_without_turn(R, s)
            else:
                play_turn(R, s, turn)
                advance(R, s, t, u, past)
        winners[game] = s.winner
    return kept
