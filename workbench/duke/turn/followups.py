"""Decisions that are not openers: set-up, draft, placing, the answer to a Link search, Divination, the Flag's hop.

First what might be chosen, numbered, then why it may not be.
"""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import BORDER, FAR_EDGE, NEAR_EDGE, start_mask, start_square
from workbench.duke.board.kinds import (
    DIVINE_PICK,
    DRAFT_PICK,
    HOP,
    NO_TURN,
    PLACE,
    REPLACE,
    SETUP_DUKE,
    SETUP_FLAG,
    SETUP_PIKEMEN,
    SETUP_RIDER,
    SETUP_STARTERS,
)
from workbench.duke.board.packed import (
    arg2_of,
    arg_of,
    first_destroyed,
    has,
    kind_of,
    pack,
    pack_pick,
    second_destroyed,
    square_of,
    to_of,
    type_of,
    via_of,
)
from workbench.duke.board.refusals import (
    COUP_1,
    DYNASTY_2,
    GUARD_2,
    GUARD_6,
    PLACE_2,
    RIDER_1,
    SETUP_3,
    SETUP_4,
    SIEGE_2,
    TROPHY_1,
    TURN_1,
)
from workbench.duke.board.state import (
    ASKING,
    DIVINING,
    DRAFT,
    HOPPING,
    NO_SQUARE,
    PLACING,
    SET_DUKE,
    SET_FLAG,
    SET_PIKEMEN,
    SET_RIDER,
    SET_STARTERS,
)
from workbench.duke.board.tables import CAN_LINK, COUNTING_COUP
from workbench.duke.board.troops import key_at
from workbench.duke.rules.divination import pick_refusal
from workbench.duke.rules.dragon import bit_count, nth_bit
from workbench.duke.rules.flags import hop_refusal
from workbench.duke.rules.guard import attack
from workbench.duke.rules.link import is_stopper
from workbench.duke.rules.place import is_safe_place, may_swap, open_squares, place_squares
from workbench.duke.turn.openers import neighbour


@jit
def place_mask(R: Rules, s: State) -> int:
    """Squares where a tile in hand might be placed: next to the Duke, or to a Link tile (PLACE-2, LINK-8)."""
    owner = s.to_move
    if s.duke[owner] < 0:
        return 0
    near = R.near[s.duke[owner]]
    if R.has_link:
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            if R.abilities[type_of(key)] & CAN_LINK:
                near |= R.near[square_of(key)]
    return near & open_squares(R, s)


@jit
def swaps_for(R: Rules, s: State, tile_type: int) -> int:
    """2 if the tile in hand may be swapped for a pool tile, else 1."""
    return 2 if may_swap(R, s, s.to_move, tile_type) else 1


@jit
def followup_count(R: Rules, s: State) -> int:
    phase = s.phase
    if phase == PLACING:
        return bit_count(place_mask(R, s)) * (1 if s.called else swaps_for(R, s, s.drawn))
    if phase == DIVINING:
        return s.nhand * bit_count(place_mask(R, s)) * (2 if s.pool else 1) * 4
    if phase == ASKING or phase == SET_DUKE:
        return 2
    if phase == HOPPING:
        return 37
    if phase == SET_STARTERS:
        return 9
    if phase == SET_FLAG:
        return 36
    if phase == SET_PIKEMEN:
        return 64
    if phase == SET_RIDER:
        return 6
    return R.types if phase == DRAFT else 0


@jit
def pick_candidate(R: Rules, s: State, r: int) -> int:
    """The r-th way to use a Divination hand: chosen tile, swap, square, and which others are destroyed."""
    fates, r = r % 4, r // 4
    swapped = 0
    if s.pool:
        swapped, r = r % 2, r // 2
    mask = place_mask(R, s)
    squares = bit_count(mask)
    to, chosen = nth_bit(mask, r % squares), r // squares
    tile_type = s.hand[chosen]
    if swapped and not may_swap(R, s, s.to_move, tile_type):
        return NO_TURN
    for i in range(chosen):
        if s.hand[i] == tile_type:
            return NO_TURN
    first, second = -1, -1
    for i in range(s.nhand):
        if i != chosen:
            if first < 0:
                first = s.hand[i]
            else:
                second = s.hand[i]
    if first >= 0 and second >= 0 and first > second:
        first, second = second, first
    loses_first, loses_second = fates % 2, fates // 2
    if (fates == 2 and first == second) or (loses_first and first < 0) or (loses_second and second < 0):
        return NO_TURN
    gone_first = first if loses_first else -1
    gone_second = second if loses_second else -1
    if gone_first < 0:
        gone_first, gone_second = gone_second, -1
    return pack_pick(tile_type, swapped, to, gone_first, gone_second)


