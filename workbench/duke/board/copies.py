"""A whole game copied for a look-ahead: what is in use, not the room for what might be.

The record has room for the fullest bags, and its past lies outside it (state.PAST): a look-ahead copies that once.
"""

from __future__ import annotations

from workbench.duke.board.compile import Past, Rules, State, jit
from workbench.duke.board.packed import square_of
from workbench.duke.board.state import DRAFT, HISTORY
from workbench.duke.board.tables import DARK_RIDER


@jit
def copy_game(R: Rules, s: State, t: State) -> None:
    """Make t the same game as s, but for what every decision fills before it reads it (`upto`, the tape) or no
    rule of this game reads (tiles in the box or, mostly, out of play): these are left as they were.
    """
    copy_troops(s, t)
    copy_stores(R, s, t)
    copy_terrain(s, t)
    copy_turn(s, t)
    copy_luck(s, t)
    t.past_from = s.past_from
    t.past_to = s.past_to
    t.seen = s.seen


@jit
def copy_past(s: State, past: Past, line: Past) -> None:
    """Give a look-ahead from s what s may repeat."""
    for n in range(max(s.past_from, s.past_to - HISTORY), s.past_to):
        line.hashes[n % len(line.hashes)] = past.hashes[n % len(past.hashes)]


@jit
def copy_troops(s: State, t: State) -> None:
    for owner in range(2):
        t.occ[owner] = s.occ[owner]
        t.n[owner] = s.n[owner]
        t.duke[owner] = s.duke[owner]
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            t.tiles[owner, i] = key
            t.where[square_of(key)] = i
    t.nlost = s.nlost
    for i in range(s.nlost):
        t.lost[i] = s.lost[i]
    t.hash = s.hash


@jit
def copy_stores(R: Rules, s: State, t: State) -> None:
    """What is not on the board."""
    for owner in range(2):
        t.nbag[owner] = s.nbag[owner]
        t.declined[owner] = s.declined[owner]
        for i in range(s.nbag[owner]):
            t.bag[owner, i] = s.bag[owner, i]
        if R.has_arrivals or R.objective == DARK_RIDER:
            for i in range(R.types):
                for captor in range(3):
                    t.off[owner, captor, i] = s.off[owner, captor, i]
        if s.phase == DRAFT:
            for i in range(R.types):
                t.front[owner, i] = s.front[owner, i]
    t.pool = s.pool
    t.nhand = s.nhand
    for i in range(3):
        t.hand[i] = s.hand[i]
    t.recurrent = s.recurrent
    t.stores_hash = s.stores_hash


@jit
def copy_terrain(s: State, t: State) -> None:
    for owner in range(2):
        t.flag[owner] = s.flag[owner]
        t.score[owner] = s.score[owner]
    t.mountains = s.mountains
    t.forts = s.forts
    t.dragon = s.dragon
    t.facing = s.facing
    t.enraged = s.enraged
    t.skip = s.skip
    t.reorient = s.reorient


@jit
def copy_turn(s: State, t: State) -> None:
    """Whose turn it is, and how far."""
    t.held = s.held
    t.frozen = s.frozen
    t.to_move = s.to_move
    t.mover = s.mover
    t.phase = s.phase
    t.ply = s.ply
    t.idle = s.idle
    t.winner = s.winner
    t.reason = s.reason
    t.drawn = s.drawn
    t.source = s.source
    t.called = s.called
    t.bag_before = s.bag_before
    t.scored = s.scored
    t.lost_any = s.lost_any
    t.in_guard = s.in_guard


@jit
def copy_luck(s: State, t: State) -> None:
    for stream in range(3):
        t.seed[stream, 0] = s.seed[stream, 0]
        t.seed[stream, 1] = s.seed[stream, 1]
        t.count[stream] = s.count[stream]
    t.choices[0] = s.choices[0]
    t.choices[1] = s.choices[1]
    t.scripted = s.scripted
