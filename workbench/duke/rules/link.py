"""Ability VI, Link: flip a linked tile and use it, or search the bag for one."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
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
from workbench.duke.board.state import FLIP, NO_SQUARE
from workbench.duke.board.tables import LINK
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.place import has_safe_square, may_swap


@jit
def link_refusal(R: Rules, s: State, owner: int, at: int, linked: int) -> int:
    """Why the Link tile on `at` cannot flip the tile on `linked` (LINK-1 to LINK-3)."""
    if not s.occ[owner] >> at & 1:
        return LINK_2
    key = key_at(s, owner, at)
    if not R.abilities[key >> 10] & LINK or key & FLIP:
        return LINK_2
    if s.frozen >> at & 1:
        return DREAD_2
    if at == linked or not s.occ[owner] >> linked & 1:
        return LINK_3
    if not R.linked[key >> 10] >> (key_at(s, owner, linked) >> 10) & 1:
        return LINK_1
    return DREAD_2 if s.frozen >> linked & 1 else 0


@jit
def is_direct_stopper(R: Rules, link: int, kind: int) -> bool:
    """A linked tile in the bag ends the search (LINK-6)."""
    return R.linked[link] >> kind & 1 != 0


@jit
def is_swap_stopper(R: Rules, s: State, owner: int, link: int, kind: int) -> bool:
    """A tile whose pool replacement is linked, there, and not declined stops it with a question (LINK-6)."""
    return may_swap(R, s, owner, kind) and R.linked[link] >> R.swap[kind] & 1 != 0


@jit
def is_stopper(R: Rules, s: State, owner: int, link: int, kind: int) -> bool:
    return is_direct_stopper(R, link, kind) or is_swap_stopper(R, s, owner, link, kind)


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
    link = key >> 10
    if not R.abilities[link] & LINK or not key & FLIP:
        return LINK_6
    if s.frozen >> at & 1:
        return DREAD_2
    if s.duke[owner] < 0:
        return COUP_7
    if stopper_count(R, s, owner, link) == 0:
        return LINK_7
    try_out(R, s, t)
    flip(R, t, owner, at)
    seen = 0
    for i in range(s.nbag[owner]):
        kind = s.bag[owner, i]
        if seen >> kind & 1 or not is_stopper(R, s, owner, link, kind):
            continue
        seen |= 1 << kind
        result = kind if is_direct_stopper(R, link, kind) else R.swap[kind]
        if not has_safe_square(R, t, u, u, owner, result, NO_SQUARE):
            return LINK_7
    return 0
