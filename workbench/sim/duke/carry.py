"""Games carried on by a bot in compiled code, recorded on the way.

A bot plays for the seats of its mask (1 South, 2 North). With both it plays whole games one after another;
with one it plays each game of the batch up to the other's next decision. So any two bots can meet, although
each is compiled by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from workbench.bots.choose import Chooser
from workbench.bots.greedy import GreedyMemory, greedy_turn
from workbench.bots.random import pick_random
from workbench.bots.ready import deciding_entries
from workbench.bots.search import SearchMemory, search_turn
from workbench.duke.board.compile import Ints, Past, Record, Records, Rules, State, Wanted, captured, entry, jit
from workbench.duke.board.kinds import GO, NO_TURN
from workbench.duke.board.packed import deal_swapped, deal_top_north, deal_top_south, has, kind_of, link_of
from workbench.duke.board.state import OVER, TURN, Pool
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.games import advance, new_game
from workbench.duke.turn.legal import end_without_turn
from workbench.sim.duke.batch import Games, new_games
from workbench.sim.duke.recorder import (
    GAME,
    SUMS,
    TRACK,
    note_after,
    note_before,
    note_board,
    note_deal,
    note_end,
    note_going,
)

SOUTH, NORTH, BOTH = 1, 2, 3
LANES = 128  # games in play at once where two unlike bots meet; the pool has two more states, to try turns on


@jit
def deal(R: Rules, s: State, t: State, u: State, past: Past, seed: int, luck: int, swapped: int) -> None:
    """A new game up to its first decision; `swapped` is what `pack_deal` packs."""
    new_game(R, s, seed, luck, deal_swapped(swapped), deal_top_south(swapped), deal_top_north(swapped))
    advance(R, s, t, u, past)


@jit
def step(
    R: Rules, s: State, t: State, u: State, past: Past, sums: Record, track: Record, row: Record, turn: int
) -> None:
    """Play a decision and go on to the next one."""
    if turn == NO_TURN:
        end_without_turn(R, s)
    else:
        owner, ply = s.to_move, s.ply
        foes = s.n[1 - owner]
        goes = track.begun and s.phase == TURN and kind_of(turn) == GO and link_of(turn) < 0
        if sums.on and not goes:
            note_before(R, s, sums, track, row, turn)
        play_turn(R, s, turn)
        if sums.on:
            if goes:
                note_going(s, sums, track, row, turn, owner, ply, foes)
            else:
                note_after(R, s, sums, track, row, turn, owner, ply)
        advance(R, s, t, u, past)
        is_turn_done = s.phase == TURN or s.phase == OVER
        if sums.on and track.begun and is_turn_done and (track.stale or R.has_dragon):
            note_board(s, sums, track, ply)


@jit
def carry_on(
    choose: Callable[..., int],
    memory: Ints | GreedyMemory | SearchMemory,
    R: Rules,
    pool: Pool,
    sums: Record,
    tracks: Records,
    rows: Records,
    games: Games,
    first: int,
    seats: int,
    deals: int,
    seed: int,
    lucks: Ints,
    swapped: int,
) -> int:
    """Carry on games first, first + 1, ... of the batch, dealt first if `deals`; returns how many are not over."""
    t, u = pool.states[LANES], pool.states[LANES + 1]
    left = 0
    for i in range(len(lucks)):
        lane = i if seats != BOTH else 0
        s, past, track, row = pool.states[lane], pool.pasts[lane], tracks[lane], rows[lane]
        if deals:
            deal(R, s, t, u, past, seed, lucks[i], swapped)
            note_deal(track, row, first + i)
        if s.phase == OVER:
            continue  # an earlier round has seen its end
        while s.phase != OVER and has(seats, s.to_move):
            step(R, s, t, u, past, sums, track, row, choose(R, memory, s, t, u, past))
        if s.phase == OVER:
            note_end(R, s, sums, track, row, games)
        else:
            left += 1
    return left


# One entry per bot, all alike: Numba keeps compiled code on disk only for functions written out.
@entry
def random_plays(
    memory: Ints,
    R: Rules,
    pool: Pool,
    sums: Record,
    tracks: Records,
    rows: Records,
    games: Games,
    first: int,
    seats: int,
    deals: int,
    seed: int,
    lucks: Ints,
    swapped: int,
) -> int:
    return carry_on(pick_random, memory, R, pool, sums, tracks, rows, games, first, seats, deals, seed, lucks, swapped)


@entry
def greedy_plays(
    memory: GreedyMemory,
    R: Rules,
    pool: Pool,
    sums: Record,
    tracks: Records,
    rows: Records,
    games: Games,
    first: int,
    seats: int,
    deals: int,
    seed: int,
    lucks: Ints,
    swapped: int,
) -> int:
    return carry_on(greedy_turn, memory, R, pool, sums, tracks, rows, games, first, seats, deals, seed, lucks, swapped)


@entry
def search_plays(
    memory: SearchMemory,
    R: Rules,
    pool: Pool,
    sums: Record,
    tracks: Records,
    rows: Records,
    games: Games,
    first: int,
    seats: int,
    deals: int,
    seed: int,
    lucks: Ints,
    swapped: int,
) -> int:
    return carry_on(search_turn, memory, R, pool, sums, tracks, rows, games, first, seats, deals, seed, lucks, swapped)


@entry
def follow(
    R: Rules,
    pool: Pool,
    lane: int,
    sums: Record,
    tracks: Records,
    rows: Records,
    games: Games,
    number: int,
    deals: int,
    seed: int,
    luck: int,
    swapped: int,
    turn: int,
) -> None:
    """One step of a game whose turns are chosen elsewhere: deal it, or play a turn and go on to the next."""
    s, t, u, past = pool.states[lane], pool.states[LANES], pool.states[LANES + 1], pool.pasts[lane]
    track, row = tracks[lane], rows[lane]
    if deals:
        deal(R, s, t, u, past, seed, luck, swapped)
        note_deal(track, row, number)
    else:
        step(R, s, t, u, past, sums, track, row, turn)
    if s.phase == OVER:
        note_end(R, s, sums, track, row, games)


def thoughtful_plays(
    choose: Callable[..., int],
    R: Rules,
    pool: Pool,
    sums: Record,
    tracks: Records,
    rows: Records,
    games: Games,
    first: int,
    seats: int,
    deals: int,
    seed: int,
    lucks: Ints,
    swapped: int,
) -> int:
    """Plays of a bot that takes its time: each decision is a call, so that only its thinking is compiled."""
    left = 0
    for i in range(len(lucks)):
        lane = i if seats != BOTH else 0
        s = pool.states[lane]
        if deals:
            follow(R, pool, lane, sums, tracks, rows, games, first + i, 1, seed, lucks[i], swapped, NO_TURN)
        while s.phase != OVER and has(seats, int(s.to_move)):
            turn = choose(R, pool, lane, LANES)
            follow(R, pool, lane, sums, tracks, rows, games, first + i, 0, seed, lucks[i], swapped, turn)
        left += s.phase != OVER
    return left


QUICK: dict[str, Callable[..., int]] = {"random": random_plays, "greedy": greedy_plays, "search": search_plays}
QUICK_DEPTH = 2  # a search that looks further takes its time


def plays_of(chooser: Chooser) -> Callable[..., int]:
    """How the bot carries on games: those that decide quickly play whole batches in compiled code."""
    if is_quick(chooser):
        return partial(QUICK[chooser.spec.name], chooser.memory)
    return partial(thoughtful_plays, chooser)


def is_quick(chooser: Chooser) -> bool:
    """Whether a bot decides so quickly that the way to Python and back would count."""
    name = chooser.spec.name
    return name in QUICK and (name != "search" or chooser.spec.option("depth") <= QUICK_DEPTH)


def carrying_entries(chooser: Chooser, R: Rules, pool: Pool) -> list[Wanted]:
    """All compiled code that a bot carries on games by, with arguments of its types."""
    if not is_quick(chooser):
        return following_entry(R, pool) + deciding_entries(chooser, R, pool)
    with captured() as wanted:
        plays_of(chooser)(R, pool, *_blank(R), 0, BOTH, 1, 0, np.zeros(1, np.int64), 0)
    return wanted


def following_entry(R: Rules, pool: Pool) -> list[Wanted]:
    """The same of bots whose turns are chosen elsewhere."""
    with captured() as wanted:
        follow(R, pool, 0, *_blank(R), 0, 1, 0, 0, 0, NO_TURN)
    return wanted


def _blank(R: Rules) -> tuple[Record, Records, Records, Games]:
    """Sums, tracks, rows and games, without any."""
    made = [np.zeros(1, dtype).view(np.recarray) for dtype in (SUMS, TRACK, GAME)]
    return made[0][0], made[1], made[2], new_games(R, 1)
