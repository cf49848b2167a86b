"""Dread and Defense: which troops are frozen, and which captures a shield stops."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import FAR_EDGE
from workbench.duke.board.packed import bit, face_of, has, square_of, type_of
from workbench.duke.board.tables import DARK_RIDER
from workbench.duke.board.troops import key_at


@jit
def covered(R: Rules, s: State) -> int:
    """Squares of all troops that a Dread icon covers now (DREAD-1, DREAD-4, DREAD-5, FORT-7)."""
    if not R.has_dread:
        return 0
    mask = 0
    for owner in range(2):
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            if not has(s.forts, square_of(key)):
                mask |= R.dread[key]
    mask &= (s.occ[0] | s.occ[1]) & ~s.forts  # troops only, not the Dragon (DREAD-6)
    if mask:
        for owner in range(2):
            for i in range(s.n[owner]):
                key = s.tiles[owner, i]
                if R.is_duke[type_of(key)] or R.shows_dread[face_of(key)]:
                    mask &= ~bit(square_of(key))
    return mask


@jit
def frozen_at_start(R: Rules, s: State, owner: int) -> int:
    """Who is frozen during owner's whole turn: covered now, or an enemy not yet freed (DREAD-1, G-12)."""
    mask = 0
    if R.has_dread:
        mask = covered(R, s) | s.held & s.occ[1 - owner]
    if R.objective == DARK_RIDER:
        mask |= s.occ[0] & FAR_EDGE  # South's Pikemen come to rest on rank 6 (RIDER-3)
    return mask


@jit
def shield(R: Rules, s: State, owner: int, square: int) -> int:
    """D(t): the squares that the Defense icons of the tile on `square` cover, for itself alone (DEF-1, DEF-4)."""
    if not R.has_defense:
        return 0
    return R.defense[key_at(s, owner, square)]
