"""How fast a bot thinks: decisions, look-aheads and plies a second on one core."""

from __future__ import annotations

import time
from functools import lru_cache

import numpy as np

from workbench.bots.choose import Chooser, open_bot
from workbench.bots.registry import parse_bot
from workbench.duke.board.compile import Rules
from workbench.duke.board.state import OVER, new_states
from workbench.tileset.compose import Composition, compose
from workbench.tileset.settings import Settings
from workbench.words import Owner

OPENING_TURNS = 8
POOL = 8


@lru_cache(maxsize=1)
def base_composition() -> Composition:
    return compose([], Settings(), Owner.SOUTH)


def middle_game(chooser: Chooser, rules: Rules, seed: int = 1) -> np.recarray:
    """A pool whose first state stands some turns into a game of the bot against itself."""
    from workbench.duke.turn.engine import deal_game, is_chance, step

    pool = new_states(POOL)
    deal_game(rules, pool[0], seed, 0, 0, -1, -1)
    while pool[0].ply < OPENING_TURNS and pool[0].phase != OVER:
        step(rules, pool, 0, -1 if is_chance(pool[0]) else chooser(rules, pool))
    return pool


def decision_rates(bot: str, seconds: float) -> dict[str, float]:
    """Decisions a second in the middle of a game, and what each of them looks at."""
    from workbench.duke.board.kept_tables import rules_of

    tables = rules_of(base_composition())
    rules = tables[0]
    chooser = open_bot(parse_bot(bot), rules)
    pool = middle_game(chooser, rules)
    decisions, looked, plies = 0, 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        pool[0].choices[int(pool[0].to_move)] += 1  # another luck
        chooser.forget()
        chooser(rules, pool)
        decisions += 1
        looked += chooser.looked
        plies += chooser.plies
    spent = time.process_time() - began
    return {"decisions": decisions / spent, "looked": looked / spent, "plies": plies / spent}


def mcts_rates(bot: str, seconds: float) -> dict[str, float]:
    """Look-aheads and plies a second of a Monte Carlo bot."""
    rates = decision_rates(bot, seconds)
    sims, plies = rates["looked"], rates["plies"]
    return {"sims_per_second": sims, "plies_per_sim": plies / sims, "plies_per_second": plies}
