"""Turns that give the same position as an earlier one of another kind, or by another tile (A-0).

A chain by which the linked tile goes, orders, strikes or fires leaves it on the side it had: only the Link tile has
flipped. So it may equal an order, strike or area effect of the Link tile itself, or a chain by another linked tile.
"""

from __future__ import annotations

from workbench.duke.board import icons
from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import (
    AREA,
    COMMAND,
    ESCAPE,
    GO,
    STRIKE,
    SUMMON,
    arg_of,
    at_of,
    kind_of,
    link_of,
    to_of,
    via_of,
)
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import FLIP, NO_SQUARE, SQUARES
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.command import command_refusal
from workbench.duke.rules.escape import escape_refusal
from workbench.duke.rules.flags import makes_point
from workbench.duke.rules.link import link_refusal
from workbench.duke.rules.moves import carried_flag, go_refusal
from workbench.duke.rules.strikes import area_refusal, area_victims, strike_refusal
from workbench.duke.rules.summon import summon_refusal


@jit
def slot_row(R: Rules, key: int, icon: int, source: int, target: int) -> int:
    """The row of the tile's slot of this icon kind from source to target, or -1."""
    run = R.run[key]
    for row in range(run >> 8, (run >> 8) + (run & 255)):
        slot = R.slots[row]
        if slot >> 48 & 15 == icon and slot >> 36 & 63 == target and slot >> 42 & 63 == source:
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
    for row in range(run >> 8, (run >> 8) + (run & 255)):
        slot = R.slots[row]
        if slot >> 48 & 15 < icons.STRIKE and slot >> 36 & 63 == to:
            if go_refusal(R, s, owner, row, slot, s.frozen) == 0:
                return True
    return False


@jit
def may_remove(R: Rules, s: State, owner: int, at: int, hit: int) -> bool:
    """Whether the tile on `at` may remove just the troops on `hit` from afar."""
    run = R.run[key_at(s, owner, at)]
    for row in range(run >> 8, (run >> 8) + (run & 255)):
        slot = R.slots[row]
        kind = slot >> 48 & 15
        if kind == icons.STRIKE or kind == icons.HAMMER:
            if hit == 1 << (slot >> 36 & 63) and strike_refusal(R, s, owner, row, slot, s.frozen) == 0:
                return True
        elif kind == icons.AREA and area_victims(R, s, slot, s.frozen) == hit:
            if area_refusal(R, s, owner, slot, hit, s.frozen) == 0:
                return True
    return False


@jit
def escape_equals_area(R: Rules, s: State, owner: int, at: int, pay: int, to: int) -> bool:
    """Whether a tile like the escaping one, waiting on the start square, could fire on it and what it pays with."""
    if not s.occ[owner] >> to & 1:
        return False
    key, waiting = key_at(s, owner, at), key_at(s, owner, to)
    if not waiting & FLIP or (key ^ waiting) & ~FLIP & ~63:
        return False  # another type, or turned differently; and firing must leave it on its starting side
    flag = carried_flag(R, s, owner)
    if flag == at or flag == pay or flag == to:
        return False
    if makes_point(R, s, owner, at, to):
        return False
    return may_remove(R, s, owner, to, (1 << at | 1 << pay) & ~(1 << to))


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
        if s.occ[owner] >> square & 1 and link_refusal(R, s, owner, link, square) == 0:
            try_out(R, s, u)
            flip(R, u, owner, link)
            flip(R, u, owner, square)
            if does_same(R, u, owner, square, start, to, hit):
                return True
    return False


@jit
def chain_equals_earlier(R: Rules, s: State, t: State, u: State, owner: int, turn: int) -> bool:
    """Whether a chain from position `s` equals an earlier turn; `t` is `s` with both tiles flipped."""
    kind, at, link = kind_of(turn), at_of(turn), link_of(turn)
    if kind == ESCAPE:  # the Link tile pays or is evicted: that it flipped before leaves no trace
        gone = via_of(turn) == link or to_of(turn) == link
        return gone and escape_refusal(R, s, owner, at, via_of(turn), arg_of(turn) - 1, to_of(turn)) == 0
    if kind != GO and kind != COMMAND and kind != STRIKE and kind != AREA:
        return False
    hit = 0
    if kind == STRIKE:
        hit = 1 << to_of(turn)
    elif kind == AREA:
        hit = area_victims(R, t, R.slots[(R.run[key_at(t, owner, at)] >> 8) + arg_of(turn)], t.frozen)
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
    if hit >> link & 1:  # it is gone: any Link tile removed with it would have done
        for other in range(link):
            if (hit & s.occ[owner]) >> other & 1:
                if chain_does_same(R, s, u, owner, other, SQUARES, start, to_of(turn), hit):
                    return True
    return False
