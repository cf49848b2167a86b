"""Ability II, Divination: look at three tiles, place one, keep or destroy the others; and blank sides (NOICON)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.refusals import (
    COUP_7,
    DREAD_2,
    ENH_II_1,
    ENH_II_2,
    ENH_II_3,
    GUARD_2,
    PLACE_2,
    SIEGE_2,
)
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import FLIP, NO_SQUARE
from workbench.duke.board.tables import DIVINATION
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.place import (
    has_unplaceable,
    is_safe_place,
    may_swap,
    place_squares,
)


@jit
def divine_refusal(R: Rules, s: State, t: State, u: State, owner: int, at: int) -> int:
    """Why the tile cannot divine (ENH-II-1 to ENH-II-3): the position after its flip counts."""
    key = key_at(s, owner, at)
    if not R.abilities[key >> 10] & DIVINATION or not key & FLIP:
        return ENH_II_1
    if s.frozen >> at & 1:
        return DREAD_2
    if s.duke[owner] < 0:
        return COUP_7
    if s.nbag[owner] == 0:
        return ENH_II_2
    try_out(R, s, t)
    for i in range(s.nbag[owner]):
        t.bag[owner, i] = s.bag[owner, i]
    flip(R, t, owner, at)
    hand = min(3, s.nbag[owner])
    return ENH_II_3 if has_unplaceable(R, t, u, u, owner, NO_SQUARE, hand) else 0


@jit
def hand_count(s: State, kind: int) -> int:
    count = 0
    for i in range(s.nhand):
        count += s.hand[i] == kind
    return count


@jit
def pick_refusal(
    R: Rules, s: State, t: State, u: State, owner: int, kind: int, swapped: int, to: int, first: int, second: int
) -> int:
    """Why this choice from the hand is not allowed; `first` and `second` are the destroyed types or -1."""
    if hand_count(s, kind) == 0:
        return ENH_II_1
    for other in (first, second):
        if other >= 0:
            wanted = (first == other) + (second == other)
            if hand_count(s, other) - (other == kind) < wanted:
                return ENH_II_1
    placed = kind
    if swapped:
        if not may_swap(R, s, owner, kind):
            return SIEGE_2
        placed = R.swap[kind]
    if not place_squares(R, s, owner, placed) >> to & 1:
        return PLACE_2
    return 0 if is_safe_place(R, s, t, u, owner, placed, to, NO_SQUARE) else GUARD_2
