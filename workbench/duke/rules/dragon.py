"""The Dragon: pushing it, and what it does between turns."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import BORDER, FAR_EDGE
from workbench.duke.board.icons import PUSHES
from workbench.duke.board.kinds import FACE_BY_LUCK, FACE_SELF
from workbench.duke.board.luck import NEUTRAL, pick
from workbench.duke.board.packed import bit, end_row, first_row, has, icon_of, path_of, target_of
from workbench.duke.board.refusals import (
    DRAGON_6,
    DRAGON_9,
    DRAGON_10,
    DRAGON_14,
    DRAGON_15,
    DREAD_2,
    FORT_2,
    GUARD_5,
    MOVE_2,
    MOVE_3,
)
from workbench.duke.board.state import BY_TERRAIN, FACE_EAST, FACE_NORTH, FACE_SOUTH, FACE_WEST
from workbench.duke.board.tables import DARK_RIDER, DRAGON_ICONS, DRAGON_MOVES
from workbench.duke.board.troops import key_at, take
from workbench.duke.rules.blocked import push_step, terrain_refusal
from workbench.duke.rules.cover import covered
from workbench.duke.rules.flags import relocate
from workbench.duke.rules.moves import flag_refusal

MOVES = len(DRAGON_MOVES)
LEFT, RIGHT = 2, 3  # the side moves among its icons


@jit
def push_slot_refusal(R: Rules, s: State, owner: int, row: int, slot: int) -> int:
    """Why this slide does not reach the Dragon as an enemy (DRAGON-9, DRAGON-14, DRAGON-15)."""
    icon = icon_of(slot)
    if target_of(slot) != s.dragon or not has(PUSHES, icon):
        return DRAGON_6
    if s.enraged:
        return DRAGON_14
    if path_of(slot) & (s.occ[0] | s.occ[1]):
        return MOVE_2
    why = terrain_refusal(R, s, row, slot, 0)  # the Dragon itself is no obstacle
    if why == MOVE_3 or why == FORT_2:
        return DRAGON_15
    return why or flag_refusal(R, s, owner, slot, s.dragon)


@jit
def push_icon(R: Rules, s: State, owner: int, key: int) -> int:
    """The first icon of the tile that reaches the Dragon (A-0), or -1."""
    if s.dragon < 0 or not has(R.reach[key], s.dragon):
        return -1
    run = R.run[key]
    for row in range(first_row(run), end_row(run)):
        slot = R.slots[row]
        if target_of(slot) == s.dragon and push_slot_refusal(R, s, owner, row, slot) == 0:
            return icon_of(slot)
    return -1


@jit
def push_slot_why(R: Rules, s: State, owner: int, key: int, icon: int) -> int:
    """The refusal of the tile's slide of this icon onto the Dragon."""
    why = DRAGON_6
    run = R.run[key]
    for row in range(first_row(run), end_row(run)):
        slot = R.slots[row]
        if target_of(slot) == s.dragon and icon_of(slot) == icon:
            why = push_slot_refusal(R, s, owner, row, slot)
            if why == 0:
                return 0
    return why


@jit
def push_refusal(R: Rules, s: State, owner: int, at: int, icon: int, facing: int) -> int:
    """Why the tile on `at` cannot push the Dragon with this icon and facing, Guard aside (DRAGON-9, DRAGON-10)."""
    if s.dragon < 0:
        return DRAGON_9
    key = key_at(s, owner, at)
    why = push_slot_why(R, s, owner, key, icon)
    if why:
        return why
    if has(s.frozen, at):
        return DREAD_2
    n = push_step(at, s.dragon)
    if n < 0 or s.flag[0] == n or s.flag[1] == n:
        return DRAGON_9
    if not has(s.occ[0] | s.occ[1], n):
        return DRAGON_10 if facing == FACE_BY_LUCK else 0
    if facing != FACE_BY_LUCK or has(s.frozen, n):
        return DRAGON_10
    if has(s.forts, n):
        return DRAGON_9
    return GUARD_5 if s.duke[owner] == n else 0


@jit
def push(R: Rules, s: State, owner: int, at: int, facing: int) -> None:
    """The tile enters the Dragon's square and shoves it on (DRAGON-9 to DRAGON-11); the tile is flipped elsewhere."""
    target = s.dragon
    n = push_step(at, target)
    s.dragon = n
    s.skip = 1
    s.reorient = 0
    for side in range(2):
        if has(s.occ[side], n):
            take(R, s, side, n, BY_TERRAIN)
    if facing != FACE_BY_LUCK:
        s.enraged = 1
        faces_south = (facing == FACE_SELF) == (owner == 0)
        s.facing = FACE_SOUTH if faces_south else FACE_NORTH
    relocate(R, s, owner, at, target, 0)


@jit
def frozen_for_dragon(R: Rules, s: State) -> int:
    """Who is frozen when the Dragon acts after the mover's turn (DREAD-1, RIDER-8)."""
    mask = 0
    if R.has_dread:
        mask = covered(R, s) | s.frozen & s.occ[s.mover]
    if R.objective == DARK_RIDER:
        mask |= s.occ[0] & FAR_EDGE
    return mask


