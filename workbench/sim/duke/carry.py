"""Games carried on by a bot in compiled code, recorded on the way.

A bot plays for the seats of its mask (1 South, 2 North). With both it plays whole games one after another;
with one it plays each game of the batch up to the other's next decision. So any two bots can meet, although
each is compiled by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.bots.choose import choose_mcts, choose_search
from workbench.bots.greedy import greedy_turn
from workbench.bots.random import pick_random
from workbench.duke.board.compile import Pool, Rules, State, entry, jit
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.state import OVER, TURN
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.games import advance, new_game
from workbench.duke.turn.legal import end_without_turn
from workbench.sim.duke.recorder import note_after, note_before, note_board, note_end

SOUTH, NORTH, BOTH = 1, 2, 3
LANES = 128  # games in play at once where two unlike bots meet; the pool has two more states, to try turns on


def dealing(swapped: int, top_south: int = -1, top_north: int = -1) -> int:
    """How games are dealt, in one number: whether the armies have swapped seats, and slots to be drawn first.

    Luck follows the armies into their seats. A slot is a place in the bag's file order; -1 forces none.
    """
    return swapped | top_south + 1 << 1 | top_north + 1 << 9


@jit
def deal(R: Rules, s: State, t: State, u: State, track: State, seed: int, luck: int, swapped: int) -> None:
    """A new game up to its first decision; `swapped` is what `dealing` packs."""
    new_game(R, s, seed, luck, swapped & 1, (swapped >> 1 & 255) - 1, (swapped >> 9 & 255) - 1)
    track.begun = 0
    advance(R, s, t, u)


@jit
def step(R: Rules, s: State, t: State, u: State, sums: State, track: State, row: State, turn: int) -> None:
    """Play a decision and go on to the next one."""
    if turn == NO_TURN:
        end_without_turn(R, s)
    else:
        owner, ply = s.to_move, s.ply
        if sums.on:
            note_before(R, s, sums, track, row, turn)
        play_turn(R, s, turn)
        if sums.on:
            note_after(R, s, sums, track, row, turn, owner, ply)
        advance(R, s, t, u)
        is_turn_done = s.phase == TURN or s.phase == OVER
        if sums.on and track.begun and is_turn_done and (track.stale or R.has_dragon):
            note_board(s, sums, track, ply)
    if s.phase == OVER:
        note_end(R, s, sums, track, row)


@jit
def carry_on(
    choose: Any,
    B: State,
    R: Rules,
    pool: Pool,
    sums: State,
    tracks: State,
    rows: State,
    seats: int,
    deals: int,
    seed: int,
    lucks: State,
    swapped: int,
) -> int:
    """Carry on all games of the batch, dealt first if `deals`; returns how many are not over."""
    t, u = pool[LANES], pool[LANES + 1]
    left = 0
    for i in range(len(rows)):
        lane = i if seats != BOTH else 0
        s, track = pool[lane], tracks[lane]
        if deals:
            deal(R, s, t, u, track, seed, lucks[i], swapped)
        while s.phase != OVER and seats >> s.to_move & 1:
            step(R, s, t, u, sums, track, rows[i], choose(R, B, s, t, u))
        if s.phase != OVER:
            left += 1
    return left


# One entry per bot, all alike: Numba keeps compiled code on disk only for functions written out.
@entry
def random_plays(
    memory: Any,
    R: Rules,
    pool: Pool,
    sums: State,
    tracks: State,
    rows: State,
    seats: int,
    deals: int,
    seed: int,
    lucks: State,
    swapped: int,
) -> int:
    return carry_on(pick_random, memory, R, pool, sums, tracks, rows, seats, deals, seed, lucks, swapped)


@entry
def greedy_plays(
    memory: Any,
    R: Rules,
    pool: Pool,
    sums: State,
    tracks: State,
    rows: State,
    seats: int,
    deals: int,
    seed: int,
    lucks: State,
    swapped: int,
) -> int:
    return carry_on(greedy_turn, memory, R, pool, sums, tracks, rows, seats, deals, seed, lucks, swapped)


@entry
def follow(
    R: Rules,
    pool: Pool,
    lane: int,
    sums: State,
    tracks: State,
    rows: State,
    i: int,
    deals: int,
    seed: int,
    luck: int,
    swapped: int,
    turn: int,
) -> None:
    """One step of a game whose turns are chosen elsewhere: deal it, or play a turn and go on to the next."""
    s, t, u = pool[lane], pool[LANES], pool[LANES + 1]
    if deals:
        deal(R, s, t, u, tracks[lane], seed, luck, swapped)
    else:
        step(R, s, t, u, sums, tracks[lane], rows[i], turn)


def thoughtful_plays(choose: Callable[..., int]) -> Callable[..., int]:
    """Plays of a bot that takes its time: each decision is a call, so that only its thinking is compiled."""

    def plays(
        memory: Any,
        R: Any,
        pool: Any,
        sums: Any,
        tracks: Any,
        rows: Any,
        seats: int,
        deals: int,
        seed: int,
        lucks: Any,
        swapped: int,
    ) -> int:
        left = 0
        for i in range(len(rows)):
            lane = i if seats != BOTH else 0
            s = pool[lane]
            if deals:
                follow(R, pool, lane, sums, tracks, rows, i, 1, seed, lucks[i], swapped, NO_TURN)
            while s.phase != OVER and seats >> int(s.to_move) & 1:
                turn = choose(memory, R, pool, lane, LANES)
                follow(R, pool, lane, sums, tracks, rows, i, 0, seed, lucks[i], swapped, turn)
            left += s.phase != OVER
        return left

    return plays


PLAYS: dict[str, Callable[..., Any]] = {
    "random": random_plays,
    "greedy": greedy_plays,
    "search": thoughtful_plays(choose_search),
    "mcts": thoughtful_plays(choose_mcts),
}
