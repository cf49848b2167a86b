"""Icons that take their tile somewhere: Move, Jump, Slide, Jump Slide, Smash and the non-capture kinds."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit, jit_hot
from workbench.duke.board.icons import JSLIDE, JUMP, NCJUMP, NCMOVE, SMASH, STRIKE
from workbench.duke.board.refusals import (
    COUP_4,
    DEF_2,
    DEF_3,
    DRAGON_6,
    DREAD_2,
    FLAG_7,
    FORT_2,
    JSLIDE_2,
    JUMP_2,
    JUMP_3,
    MOVE_2,
    MOVE_3,
    NCAP_1,
    TROPHY_3,
)
from workbench.duke.board.state import FULL_BOARD
from workbench.duke.board.tables import COUNTING_COUP, TROPHY_HUNTERS
from workbench.duke.rules.cover import is_shielded, shield


@jit
def dragon_bit(s: State) -> int:
    return 1 << s.dragon if s.dragon >= 0 else 0


@jit
def carried_flag(R: Rules, s: State, owner: int) -> int:
    """Square of the Flag that owner's troops may hold: their own in COUP, the opponent's in TROPHY; or -1."""
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
        if s.forts >> target & 1 and carried_flag(R, s, owner) == start:
            return FLAG_7
    return 0


@jit
def rough_go_refusal(R: Rules, s: State, owner: int, row: int, slot: int, frozen: int) -> int:
    """The part of the test that only terrain, Defense, Dread or Flags need."""
    kind = slot >> 48 & 15
    source, target = slot >> 42 & 63, slot >> 36 & 63
    bit = 1 << target
    path = slot & FULL_BOARD
    jumps = kind == JUMP or kind == NCJUMP
    if R.terrain:
        if path & (s.mountains | dragon_bit(s)):
            return MOVE_2
        if s.mountains & bit:
            return JUMP_2 if jumps else MOVE_3
        if s.dragon == target:
            return DRAGON_6
        if s.forts & bit and (jumps or (kind == JSLIDE and not R.fort_jslide)):
            return FORT_2
        if kind == JSLIDE and R.via_a[row] & s.mountains:
            return JSLIDE_2
    if R.objective == COUNTING_COUP and s.flag[1 - owner] >= 0 and path >> s.flag[1 - owner] & 1:
        return COUP_4
    why = entry_refusal(R, s, owner, source, target)
    if why:
        return why
    if frozen >> source & 1:
        return DREAD_2
    guarded = 0
    if s.occ[1 - owner] & bit:
        if frozen & bit:
            return DREAD_2
        if kind != SMASH:
            guarded = shield(R, s, 1 - owner, target)
    if jumps:
        a, b = R.via_a[row], R.via_b[row]
        if a & s.mountains and b & s.mountains:
            return JUMP_3
        stop = s.mountains | guarded
        if a & stop and b & stop:
            return DEF_3 if a != b else DEF_2
        return 0
    return DEF_2 if guarded and is_shielded(R, row, guarded) else 0


@jit_hot
def go_refusal(R: Rules, s: State, owner: int, row: int, slot: int, frozen: int) -> int:
    """Why this slot cannot take its tile to its target, Guard aside."""
    bit = 1 << (slot >> 36 & 63)
    if slot & FULL_BOARD & (s.occ[0] | s.occ[1]):
        return MOVE_2
    if s.occ[owner] & bit:
        return MOVE_3
    if slot >> 48 & 15 >= NCMOVE and s.occ[1 - owner] & bit:
        return NCAP_1
    if R.rough:
        return rough_go_refusal(R, s, owner, row, slot, frozen)
    return 0


@jit
def go_covered_earlier(R: Rules, s: State, owner: int, first: int, row: int, slot: int, frozen: int) -> bool:
    """Whether an earlier slot of the run gives the same turn (A-0)."""
    target = slot >> 36 & 63
    for r in range(first, row):
        other = R.slots[r]
        if other >> 36 & 63 == target and other >> 48 & 15 < STRIKE:
            if go_refusal(R, s, owner, r, other, frozen) == 0:
                return True
    return False
