"""Command: a tile orders another from one of its Command squares to another."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import has, source_of, target_of, type_of
from workbench.duke.board.refusals import CMD_1, CMD_2, CMD_3, CMD_5, DREAD_2, ENH_V_7
from workbench.duke.board.tables import CAN_REDEPLOY
from workbench.duke.board.troops import key_at
from workbench.duke.rules.moves import entry_refusal


@jit
def command_refusal(R: Rules, s: State, owner: int, at: int, slot: int, frozen: int) -> int:
    """Why the tile on `at` cannot give this order, Guard aside (CMD-1 to CMD-5)."""
    start, target = source_of(slot), target_of(slot)
    if not has(s.occ[owner], start):
        return CMD_1
    if has(s.occ[owner], target):
        return CMD_2
    if R.has_redeploy and R.abilities[type_of(key_at(s, owner, start))] & CAN_REDEPLOY:
        return ENH_V_7
    if R.rough:
        if has(frozen, at):
            return DREAD_2
        if has(frozen, start):
            return CMD_3
        if has(s.mountains, target) or s.dragon == target:
            return CMD_2  # MTN-4
        if has(frozen, target):
            return CMD_5
        return entry_refusal(R, s, owner, start, target)
    return 0