@jit
def starters_candidate(R: Rules, s: State, r: int) -> int:
    """Squares next to the Duke for the first and second starting tile; equal tiles in square order (SETUP-4)."""
    owner = s.to_move
    duke = s.duke[owner]
    a, b = neighbour(R, duke, r // 3), neighbour(R, duke, r % 3)
    if R.nstart[owner] == 1:
        return NO_TURN if r % 3 else pack(SETUP_STARTERS, NO_SQUARE, a, NO_SQUARE, 0, 0)
    if a == b or (a > b and R.starters[owner, 0] == R.starters[owner, 1]):
        return NO_TURN
    return pack(SETUP_STARTERS, NO_SQUARE, a, b, 0, 0)


@jit
def followup(R: Rules, s: State, r: int) -> int:
    phase = s.phase
    if phase == PLACING:
        mask = place_mask(R, s)
        count = bit_count(mask)
        return pack(PLACE, NO_SQUARE, NO_SQUARE, nth_bit(mask, r % count), r // count, 0)
    if phase == DIVINING:
        return pick_candidate(R, s, r)
    if phase == ASKING:
        return pack(REPLACE, NO_SQUARE, NO_SQUARE, NO_SQUARE, 1 - r, 0)
    if phase == HOPPING:
        return pack(HOP, NO_SQUARE, NO_SQUARE, r if r < 36 else NO_SQUARE, 0, 0)
    if phase == SET_DUKE:
        return pack(SETUP_DUKE, NO_SQUARE, NO_SQUARE, start_square(s.to_move, r), 0, 0)
    if phase == SET_STARTERS:
        return starters_candidate(R, s, r)
    if phase == SET_FLAG:
        return pack(SETUP_FLAG, NO_SQUARE, NO_SQUARE, r, 0, 0)
    if phase == SET_PIKEMEN:
        return pack(SETUP_PIKEMEN, NO_SQUARE, NO_SQUARE, NO_SQUARE, r, 0)
    if phase == SET_RIDER:
        return pack(SETUP_RIDER, NO_SQUARE, NO_SQUARE, 30 + r, 0, 0)
    return pack(DRAFT_PICK, NO_SQUARE, NO_SQUARE, NO_SQUARE, r, 0)


@jit
def place_refusal(R: Rules, s: State, t: State, u: State, owner: int, to: int, swapped: int) -> int:
    """Why the drawn tile (or its pool tile) cannot go there (PLACE-2, SIEGE-2, GUARD-6)."""
    tile_type = s.drawn
    if swapped:
        if s.called or not may_swap(R, s, owner, tile_type):
            return SIEGE_2
        tile_type = R.swap[tile_type]
    if to == NO_SQUARE or not has(place_squares(R, s, owner, tile_type), to):
        return PLACE_2
    return 0 if is_safe_place(R, s, t, u, owner, tile_type, to, s.source) else GUARD_6


@jit
def answer_refusal(R: Rules, s: State, owner: int, yes: int) -> int:
    """Declining the last swap that a Link search can find ends the turn as it is: the Duke must be safe (GUARD-2)."""
    if yes or not has(R.guard, owner):
        return 0
    link = type_of(key_at(s, owner, s.source))
    for i in range(s.nbag[owner]):
        tile_type = s.bag[owner, i]
        if tile_type != s.drawn and is_stopper(R, s, owner, link, tile_type):
            return 0
    return GUARD_2 if attack(R, s, 1 - owner) else 0


@jit
def starters_refusal(R: Rules, s: State, owner: int, turn: int) -> int:
    a, b = via_of(turn), to_of(turn)
    free = R.near[s.duke[owner]] & open_squares(R, s)
    if R.nstart[owner] == 1:
        return 0 if a != NO_SQUARE and has(free, a) else SETUP_4
    if a == b or a == NO_SQUARE or b == NO_SQUARE or not has(free, a) or not has(free, b):
        return SETUP_4
    return SETUP_4 if a > b and R.starters[owner, 0] == R.starters[owner, 1] else 0


@jit
def flag_squares(R: Rules, s: State, owner: int) -> int:
    """Where a Flag may be set up: the border, or the opponent's home edge (COUP-1, TROPHY-1)."""
    if R.objective == COUNTING_COUP:
        return BORDER & open_squares(R, s)
    return (NEAR_EDGE if owner else FAR_EDGE) & open_squares(R, s)


@jit
def setup_refusal(R: Rules, s: State, owner: int, turn: int) -> int:
    kind, to = kind_of(turn), to_of(turn)
    if kind == SETUP_DUKE and s.phase == SET_DUKE:
        return 0 if to != NO_SQUARE and has(start_mask(owner), to) else SETUP_3
    if kind == SETUP_STARTERS and s.phase == SET_STARTERS:
        return starters_refusal(R, s, owner, turn)
    if kind == SETUP_FLAG and s.phase == SET_FLAG:
        if to != NO_SQUARE and has(flag_squares(R, s, owner), to):
            return 0
        return COUP_1 if R.objective == COUNTING_COUP else TROPHY_1
    if kind == SETUP_PIKEMEN and s.phase == SET_PIKEMEN:
        return 0 if arg_of(turn) < 64 and bit_count(arg_of(turn)) == R.nstart[owner] else RIDER_1
    if kind == SETUP_RIDER and s.phase == SET_RIDER:
        return 0 if 30 <= to < 36 else RIDER_1
    if kind == DRAFT_PICK and s.phase == DRAFT:
        return 0 if arg_of(turn) < R.types and s.front[owner, arg_of(turn)] > 0 else DYNASTY_2
    return TURN_1


@jit
def followup_refusal(R: Rules, s: State, t: State, u: State, turn: int) -> int:
    """Why this decision is not allowed in the present phase."""
    owner = s.to_move
    kind = kind_of(turn)
    if s.phase == PLACING:
        return place_refusal(R, s, t, u, owner, to_of(turn), arg_of(turn)) if kind == PLACE else TURN_1  # PLACE-3
    if s.phase == DIVINING:
        if kind != DIVINE_PICK:
            return TURN_1
        return pick_refusal(
            R, s, t, u, owner, arg_of(turn), arg2_of(turn), to_of(turn), first_destroyed(turn), second_destroyed(turn)
        )
    if s.phase == ASKING:
        return answer_refusal(R, s, owner, arg_of(turn)) if kind == REPLACE else TURN_1
    if s.phase == HOPPING:
        return hop_refusal(R, s, owner, to_of(turn)) if kind == HOP else TURN_1
    return setup_refusal(R, s, owner, turn)
