"""All compiled code that the tests run, compiled ahead and together: entries share most of their functions."""

from __future__ import annotations

import numpy as np

from workbench.bots.choose import open_bot
from workbench.bots.measure import base_composition
from workbench.bots.mirror import play_random_games
from workbench.bots.ready import deciding_entries
from workbench.bots.registry import parse_bot
from workbench.duke.board.compile import DISABLED, Wanted, captured
from workbench.duke.board.compile_apart import compile_missing
from workbench.duke.board.kept_tables import rules_of
from workbench.duke.board.state import new_pool
from workbench.duke.turn.engine import engine_entries
from workbench.lab.worth import worth_entries
from workbench.sim.duke.carry import carrying_entries, following_entry

BOTS = ("random", "greedy", "search:depth=1", "mcts")


def entries_of_tests() -> list[Wanted]:
    """Each with arguments of its types."""
    composition = base_composition()
    rules, pool = rules_of(composition)[0], new_pool()
    wanted = [*engine_entries(rules, pool), *following_entry(rules, pool), *worth_entries(composition)]
    for bot in BOTS:
        chooser = open_bot(parse_bot(bot), rules)
        wanted += deciding_entries(chooser, rules, pool) + carrying_entries(chooser, rules, pool)
    with captured() as games:
        told = np.zeros(1, np.int64)
        play_random_games(rules, pool, 0, 0, told, told, told)
    return wanted + games


def compile_for_tests() -> None:
    if not DISABLED:
        compile_missing(entries_of_tests())
