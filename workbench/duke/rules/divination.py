"""Ability II, Divination: look at three tiles, place one, keep or destroy the others; and blank sides (NOICON)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import has, side_of, type_of
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
from workbench.duke.board.state import NO_SQUARE
from workbench.duke.board.tables import CAN_DIVINE
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.place import (
    has_unplaceable,
    homeless_count,
    is_safe_place,
    may_swap,
    place_squares,
)


@jit
def may_divine(R: Rules, key: int, link: int) -> bool:
    """Whether the tile shows the side that divines, in a Link chain after its first flip (ENH-II-1, LINK-2)."""
    shown = side_of(key) if link < 0 else 1 - side_of(key)
    return R.abilities[type_of(key)] & CAN_DIVINE != 0 and shown == 1


@jit
def divine_refusal(R: Rules, s: State, t: State, u: State, owner: int, at: int, link: int) -> int:
    """Why the tile cannot divine (ENH-II-1 to ENH-II-3): the position after the flips counts.

    `link`: the Link tile that has it divine, or -1. In such a chain the tile itself flips there and back (LINK-2).
    """
    if not may_divine(R, key_at(s, owner, at), link):
        return ENH_II_1
    if has(s.frozen, at):
        return DREAD_2
    if s.duke[owner] < 0:
        return COUP_7
    if s.nbag[owner] == 0:
        return ENH_II_2
    try_out(R, s, t)
    for i in range(s.nbag[owner]):
        t.bag[owner, i] = s.bag[owner, i]
    flip(R, t, owner, at if link < 0 else link)
    hand = min(3, s.nbag[owner])
    if has_unplaceable(R, t, u, u, owner, NO_SQUARE, hand):
        return ENH_II_2 if homeless_count(R, t, owner) >= hand else ENH_II_3
    return 0


@jit
def hand_count(s: State, tile_type: int) -> int:
    count = 0
    for i in range(s.nhand):
        count += s.hand[i] == tile_type
    return count


@jit
def pick_refusal(
    R: Rules, s: State, t: State, u: State, owner: int, tile_type: int, swapped: int, to: int, first: int, second: int
) -> int:
    """Why this choice from the hand is not allowed; `first` and `second` are the destroyed types or -1."""
    if hand_count(s, tile_type) == 0:
        return ENH_II_1
    for other in (first, second):
        if other >= 0:
            wanted = (first == other) + (second == other)
            if hand_count(s, other) - (other == tile_type) < wanted:
                return ENH_II_1
    placed = tile_type
    if swapped:
        if not may_swap(R, s, owner, tile_type):
            return SIEGE_2
        placed = R.swap[tile_type]
    if not has(place_squares(R, s, owner, placed), to):
        return PLACE_2
    return 0 if is_safe_place(R, s, t, u, owner, placed, to, NO_SQUARE) else GUARD_2
