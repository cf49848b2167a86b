"""Games carried on by a bot in compiled code, recorded on the way.

A bot plays for the seats of its mask (1 South, 2 North). With both it plays whole games one after another;
with one it plays each game of the batch up to the other's next decision. So any two bots can meet, although
each is compiled by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.bots.random import random_turn
from workbench.duke.apply import play_turn
from workbench.duke.jit import Pool, Rules, State, jit
from workbench.duke.whole_game import advance, new_game
from workbench.duke.state import OVER, TURN
from workbench.duke.turn import NO_TURN
from workbench.duke.turns import end_without_turn
from workbench.sim.recorder import note_after, note_before, note_board, note_end

BOTH = 3
STRIDE = 8  # states of one game in the pool: the game and what bots try out


@jit
def deal(R: Rules, pool: Pool, b: int, track: State, seed: int, luck: int, swapped: int) -> None:
    """A new game up to its first decision; luck follows the armies when they have swapped seats."""
    new_game(R, pool[b], seed, luck, swapped, -1, -1)
    track.begun = 0
    advance(R, pool, b)


@jit
def step(R: Rules, pool: Pool, b: int, sums: State, track: State, row: State, turn: int) -> None:
    """Play a decision and go on to the next one."""
    s = pool[b]
    if turn == NO_TURN:
        end_without_turn(R, s)
    else:
        owner, ply = s.to_move, s.ply
        if sums.on:
            note_before(R, s, sums, track, row, turn)
        play_turn(R, s, turn)
        if sums.on:
            note_after(R, s, sums, track, row, turn, owner, ply)
        advance(R, pool, b)
        is_turn_done = s.phase == TURN or s.phase == OVER
        if sums.on and track.begun and is_turn_done and (track.stale or R.has_dragon):
            note_board(s, sums, track, ply)
    if s.phase == OVER:
        note_end(R, s, sums, track, row)


@jit
def deal_all(R: Rules, pool: Pool, tracks: State, seed: int, lucks: State, swapped: int) -> None:
    for i in range(len(lucks)):
        deal(R, pool, i * STRIDE, tracks[i], seed, lucks[i], swapped)


@jit
def random_plays(
    R: Rules,
    pool: Pool,
    sums: State,
    tracks: State,
    rows: State,
    seats: int,
    seed: int,
    lucks: State,
    swapped: int,
) -> int:
    """Carry on all games of the batch; returns how many are not over."""
    left = 0
    for i in range(len(rows)):
        lane = i if seats != BOTH else 0
        b = lane * STRIDE
        if seats == BOTH:
            deal(R, pool, b, tracks[lane], seed, lucks[i], swapped)
        while pool[b].phase != OVER and seats >> pool[b].to_move & 1:
            step(R, pool, b, sums, tracks[lane], rows[i], random_turn(R, pool, b))
        left += pool[b].phase != OVER
    return left


PLAYS: dict[str, Callable[..., Any]] = {"random": random_plays}
