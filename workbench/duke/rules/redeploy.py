"""Ability V, Redeploy: swap the tile for a drawn one, or turn it."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import has, rotated, type_of
from workbench.duke.board.refusals import COUP_7, CUSTOM_6, DREAD_2, ENH_V_1, ENH_V_2, PLACE_4
from workbench.duke.board.tables import CAN_REDEPLOY
from workbench.duke.board.troops import change_key, key_at, lift
from workbench.duke.rules.escape import return_to_bag
from workbench.duke.rules.place import draw_refusal


@jit
def bears_redeploy(R: Rules, s: State, owner: int, at: int) -> int:
    """Why the tile on `at` cannot use Redeploy at all (ENH-V-1)."""
    if not R.abilities[type_of(key_at(s, owner, at))] & CAN_REDEPLOY:
        return ENH_V_1
    return DREAD_2 if has(s.frozen, at) else 0


@jit
def redeploy_refusal(R: Rules, s: State, t: State, u: State, owner: int, at: int) -> int:
    """Why the tile cannot be swapped for a drawn one (ENH-V-2, ENH-V-4, CUSTOM-6)."""
    why = bears_redeploy(R, s, owner, at)
    if why:
        return why
    if s.duke[owner] == at:
        return CUSTOM_6
    why = draw_refusal(R, s, t, u, owner, at)
    return ENH_V_2 if why == PLACE_4 or why == COUP_7 else why


@jit
def rotate(R: Rules, s: State, owner: int, at: int, quarters: int) -> None:
    """Turn by 1 (right) or 3 (left) quarters (ENH-V-5)."""
    index = s.where[at]
    key = s.tiles[owner, index]
    change_key(R, s, owner, index, rotated(key, quarters))


@jit
def lift_redeployed(R: Rules, s: State, owner: int, square: int) -> None:
    """The redeployed tile goes to its owner's bag; side and turn are forgotten (ENH-V-3)."""
    key = lift(R, s, owner, square)
    return_to_bag(s, owner, type_of(key))
