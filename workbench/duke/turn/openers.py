"""Candidates that open a turn: slots straight from the rule tables, then a fixed number for each ability."""

from __future__ import annotations

from workbench.duke.board import icons
from workbench.duke.board.compile import Rules, State, jit, jit_hot
from workbench.duke.board.geometry import start_square
from workbench.duke.board.kinds import (
    AREA,
    COMMAND,
    DIVINE,
    DRAW,
    ESCAPE,
    FLIP_BLANK,
    GO,
    LINK_CALL,
    LINK_FLIP,
    NO_TURN,
    PASS_FLAG,
    PUSH,
    RANSOM,
    REDEPLOY,
    ROTATE,
    STRIKE,
    SUMMON,
)
from workbench.duke.board.packed import (
    extras_alone,
    extras_in_chain,
    extras_of_link,
    face_of,
    first_row,
    flipped,
    has,
    icon_of,
    pack,
    row_count,
    side_of,
    source_of,
    square_of,
    target_of,
    type_of,
    with_link,
)
from workbench.duke.board.state import NO_SQUARE
from workbench.duke.board.tables import CAN_DIVINE, CAN_ESCAPE, CAN_LINK, CAN_SUMMON
from workbench.duke.rules.dragon import push_icon
from workbench.duke.rules.moves import carried_flag


@jit
def go_turn(key: int, slot: int) -> int:
    """The turn that takes a tile to the target of a slot."""
    return pack(GO, square_of(key), NO_SQUARE, target_of(slot), icon_of(slot), 0)


@jit
def slot_turn(key: int, slot: int, offset: int) -> int:
    """The turn that uses a slot, and no other (TURN-2); `offset` is its number in the tile's run."""
    icon, target = icon_of(slot), target_of(slot)
    if icon < icons.STRIKE:
        return go_turn(key, slot)
    if icon == icons.COMMAND:
        return pack(COMMAND, square_of(key), source_of(slot), target, 0, 0)
    if icon == icons.AREA:
        return pack(AREA, square_of(key), NO_SQUARE, NO_SQUARE, offset, 0)
    return pack(STRIKE, square_of(key), NO_SQUARE, target, icon, 0)


@jit
def run_length(R: Rules, key: int) -> int:
    return row_count(R.run[key])


@jit
def chain_extras(R: Rules, key: int) -> int:
    """Candidates beside the slots that a tile has in its own turn and in a Link chain; pushes aside."""
    return extras_in_chain(R.extras[face_of(key)])


@jit
def own_extras(R: Rules, key: int) -> int:
    """Candidates that a tile has only in its own turn; links and flags aside."""
    return extras_alone(R.extras[face_of(key)])


@jit
def push_candidates(R: Rules, s: State, key: int) -> int:
    """Candidates of a tile for pushing the Dragon: one per facing, where it reaches him."""
    if not R.has_dragon or s.dragon < 0 or s.enraged:
        return 0
    return 3 if has(R.reach[key], s.dragon) else 0


@jit
def chain_divines(R: Rules, key: int) -> int:
    """1 if a linked tile, flipped so, may divine (LINK-2)."""
    return 1 if R.abilities[type_of(key)] & CAN_DIVINE and side_of(key) else 0


@jit
def link_extras(R: Rules, s: State, owner: int, key: int) -> int:
    """Candidates of a Link tile on its starting side: each linked tile, alone and with each of its turns (LINK-2)."""
    total = 0
    if extras_of_link(R.extras[face_of(key)]):
        for i in range(s.n[owner]):
            other = s.tiles[owner, i]
            if other != key and has(R.linked[type_of(key)], type_of(other)):
                used = flipped(other)
                total += 1 + run_length(R, used) + chain_extras(R, used) + push_candidates(R, s, used)
                total += chain_divines(R, used)
    return total


@jit
def ransom_candidates(R: Rules) -> int:
    return R.nransom * R.nescape * 2


@jit
def neighbour(R: Rules, square: int, which: int) -> int:
    return R.near_at[square * 4 + which] if which < R.near_n[square] else NO_SQUARE


@jit
def chain_extra(R: Rules, s: State, owner: int, key: int, r: int) -> int:
    """The r-th of chain_extras."""
    bits = R.abilities[type_of(key)]
    at = square_of(key)
    if bits & CAN_SUMMON:
        if r < 4:
            to = neighbour(R, s.duke[owner], r) if s.duke[owner] >= 0 else NO_SQUARE
            return NO_TURN if to == NO_SQUARE else pack(SUMMON, at, NO_SQUARE, to, 0, 0)
        r -= 4
        if R.summon_may:
            if r == 0:
                return pack(SUMMON, at, NO_SQUARE, at, 0, 0)
            r -= 1
    if bits & CAN_ESCAPE:
        count = 2 * (4 + R.nransom)
        if r < count:
            to, payment = start_square(owner, r % 2), r // 2
            if payment < 4:
                via = neighbour(R, at, payment)
                return NO_TURN if via == NO_SQUARE else pack(ESCAPE, at, via, to, 0, 0)
            return pack(ESCAPE, at, NO_SQUARE, to, 1 + R.ransom_types[payment - 4], 0)
        r -= count
    if r == 0:
        return pack(REDEPLOY, at, NO_SQUARE, NO_SQUARE, 0, 0)
    return pack(ROTATE, at, NO_SQUARE, NO_SQUARE, 1 if r == 1 else 3, 0)


@jit
def push_candidate(R: Rules, s: State, owner: int, key: int, facing: int) -> int:
    """A push of the Dragon by the tile, with this choice of facing."""
    icon = push_icon(R, s, owner, key)
    return NO_TURN if icon < 0 else pack(PUSH, square_of(key), NO_SQUARE, s.dragon, icon, facing)


