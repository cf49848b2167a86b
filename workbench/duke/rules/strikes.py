"""Strike, Hammer and area effects: captures at range, the acting tile stays."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.icons import AREA, HAMMER, STRIKE
from workbench.duke.board.refusals import AREA_4, AREA_5, DEF_2, DEF_3, DREAD_2, HAMMER_2, STRIKE_1, STRIKE_2
from workbench.duke.board.slots import MEMBER_COUNT
from workbench.duke.board.state import FULL_BOARD
from workbench.duke.rules.cover import is_shielded, shield

ROW = (1 << MEMBER_COUNT) - 1


@jit
def hit_refusal(R: Rules, s: State, row: int, slot: int, guarded: int) -> int:
    """Why a strike does not reach the tile on its target: terrain on the ray, or the Defense squares `guarded`."""
    target = slot >> 36 & 63
    hammers = slot >> 48 & 15 == HAMMER
    if R.terrain:
        if slot & FULL_BOARD & (s.mountains | s.forts):
            return HAMMER_2 if hammers else STRIKE_2  # HAMMER-2, STRIKE-2, FORT-5
        if s.forts >> target & 1 and not hammers:
            return STRIKE_2
    if guarded and not hammers and is_shielded(R, row, guarded):
        return DEF_3 if R.via_a[row] != R.via_b[row] else DEF_2  # STRIKE-3, AREA-7
    return 0


@jit
def strike_refusal(R: Rules, s: State, owner: int, row: int, slot: int, frozen: int) -> int:
    """Why this slot cannot strike, Guard aside (STRIKE-1 to STRIKE-3, HAMMER-1)."""
    target = slot >> 36 & 63
    if not s.occ[1 - owner] >> target & 1:
        return STRIKE_1
    if R.rough:
        if frozen >> (slot >> 42 & 63) & 1 or frozen >> target & 1:
            return DREAD_2
        return hit_refusal(R, s, row, slot, shield(R, s, 1 - owner, target))
    return 0


@jit
def strike_covered_earlier(R: Rules, s: State, owner: int, first: int, row: int, slot: int, frozen: int) -> bool:
    """Whether Strike already does what Hammer would (A-0)."""
    for r in range(first, row):
        other = R.slots[r]
        if other >> 36 & 63 == slot >> 36 & 63 and other >> 48 & 15 == STRIKE:
            if strike_refusal(R, s, owner, r, other, frozen) == 0:
                return True
    return False


@jit
def area_victims(R: Rules, s: State, slot: int, frozen: int) -> int:
    """Squares of all troops, friend or enemy, that the group removes (AREA-3)."""
    first, count = slot & ROW, slot >> MEMBER_COUNT & ROW
    hit = 0
    for row in range(first, first + count):
        member = R.slots[row]
        target = member >> 36 & 63
        if (s.occ[0] | s.occ[1]) >> target & 1 and not frozen >> target & 1:
            victim = 0 if s.occ[0] >> target & 1 else 1
            if hit_refusal(R, s, row, member, shield(R, s, victim, target)) == 0:
                hit |= 1 << target
    return hit


@jit
def area_refusal(R: Rules, s: State, owner: int, slot: int, hit: int, frozen: int) -> int:
    """Why the group cannot be used (AREA-4, AREA-5); `hit` are its victims."""
    if frozen >> (slot >> 42 & 63) & 1:
        return DREAD_2
    if hit == 0 or (R.area_needs_enemy and not hit & s.occ[1 - owner]):
        return AREA_4
    if s.duke[owner] >= 0 and hit >> s.duke[owner] & 1:
        return AREA_5
    return 0


@jit
def area_covered_earlier(R: Rules, s: State, owner: int, first: int, row: int, hit: int, frozen: int) -> bool:
    """Whether an earlier strike or group of the same face removes just the same tiles (A-0)."""
    for r in range(first, row):
        other = R.slots[r]
        kind = other >> 48 & 15
        if kind == STRIKE or kind == HAMMER:
            if hit == 1 << (other >> 36 & 63) and strike_refusal(R, s, owner, r, other, frozen) == 0:
                return True
        elif kind == AREA and area_victims(R, s, other, frozen) == hit:
            return True
    return False
