"""Turns that give the same position as an earlier one of another kind, or by another tile (A-0).

A chain by which the linked tile goes, orders, strikes or fires leaves it on the side it had: only the Link tile has
flipped. So it may equal an order, strike or area effect of the Link tile itself, or a chain by another linked tile.
"""

from __future__ import annotations

from workbench.duke.board import icons
from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import start_square
from workbench.duke.board.kinds import AREA, COMMAND, ESCAPE, GO, STRIKE, SUMMON
from workbench.duke.board.packed import (
    arg_of,
    at_of,
    bit,
    end_row,
    first_row,
    has,
    icon_of,
    kind_of,
    link_of,
    side_of,
    source_of,
    starting_side,
    target_of,
    to_of,
    troop_of,
    via_of,
)
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import NO_SQUARE, SQUARES
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.command import command_refusal
from workbench.duke.rules.divination import may_divine
from workbench.duke.rules.escape import escape_refusal
from workbench.duke.rules.flags import makes_point
from workbench.duke.rules.link import link_refusal
from workbench.duke.rules.moves import carried_flag, go_refusal
from workbench.duke.rules.strikes import area_refusal, area_victims, strike_refusal
from workbench.duke.rules.summon import summon_refusal


@jit
def slot_row(R: Rules, key: int, icon: int, source: int, target: int) -> int:
    """The row of the tile's slot of this icon from source to target, or -1."""
    run = R.run[key]
    for row in range(first_row(run), end_row(run)):
        slot = R.slots[row]
        if icon_of(slot) == icon and target_of(slot) == target and source_of(slot) == source:
            return row
    return -1


@jit
def may_order(R: Rules, s: State, owner: int, at: int, start: int, to: int) -> bool:
    """Whether the tile on `at` may command the one on `start` to `to`."""
    if at == start:
        return False
    row = slot_row(R, key_at(s, owner, at), icons.COMMAND, start, to)
    return row >= 0 and command_refusal(R, s, owner, at, R.slots[row], s.frozen) == 0


@jit
def may_go(R: Rules, s: State, owner: int, at: int, to: int) -> bool:
    """Whether the tile on `at` may go to `to` by any icon."""
    run = R.run[key_at(s, owner, at)]
    for row in range(first_row(run), end_row(run)):
        slot = R.slots[row]
        if icon_of(slot) < icons.STRIKE and target_of(slot) == to:
            if go_refusal(R, s, owner, row, slot, s.frozen) == 0:
                return True
    return False


@jit
def may_remove(R: Rules, s: State, owner: int, at: int, hit: int) -> bool:
    """Whether the tile on `at` may remove just the troops on `hit` from afar."""
    run = R.run[key_at(s, owner, at)]
    for row in range(first_row(run), end_row(run)):
        slot = R.slots[row]
        icon = icon_of(slot)
        if icons.STRIKE <= icon < icons.AREA:
            if hit == bit(target_of(slot)) and strike_refusal(R, s, owner, row, slot, s.frozen) == 0:
                return True
        elif icon == icons.AREA and area_victims(R, s, slot, s.frozen) == hit:
            if area_refusal(R, s, owner, slot, hit, s.frozen) == 0:
                return True
    return False


@jit
def escape_equals_area(R: Rules, s: State, owner: int, at: int, pay: int, to: int) -> bool:
    """Whether a tile like the escaping one, waiting on the start square, could fire on it and what it pays with."""
    if not has(s.occ[owner], to):
        return False
    key, waiting = key_at(s, owner, at), key_at(s, owner, to)
    if not side_of(waiting) or starting_side(troop_of(key)) != starting_side(troop_of(waiting)):
        return False  # another type, or turned differently; and firing must leave it on its starting side
    flag = carried_flag(R, s, owner)
    if flag == at or flag == pay or flag == to:
        return False
    if makes_point(R, s, owner, at, to):
        return False
    return may_remove(R, s, owner, to, (bit(at) | bit(pay)) & ~bit(to))


@jit
def equals_other_kind(R: Rules, s: State, owner: int, turn: int) -> bool:
    """Whether a turn outside a Link chain equals an earlier one of another kind."""
    kind, at, to = kind_of(turn), at_of(turn), to_of(turn)
    if kind == SUMMON:
        return may_order(R, s, owner, s.duke[owner], at, to)
    return kind == ESCAPE and via_of(turn) != NO_SQUARE and escape_equals_area(R, s, owner, at, via_of(turn), to)


@jit
def does_same(R: Rules, s: State, owner: int, at: int, start: int, to: int, hit: int) -> bool:
    """Whether the tile on `at` can bring about the same: a troop from start to `to`, or the removal of `hit`."""
    if hit:
        return may_remove(R, s, owner, at, hit)
    return (at == start and may_go(R, s, owner, at, to)) or may_order(R, s, owner, at, start, to)


@jit
def chain_does_same(
    R: Rules, s: State, u: State, owner: int, link: int, below: int, start: int, to: int, hit: int
) -> bool:
    """Whether the Link tile on `link` can flip one on a square below `below` that then does the same."""
    for square in range(below):
        if has(s.occ[owner], square) and link_refusal(R, s, owner, link, square) == 0:
            try_out(R, s, u)
            flip(R, u, owner, link)
            flip(R, u, owner, square)
            if does_same(R, u, owner, square, start, to, hit):
                return True
    return False


