"""Ability I, Summon: a troop comes to its Duke, who flips."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import bit, has, type_of
from workbench.duke.board.refusals import COUP_7, CUSTOM_6, DREAD_2, ENH_I_1, ENH_I_2
from workbench.duke.board.tables import CAN_SUMMON
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.flags import relocate
from workbench.duke.rules.place import open_squares


@jit
def summon_refusal(R: Rules, s: State, owner: int, at: int, to: int) -> int:
    """Why the tile on `at` cannot be summoned to `to`, Guard aside (ENH-I-1 to ENH-I-3)."""
    key = key_at(s, owner, at)
    duke = s.duke[owner]
    if not R.abilities[type_of(key)] & CAN_SUMMON:
        return ENH_I_1
    if duke < 0:
        return COUP_7
    if duke == at:
        return CUSTOM_6
    if has(s.frozen, at):
        return DREAD_2
    if to == at and R.summon_may:
        return 0
    return 0 if R.near[duke] & open_squares(R, s) & bit(to) else ENH_I_2


@jit
def summon(R: Rules, s: State, owner: int, at: int, to: int) -> None:
    if to != at:  # it may stay only by a setting
        relocate(R, s, owner, at, to, 0)
    flip(R, s, owner, s.duke[owner])
