"""Ability VI, Link: flip a linked tile and use it, or search the bag for one."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import bit, has, side_of, type_of
from workbench.duke.board.refusals import (
    COUP_7,
    DREAD_2,
    LINK_1,
    LINK_2,
    LINK_3,
    LINK_6,
    LINK_7,
)
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import NO_SQUARE
from workbench.duke.board.tables import CAN_LINK
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.place import has_safe_square, may_swap


@jit
def link_refusal(R: Rules, s: State, owner: int, at: int, linked: int) -> int:
    """Why the Link tile on `at` cannot flip the tile on `linked` (LINK-1 to LINK-3)."""
    if not has(s.occ[owner], at):
        return LINK_2
    key = key_at(s, owner, at)
    if not R.abilities[type_of(key)] & CAN_LINK or side_of(key):
        return LINK_2
    if has(s.frozen, at):
        return DREAD_2
    if at == linked or not has(s.occ[owner], linked):
        return LINK_3
    if not has(R.linked[type_of(key)], type_of(key_at(s, owner, linked))):
        return LINK_1
    return DREAD_2 if has(s.frozen, linked) else 0


@jit
def is_direct_stopper(R: Rules, link: int, tile_type: int) -> bool:
    """A linked tile in the bag ends the search (LINK-6)."""
    return has(R.linked[link], tile_type)


@jit
def is_swap_stopper(R: Rules, s: State, owner: int, link: int, tile_type: int) -> bool:
    """A tile whose pool replacement is linked, there, and not declined stops it with a question (LINK-6)."""
    return may_swap(R, s, owner, tile_type) and has(R.linked[link], R.swap[tile_type])


@jit
def is_stopper(R: Rules, s: State, owner: int, link: int, tile_type: int) -> bool:
    return is_direct_stopper(R, link, tile_type) or is_swap_stopper(R, s, owner, link, tile_type)


@jit
def stopper_count(R: Rules, s: State, owner: int, link: int) -> int:
    """How many tiles in the bag would stop the search, by copy."""
    count = 0
    for i in range(s.nbag[owner]):
        count += is_stopper(R, s, owner, link, s.bag[owner, i])
    return count


@jit
def call_refusal(R: Rules, s: State, t: State, u: State, owner: int, at: int) -> int:
    """Why the Link tile cannot call (LINK-6, LINK-7): the position after its flip counts."""
    key = key_at(s, owner, at)
    link = type_of(key)
    if not R.abilities[link] & CAN_LINK or not side_of(key):
        return LINK_6
    if has(s.frozen, at):
        return DREAD_2
    if s.duke[owner] < 0:
        return COUP_7
    if stopper_count(R, s, owner, link) == 0:
        return LINK_7
    try_out(R, s, t)
    flip(R, t, owner, at)
    seen = 0
    for i in range(s.nbag[owner]):
        tile_type = s.bag[owner, i]
        if has(seen, tile_type) or not is_stopper(R, s, owner, link, tile_type):
            continue
        seen |= bit(tile_type)
        result = tile_type if is_direct_stopper(R, link, tile_type) else R.swap[tile_type]
        if not has_safe_square(R, t, u, u, owner, result, NO_SQUARE):
            return LINK_7
    return 0
