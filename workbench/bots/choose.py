"""One decision of a bot, for plain Python: a game at the table, a replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.bots.random import random_turn
from workbench.duke.jit import Pool, Rules, entry


@entry
def choose_random(R: Rules, pool: Pool, b: int) -> int:
    """The random bot's turn at the decision of pool[b]."""
    return random_turn(R, pool[b], pool[b + 1], pool[b + 2])


# Every bot by name: (rules, pool, place in the pool) -> packed turn. What it decides follows the game's luck.
CHOOSERS: dict[str, Callable[..., Any]] = {"random": choose_random}
