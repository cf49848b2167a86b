"""What the Dragon's next act takes on average, known before it is rolled for (DRAGON-3, DRAGON-12)."""

from __future__ import annotations

from workbench.bots.evaluate import WON
from workbench.duke.board.compile import Record, Rules, State, jit
from workbench.duke.board.packed import has, type_of
from workbench.duke.board.tables import DARK_RIDER, DRAGON_ICONS
from workbench.duke.board.troops import key_at
from workbench.duke.rules.dragon import LEFT, RIGHT, bit_count, frozen_for_dragon, may_step, prey, victims


@jit
def eaten_value(R: Rules, worths: Record, s: State, owner: int, square: int) -> int:
    """Points for the owner if the troop on `square` is taken: a Duke who may not be lost is worth a game."""
    side = 0 if has(s.occ[0], square) else 1
    worth = worths.worth[type_of(key_at(s, side, square))]
    if s.duke[side] == square and has(R.mortal, side) and R.terrain_kills:
        worth = WON
    elif R.objective == DARK_RIDER and side == 1:
        worth = WON
    return -worth if side == owner else worth


@jit
def total_value(R: Rules, worths: Record, s: State, owner: int, squares: int) -> int:
    total = 0
    for square in range(36):
        if has(squares, square):
            total += eaten_value(R, worths, s, owner, square)
    return total


@jit
def strike_toll(R: Rules, worths: Record, s: State, owner: int, frozen: int) -> int:
    """All it could strike, or of more than two a random pair."""
    hit = victims(R, s, frozen)
    count = bit_count(hit)
    total = total_value(R, worths, s, owner, hit)
    return total if count <= 2 else total * 2 // count


@jit
def rage_toll(R: Rules, worths: Record, s: State, owner: int, frozen: int) -> int:
    """An enraged Dragon strikes, or goes aside, capturing there or striking from there."""
    if victims(R, s, frozen):
        return strike_toll(R, worths, s, owner, frozen)
    total, ways = 0, 0
    at, facing = s.dragon, s.facing
    for side in range(LEFT, RIGHT + 1):
        if not may_step(R, s, side, frozen):
            continue
        ways += 1
        target = R.dragon_at[(at * 4 + facing) * DRAGON_ICONS + side]
        if has(s.occ[0] | s.occ[1], target):
            total += eaten_value(R, worths, s, owner, target)
        else:
            s.dragon, s.facing = target, (facing + (3 if side == LEFT else 1)) % 4
            total += strike_toll(R, worths, s, owner, frozen)
            s.dragon, s.facing = at, facing
    return total // ways if ways else 0


@jit
def dragon_toll(R: Rules, worths: Record, s: State, owner: int) -> int:
    """Points that the act after the mover's turn brings the owner on average."""
    if s.dragon < 0 or s.skip:
        return 0
    frozen = frozen_for_dragon(R, s)
    if s.enraged:
        return rage_toll(R, worths, s, owner, frozen)
    if s.reorient:
        return 0
    found = prey(R, s, frozen)
    return total_value(R, worths, s, owner, found) // bit_count(found) if found else 0


@jit
def ways_to_act(R: Rules, s: State, samples: int) -> int:
    """How many looks the act deserves: one for each prey of a calm Dragon, samples of an enraged one's rage."""
    if s.skip or (s.reorient and not s.enraged):
        return 1
    if s.enraged:
        return samples
    return max(1, bit_count(prey(R, s, frozen_for_dragon(R, s))))
