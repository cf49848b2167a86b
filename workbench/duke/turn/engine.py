"""The engine's entry points: what plain Python calls. Everything else is compiled into these."""

from __future__ import annotations

import numpy as np

from workbench.duke.board import luck
from workbench.duke.board.compile import Ints, Past, Rules, State, Wanted, captured, entry
from workbench.duke.board.state import FIRST_LUCK, LUCK_DRAGON, TURN, Pool
from workbench.duke.rules import guard
from workbench.duke.turn import chance, decide, ends, games, legal, setup

NOWHERE = np.zeros(1, np.int64)  # for jobs that list nothing


@entry
def begin_game(R: Rules, s: State) -> None:
    """The first choice of a game; bags in file order."""
    setup.begin(R, s)


@entry
def open_by_hand(R: Rules, s: State, past: Past) -> None:
    """Fix what holds for the turn of `to_move`, after a position was set up by hand: its own first occurrence."""
    legal.begin_turn(R, s)
    s.hash = ends.hash_board(R, s)
    s.stores_hash = ends.hash_stores(R, s)
    if s.past_from == s.past_to:
        ends.remember(R, s, past)


@entry
def deal_game(R: Rules, s: State, seed: int, game: int, south_army: int, top_south: int, top_north: int) -> None:
    """The first choice of game number `game` of a seed, with shuffled bags and its own luck."""
    games.new_game(R, s, seed, game, south_army, top_south, top_north)


@entry
def deal_luck(s: State, seed: int, game: int, south_army: int) -> None:
    luck.seed_streams(s, seed, game, south_army)


LIST, REFUSE, STEP, SETTLE = range(4)


@entry
def work(R: Rules, pool: Pool, b: int, job: int, turn: int, guard_counts: int, out: Ints) -> int:
    """What most callers need, compiled together: the parts share nearly all of the engine."""
    s, t, u, past = pool.states[b], pool.states[b + 1], pool.states[b + 2], pool.pasts[b]
    if job == LIST:
        return legal.list_turns(R, s, t, u, out)
    if job == REFUSE:
        return legal.refusal(R, s, t, u, turn, guard_counts)
    if job == STEP:
        if turn >= 0:
            decide.play_turn(R, s, turn)
        else:
            chance.resolve(R, s)
        if s.phase == TURN:
            ends.remember(R, s, past)
    legal.settle(R, s, t, u, past)
    return 0


def write_turns(R: Rules, pool: Pool, b: int, out: Ints) -> int:
    """All legal turns of the decision at pool[b]; returns how many were written to `out`."""
    return work(R, pool, b, LIST, 0, 0, out)


def refusal_number(R: Rules, pool: Pool, b: int, turn: int, guard_counts: int) -> int:
    """0 if the turn is legal, else the number of the ledger id in `refusals.RULE_IDS`."""
    return work(R, pool, b, REFUSE, turn, guard_counts, NOWHERE)


def step(R: Rules, pool: Pool, b: int, turn: int) -> None:
    """Play a legal turn, or (turn < 0) resolve the chance node; then end the game if it is over (TURN-4, TURN-5)."""
    work(R, pool, b, STEP, turn, 0, NOWHERE)


def settle_game(R: Rules, pool: Pool, b: int) -> None:
    """End the game at a turn without a legal turn, or whose limit is reached."""
    work(R, pool, b, SETTLE, 0, 0, NOWHERE)


@entry
def attacks_duke(R: Rules, s: State, attacker: int) -> bool:
    """Whether `attacker` could take the enemy Duke with one turn now (GUARD-1)."""
    return guard.attack(R, s, attacker)


@entry
def is_chance(s: State) -> bool:
    return FIRST_LUCK <= s.phase <= LUCK_DRAGON


def engine_entries(R: Rules, pool: Pool) -> list[Wanted]:
    """All of the above with arguments of their types, to be compiled ahead."""
    s = pool.states[0]
    with captured() as wanted:
        begin_game(R, s)
        open_by_hand(R, s, pool.pasts[0])
        deal_game(R, s, 0, 0, 0, -1, -1)
        deal_luck(s, 0, 0, 0)
        work(R, pool, 0, LIST, 0, 0, NOWHERE)
        attacks_duke(R, s, 0)
        is_chance(s)
    return wanted
