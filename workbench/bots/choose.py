"""One decision of a bot, for plain Python: a game at the table, a replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.bots.greedy import greedy_turn
from workbench.bots.memory import bot_memory
from workbench.bots.random import random_turn
from workbench.bots.registry import BotSpec
from workbench.duke.jit import Pool, Rules, entry


@entry
def choose_random(memory: Any, R: Rules, pool: Pool, b: int) -> int:
    """The random bot's turn at the decision of pool[b]."""
    return random_turn(R, pool[b], pool[b + 1], pool[b + 2])


@entry
def choose_greedy(memory: Any, R: Rules, pool: Pool, b: int) -> int:
    return greedy_turn(R, memory, pool[b], pool[b + 1], pool[b + 2])


CHOOSERS: dict[str, Callable[..., Any]] = {"random": choose_random, "greedy": choose_greedy}


class Chooser:
    """A bot at the table: it decides from what its owner may know, by the luck of the game."""

    def __init__(self, spec: BotSpec, rules: Any) -> None:
        self.memory = bot_memory(spec, rules)
        self.entry = CHOOSERS[spec.name]

    def __call__(self, rules: Any, pool: Any, b: int = 0) -> int:
        """The packed turn for the decision at pool[b]."""
        return int(self.entry(self.memory, rules, pool, b))
