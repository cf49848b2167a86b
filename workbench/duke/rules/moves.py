"""Icons that take their tile somewhere: Move, Jump, Slide, Jump Slide, Smash and the non-capture kinds."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit, jit_hot, jit_rare
from workbench.duke.board.icons import HARMLESS, LEAPS, PIERCES, STRIKE
from workbench.duke.board.packed import bit, has, icon_of, path_of, source_of, target_of
from workbench.duke.board.refusals import (
    COUP_4,
    DEF_2,
    DEF_3,
    DREAD_2,
    FLAG_7,
    JUMP_3,
    MOVE_2,
    MOVE_3,
    NCAP_1,
    TROPHY_3,
)
from workbench.duke.board.tables import COUNTING_COUP, TROPHY_HUNTERS
from workbench.duke.rules.blocked import dragon_bit, is_every_way_over, terrain_refusal
from workbench.duke.rules.cover import shield


@jit
def carried_flag(R: Rules, s: State, owner: int) -> int:
    """Square of the Flag that owner's troops may hold: their own or the opponent's (COUP-2, TROPHY-2); or -1."""
    if R.objective == COUNTING_COUP:
        return s.flag[owner]
    if R.objective == TROPHY_HUNTERS:
        return s.flag[1 - owner]
    return -1


@jit
def entry_refusal(R: Rules, s: State, owner: int, start: int, target: int) -> int:
    """What Flags forbid on arrival, by whatever means (FLAG-7, FLAG-8, COUP-4, TROPHY-3)."""
    if R.has_flags:
        if R.objective == COUNTING_COUP and s.flag[1 - owner] == target:
            return COUP_4
        if R.objective == TROPHY_HUNTERS and s.flag[owner] == target:
            return TROPHY_3
        if has(s.forts, target) and carried_flag(R, s, owner) == start:
            return FLAG_7
    return 0


@jit
def flag_refusal(R: Rules, s: State, owner: int, slot: int, target: int) -> int:
    """What Flags forbid on the way, where one else blocks nobody (COUP-4, FLAG-4), and on arrival."""
    if R.objective == COUNTING_COUP and s.flag[1 - owner] >= 0 and has(path_of(slot), s.flag[1 - owner]):
        return COUP_4
    return entry_refusal(R, s, owner, source_of(slot), target)


@jit
def rough_go_refusal(R: Rules, s: State, owner: int, row: int, slot: int, frozen: int) -> int:
    """The part of the test that only terrain, Defense, Dread or Flags need."""
    icon, source, target = icon_of(slot), source_of(slot), target_of(slot)
    if R.terrain:
        why = terrain_refusal(R, s, row, slot, dragon_bit(s))
        if why:
            return why
    why = flag_refusal(R, s, owner, slot, target)
    if why:
        return why
    if has(frozen, source):
        return DREAD_2
    guarded = 0
    if has(s.occ[1 - owner], target):  # MOVE-4
        if has(frozen, target):
            return DREAD_2
        if not has(PIERCES, icon):
            guarded = shield(R, s, 1 - owner, target)
    if has(LEAPS, icon):
        if is_every_way_over(R, row, s.mountains):
            return JUMP_3  # MTN-2
        if is_every_way_over(R, row, s.mountains | guarded):
            return DEF_3 if R.via_a[row] != R.via_b[row] else DEF_2
        return 0
    return DEF_2 if guarded and is_every_way_over(R, row, guarded) else 0


@jit_hot
def go_refusal(R: Rules, s: State, owner: int, row: int, slot: int, frozen: int) -> int:
    """Why this slot cannot take its tile to its target, Guard aside."""
    there = bit(target_of(slot))
    if path_of(slot) & (s.occ[0] | s.occ[1]):
        return MOVE_2
    if s.occ[owner] & there:
        return MOVE_3
    if icon_of(slot) >= HARMLESS and s.occ[1 - owner] & there:
        return NCAP_1
    if R.rough:
        return rough_go_refusal(R, s, owner, row, slot, frozen)
    return 0


@jit_rare
def go_covered_earlier(R: Rules, s: State, owner: int, first: int, row: int, slot: int, frozen: int) -> bool:
    """Whether an earlier slot of the run gives the same turn (A-0)."""
    target = target_of(slot)
    for r in range(first, row):
        other = R.slots[r]
        if target_of(other) == target and icon_of(other) < STRIKE:
            if go_refusal(R, s, owner, r, other, frozen) == 0:
                return True
    return False
