"""From an empty board to the first turn: draft, Dukes, starting tiles, terrain, Flags (SETUP, DYNASTY, RIDER)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import (
    DRAFT_PICK,
    SETUP_DUKE,
    SETUP_FLAG,
    SETUP_PIKEMEN,
    SETUP_STARTERS,
    arg_of,
    kind_of,
    to_of,
    via_of,
)
from workbench.duke.board.luck import BAG, NEUTRAL, below, pick
from workbench.duke.board.state import (
    DRAFT,
    FACE_EAST,
    FACE_WEST,
    LUCK_FORT,
    LUCK_MOUNTAIN,
    LUCK_NEST,
    SET_DUKE,
    SET_FLAG,
    SET_PIKEMEN,
    SET_RIDER,
    SET_STARTERS,
)
from workbench.duke.board.tables import COUNTING_COUP, DARK_RIDER, DYNASTIC_DISPUTE
from workbench.duke.board.troops import BOXED, clear, note_store, put
from workbench.duke.rules.cover import covered
from workbench.duke.rules.dragon import bit_count, nth_bit, prey
from workbench.duke.rules.place import open_squares
from workbench.duke.turn.ends import remember
from workbench.duke.turn.followups import flag_squares
from workbench.duke.turn.legal import begin_turn

MIDDLE = (14, 15, 20, 21)  # c3 d3 c4 d4 (DRAGON-2)


@jit
def begin(R: Rules, s: State) -> None:
    """An empty board at the first choice of the game; bags in file order."""
    clear(R, s)
    for owner in range(2):
        for i in range(R.nbag[owner]):
            kind = R.bag[owner, i]
            if R.objective != DYNASTIC_DISPUTE:
                fill_bag(s, owner, kind)
            elif not R.starts_with[owner, kind]:
                s.front[owner, kind] += 1  # DYNASTY-2b
    if R.objective == DARK_RIDER:
        s.phase = SET_PIKEMEN
    elif R.objective == DYNASTIC_DISPUTE:
        start_draft(R, s)
    else:
        s.phase = SET_DUKE


@jit
def fill_bag(s: State, owner: int, kind: int) -> None:
    s.bag[owner, s.nbag[owner]] = kind
    s.nbag[owner] += 1


@jit
def shuffle_bag(s: State, owner: int) -> None:
    """Put a bag in its hidden order, by its army's own stream."""
    for i in range(s.nbag[owner] - 1, 0, -1):
        j = below(s, owner, BAG, i, i + 1)
        s.bag[owner, i], s.bag[owner, j] = s.bag[owner, j], s.bag[owner, i]


@jit
def front_size(R: Rules, s: State, owner: int) -> int:
    total = 0
    for kind in range(R.types):
        total += s.front[owner, kind]
    return total


@jit
def start_draft(R: Rules, s: State) -> None:
    """The first picker is South, unless he has nothing to pick."""
    s.phase = DRAFT
    if front_size(R, s, 0) == 0:
        s.to_move = 1
        if front_size(R, s, 1) == 0:
            end_draft(R, s)


@jit
def end_draft(R: Rules, s: State) -> None:
    """Spare copies of the starting tiles join the bags (DYNASTY-3); then set-up."""
    for owner in range(2):
        for i in range(R.nbag[owner]):
            if R.starts_with[owner, R.bag[owner, i]]:
                fill_bag(s, owner, R.bag[owner, i])
        if s.scripted == 0:
            shuffle_bag(s, owner)
    s.to_move = 0
    s.phase = SET_DUKE


@jit
def draft(R: Rules, s: State, kind: int) -> None:
    """Take all copies of a type; the opponent boxes his (DYNASTY-2)."""
    owner = s.to_move
    for _ in range(s.front[owner, kind]):
        fill_bag(s, owner, kind)
    note_store(R, s, 1 - owner, BOXED, kind, s.front[1 - owner, kind])
    s.front[0, kind] = 0
    s.front[1, kind] = 0
    if front_size(R, s, 1 - owner) > 0:
        s.to_move = 1 - owner
    elif front_size(R, s, owner) == 0:
        end_draft(R, s)


@jit
def after_troops(R: Rules, s: State) -> None:
    """SETUP-8: Mountains, Forts, Flags, the Dragon, then the first turn."""
    s.to_move = 0
    if bit_count(s.mountains) < R.mountains:
        s.phase = LUCK_MOUNTAIN
    elif bit_count(s.forts) < R.forts:
        s.phase = LUCK_FORT
    elif R.has_flags and s.flag[0] < 0 and s.flag[1] < 0:
        set_flag_of(R, s, 1)
    else:
        after_flags(R, s)


