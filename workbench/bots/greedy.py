"""The greedy bot: looks one turn ahead, and at what could be taken from it then."""

from __future__ import annotations

from typing import NamedTuple

from workbench.bots.choose import Chooser
from workbench.bots.evaluate import WON
from workbench.bots.look import hanging, try_turn
from workbench.bots.random import random_turn
from workbench.bots.registry import BotSpec
from workbench.bots.worths import build_worths
from workbench.duke.board.compile import Past, Record, Rules, State, entry, jit
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.luck import below
from workbench.duke.board.state import LUCK_DRAW, OVER, PLACING, TURN, Pool, new_states
from workbench.duke.rules.place import is_in_guard
from workbench.duke.turn.candidates import candidate_count
from workbench.duke.turn.legal import has_turn, try_candidate

TIE = 0x165667B1  # purpose of the luck that decides among equals
GUARD_BONUS = 10  # less than any tile: Guard is preferred among equal gains
DRAW_BONUS = 20  # and a new tile to giving Guard
EVERYTHING = 2**30  # more than all tiles and points: only a Duke is worth so much


class GreedyMemory(NamedTuple):
    worths: Record
    spare: State  # one more to try turns on


@jit
def turn_value(R: Rules, worths: Record, s: State, t: State, u: State, v: State, turn: int, best: int) -> int:
    """What a legal turn gains at once, less what it leaves hanging; WON if the opponent has no answer.

    A turn that is worse than `best` already before hanging tiles are counted gets only that upper bound.
    """
    owner = s.to_move
    value = try_turn(R, worths, s, t, turn)
    if t.phase == OVER:
        return WON if t.winner == owner else (0 if t.winner < 0 else -WON)
    if t.phase == LUCK_DRAW:
        value += DRAW_BONUS
        return value if best > value else value - hanging(R, worths, t, owner, t.frozen)
    if value < -EVERYTHING:
        return value  # the Dragon is likely to end the game before the opponent's turn
    if not has_turn(R, t, u, v) and not R.no_turn_draws:
        return WON
    if R.guard and is_in_guard(R, t, 1 - owner):
        value += GUARD_BONUS
    return value if value < best else value - hanging(R, worths, t, owner, t.frozen)


@jit
def greedy_turn(R: Rules, memory: GreedyMemory, s: State, t: State, u: State, past: Past) -> int:
    """The best turn for the moment, at random among equals, or NO_TURN."""
    if s.phase != TURN and s.phase != PLACING:
        return random_turn(R, s, t, u)
    owner = s.to_move
    chosen, best, ties = NO_TURN, -2 * WON, 0
    for r in range(candidate_count(R, s)):
        turn = try_candidate(R, s, t, u, r)
        if turn == NO_TURN:
            continue
        value = turn_value(R, memory.worths, s, t, u, memory.spare, turn, best)
        if value > best:
            chosen, best, ties = turn, value, 1
        elif value == best:
            ties += 1
            if below(s, owner, TIE, s.choices[owner] * 4096 + ties, ties) == 0:
                chosen = turn
    return chosen


@entry
def choose_greedy(memory: GreedyMemory, R: Rules, pool: Pool, b: int, spare: int) -> int:
    """The bot's turn at the decision of pool[b]; two states from `spare` on are to try turns on."""
    states = pool.states
    return greedy_turn(R, memory, states[b], states[spare], states[spare + 1], pool.pasts[b])


class GreedyBot(Chooser):
    def __init__(self, spec: BotSpec, rules: Rules) -> None:
        super().__init__(spec, rules)
        self.memory = GreedyMemory(build_worths(rules, spec.yardstick)[0], new_states(1)[0])

    def decide(self, rules: Rules, pool: Pool, b: int, spare: int) -> int:
        return choose_greedy(self.memory, rules, pool, b, spare)