@jit
def is_gone_by_escape(R: Rules, s: State, owner: int, at: int, pay: int, to: int) -> bool:
    """Whether the tile on `at` would land where its like stood: it is just gone, with what it pays."""
    if not has(s.occ[owner], to):
        return False
    key, waiting = key_at(s, owner, at), key_at(s, owner, to)
    if side_of(waiting) or starting_side(troop_of(key)) != starting_side(troop_of(waiting)):
        return False
    flag = carried_flag(R, s, owner)
    return not (flag == at or flag == pay or flag == to or makes_point(R, s, owner, at, to))


@jit
def chain_escape_equals_area(R: Rules, s: State, u: State, owner: int, link: int, at: int, pay: int, to: int) -> bool:
    """Whether an area effect does what a linked tile does that lands where its like stood."""
    if not is_gone_by_escape(R, s, owner, at, pay, to):
        return False
    hit = (bit(at) | bit(pay)) & ~bit(to)
    return may_remove(R, s, owner, link, hit) or chain_does_same(R, s, u, owner, link, at, at, to, hit)


@jit
def only_square(squares: int, otherwise: int) -> int:
    """The square of a mask that holds one; `otherwise` if it holds none, and no square if it holds more."""
    if squares == 0:
        return otherwise
    for square in range(SQUARES):
        if squares == bit(square):
            return square
    return NO_SQUARE


@jit
def chain_escape_does_same(R: Rules, s: State, u: State, owner: int, link: int, below: int, hit: int) -> bool:
    """Whether the Link tile can have one of the troops on `hit`, below square `below`, escape so that just they go."""
    for square in range(below):
        if has(hit & s.occ[owner], square) and link_refusal(R, s, owner, link, square) == 0:
            for which in range(2):
                to = start_square(owner, which)
                pay = only_square(hit & ~bit(square), to)
                if pay == NO_SQUARE or has(hit, to) or not is_gone_by_escape(R, s, owner, square, pay, to):
                    continue
                try_out(R, s, u)
                flip(R, u, owner, link)
                flip(R, u, owner, square)
                if escape_refusal(R, u, owner, square, pay, -1, to) == 0:
                    return True
    return False


@jit
def may_have_stay(R: Rules, s: State, owner: int, link: int, below: int) -> bool:
    """Whether the Link tile can have a tile on a square below `below` summoned without going: the Duke just flips."""
    for square in range(below):
        if has(s.occ[owner], square) and link_refusal(R, s, owner, link, square) == 0:
            if summon_refusal(R, s, owner, square, square) == 0:
                return True
    return False


@jit
def stay_equals_flip(R: Rules, s: State, owner: int, link: int, linked: int) -> bool:
    """Whether a Link that flips the Duke and another tile equals a chain whose linked tile is summoned and stays."""
    duke = s.duke[owner]
    if linked == duke:
        return may_have_stay(R, s, owner, link, duke)
    return link == duke and linked < duke and may_have_stay(R, s, owner, linked, SQUARES)


@jit
def stay_equals_earlier(R: Rules, s: State, owner: int, link: int, at: int) -> bool:
    """Whether a chain whose linked tile on `at` is summoned and stays equals an earlier turn."""
    duke = s.duke[owner]
    if may_have_stay(R, s, owner, link, at):
        return True
    if duke < at and link_refusal(R, s, owner, link, duke) == 0:
        return True
    return duke < link and link_refusal(R, s, owner, duke, link) == 0


@jit
def divines_earlier(R: Rules, s: State, owner: int, link: int, below: int) -> bool:
    """Whether the Link tile can have a tile on a square below `below` divine: that tile, too, is left as it was."""
    for square in range(below):
        if has(s.occ[owner], square) and link_refusal(R, s, owner, link, square) == 0:
            if may_divine(R, key_at(s, owner, square), link):
                return True
    return False


@jit
def chain_equals_earlier(R: Rules, s: State, t: State, u: State, owner: int, turn: int) -> bool:
    """Whether a chain from position `s` equals an earlier turn; `t` is `s` with both tiles flipped."""
    kind, at, link = kind_of(turn), at_of(turn), link_of(turn)
    if kind == ESCAPE:
        if via_of(turn) == link or to_of(turn) == link:  # it pays or is evicted: that it flipped leaves no trace
            return escape_refusal(R, s, owner, at, via_of(turn), arg_of(turn) - 1, to_of(turn)) == 0
        return via_of(turn) != NO_SQUARE and chain_escape_equals_area(
            R, s, u, owner, link, at, via_of(turn), to_of(turn)
        )
    if kind == SUMMON and to_of(turn) == at:
        return stay_equals_earlier(R, s, owner, link, at)
    if kind != GO and kind != COMMAND and kind != STRIKE and kind != AREA:
        return False
    hit = 0
    if kind == STRIKE:
        hit = bit(to_of(turn))
    elif kind == AREA:
        hit = area_victims(R, t, R.slots[first_row(R.run[key_at(t, owner, at)]) + arg_of(turn)], t.frozen)
    start = via_of(turn) if kind == COMMAND else at
    if hit:
        if may_remove(R, s, owner, link, hit):
            return True
    elif start == link:
        if may_go(R, s, owner, link, to_of(turn)):
            return True
    elif may_order(R, s, owner, link, start, to_of(turn)):
        return True
    elif link == s.duke[owner] and summon_refusal(R, s, owner, start, to_of(turn)) == 0:
        return True
    if chain_does_same(R, s, u, owner, link, at, start, to_of(turn), hit):
        return True
    if hit and chain_escape_does_same(R, s, u, owner, link, at, hit):
        return True
    if has(hit, link):  # it is gone: any Link tile removed with it would have done
        for other in range(link):
            if has(hit & s.occ[owner], other):
                if chain_does_same(R, s, u, owner, other, SQUARES, start, to_of(turn), hit):
                    return True
    return False
