"""Legality: which turns may be opened, one test for all of them, and the list of the legal ones."""

from __future__ import annotations

from workbench.duke.board import icons
from workbench.duke.board.compile import Ints, Past, Rules, State, jit, jit_hot, jit_rare
from workbench.duke.board.geometry import FAR_EDGE
from workbench.duke.board.kinds import (
    AREA,
    COMMAND,
    DIVINE,
    DRAW,
    ESCAPE,
    FLIP_BLANK,
    FOLLOW_LINK,
    GO,
    LINK_CALL,
    LINK_FLIP,
    NO_TURN,
    PASS_FLAG,
    PUSH,
    RANSOM,
    REDEPLOY,
    ROTATE,
    SUMMON,
)
from workbench.duke.board.packed import (
    arg2_of,
    arg_of,
    at_of,
    end_row,
    face_of,
    first_row,
    has,
    icon_of,
    is_double,
    kind_of,
    link_of,
    row_count,
    side_of,
    square_of,
    target_of,
    to_of,
    type_of,
    via_of,
    without_link,
)
from workbench.duke.board.refusals import (
    A_0,
    DREAD_2,
    GUARD_2,
    LINK_2,
    NOICON_1,
    NOICON_3,
    RIDER_3,
    TURN_1,
)
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import MATE, NO_SQUARE, STUCK, TURN
from workbench.duke.board.tables import CAN_DIVINE, CAN_LINK, DARK_RIDER
from workbench.duke.board.troops import end, flip, key_at
from workbench.duke.rules.command import command_refusal
from workbench.duke.rules.cover import frozen_at_start
from workbench.duke.rules.divination import divine_refusal
from workbench.duke.rules.dragon import push_icon, push_refusal
from workbench.duke.rules.escape import escape_equals_other, escape_refusal, ransom_equals_other, ransom_refusal
from workbench.duke.rules.flags import pass_refusal
from workbench.duke.rules.link import call_refusal, link_refusal
from workbench.duke.rules.moves import go_covered_earlier, go_refusal
from workbench.duke.rules.place import draw_refusal, is_in_guard, may_draw
from workbench.duke.rules.redeploy import bears_redeploy, redeploy_refusal
from workbench.duke.rules.strikes import (
    area_covered_earlier,
    area_refusal,
    area_victims,
    strike_covered_earlier,
    strike_refusal,
)
from workbench.duke.rules.summon import summon_refusal
from workbench.duke.turn.candidates import candidate, candidate_count
from workbench.duke.turn.ends import turn_limit
from workbench.duke.turn.exposes import exposes, going_exposes
from workbench.duke.turn.followups import followup_refusal
from workbench.duke.turn.openers import go_turn, is_slot, slot_owner, slot_turn
from workbench.duke.turn.same import (
    chain_equals_earlier,
    divines_earlier,
    equals_other_kind,
    slot_row,
    stay_equals_flip,
)

MOST_TURNS = 4096


@jit
def begin_turn(R: Rules, s: State) -> None:
    """Open a turn of `to_move`: who is frozen is fixed now, for the whole turn (DREAD-1)."""
    s.phase = TURN
    s.mover = s.to_move
    s.frozen = frozen_at_start(R, s, s.to_move) if R.rough else 0
    s.bag_before = s.nbag[s.to_move]
    s.in_guard = -1
    s.scored = 0
    s.lost_any = 0
    s.nlost = 0
    s.source = NO_SQUARE
    s.called = 0


@jit
def flip_refusal(R: Rules, s: State, t: State, u: State, owner: int, at: int) -> int:
    """Why the tile cannot simply be flipped (NOICON-1, NOICON-3)."""
    key = key_at(s, owner, at)
    bits = R.abilities[type_of(key)]
    calls = bits & CAN_LINK and side_of(key)
    if not calls and not R.blank[face_of(key)]:
        return NOICON_1
    if has(s.frozen, at):
        return DREAD_2
    if calls:
        return NOICON_3 if call_refusal(R, s, t, u, owner, at) == 0 else 0
    if bits & CAN_DIVINE and side_of(key) and divine_refusal(R, s, t, u, owner, at, -1) == 0:
        return NOICON_3
    return 0


@jit
def still_pseudo_refusal(R: Rules, s: State, owner: int, key: int, row: int) -> int:
    """Why the tile cannot strike or command by this slot, Guard aside."""
    slot = R.slots[row]
    icon = icon_of(slot)
    if icon < icons.AREA:
        return strike_refusal(R, s, owner, row, slot, s.frozen)
    if R.has_area and icon == icons.AREA:
        return area_refusal(R, s, owner, slot, area_victims(R, s, slot, s.frozen), s.frozen)
    return command_refusal(R, s, owner, square_of(key), slot, s.frozen)


