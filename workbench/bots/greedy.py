"""The greedy bot: looks one turn ahead, and at what could be taken from it then."""

from __future__ import annotations

from workbench.bots.look import hanging, try_turn
from workbench.bots.random import random_turn
from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.luck import below
from workbench.duke.board.state import LUCK_DRAW, OVER, PLACING, TURN
from workbench.duke.rules.place import is_in_guard
from workbench.duke.turn.candidates import candidate_count
from workbench.duke.turn.legal import has_turn, try_candidate

TIE = 0x165667B1  # purpose of the luck that decides among equals
WON = 1 << 40
GUARD_BONUS = 10  # less than any tile: Guard is preferred among equal gains
DRAW_BONUS = 20  # and a new tile to giving Guard


@jit
def turn_value(R: Rules, B: State, s: State, t: State, u: State, v: State, turn: int, best: int) -> int:
    """What a legal turn gains at once, less what it leaves hanging; WON if the opponent has no answer.

    A turn that is worse than `best` already before hanging tiles are counted gets only that upper bound.
    """
    owner = s.to_move
    value = try_turn(R, B, s, t, turn)
    if t.phase == OVER:
        return WON if t.winner == owner else (0 if t.winner < 0 else -WON)
    if t.phase == LUCK_DRAW:
        return DRAW_BONUS if best > DRAW_BONUS else DRAW_BONUS - hanging(R, B, t, owner, t.frozen)
    if not has_turn(R, t, u, v) and not R.no_turn_draws:
        return WON
    if R.guard and is_in_guard(R, t, 1 - owner):
        value += GUARD_BONUS
    return value if value < best else value - hanging(R, B, t, owner, t.frozen)


@jit
def greedy_turn(R: Rules, B: State, s: State, t: State, u: State) -> int:
    """The best turn for the moment, at random among equals, or NO_TURN. `B` holds worths and a state."""
    if s.phase != TURN and s.phase != PLACING:
        return random_turn(R, s, t, u)
    owner = s.to_move
    worths, v = B[0][0], B[1][0]
    chosen, best, ties = NO_TURN, -2 * WON, 0
    for r in range(candidate_count(R, s)):
        turn = try_candidate(R, s, t, u, r)
        if turn == NO_TURN:
            continue
        value = turn_value(R, worths, s, t, u, v, turn, best)
        if value > best:
            chosen, best, ties = turn, value, 1
        elif value == best:
            ties += 1
            if below(s, owner, TIE, s.choices[owner] * 4096 + ties, ties) == 0:
                chosen = turn
    return chosen
