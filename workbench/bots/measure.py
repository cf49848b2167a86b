"""How fast a bot thinks: decisions, look-aheads and plies a second on one core."""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numpy as np

from workbench.bots.choose import Chooser
from workbench.bots.registry import BotSpec, parse_bot
from workbench.duke.board.state import OVER, new_states
from workbench.tileset.compose import Composition, compose
from workbench.tileset.settings import Settings
from workbench.words import Owner

OPENING_TURNS = 8
POOL = 8


@lru_cache(maxsize=1)
def base_composition() -> Composition:
    return compose([], Settings(), Owner.SOUTH)


def middle_game(chooser: Chooser, rules: Any, seed: int = 1) -> np.recarray:
    """A pool whose first state stands some turns into a game of the bot against itself."""
    from workbench.duke.turn.engine import is_chance, new_game, step

    pool = new_states(POOL)
    new_game(rules, pool[0], seed, 0, 0, -1, -1)
    while pool[0].ply < OPENING_TURNS and pool[0].phase != OVER:
        step(rules, pool, 0, -1 if is_chance(pool[0]) else chooser(rules, pool))
    return pool


def decision_rates(bot: str, seconds: float) -> dict[str, float]:
    """Decisions a second in the middle of a game, and what each of them looks at."""
    from workbench.duke.board.tables import build_rules

    spec = parse_bot(bot)
    tables = build_rules(base_composition())
    rules = tables[0]
    chooser = Chooser(spec, rules)
    pool = middle_game(chooser, rules)
    decisions, looked, plies = 0, 0, 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        pool[0].choices[int(pool[0].to_move)] += 1  # another luck
        chooser.forget()
        chooser(rules, pool)
        decisions += 1
        looked += _looked(spec, chooser)
        plies += int(chooser.memory[1][0].plies) if spec.name == "mcts" else 0
    spent = time.process_time() - began
    return {"decisions": decisions / spent, "looked": looked / spent, "plies": plies / spent}


def _looked(spec: BotSpec, chooser: Chooser) -> int:
    """Positions (search) or look-aheads (mcts) of the last decision; turns of the others are not counted."""
    if spec.name == "search":
        return int(chooser.memory[1][0].nodes)
    return spec.option("sims") if spec.name == "mcts" else 0


def mcts_rates(bot: str, seconds: float) -> dict[str, float]:
    """Look-aheads and plies a second of a Monte Carlo bot."""
    rates = decision_rates(bot, seconds)
    sims, plies = rates["looked"], rates["plies"]
    return {"sims_per_second": sims, "plies_per_sim": plies / sims, "plies_per_second": plies}