@jit
def still_equals_earlier(R: Rules, s: State, owner: int, key: int, row: int) -> bool:
    """A-0: whether an earlier slot of the tile gives the same position as this strike or command."""
    slot = R.slots[row]
    if not is_double(slot):
        return False
    icon, first = icon_of(slot), first_row(R.run[key])
    if icon < icons.AREA:
        return strike_covered_earlier(R, s, owner, first, row, slot, s.frozen)
    return area_covered_earlier(R, s, owner, first, row, area_victims(R, s, slot, s.frozen), s.frozen)


@jit_rare
def still_refusal(R: Rules, s: State, t: State, u: State, owner: int, key: int, row: int, guard: int) -> int:
    """Why the tile cannot use this slot, which does not take it anywhere."""
    why = still_pseudo_refusal(R, s, owner, key, row)
    if why:
        return why
    if guard and R.guard and exposes(R, s, t, u, owner, slot_turn(key, R.slots[row], row - first_row(R.run[key]))):
        return GUARD_2
    return A_0 if still_equals_earlier(R, s, owner, key, row) else 0


@jit_hot
def slot_refusal(R: Rules, s: State, t: State, u: State, owner: int, key: int, row: int, guard: int) -> int:
    """Why the tile cannot use this slot: the test of nearly every turn of a game."""
    slot = R.slots[row]
    if icon_of(slot) >= icons.STRIKE:
        return still_refusal(R, s, t, u, owner, key, row, guard)
    why = go_refusal(R, s, owner, row, slot, s.frozen)
    if why:
        return why
    if guard and R.guard:
        if going_exposes(R, s, t, u, owner, square_of(key), target_of(slot), go_turn(key, slot)):
            return GUARD_2
    if is_double(slot) and go_covered_earlier(R, s, owner, first_row(R.run[key]), row, slot, s.frozen):
        return A_0
    return 0


@jit
def is_slot_turn(kind: int) -> bool:
    return GO <= kind <= COMMAND


@jit
def row_of_turn(R: Rules, s: State, owner: int, turn: int) -> int:
    """The row of the slot that GO, STRIKE, AREA or COMMAND uses, or -1 if the tile has no such icon."""
    kind, at = kind_of(turn), at_of(turn)
    key = key_at(s, owner, at)
    if kind == AREA:
        row = first_row(R.run[key]) + arg_of(turn)
        return row if arg_of(turn) < row_count(R.run[key]) and icon_of(R.slots[row]) == icons.AREA else -1
    icon = icons.COMMAND if kind == COMMAND else arg_of(turn)
    return slot_row(R, key, icon, via_of(turn) if kind == COMMAND else at, to_of(turn))


@jit
def opener_pseudo_refusal(R: Rules, s: State, t: State, u: State, owner: int, turn: int) -> int:
    """Why an opener that uses no slot is impossible, Guard aside; no Link chain."""
    kind, at, to = kind_of(turn), at_of(turn), to_of(turn)
    if kind == DRAW:
        return draw_refusal(R, s, t, u, owner, NO_SQUARE)
    if kind == RANSOM:
        return ransom_refusal(R, s, owner, arg_of(turn), arg2_of(turn), to)
    if at == NO_SQUARE or not has(s.occ[owner], at):
        return TURN_1
    if kind == PUSH:
        return push_refusal(R, s, owner, at, arg_of(turn), arg2_of(turn))
    if kind == FLIP_BLANK:
        return flip_refusal(R, s, t, u, owner, at)
    if kind == SUMMON:
        return summon_refusal(R, s, owner, at, to)
    if kind == DIVINE:
        return divine_refusal(R, s, t, u, owner, at, -1)
    if kind == ESCAPE:
        return escape_refusal(R, s, owner, at, via_of(turn), arg_of(turn) - 1, to)
    if kind == REDEPLOY:
        return redeploy_refusal(R, s, t, u, owner, at)
    if kind == ROTATE:
        return bears_redeploy(R, s, owner, at)
    if kind == LINK_FLIP:
        return link_refusal(R, s, owner, at, via_of(turn))
    if kind == LINK_CALL:
        return call_refusal(R, s, t, u, owner, at)
    if kind == PASS_FLAG:
        return pass_refusal(R, s, owner, at, to)
    return TURN_1


