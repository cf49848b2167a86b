"""Flags: carrying, passing, hopping, and what they win (FLAG, COUP, TROPHY)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import has, square_of
from workbench.duke.board.refusals import COUP_6, DREAD_2, FLAG_3, FLAG_6, FLAG_7
from workbench.duke.board.state import NO_SQUARE
from workbench.duke.board.tables import COUNTING_COUP
from workbench.duke.board.troops import shift
from workbench.duke.rules.moves import carried_flag
from workbench.duke.rules.place import open_squares


@jit
def makes_point(R: Rules, s: State, owner: int, start: int, target: int) -> bool:
    """COUP-5: a troop that comes to stand next to the enemy Flag and did not start the turn there."""
    if R.objective != COUNTING_COUP or s.flag[1 - owner] < 0:
        return False
    near = R.near[s.flag[1 - owner]]
    return has(near, target) and (start == NO_SQUARE or not has(near, start))


@jit
def note_point(R: Rules, s: State, owner: int, start: int, target: int) -> None:
    if makes_point(R, s, owner, start, target):
        s.scored = 1


@jit
def relocate(R: Rules, s: State, owner: int, start: int, target: int, flips: int) -> None:
    """A troop goes to a free square and takes its Flag along (FLAG-5); a lying Flag there is simply held (FLAG-2).

    `flips` is FLIP for a tile that flips as well (FLIP-1), else 0.
    """
    if R.has_flags:
        if carried_flag(R, s, owner) == start:
            s.flag[owner if R.objective == COUNTING_COUP else 1 - owner] = target
        note_point(R, s, owner, start, target)
    shift(R, s, owner, start, target, flips)


@jit
def pass_refusal(R: Rules, s: State, owner: int, at: int, to: int) -> int:
    """Why the Flag held on `at` cannot be passed to the troop on `to` (FLAG-3, FLAG-7, DREAD-2)."""
    if not R.has_flags or carried_flag(R, s, owner) != at or not has(s.occ[owner], at):
        return FLAG_3
    if not has(s.occ[owner], to) or not has(R.near[at], to):
        return FLAG_3
    if s.flag[0] == to or s.flag[1] == to:
        return FLAG_6
    if has(s.forts, to):
        return FLAG_7
    if has(s.frozen, at) or has(s.frozen, to):
        return DREAD_2
    return 0


@jit
def pass_flag(R: Rules, s: State, owner: int, to: int) -> None:
    s.flag[owner if R.objective == COUNTING_COUP else 1 - owner] = to


@jit
def hop_squares(R: Rules, s: State, owner: int) -> int:
    """Open squares next to any of owner's troops (COUP-6)."""
    near = 0
    for i in range(s.n[owner]):
        near |= R.near[square_of(s.tiles[owner, i])]
    return near & open_squares(R, s)


@jit
def hop_refusal(R: Rules, s: State, owner: int, to: int) -> int:
    if to == NO_SQUARE or has(hop_squares(R, s, owner), to):
        return 0
    return COUP_6
