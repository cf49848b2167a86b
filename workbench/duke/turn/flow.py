"""From the end of one turn to the start of the next: steps 9 to 14 of the pipeline (ledger section T)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import FAR_EDGE
from workbench.duke.board.state import HOPPING, LUCK_DRAGON, NO_SQUARE, OVER
from workbench.duke.board.tables import DARK_RIDER
from workbench.duke.rules.dragon import act
from workbench.duke.turn.ends import end_by_dragon, end_by_objective, is_beyond_return
from workbench.duke.turn.legal import begin_turn


@jit
def next_turn(R: Rules, s: State) -> None:
    """Step 13: the other player's turn (DREAD-1)."""
    mover = s.mover
    s.ply += 1
    s.to_move = 1 - mover
    s.source = NO_SQUARE
    if s.phase == OVER:
        return
    if R.rough:
        s.held = s.frozen & s.occ[mover] if R.has_dread else 0
        if R.objective == DARK_RIDER and mover == 0:
            s.held &= ~FAR_EDGE
    if is_beyond_return(R, s):
        s.past_from = s.past_to
    begin_turn(R, s)


@jit
def after_hop(R: Rules, s: State) -> None:
    """Step 12: the Dragon's turn to act, if there is one."""
    if s.dragon >= 0:
        s.to_move = s.mover
        s.phase = LUCK_DRAGON
    else:
        next_turn(R, s)


@jit
def score_turn(R: Rules, s: State) -> None:
    """Step 10, and whether the player's part of the turn was progress (TURN-5c)."""
    progress = s.lost_any or s.nbag[s.mover] < s.bag_before or s.scored
    s.idle = 0 if progress else s.idle + 1
    end_by_objective(R, s, s.mover)


@jit
def finish_turn(R: Rules, s: State) -> None:
    """Steps 10 to 13, once the board effects of a turn are done."""
    score_turn(R, s)
    finish_scored_turn(R, s)


@jit
def finish_scored_turn(R: Rules, s: State) -> None:
    """Steps 11 to 13."""
    if s.phase == OVER:
        next_turn(R, s)
    elif s.scored:
        s.to_move = 1 - s.mover
        s.phase = HOPPING  # COUP-6
    else:
        after_hop(R, s)


@jit
def dragon_acts(R: Rules, s: State) -> None:
    """The chance node of step 12; Guard has been judged before (GUARD-10)."""
    south, north = s.duke[0] >= 0, s.duke[1] >= 0
    s.lost_any = 0
    act(R, s)
    if s.lost_any:
        s.idle = 0
    end_by_dragon(R, s, south, north)
    next_turn(R, s)