@jit
def equals_earlier(R: Rules, s: State, owner: int, turn: int) -> int:
    """A-0 for openers that use no slot."""
    kind, at = kind_of(turn), at_of(turn)
    if kind == ESCAPE:
        return escape_equals_other(R, s, owner, at, via_of(turn), arg_of(turn) - 1, to_of(turn))
    if kind == RANSOM:
        return ransom_equals_other(R, s, owner, arg_of(turn), arg2_of(turn), to_of(turn))
    if kind == PUSH:
        return A_0 if push_icon(R, s, owner, key_at(s, owner, at)) != arg_of(turn) else 0
    if kind == LINK_FLIP:  # two Link tiles that flip each other
        other = via_of(turn)
        if other < at and link_refusal(R, s, owner, other, at) == 0:
            return A_0
        return A_0 if R.summon_may and stay_equals_flip(R, s, owner, at, other) else 0
    return 0


@jit
def is_drawing(kind: int) -> bool:
    """Openers that go on with a draw: their Guard test is GUARD-6, part of the pseudo test."""
    return kind == DRAW or kind == REDEPLOY or kind == DIVINE or kind == LINK_CALL


@jit
def plain_refusal(R: Rules, s: State, t: State, u: State, owner: int, turn: int, guard: int) -> int:
    """Why an opener without a Link chain is refused."""
    if is_slot_turn(kind_of(turn)):
        at = at_of(turn)
        if at == NO_SQUARE or not has(s.occ[owner], at):
            return TURN_1
        row = row_of_turn(R, s, owner, turn)
        return TURN_1 if row < 0 else slot_refusal(R, s, t, u, owner, key_at(s, owner, at), row, guard)
    why = opener_pseudo_refusal(R, s, t, u, owner, turn)
    if why:
        return why
    if guard and R.guard and not is_drawing(kind_of(turn)) and exposes(R, s, t, u, owner, turn):
        return GUARD_2  # TURN-3
    return equals_earlier(R, s, owner, turn)


@jit
def may_follow_link(kind: int) -> bool:
    """LINK-2: kinds 7-11, 14, 15, 16, 18, 19 of section A."""
    return has(FOLLOW_LINK, kind)


@jit
def chain_refusal(R: Rules, s: State, t: State, u: State, owner: int, turn: int, guard: int) -> int:
    """A Link chain: both tiles flip, then the linked tile acts; tested on the position after the flips (LINK-2)."""
    link, at = link_of(turn), at_of(turn)
    if not may_follow_link(kind_of(turn)):
        return LINK_2
    why = link_refusal(R, s, owner, link, at)
    if why:
        return why
    if kind_of(turn) == DIVINE:
        why = divine_refusal(R, s, t, u, owner, at, link)
        return A_0 if why == 0 and divines_earlier(R, s, owner, link, at) else why
    try_out(R, s, t)
    flip(R, t, owner, link)
    flip(R, t, owner, at)
    inner = without_link(turn)
    judge_whole = guard and R.guard and (R.has_dread or R.duke_shield) and not is_drawing(kind_of(turn))
    why = plain_refusal(R, t, u, u, owner, inner, 0 if judge_whole else guard)
    if why:
        return why
    if chain_equals_earlier(R, s, t, u, owner, turn):
        return A_0
    # where faces matter, the Guard is judged after the whole chain, last flip included (LINK-5, GUARD-7)
    return GUARD_2 if judge_whole and exposes(R, s, t, u, owner, turn) else 0


@jit
def stay_equals_other(R: Rules, s: State, t: State, u: State, owner: int, at: int) -> bool:
    """A-0: of tiles that are summoned without going the first stands for all, and a plain flip of the Duke for it."""
    for square in range(at):
        if has(s.occ[owner], square) and summon_refusal(R, s, owner, square, square) == 0:
            return True
    return flip_refusal(R, s, t, u, owner, s.duke[owner]) == 0


@jit
def names_rest(s: State, turn: int) -> bool:
    """Whether a tile of the turn is a Pikeman at rest (RIDER-3)."""
    resting = s.occ[0] & FAR_EDGE
    return has(resting, at_of(turn)) or has(resting, via_of(turn)) or has(resting, to_of(turn))


@jit
def refusal(R: Rules, s: State, t: State, u: State, turn: int, guard: int) -> int:
    """Why `turn` is not legal at this decision: 0, or the number of a ledger id."""
    if s.phase != TURN:
        return followup_refusal(R, s, t, u, turn)
    if link_of(turn) >= 0:
        return chain_refusal(R, s, t, u, s.to_move, turn, guard)
    why = plain_refusal(R, s, t, u, s.to_move, turn, guard)
    if why == DREAD_2 and R.objective == DARK_RIDER and names_rest(s, turn):
        return RIDER_3
    if why == 0 and kind_of(turn) == SUMMON and to_of(turn) == at_of(turn):
        return A_0 if stay_equals_other(R, s, t, u, s.to_move, at_of(turn)) else 0
    return A_0 if why == 0 and equals_other_kind(R, s, s.to_move, turn) else why