@jit
def set_flag_of(R: Rules, s: State, owner: int) -> None:
    """The last to finish set-up puts his Flag first (COUP-1, TROPHY-1); with no open square it is left out."""
    if owner == 1 and flag_squares(R, s, 1) == 0:
        owner = 0
    if owner == 0 and flag_squares(R, s, 0) == 0:
        after_flags(R, s)
        return
    s.to_move = owner
    s.phase = SET_FLAG


@jit
def after_flags(R: Rules, s: State) -> None:
    """The Dragon comes last; without a safe nest Mountains and Forts are drawn again (DRAGON-2)."""
    s.to_move = 0
    if not R.has_dragon:
        start_play(R, s)
    elif nests(R, s):
        s.phase = LUCK_NEST
    elif R.mountains:
        s.mountains = 0
        s.forts = 0
        s.phase = LUCK_MOUNTAIN
    elif R.forts:
        s.forts = 0
        s.phase = LUCK_FORT
    else:
        start_play(R, s)  # nothing to redraw: this board has no room for a Dragon


@jit
def start_play(R: Rules, s: State) -> None:
    """SETUP-7, DYNASTY-4, RIDER-1: who takes the first turn."""
    s.to_move = 1 if R.objective == DARK_RIDER or R.objective == DYNASTIC_DISPUTE else 0
    begin_turn(R, s)
    s.nhist = 0
    if R.repetition:
        remember(R, s)


@jit
def set_up(R: Rules, s: State, turn: int) -> None:
    """Play a set-up choice and go on to the next node."""
    owner, kind, to = s.to_move, kind_of(turn), to_of(turn)
    if kind == DRAFT_PICK:
        draft(R, s, arg_of(turn))
    elif kind == SETUP_DUKE:
        put(R, s, R.duke_type[owner] << 10 | owner << 6 | to)
        s.phase = SET_STARTERS
        if R.nstart[owner] == 0:
            next_army(R, s)
    elif kind == SETUP_STARTERS:
        put(R, s, R.starters[owner, 0] << 10 | owner << 6 | via_of(turn))
        if R.nstart[owner] > 1:
            put(R, s, R.starters[owner, 1] << 10 | owner << 6 | to)
        next_army(R, s)
    elif kind == SETUP_FLAG:
        # the Flag that is set up is one's own in COUP, the opponent's in TROPHY (TROPHY-1)
        s.flag[owner if R.objective == COUNTING_COUP else 1 - owner] = to
        if owner == 1:
            set_flag_of(R, s, 0)
        else:
            after_flags(R, s)
    elif kind == SETUP_PIKEMEN:
        for x in range(6):
            if arg_of(turn) >> x & 1:
                put(R, s, R.starters[0, 0] << 10 | x)
        s.to_move = 1
        s.phase = SET_RIDER
    else:
        put(R, s, R.starters[1, 0] << 10 | 1 << 6 | to)
        after_troops(R, s)


@jit
def next_army(R: Rules, s: State) -> None:
    if s.to_move == 0:
        s.to_move = 1
        s.phase = SET_DUKE
    else:
        after_troops(R, s)


@jit
def put_mountain_or_fort(R: Rules, s: State) -> None:
    """C2, C3: a uniformly random open square."""
    free = open_squares(R, s)
    square = nth_bit(free, pick(s, NEUTRAL, bit_count(free)))
    if s.phase == LUCK_MOUNTAIN:
        s.mountains |= 1 << square
    else:
        s.forts |= 1 << square
    after_troops(R, s)


@jit
def nests(R: Rules, s: State) -> int:
    """Mask of the (middle square, facing) pairs that are open and give the Dragon no prey (DRAGON-2)."""
    free = open_squares(R, s)
    frozen = covered(R, s)
    found = 0
    for i in range(4):
        for side in range(2):
            if free >> MIDDLE[i] & 1:
                s.dragon = MIDDLE[i]
                s.facing = FACE_WEST if side else FACE_EAST
                if prey(R, s, frozen) == 0:
                    found |= 1 << (i * 2 + side)
    s.dragon = -1
    return found


@jit
def put_dragon(R: Rules, s: State) -> None:
    """C4: one of the safe (square, facing) pairs."""
    found = nests(R, s)
    nest = nth_bit(found, pick(s, NEUTRAL, bit_count(found)))
    s.dragon = MIDDLE[nest >> 1]
    s.facing = FACE_WEST if nest & 1 else FACE_EAST
    start_play(R, s)
