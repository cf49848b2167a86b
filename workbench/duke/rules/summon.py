"""Ability I, Summon: a troop comes to its Duke, who flips."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.refusals import COUP_7, CUSTOM_6, DREAD_2, ENH_I_1, ENH_I_2
from workbench.duke.board.tables import SUMMON
from workbench.duke.board.troops import flip, key_at
from workbench.duke.rules.flags import relocate
from workbench.duke.rules.place import open_squares


@jit
def summon_refusal(R: Rules, s: State, owner: int, at: int, to: int) -> int:
    """Why the tile on `at` cannot be summoned to `to`, Guard aside (ENH-I-1 to ENH-I-3)."""
    key = key_at(s, owner, at)
    duke = s.duke[owner]
    if not R.abilities[key >> 10] & SUMMON:
        return ENH_I_1
    if duke < 0:
        return COUP_7
    if duke == at:
        return CUSTOM_6
    if s.frozen >> at & 1:
        return DREAD_2
    return 0 if R.near[duke] & open_squares(R, s) & 1 << to else ENH_I_2


@jit
def summon(R: Rules, s: State, owner: int, at: int, to: int) -> None:
    relocate(R, s, owner, at, to)
    flip(R, s, owner, s.duke[owner])
