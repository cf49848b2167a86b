"""Command: a tile orders another from one of its Command squares to another."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.refusals import CMD_1, CMD_2, CMD_3, CMD_5, DREAD_2, ENH_V_7
from workbench.duke.board.tables import REDEPLOY
from workbench.duke.board.troops import key_at
from workbench.duke.rules.moves import entry_refusal


@jit
def command_refusal(R: Rules, s: State, owner: int, at: int, slot: int, frozen: int) -> int:
    """Why the tile on `at` cannot give this order, Guard aside (CMD-1 to CMD-5)."""
    start, target = slot >> 42 & 63, slot >> 36 & 63
    if not s.occ[owner] >> start & 1:
        return CMD_1
    if s.occ[owner] >> target & 1:
        return CMD_2
    if R.has_redeploy and R.abilities[key_at(s, owner, start) >> 10] & REDEPLOY:
        return ENH_V_7
    if R.rough:
        if frozen >> at & 1:
            return DREAD_2
        if frozen >> start & 1:
            return CMD_3
        if s.mountains >> target & 1 or s.dragon == target:
            return CMD_2
        if frozen >> target & 1:
            return CMD_5
        return entry_refusal(R, s, owner, start, target)
    return 0
