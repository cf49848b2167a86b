"""Candidates for every other decision: set-up, a tile in hand, a question, a hop."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import (
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
    pack,
    pack_pick,
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
from workbench.duke.board.tables import LINK as CAN_LINK
from workbench.duke.rules.dragon import bit_count, nth_bit
from workbench.duke.rules.place import may_swap, open_squares
from workbench.duke.turn.openers import home_square, neighbour

NONE = NO_SQUARE


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
            if R.abilities[key >> 10] & CAN_LINK:
                near |= R.near[key & 63]
    return near & open_squares(R, s)


@jit
def swaps_for(R: Rules, s: State, kind: int) -> int:
    """2 if the tile in hand may be swapped for a pool tile, else 1."""
    return 2 if may_swap(R, s, s.to_move, kind) else 1


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
    fates, r = r & 3, r >> 2
    swapped = 0
    if s.pool:
        swapped, r = r & 1, r >> 1
    mask = place_mask(R, s)
    squares = bit_count(mask)
    to, chosen = nth_bit(mask, r % squares), r // squares
    kind = s.hand[chosen]
    if swapped and not may_swap(R, s, s.to_move, kind):
        return NO_TURN
    for i in range(chosen):
        if s.hand[i] == kind:
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
    if (fates == 2 and first == second) or (fates & 1 and first < 0) or (fates & 2 and second < 0):
        return NO_TURN
    gone_first = first if fates & 1 else -1
    gone_second = second if fates & 2 else -1
    if gone_first < 0:
        gone_first, gone_second = gone_second, -1
    return pack_pick(kind, swapped, to, gone_first, gone_second)


@jit
def starters_candidate(R: Rules, s: State, r: int) -> int:
    """Squares next to the Duke for the first and second starting tile; equal tiles in square order (SETUP-4)."""
    owner = s.to_move
    duke = s.duke[owner]
    a, b = neighbour(R, duke, r // 3), neighbour(R, duke, r % 3)
    if R.nstart[owner] == 1:
        return NO_TURN if r % 3 else pack(SETUP_STARTERS, NONE, a, NONE, 0, 0)
    if a == b or (a > b and R.starters[owner, 0] == R.starters[owner, 1]):
        return NO_TURN
    return pack(SETUP_STARTERS, NONE, a, b, 0, 0)


@jit
def followup(R: Rules, s: State, r: int) -> int:
    phase = s.phase
    if phase == PLACING:
        mask = place_mask(R, s)
        count = bit_count(mask)
        return pack(PLACE, NONE, NONE, nth_bit(mask, r % count), r // count, 0)
    if phase == DIVINING:
        return pick_candidate(R, s, r)
    if phase == ASKING:
        return pack(REPLACE, NONE, NONE, NONE, 1 - r, 0)
    if phase == HOPPING:
        return pack(HOP, NONE, NONE, r if r < 36 else NO_SQUARE, 0, 0)
    if phase == SET_DUKE:
        return pack(SETUP_DUKE, NONE, NONE, home_square(s.to_move, r), 0, 0)
    if phase == SET_STARTERS:
        return starters_candidate(R, s, r)
    if phase == SET_FLAG:
        return pack(SETUP_FLAG, NONE, NONE, r, 0, 0)
    if phase == SET_PIKEMEN:
        return pack(SETUP_PIKEMEN, NONE, NONE, NONE, r, 0)
    if phase == SET_RIDER:
        return pack(SETUP_RIDER, NONE, NONE, 30 + r, 0, 0)
    return pack(DRAFT_PICK, NONE, NONE, NONE, r, 0)
