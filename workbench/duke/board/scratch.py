"""A copy of what is on the board, to try a turn on: far cheaper than copying the whole record."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import square_of


@jit
def try_out(R: Rules, s: State, t: State) -> None:
    """Copy the board of s to t; counters and history stay behind."""
    for owner in range(2):
        t.occ[owner] = s.occ[owner]
        t.n[owner] = s.n[owner]
        t.duke[owner] = s.duke[owner]
        t.flag[owner] = s.flag[owner]
        t.score[owner] = s.score[owner]
        t.declined[owner] = s.declined[owner]
        t.nbag[owner] = s.nbag[owner]
        if R.careful_draw:
            for i in range(s.nbag[owner]):
                t.bag[owner, i] = s.bag[owner, i]
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            t.tiles[owner, i] = key
            t.where[square_of(key)] = i
    t.mountains = s.mountains
    t.forts = s.forts
    t.dragon = s.dragon
    t.facing = s.facing
    t.enraged = s.enraged
    t.skip = s.skip
    t.reorient = s.reorient
    t.frozen = s.frozen
    t.pool = s.pool
    t.to_move = s.to_move
    t.mover = s.mover
    t.phase = s.phase
    t.scored = 0
    t.lost_any = 0
    t.nlost = 0
    t.in_guard = -1
    t.stores_hash = 0
    if R.has_arrivals:
        for owner in range(2):
            for i in range(R.types):
                for captor in range(3):
                    t.off[owner, captor, i] = s.off[owner, captor, i]
