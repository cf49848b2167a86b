"""Decisions that are not openers: set-up, draft, placing, the answer to a Link search, Divination, the Flag's hop."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import BORDER, FAR_EDGE, NEAR_EDGE
from workbench.duke.board.kinds import (
    DIVINE_PICK,
    DRAFT_PICK,
    HOP,
    PLACE,
    REPLACE,
    SETUP_DUKE,
    SETUP_FLAG,
    SETUP_PIKEMEN,
    SETUP_RIDER,
    SETUP_STARTERS,
    arg2_of,
    arg_of,
    destroyed_of,
    kind_of,
    to_of,
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
from workbench.duke.board.tables import COUNTING_COUP
from workbench.duke.board.troops import key_at
from workbench.duke.rules.divination import pick_refusal
from workbench.duke.rules.dragon import bit_count
from workbench.duke.rules.flags import hop_refusal
from workbench.duke.rules.guard import attack, home_squares
from workbench.duke.rules.link import is_stopper
from workbench.duke.rules.place import is_safe_place, may_swap, open_squares, place_squares


@jit
def place_refusal(R: Rules, s: State, t: State, u: State, owner: int, to: int, swapped: int) -> int:
    """Why the drawn tile (or its pool tile) cannot go there (PLACE-2, SIEGE-2, GUARD-6)."""
    kind = s.drawn
    if swapped:
        if s.called or not may_swap(R, s, owner, kind):
            return SIEGE_2
        kind = R.swap[kind]
    if to == NO_SQUARE or not place_squares(R, s, owner, kind) >> to & 1:
        return PLACE_2
    return 0 if is_safe_place(R, s, t, u, owner, kind, to, s.source) else GUARD_6


@jit
def answer_refusal(R: Rules, s: State, owner: int, yes: int) -> int:
    """Declining the last swap that a Link search can find ends the turn as it is: the Duke must be safe (GUARD-2)."""
    if yes or not R.guard:
        return 0
    link = key_at(s, owner, s.source) >> 10
    for i in range(s.nbag[owner]):
        kind = s.bag[owner, i]
        if kind != s.drawn and is_stopper(R, s, owner, link, kind):
            return 0
    return GUARD_2 if attack(R, s, 1 - owner) else 0


@jit
def starters_refusal(R: Rules, s: State, owner: int, turn: int) -> int:
    a, b = via_of(turn), to_of(turn)
    free = R.near[s.duke[owner]] & open_squares(R, s)
    if R.nstart[owner] == 1:
        return 0 if a != NO_SQUARE and free >> a & 1 else SETUP_4
    if a == b or a == NO_SQUARE or b == NO_SQUARE or not free >> a & 1 or not free >> b & 1:
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
        return 0 if to != NO_SQUARE and home_squares(owner) >> to & 1 else SETUP_3
    if kind == SETUP_STARTERS and s.phase == SET_STARTERS:
        return starters_refusal(R, s, owner, turn)
    if kind == SETUP_FLAG and s.phase == SET_FLAG:
        if to != NO_SQUARE and flag_squares(R, s, owner) >> to & 1:
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
        return place_refusal(R, s, t, u, owner, to_of(turn), arg_of(turn)) if kind == PLACE else TURN_1
    if s.phase == DIVINING:
        if kind != DIVINE_PICK:
            return TURN_1
        return pick_refusal(
            R, s, t, u, owner, arg_of(turn), arg2_of(turn), to_of(turn), destroyed_of(turn, 0), destroyed_of(turn, 1)
        )
    if s.phase == ASKING:
        return answer_refusal(R, s, owner, arg_of(turn)) if kind == REPLACE else TURN_1
    if s.phase == HOPPING:
        return hop_refusal(R, s, owner, to_of(turn)) if kind == HOP else TURN_1
    return setup_refusal(R, s, owner, turn)
