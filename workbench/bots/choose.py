"""A bot for plain Python: at the table, in a replay, in a simulation. Each bot's module has a chooser of its own."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from workbench.bots.registry import BOT_TYPES, BotSpec
from workbench.duke.board.compile import Rules
from workbench.duke.board.state import Pool


class Chooser:
    """A bot that decides from what its owner may know, by the luck of the game."""

    memory: Any  # what it knows and remembers, handed to its compiled code with every decision

    def __init__(self, spec: BotSpec, rules: Rules) -> None:
        self.spec = spec
        self.rules = rules

    def __call__(self, rules: Rules, pool: Pool, b: int = 0, spare: int = 0) -> int:
        """The packed turn for the decision at pool[b]; two states from `spare` on (or after b) are to try turns on."""
        return int(self.decide(rules, pool, b, spare or b + 1))

    def decide(self, rules: Rules, pool: Pool, b: int, spare: int) -> int:
        raise NotImplementedError

    def forget(self) -> None:
        """Decide the next time as if it were the first time."""

    def think(self, rules: Rules, pool: Pool, seconds: float) -> int:
        """The packed turn with as much effort as fits in about so much time, at least the bot's own."""
        return self(rules, pool)

    @property
    def expected_score(self) -> float | None:
        """South's score that the last decision expects, from 0 to 1; None for bots that expect nothing."""
        return None

    @property
    def looked(self) -> int:
        """Positions or look-aheads of the last decision, where they are counted."""
        return 0

    @property
    def plies(self) -> int:
        """Turns tried in the last decision, where they are counted."""
        return 0


def open_bot(spec: BotSpec, rules: Rules) -> Chooser:
    """A chooser for games with these rule tables, which say all about the tiles: SearchBot of bots/search.py."""
    name = BOT_TYPES[spec.name].module or spec.name
    made: Chooser = getattr(import_module(f"workbench.bots.{name}"), f"{name.capitalize()}Bot")(spec, rules)
    return made
