"""Playing a legal decision, whatever its phase, and going on to the next node."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import DIVINE, DRAW, FACE_BY_LUCK, GO, LINK_CALL, PUSH, REDEPLOY
from workbench.duke.board.packed import (
    FLIP,
    arg2_of,
    arg_of,
    at_of,
    bit,
    first_destroyed,
    has,
    kind_of,
    link_of,
    new_key,
    second_destroyed,
    to_of,
    type_of,
)
from workbench.duke.board.state import (
    ASKING,
    BY_OWN,
    DIVINING,
    HOPPING,
    LUCK_CALL,
    LUCK_DIVINE,
    LUCK_DRAW,
    LUCK_FACING,
    LUCK_REDEPLOY,
    NO_SQUARE,
    OVER,
    PLACING,
    TURN,
)
from workbench.duke.board.troops import BOXED, decline, flip, key_at, note_store, put
from workbench.duke.rules.escape import return_to_bag
from workbench.duke.rules.flags import note_point
from workbench.duke.rules.link import stopper_count
from workbench.duke.rules.redeploy import lift_redeployed
from workbench.duke.turn.effects import go, perform
from workbench.duke.turn.flow import after_hop, finish_scored_turn, finish_turn, score_turn
from workbench.duke.turn.setup import set_up


@jit
def deploy(R: Rules, s: State, owner: int, tile_type: int, swapped: int, to: int) -> None:
    """A new tile enters, starting side up, and does no more (PLACE-6); the swapped one is boxed (PLACE-2, SIEGE-2)."""
    if swapped:
        note_store(R, s, owner, BOXED, tile_type, 1)
        tile_type = R.swap[tile_type]
        s.pool &= ~bit(tile_type)
    put(R, s, new_key(tile_type, owner, to))
    if R.has_flags:
        note_point(R, s, owner, NO_SQUARE, to)


@jit
def place(R: Rules, s: State, to: int, swapped: int) -> None:
    """PLACE after a draw; declining a swap is final (SIEGE-3, SIEGE-4); then a redeployed tile is lifted (ENH-V-2)."""
    owner = s.to_move
    tile_type = s.drawn
    other = R.swap[tile_type]
    if not swapped and not s.called and other >= 0 and has(s.pool, other):
        decline(R, s, owner, tile_type)
    deploy(R, s, owner, tile_type, swapped, to)
    if s.source != NO_SQUARE:
        lift_redeployed(R, s, owner, s.source)
    finish_turn(R, s)


@jit
def choose_from_hand(R: Rules, s: State, turn: int) -> None:
    """DIVINE_PICK: place one, destroy or return the others (ENH-II-1, ENH-II-4)."""
    owner = s.to_move
    tile_type, swapped = arg_of(turn), arg2_of(turn)
    other = R.swap[tile_type]
    if not swapped and other >= 0 and has(s.pool, other):
        decline(R, s, owner, tile_type)
    first, second = first_destroyed(turn), second_destroyed(turn)
    chosen = False
    for i in range(s.nhand):
        held = s.hand[i]
        if held == tile_type and not chosen:
            chosen = True
        elif held == first:
            first = -1
            note_store(R, s, owner, BY_OWN, held, 1)
        elif held == second:
            second = -1
            note_store(R, s, owner, BY_OWN, held, 1)
        else:
            return_to_bag(s, owner, held)
    s.nhand = 0
    deploy(R, s, owner, tile_type, swapped, to_of(turn))
    finish_turn(R, s)


@jit
def answer_search(R: Rules, s: State, yes: int) -> None:
    """REPLACE: take the pool tile and place it, or decline and go on (LINK-6)."""
    owner = s.to_move
    if yes:
        note_store(R, s, owner, BOXED, s.drawn, 1)
        pooled = R.swap[s.drawn]
        s.drawn = pooled
        s.pool &= ~bit(pooled)
        s.phase = PLACING
        s.called = 1
        s.source = NO_SQUARE
        return
    decline(R, s, owner, s.drawn)
    return_to_bag(s, owner, s.drawn)
    link = type_of(key_at(s, owner, s.source))
    if stopper_count(R, s, owner, link):
        s.phase = LUCK_CALL
    else:
        s.source = NO_SQUARE
        finish_turn(R, s)


@jit
def open_turn(R: Rules, s: State, turn: int) -> None:
    """Play an opener (step 2 to 8)."""
    owner, kind, at = s.to_move, kind_of(turn), at_of(turn)
    s.nlost = 0
    if kind == DRAW:
        s.phase = LUCK_DRAW  # PLACE-1
    elif kind == REDEPLOY:
        if link_of(turn) >= 0:
            flip(R, s, owner, link_of(turn))
            flip(R, s, owner, at)
            s.in_guard = -1
        s.source = at
        s.phase = LUCK_REDEPLOY
    elif kind == DIVINE or kind == LINK_CALL:
        flip(R, s, owner, at if link_of(turn) < 0 else link_of(turn))  # in a chain the tile has flipped back (LINK-2)
        s.in_guard = -1
        s.source = at if kind == LINK_CALL else NO_SQUARE
        s.phase = LUCK_CALL if kind == LINK_CALL else LUCK_DIVINE
    else:
        if kind == GO and link_of(turn) < 0:
            go(R, s, owner, at, to_of(turn), FLIP)  # nearly every turn: spared the way through `perform`
        else:
            perform(R, s, owner, turn)
        score_turn(R, s)
        if kind == PUSH and arg2_of(turn) == FACE_BY_LUCK and s.phase != OVER:
            s.phase = LUCK_FACING
        else:
            finish_scored_turn(R, s)


@jit
def play_turn(R: Rules, s: State, turn: int) -> None:
    """Play a legal decision of any phase."""
    s.choices[s.to_move] += 1
    if s.phase == TURN:
        open_turn(R, s, turn)
    elif s.phase == PLACING:
        place(R, s, to_of(turn), arg_of(turn))
    elif s.phase == DIVINING:
        choose_from_hand(R, s, turn)
    elif s.phase == ASKING:
        answer_search(R, s, arg_of(turn))
    elif s.phase == HOPPING:
        if to_of(turn) != NO_SQUARE:
            s.flag[s.to_move] = to_of(turn)
        after_hop(R, s)
    else:
        set_up(R, s, turn)