@jit_hot
def try_slot(R: Rules, s: State, t: State, u: State, owner: int, r: int) -> int:
    """The r-th candidate, which is a slot, if it is legal, else NO_TURN."""
    i = slot_owner(s, r)
    key = s.tiles[owner, i]
    run = R.run[key]
    offset = r - s.upto[i] + row_count(run)
    row = first_row(run) + offset
    if slot_refusal(R, s, t, u, owner, key, row, 1):
        return NO_TURN
    return slot_turn(key, R.slots[row], offset)


@jit_hot
def try_in_place(R: Rules, s: State, t: State, u: State, owner: int, is_turn: bool, r: int) -> int:
    """What `try_candidate` does, inlined where candidates are drawn; `owner` is to move, and `is_turn` the phase."""
    if is_turn and is_slot(s, owner, r):
        return try_slot(R, s, t, u, owner, r)
    return try_other(R, s, t, u, r)


@jit
def try_candidate(R: Rules, s: State, t: State, u: State, r: int) -> int:
    """The r-th candidate if it is legal, else NO_TURN (after candidate_count)."""
    return try_in_place(R, s, t, u, s.to_move, s.phase == TURN, r)


@jit_rare
def try_other(R: Rules, s: State, t: State, u: State, r: int) -> int:
    """The same of a candidate that is not a slot."""
    turn = candidate(R, s, r)
    if s.phase == TURN and r == 0:  # the draw: `refusal` would also look for the reason, which takes longer
        return turn if may_draw(R, s, t, u, s.to_move, NO_SQUARE) else NO_TURN
    if turn == NO_TURN or refusal(R, s, t, u, turn, 1):
        return NO_TURN
    return turn


@jit
def list_slots(R: Rules, s: State, t: State, u: State, captures: bool, out: Ints, n: int) -> int:
    """Write the legal turns that use a slot after the first n in `out`; returns how many there are then.

    Tiles that reach no enemy are passed over where only captures are asked for.
    """
    owner = s.to_move
    foe = s.occ[1 - owner]
    for i in range(s.n[owner]):
        key = s.tiles[owner, i]
        if captures and R.reach[key] & foe == 0 and not R.has_area:
            continue
        run = R.run[key]
        start = first_row(run)
        for row in range(start, end_row(run)):
            slot = R.slots[row]
            if captures and icon_of(slot) != icons.AREA and not has(foe, target_of(slot)):
                continue
            if slot_refusal(R, s, t, u, owner, key, row, 1) == 0 and n < len(out):
                out[n] = slot_turn(key, slot, row - start)
                n += 1
    return n


@jit
def list_turns(R: Rules, s: State, t: State, u: State, out: Ints) -> int:
    """Write every legal turn of this decision to `out`, in the order of candidates; returns how many."""
    count, first, n = candidate_count(R, s), 0, 0
    if s.phase == TURN:
        out[0] = try_other(R, s, t, u, 0)  # the draw
        n = 1 if out[0] != NO_TURN else 0
        n = list_slots(R, s, t, u, False, out, n)
        first = s.upto[s.n[s.to_move] - 1] if s.n[s.to_move] else 1
    for r in range(first, count):
        turn = try_other(R, s, t, u, r)
        if turn != NO_TURN and n < len(out):
            out[n] = turn
            n += 1
    return n


@jit
def has_turn(R: Rules, s: State, t: State, u: State) -> bool:
    if s.phase == TURN and may_draw(R, s, t, u, s.to_move, NO_SQUARE):
        return True  # nearly always
    for r in range(candidate_count(R, s)):
        if try_candidate(R, s, t, u, r) != NO_TURN:
            return True
    return False


@jit
def end_without_turn(R: Rules, s: State) -> None:
    """No legal turn: mate in Guard, else a loss too, or a draw by setting (TURN-4, GUARD-9, RIDER-7)."""
    loser = s.to_move
    if s.duke[loser] >= 0 and R.guard and is_in_guard(R, s, loser):
        end(s, 1 - loser, MATE)
    else:
        end(s, -1 if R.no_turn_draws else 1 - loser, STUCK)


@jit
def settle(R: Rules, s: State, t: State, u: State, past: Past) -> None:
    """At a turn: end the game if there is no legal turn (TURN-4), else if a limit is reached (TURN-5)."""
    if s.phase != TURN:
        return
    if not has_turn(R, s, t, u):
        end_without_turn(R, s)
    else:
        limit = turn_limit(R, s, past)
        if limit:
            end(s, -1, limit)
