"""From an empty board to the first turn: draft, Dukes, starting tiles, terrain, Flags (SETUP, DYNASTY, RIDER)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import DRAFT_PICK, SETUP_DUKE, SETUP_FLAG, SETUP_PIKEMEN, SETUP_STARTERS
from workbench.duke.board.luck import BAG, NEUTRAL, below, pick
from workbench.duke.board.packed import arg_of, bit, has, kind_of, new_key, to_of, via_of
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
from workbench.duke.turn.followups import flag_squares
from workbench.duke.turn.legal import begin_turn

MIDDLE = (14, 15, 20, 21)  # c3 d3 c4 d4 (DRAGON-2)


@jit
def begin(R: Rules, s: State) -> None:
    """An empty board at the first choice of the game; bags in file order."""
    clear(R, s)
    for owner in range(2):
        for i in range(R.nbag[owner]):
            tile_type = R.bag[owner, i]
            if R.objective != DYNASTIC_DISPUTE:
                add_to_bag(s, owner, tile_type)
            elif not R.starts_with[owner, tile_type]:
                s.front[owner, tile_type] += 1  # DYNASTY-2b
    if R.objective == DARK_RIDER:
        s.phase = SET_PIKEMEN
    elif R.objective == DYNASTIC_DISPUTE:
        start_draft(R, s)
    elif R.drafted:
        s.phase = DRAFT
        for tile_type in range(R.types):
            for owner in range(2):
                s.front[owner, tile_type] = has(R.drafted, tile_type)
    else:
        s.phase = SET_DUKE


@jit
def add_to_bag(s: State, owner: int, tile_type: int) -> None:
    s.bag[owner, s.nbag[owner]] = tile_type
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
    for tile_type in range(R.types):
        total += s.front[owner, tile_type]
    return total


@jit
def start_draft(R: Rules, s: State) -> None:
    """The first picker is South, by the luck of the seats (DYNASTY-1), unless he has nothing to pick."""
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
                add_to_bag(s, owner, R.bag[owner, i])
        if s.scripted == 0:
            shuffle_bag(s, owner)
    s.to_move = 0
    s.phase = SET_DUKE


@jit
def draft(R: Rules, s: State, tile_type: int) -> None:
    """Take all copies of a type; the opponent boxes his (DYNASTY-2)."""
    owner = s.to_move
    for _ in range(s.front[owner, tile_type]):
        add_to_bag(s, owner, tile_type)
    note_store(R, s, 1 - owner, BOXED, tile_type, int(s.front[1 - owner, tile_type]))
    s.front[0, tile_type] = 0
    s.front[1, tile_type] = 0
    if front_size(R, s, 1 - owner) > 0:
        s.to_move = 1 - owner
    elif front_size(R, s, owner) == 0:
        end_draft(R, s)


@jit
def pick_single(R: Rules, s: State, tile_type: int) -> None:
    """Take a tile of which there is one for both, in the place of the own tile that it replaces (PACK-3)."""
    owner = s.to_move
    for i in range(s.nbag[owner]):
        if s.bag[owner, i] == R.takes_place_of[tile_type]:
            s.bag[owner, i] = tile_type
            note_store(R, s, owner, BOXED, R.takes_place_of[tile_type], 1)
            break
    s.front[0, tile_type] = 0
    s.front[1, tile_type] = 0
    if front_size(R, s, 1 - owner) > 0:
        s.to_move = 1 - owner
    else:
        s.to_move = 0
        s.phase = SET_DUKE


@jit
def after_troops(R: Rules, s: State) -> None:
    """SETUP-8: Mountains, Forts, Flags, the Dragon, then the first turn."""
    s.to_move = 0
    if bit_count(s.mountains) < R.mountains:  # several may be in play (MTN-5, FORT-8)
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
    s.past_from = s.past_to


@jit
def set_up(R: Rules, s: State, turn: int) -> None:
    """Play a set-up choice and go on to the next node."""
    owner, kind, to = s.to_move, kind_of(turn), to_of(turn)
    if kind == DRAFT_PICK:
        if R.drafted:
            pick_single(R, s, arg_of(turn))
        else:
            draft(R, s, arg_of(turn))
    elif kind == SETUP_DUKE:
        put(R, s, new_key(R.duke_type[owner], owner, to))
        s.phase = SET_STARTERS
        if R.nstart[owner] == 0:
            next_army(R, s)
    elif kind == SETUP_STARTERS:
        put(R, s, new_key(R.starters[owner, 0], owner, via_of(turn)))
        if R.nstart[owner] > 1:
            put(R, s, new_key(R.starters[owner, 1], owner, to))
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
            if has(arg_of(turn), x):
                put(R, s, new_key(R.starters[0, 0], 0, x))
        s.to_move = 1
        s.phase = SET_RIDER
    else:
        put(R, s, new_key(R.starters[1, 0], 1, to))
        after_troops(R, s)


@jit
def next_army(R: Rules, s: State) -> None:
    if s.to_move == 0:
        s.to_move = 1  # SETUP-5
        s.phase = SET_DUKE
    else:
        after_troops(R, s)


@jit
def put_mountain_or_fort(R: Rules, s: State) -> None:
    """C2, C3: a uniformly random open square (MTN-1, FORT-1)."""
    free = open_squares(R, s)
    square = nth_bit(free, pick(s, NEUTRAL, bit_count(free)))
    if s.phase == LUCK_MOUNTAIN:
        s.mountains |= bit(square)
    else:
        s.forts |= bit(square)
    after_troops(R, s)


@jit
def nests(R: Rules, s: State) -> int:
    """Mask of the (middle square, facing) pairs that are open and give the Dragon no prey (DRAGON-2)."""
    free = open_squares(R, s)
    frozen = covered(R, s)
    found = 0
    for i in range(4):
        for side in range(2):
            if has(free, MIDDLE[i]):
                s.dragon = MIDDLE[i]
                s.facing = FACE_WEST if side else FACE_EAST
                if prey(R, s, frozen) == 0:
                    found |= bit(i * 2 + side)
    s.dragon = -1
    return found


@jit
def put_dragon(R: Rules, s: State) -> None:
    """C4: one of the safe (square, facing) pairs."""
    found = nests(R, s)
    nest = nth_bit(found, pick(s, NEUTRAL, bit_count(found)))
    s.dragon = MIDDLE[nest // 2]
    s.facing = FACE_WEST if nest % 2 else FACE_EAST
    start_play(R, s)
