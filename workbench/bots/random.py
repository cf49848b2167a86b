"""The random bot: uniform over legal openers (a draw counts once), then over legal continuations."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.luck import decide
from workbench.duke.turn.candidates import candidate_count
from workbench.duke.turn.legal import try_candidate

ATTEMPTS = 32  # draw and reject so often before listing


@jit
def random_turn(R: Rules, s: State, t: State, u: State) -> int:
    """A uniformly random legal turn, or NO_TURN if there is none."""
    owner = s.to_move
    n = candidate_count(R, s)
    for attempt in range(ATTEMPTS):
        turn = try_candidate(R, s, t, u, decide(s, owner, attempt, n))
        if turn != NO_TURN:
            return turn
    legal = 0
    for r in range(n):
        if try_candidate(R, s, t, u, r) != NO_TURN:
            legal += 1
    if legal == 0:
        return NO_TURN
    wanted = decide(s, owner, ATTEMPTS, legal)
    for r in range(n):
        turn = try_candidate(R, s, t, u, r)
        if turn != NO_TURN:
            if wanted == 0:
                return turn
            wanted -= 1
    return NO_TURN


@jit
def pick_random(R: Rules, B: State, s: State, t: State, u: State) -> int:
    """The signature of every bot: `B` is what it knows and remembers, here nothing."""
    return random_turn(R, s, t, u)
