"""Strike, Hammer and area effects: captures at range, the acting tile stays."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.icons import AREA, PIERCES, STRIKE
from workbench.duke.board.packed import bit, end_of_members, first_member, has, icon_of, path_of, source_of, target_of
from workbench.duke.board.refusals import AREA_4, AREA_5, DEF_2, DEF_3, DREAD_2, HAMMER_2, STRIKE_1, STRIKE_2
from workbench.duke.rules.blocked import is_every_way_over
from workbench.duke.rules.cover import shield


@jit
def hit_refusal(R: Rules, s: State, row: int, slot: int, guarded: int) -> int:
    """Why a strike does not reach the tile on its target: terrain on the ray, or the Defense squares `guarded`."""
    target = target_of(slot)
    hammers = has(PIERCES, icon_of(slot))
    if R.terrain:
        if path_of(slot) & (s.mountains | s.forts):
            return HAMMER_2 if hammers else STRIKE_2  # HAMMER-2, STRIKE-2, MTN-3, FORT-5
        if has(s.forts, target) and not hammers:
            return STRIKE_2
    if guarded and not hammers and is_every_way_over(R, row, guarded):
        return DEF_3 if R.via_a[row] != R.via_b[row] else DEF_2  # STRIKE-3, AREA-7
    return 0


@jit
def strike_refusal(R: Rules, s: State, owner: int, row: int, slot: int, frozen: int) -> int:
    """Why this slot cannot strike, Guard aside (STRIKE-1 to STRIKE-3, HAMMER-1)."""
    target = target_of(slot)
    if not has(s.occ[1 - owner], target):
        return STRIKE_1
    if R.rough:
        if has(frozen, source_of(slot)) or has(frozen, target):
            return DREAD_2
        return hit_refusal(R, s, row, slot, shield(R, s, 1 - owner, target))
    return 0


@jit
def strike_covered_earlier(R: Rules, s: State, owner: int, first: int, row: int, slot: int, frozen: int) -> bool:
    """Whether an earlier strike of the run already does what this one would (A-0)."""
    for r in range(first, row):
        other = R.slots[r]
        if target_of(other) == target_of(slot) and STRIKE <= icon_of(other) < AREA:
            if strike_refusal(R, s, owner, r, other, frozen) == 0:
                return True
    return False


@jit
def area_victims(R: Rules, s: State, slot: int, frozen: int) -> int:
    """Squares of all troops, friend or enemy, that the group removes (AREA-3)."""
    hit = 0
    for row in range(first_member(slot), end_of_members(slot)):
        member = R.slots[row]
        target = target_of(member)
        if has(s.occ[0] | s.occ[1], target) and not has(frozen, target):
            victim = 0 if has(s.occ[0], target) else 1
            if hit_refusal(R, s, row, member, shield(R, s, victim, target)) == 0:
                hit |= bit(target)
    return hit


@jit
def area_refusal(R: Rules, s: State, owner: int, slot: int, hit: int, frozen: int) -> int:
    """Why the group cannot be used (AREA-4, AREA-5); `hit` are its victims."""
    if has(frozen, source_of(slot)):
        return DREAD_2
    if hit == 0 or (R.area_needs_enemy and not hit & s.occ[1 - owner]):
        return AREA_4
    if s.duke[owner] >= 0 and has(hit, s.duke[owner]):
        return AREA_5
    return 0


@jit
def area_covered_earlier(R: Rules, s: State, owner: int, first: int, row: int, hit: int, frozen: int) -> bool:
    """Whether an earlier strike or group of the same face removes just the same tiles (A-0)."""
    for r in range(first, row):
        other = R.slots[r]
        icon = icon_of(other)
        if STRIKE <= icon < AREA:
            if hit == bit(target_of(other)) and strike_refusal(R, s, owner, r, other, frozen) == 0:
                return True
        elif icon == AREA and area_victims(R, s, other, frozen) == hit:
            return True
    return False
