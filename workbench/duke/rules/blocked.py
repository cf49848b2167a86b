"""What terrain stops of a troop that goes somewhere: the one test for turns, for Guard and for pushes of the Dragon."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.icons import LEAPS, LEAPS_FIRST
from workbench.duke.board.packed import bit, has, icon_of, path_of, target_of
from workbench.duke.board.refusals import DRAGON_6, FORT_2, JSLIDE_2, JUMP_2, MOVE_2, MOVE_3


@jit
def dragon_bit(s: State) -> int:
    return bit(s.dragon) if s.dragon >= 0 else 0


@jit
def terrain_refusal(R: Rules, s: State, row: int, slot: int, dragon: int) -> int:
    """The rule by which Mountains, Forts or the Dragon (a mask) forbid the slot's way or its target, or 0."""
    icon, target = icon_of(slot), target_of(slot)
    jumps = has(LEAPS, icon)
    if path_of(slot) & (s.mountains | dragon):
        return MOVE_2
    if has(s.mountains, target):
        return JUMP_2 if jumps else MOVE_3
    if has(dragon, target):
        return DRAGON_6
    if has(s.forts, target) and (jumps or (has(LEAPS_FIRST, icon) and not R.fort_jslide)):
        return FORT_2  # also JSLIDE-3; all others enter and pass (FORT-1, FORT-4, SLIDE-2, NCAP-2)
    if has(LEAPS_FIRST, icon) and R.via_a[row] & s.mountains:
        return JSLIDE_2
    return 0


@jit
def is_every_way_over(R: Rules, row: int, squares: int) -> bool:
    """Whether each of the slot's ways, the straight one or both bent ones, meets one of the squares (G-6)."""
    return squares & R.via_a[row] != 0 and squares & R.via_b[row] != 0


@jit
def is_one_step(start: int, target: int) -> bool:
    """Whether the squares touch, by a side or a corner: so far a push shifts the Dragon (DRAGON-9)."""
    return abs(target % 6 - start % 6) <= 1 and abs(target // 6 - start // 6) <= 1


@jit
def push_step(start: int, target: int) -> int:
    """Where a slide from `start` onto the Dragon on `target` shifts it, or -1 off the board (DRAGON-9)."""
    dx, dy = target % 6 - start % 6, target // 6 - start // 6
    x = target % 6 + (dx > 0) - (dx < 0)
    y = target // 6 + (dy > 0) - (dy < 0)
    return y * 6 + x if 0 <= x < 6 and 0 <= y < 6 else -1
