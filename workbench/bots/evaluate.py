"""What a position is worth by the learned evaluation: tiles, tiles to come, mobility, Guard and the turn.

Points are hundredths of a middling tile. Values are South's: positive is good for South.
"""

from __future__ import annotations

from workbench.duke.board import icons
from workbench.duke.board.compile import Record, Rules, State, jit
from workbench.duke.board.geometry import FAR_EDGE
from workbench.duke.board.packed import end_row, first_row, has, icon_of, path_of, source_of, target_of, type_of
from workbench.duke.board.state import TURN
from workbench.duke.board.tables import COUNTING_COUP, DARK_RIDER
from workbench.duke.rules.dragon import bit_count
from workbench.duke.rules.place import is_in_guard

WON = 2**40  # more than all points together
COUP_POINT = 150  # a point of Counting Coup: three of them win
TILE_AT_EDGE = 150  # a Pikeman home in the Dark Rider: three of them win
CARRIED = 100  # holding the enemy's Flag in Trophy Hunters


@jit
def mobility(R: Rules, s: State, owner: int) -> int:
    """How many slots of the owner's tiles lead somewhere, Guard and shields aside."""
    troops, own, foe = s.occ[0] | s.occ[1], s.occ[owner], s.occ[1 - owner]
    total = 0
    for i in range(s.n[owner]):
        run = R.run[s.tiles[owner, i]]
        for row in range(first_row(run), end_row(run)):
            slot = R.slots[row]
            icon, target = icon_of(slot), target_of(slot)
            if icon < icons.STRIKE:
                total += (path_of(slot) & troops == 0) & (not has(own, target))  # `and` would be a branch
            elif icon < icons.COMMAND:
                total += has(foe, target)
            else:
                total += has(own, source_of(slot)) and not has(own, target)
    return total


@jit
def material(worths: Record, s: State, owner: int) -> int:
    total = 0
    for i in range(s.n[owner]):
        total += worths.beyond[type_of(s.tiles[owner, i])]
    return total


@jit
def objective_points(R: Rules, s: State) -> int:
    """What the other objectives add: points made, Pikemen at rest, a Flag in hand."""
    if R.objective == COUNTING_COUP:
        return COUP_POINT * (s.score[0] - s.score[1])
    if R.objective == DARK_RIDER:
        return TILE_AT_EDGE * bit_count(s.occ[0] & FAR_EDGE)
    if R.has_flags:
        held = 0
        if s.flag[1] >= 0:
            held += has(s.occ[0], s.flag[1])
        if s.flag[0] >= 0:
            held -= has(s.occ[1], s.flag[0])
        return CARRIED * held
    return 0


@jit
def evaluate(R: Rules, worths: Record, s: State) -> int:
    """Points for South at a decision."""
    total = material(worths, s, 0) - material(worths, s, 1)
    total += worths.bag * (s.nbag[0] - s.nbag[1])
    total += worths.mobility * (mobility(R, s, 0) - mobility(R, s, 1)) // 100
    if R.has_flags or R.objective == DARK_RIDER:
        total += objective_points(R, s)
    mine = worths.tempo
    if R.guard and s.phase == TURN and s.duke[s.to_move] >= 0 and is_in_guard(R, s, s.to_move):
        mine -= worths.guarded
    return total + (mine if s.to_move == 0 else -mine)


@jit
def expected_score(worths: Record, points: int) -> float:
    """South's expected score from points: a curve that arithmetic alone can draw, the same on every machine."""
    x = points / (2.0 * worths.logit)
    return 0.5 + 0.5 * x / (1.0 + abs(x))
