"""The random bot: uniform over legal openers (a draw counts once), then over legal continuations."""

from __future__ import annotations

import numpy as np

from workbench.bots.choose import Chooser
from workbench.bots.registry import BotSpec
from workbench.duke.board.compile import Ints, Past, Rules, State, entry, jit
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.luck import decide
from workbench.duke.board.state import TURN, Pool
from workbench.duke.turn.candidates import candidate_count
from workbench.duke.turn.legal import try_candidate, try_in_place

ATTEMPTS = 32  # draw and reject so often before listing


@jit
def random_turn(R: Rules, s: State, t: State, u: State) -> int:
    """A uniformly random legal turn, or NO_TURN if there is none."""
    owner = s.to_move
    n = candidate_count(R, s)
    is_turn = s.phase == TURN
    drawn = decide(s, owner, 0, n)
    for attempt in range(ATTEMPTS):
        following = decide(s, owner, attempt + 1, n)  # now: a processor works it out beside the test
        turn = try_in_place(R, s, t, u, owner, is_turn, drawn)
        if turn != NO_TURN:
            return turn
        drawn = following
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
def pick_random(R: Rules, memory: Ints, s: State, t: State, u: State, past: Past) -> int:
    """The signature of every bot: `memory` is what it knows and remembers, here nothing."""
    return random_turn(R, s, t, u)


@entry
def choose_random(memory: Ints, R: Rules, pool: Pool, b: int, spare: int) -> int:
    """The bot's turn at the decision of pool[b]; two states from `spare` on are to try turns on."""
    states = pool.states
    return random_turn(R, states[b], states[spare], states[spare + 1])


class RandomBot(Chooser):
    def __init__(self, spec: BotSpec, rules: Rules) -> None:
        super().__init__(spec, rules)
        self.memory: Ints = np.zeros(1, np.int64)

    def decide(self, rules: Rules, pool: Pool, b: int, spare: int) -> int:
        return choose_random(self.memory, rules, pool, b, spare)
