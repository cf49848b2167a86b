"""One decision of a bot, for plain Python: a game at the table, a replay."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from workbench.bots import mcts, search
from workbench.bots.greedy import greedy_turn
from workbench.bots.mcts import mcts_turn
from workbench.bots.memory import bot_memory, mcts_memory
from workbench.bots.random import random_turn
from workbench.bots.registry import BotSpec
from workbench.bots.search import search_turn
from workbench.duke.board.compile import Pool, Rules, entry

WIDER = 8  # one turn deeper takes about so many times as long
DEEPEST = 8
MOST_SIMS = 200_000


@entry
def choose_random(memory: Any, R: Rules, pool: Pool, b: int, spare: int) -> int:
    """The random bot's turn at the decision of pool[b]; two states from `spare` on are to try turns on."""
    return random_turn(R, pool[b], pool[spare], pool[spare + 1])


@entry
def choose_greedy(memory: Any, R: Rules, pool: Pool, b: int, spare: int) -> int:
    return greedy_turn(R, memory, pool[b], pool[spare], pool[spare + 1])


@entry
def choose_search(memory: Any, R: Rules, pool: Pool, b: int, spare: int) -> int:
    return search_turn(R, memory, pool[b], pool[spare], pool[spare + 1])


@entry
def choose_mcts(memory: Any, R: Rules, pool: Pool, b: int, spare: int) -> int:
    return mcts_turn(R, memory, pool[b], pool[spare], pool[spare + 1])


CHOOSERS: dict[str, Callable[..., Any]] = {
    "random": choose_random,
    "greedy": choose_greedy,
    "search": choose_search,
    "mcts": choose_mcts,
}


class Chooser:
    """A bot at the table: it decides from what its owner may know, by the luck of the game."""

    def __init__(self, spec: BotSpec, rules: Any) -> None:
        self.spec = spec
        self.rules = rules
        self.memory = bot_memory(spec, rules)
        self.entry = CHOOSERS[spec.name]
        self.has_room = False  # for all that fits in a time to think

    def __call__(self, rules: Any, pool: Any, b: int = 0) -> int:
        """The packed turn for the decision at pool[b]."""
        return int(self.entry(self.memory, rules, pool, b, b + 1))

    def forget(self) -> None:
        """Decide the next time as if it were the first time."""
        if self.spec.name == "mcts":
            self.memory[1][0].nodes = 0

    def think(self, rules: Any, pool: Any, seconds: float) -> int:
        """The same, with as much effort as fits in about so much time, at least the bot's own."""
        began = time.perf_counter()
        if self.spec.name == "mcts" and not self.has_room:
            self.memory, self.has_room = mcts_memory(self.spec, self.rules, MOST_SIMS), True
        turn = self(rules, pool)
        spent = max(time.perf_counter() - began, 1e-4)
        if self.spec.name == "mcts":
            limits = self.memory[1][0]
            sims = int(self.spec.option("sims") * (seconds - spent) / spent)
            if sims > 0:
                limits.sims = min(sims, MOST_SIMS)
                turn = self(rules, pool)  # goes on with the tree
                limits.sims = self.spec.option("sims")
        while self.spec.name == "search" and spent * WIDER < seconds - (time.perf_counter() - began):
            depth = int(self.memory[1][0].depth) + 1
            if depth > DEEPEST:
                break
            self.memory[1][0].depth = depth
            once = time.perf_counter()
            turn = self(rules, pool)
            spent = time.perf_counter() - once
        if self.spec.name == "search":
            self.memory[1][0].depth = self.spec.option("depth")
        return turn

    @property
    def expected_score(self) -> float | None:
        """South's score that the last decision expects, from 0 to 1; None for bots that expect nothing."""
        if self.spec.name not in ("search", "mcts") or not self.memory[1][0].nodes:
            return None
        if self.spec.name == "mcts":
            return int(self.memory[1][0].value) / mcts.ONE
        points, logit = int(self.memory[1][0].value), int(self.memory[0][0].logit)
        if abs(points) > search.WON // 2:
            return float(points > 0)
        return 1 / (1 + math.exp(-points / logit))
