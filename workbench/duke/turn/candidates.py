"""Candidates: everything that could be a turn at a decision, numbered 0..n-1, each exactly once.

A random turn is drawn by number and rejected if illegal, which keeps it uniform.
"""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit, jit_hot
from workbench.duke.board.state import TURN
from workbench.duke.turn.followups import followup, followup_count
from workbench.duke.turn.openers import opener, opener_count


@jit_hot
def candidate_count(R: Rules, s: State) -> int:
    return opener_count(R, s) if s.phase == TURN else followup_count(R, s)


@jit
def candidate(R: Rules, s: State, r: int) -> int:
    """The r-th candidate, or NO_TURN where that number stands for nothing here."""
    return opener(R, s, r) if s.phase == TURN else followup(R, s, r)