@jit
def link_extra(R: Rules, s: State, owner: int, key: int, r: int) -> int:
    """The r-th of link_extras."""
    for i in range(s.n[owner]):
        other = s.tiles[owner, i]
        if other == key or not has(R.linked[type_of(key)], type_of(other)):
            continue
        used = flipped(other)
        if r == 0:
            return pack(LINK_FLIP, square_of(key), square_of(other), NO_SQUARE, 0, 0)
        r -= 1
        if r < run_length(R, used):
            return with_link(slot_turn(used, R.slots[first_row(R.run[used]) + r], r), square_of(key))
        r -= run_length(R, used)
        turn = NO_TURN
        if r < chain_extras(R, used):
            turn = chain_extra(R, s, owner, used, r)
            return turn if turn == NO_TURN else with_link(turn, square_of(key))
        r -= chain_extras(R, used)
        if r < push_candidates(R, s, used):
            turn = push_candidate(R, s, owner, used, r)
            return turn if turn == NO_TURN else with_link(turn, square_of(key))
        r -= push_candidates(R, s, used)
        if r < chain_divines(R, used):
            return with_link(pack(DIVINE, square_of(other), NO_SQUARE, NO_SQUARE, 0, 0), square_of(key))
        r -= chain_divines(R, used)
    return NO_TURN


@jit
def own_extra(R: Rules, key: int, r: int) -> int:
    """The r-th of own_extras."""
    bits = R.abilities[type_of(key)]
    at = square_of(key)
    if R.blank[face_of(key)] or (bits & CAN_LINK and side_of(key)):
        if r == 0:
            return pack(FLIP_BLANK, at, NO_SQUARE, NO_SQUARE, 0, 0)
        r -= 1
    if bits & CAN_DIVINE and r == 0:
        return pack(DIVINE, at, NO_SQUARE, NO_SQUARE, 0, 0)
    return pack(LINK_CALL, at, NO_SQUARE, NO_SQUARE, 0, 0)


@jit_hot
def opener_count(R: Rules, s: State) -> int:
    """How many candidates a turn has; notes the running totals of the slots for `slot_owner`."""
    owner = s.to_move
    total = 1  # DRAW
    for i in range(s.n[owner]):
        total += row_count(R.run[s.tiles[owner, i]])
        s.upto[i] = total
    if R.has_extra:
        total += ransom_candidates(R)
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            total += push_candidates(R, s, key)
            extras = R.extras[face_of(key)]
            if extras:
                total += extras_in_chain(extras) + extras_alone(extras)
                if extras_of_link(extras):
                    total += link_extras(R, s, owner, key)
        if R.has_flags and carrier(R, s, owner) >= 0:
            total += 4
    return total


@jit
def carrier(R: Rules, s: State, owner: int) -> int:
    """Square of owner's troop that holds a Flag, or -1."""
    square = carried_flag(R, s, owner)
    return square if square >= 0 and has(s.occ[owner], square) else -1


@jit_hot
def is_slot(s: State, owner: int, r: int) -> bool:
    """Whether the r-th candidate of a turn is a slot of one of the mover's tiles (after opener_count)."""
    return r > 0 and s.n[owner] > 0 and r < s.upto[s.n[owner] - 1]


@jit_hot
def slot_owner(s: State, r: int) -> int:
    """Which of the mover's tiles the slot belongs to that is the r-th candidate."""
    i = 0
    while r >= s.upto[i]:
        i += 1
    return i


@jit_hot
def slot_of(R: Rules, s: State, owner: int, r: int) -> int:
    """The slot that is the r-th candidate."""
    i = slot_owner(s, r)
    run = R.run[s.tiles[owner, i]]
    return R.slots[first_row(run) + r - s.upto[i] + row_count(run)]


@jit
def extra_opener(R: Rules, s: State, r: int) -> int:
    """The r-th opener that is neither the draw nor a slot."""
    owner = s.to_move
    if r < ransom_candidates(R):
        give = R.ransom_types[r // 2 % R.nransom]
        back = R.escape_types[r // 2 // R.nransom]
        return pack(RANSOM, NO_SQUARE, NO_SQUARE, start_square(owner, r % 2), give, back)
    r -= ransom_candidates(R)
    for i in range(s.n[owner]):
        key = s.tiles[owner, i]
        if r < chain_extras(R, key):
            return chain_extra(R, s, owner, key, r)
        r -= chain_extras(R, key)
        if r < own_extras(R, key):
            return own_extra(R, key, r)
        r -= own_extras(R, key)
        if r < push_candidates(R, s, key):
            return push_candidate(R, s, owner, key, r)
        r -= push_candidates(R, s, key)
        if R.has_link:
            count = link_extras(R, s, owner, key)
            if r < count:
                return link_extra(R, s, owner, key, r)
            r -= count
    holder = carrier(R, s, owner)
    to = neighbour(R, holder, r) if holder >= 0 else NO_SQUARE
    return NO_TURN if to == NO_SQUARE else pack(PASS_FLAG, holder, NO_SQUARE, to, 0, 0)


@jit
def opener(R: Rules, s: State, r: int) -> int:
    """The r-th opener: the draw, then all slots, then everything else (after opener_count)."""
    owner = s.to_move
    if r == 0:
        return pack(DRAW, NO_SQUARE, NO_SQUARE, NO_SQUARE, 0, 0)
    if is_slot(s, owner, r):
        i = slot_owner(s, r)
        key = s.tiles[owner, i]
        offset = r - s.upto[i] + run_length(R, key)
        return slot_turn(key, R.slots[first_row(R.run[key]) + offset], offset)
    return extra_opener(R, s, r - s.upto[s.n[owner] - 1] if s.n[owner] else r - 1)