@jit
def is_shielded_from(R: Rules, s: State, target: int, icon: int) -> bool:
    """DEF-5: Defense holds against the Dragon's own icons."""
    if not R.has_defense:
        return False
    owner = 0 if has(s.occ[0], target) else 1
    guarded = R.defense[key_at(s, owner, target)]
    return guarded & R.dragon_a[icon] != 0 and guarded & R.dragon_b[icon] != 0


@jit
def prey(R: Rules, s: State, frozen: int) -> int:
    """What a calm Dragon could capture (DRAGON-3)."""
    found = 0
    troops = s.occ[0] | s.occ[1]
    for i in range(MOVES):
        icon = (s.dragon * 4 + s.facing) * DRAGON_ICONS + i
        target = R.dragon_at[icon]
        if target < 0 or not has(troops, target) or has(frozen, target):
            continue
        if R.dragon_mask[icon] & (troops | s.mountains) or has(s.mountains, target):
            continue
        if s.flag[0] == target or s.flag[1] == target or is_shielded_from(R, s, target, icon):
            continue
        found |= bit(target)
    return found


@jit
def victims(R: Rules, s: State, frozen: int) -> int:
    """What an enraged Dragon's Strikes hit (DRAGON-12)."""
    found = 0
    for i in range(MOVES, DRAGON_ICONS):
        icon = (s.dragon * 4 + s.facing) * DRAGON_ICONS + i
        target = R.dragon_at[icon]
        if target < 0 or not has(s.occ[0] | s.occ[1], target) or has(frozen, target):
            continue
        if R.dragon_mask[icon] & (s.mountains | s.forts) or has(s.forts, target):
            continue
        if not is_shielded_from(R, s, target, icon):
            found |= bit(target)
    return found


@jit
def bit_count(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@jit
def nth_bit(mask: int, n: int) -> int:
    """The square of the n-th set bit."""
    for square in range(36):
        if has(mask, square):
            if n == 0:
                return square
            n -= 1
    return -1


@jit
def devour(R: Rules, s: State, square: int) -> None:
    for owner in range(2):
        if has(s.occ[owner], square):
            take(R, s, owner, square, BY_TERRAIN)


@jit
def calm_down(s: State) -> None:
    """DRAGON-13: back to the calm side, looking east or west by chance."""
    s.enraged = 0
    s.facing = FACE_EAST if pick(s, NEUTRAL, 2) == 0 else FACE_WEST


@jit
def strike_around(R: Rules, s: State) -> bool:
    """Capture all victims, or a random pair of more than two (DRAGON-12); whether there were any."""
    hit = victims(R, s, frozen_for_dragon(R, s))
    count = bit_count(hit)
    if count == 0:
        return False
    if count <= 2:
        for square in range(36):
            if has(hit, square):
                devour(R, s, square)
    else:
        pair = pick(s, NEUTRAL, count * (count - 1) // 2)
        first = 0
        while pair >= count - 1 - first:
            pair -= count - 1 - first
            first += 1
        a, b = nth_bit(hit, first), nth_bit(hit, first + 1 + pair)
        devour(R, s, a)
        devour(R, s, b)
    calm_down(s)
    return True


@jit
def may_step(R: Rules, s: State, side: int, frozen: int) -> bool:
    """Whether the enraged Dragon may move to this side (DRAGON-12)."""
    icon = (s.dragon * 4 + s.facing) * DRAGON_ICONS + side
    target = R.dragon_at[icon]
    if target < 0 or s.flag[0] == target or s.flag[1] == target:
        return False
    if has(s.occ[0] | s.occ[1], target):
        return not has(frozen, target) and not is_shielded_from(R, s, target, icon)
    return True


@jit
def rage(R: Rules, s: State) -> None:
    """An enraged Dragon's act (DRAGON-12, DRAGON-13)."""
    if strike_around(R, s):
        return
    frozen = frozen_for_dragon(R, s)
    left, right = may_step(R, s, LEFT, frozen), may_step(R, s, RIGHT, frozen)
    if not left and not right:
        return
    side = LEFT if left else RIGHT
    if left and right and pick(s, NEUTRAL, 2) == 1:
        side = RIGHT
    target = R.dragon_at[(s.dragon * 4 + s.facing) * DRAGON_ICONS + side]
    s.facing = (s.facing + (3 if side == LEFT else 1)) % 4
    s.dragon = target
    if has(s.occ[0] | s.occ[1], target):
        devour(R, s, target)
        calm_down(s)
    else:
        strike_around(R, s)


@jit
def act(R: Rules, s: State) -> None:
    """The Dragon between two turns (DRAGON-3 to DRAGON-5, DRAGON-11)."""
    if s.skip:
        s.skip = 0
    elif s.enraged:
        rage(R, s)
    elif s.reorient:
        s.facing = (s.facing + 2) % 4
        s.reorient = 0
    else:
        found = prey(R, s, frozen_for_dragon(R, s))
        count = bit_count(found)
        if count:
            target = nth_bit(found, pick(s, NEUTRAL, count))
            devour(R, s, target)
            s.dragon = target
            s.reorient = has(BORDER, target)  # DRAGON-4
