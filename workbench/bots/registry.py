"""The bots by name, and what each can be told: `NAME[:option=value,...]`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from workbench.bot_options import BotOption, read_options, row_named

Yardstick = Literal["shipped", "icons"]


@dataclass(frozen=True, slots=True)
class BotType:
    """What a bot can be told, and what others must know of it; its code is in the module of its name."""

    name: str
    meaning: str
    options: tuple[BotOption, ...] = ()
    remembers: bool = False  # between the decisions of a game
    by_lot: bool = False  # chooses at random, so that its choices are an experiment
    sees_bags: bool = True  # what is left in a bag may change its decisions before it is drawn
    module: str = ""  # where its code is, if not in the module of its name
    pairs_in_chunk: int = 50  # twin games of an experiment that are played before they are written


# Weakest first.
BOT_TYPES = {
    bot_type.name: bot_type
    for bot_type in (
        BotType("random", "plays any legal turn", by_lot=True, sees_bags=False, pairs_in_chunk=2000),
        BotType(
            "greedy",
            "takes what it can and leaves nothing hanging, one turn ahead",
            sees_bags=False,
            pairs_in_chunk=500,
        ),
        BotType(
            "search",
            "looks some turns ahead (alpha-beta), and at captures beyond",
            (
                BotOption("depth", 2, 1, 8, "turns to look ahead"),
                BotOption("draws", 3, 1, 16, "tiles to try where one is drawn"),
            ),
            pairs_in_chunk=100,
        ),
        BotType(
            "mcts",
            "tries turns again and again, the better ones more often (Monte Carlo tree search)",
            (
                BotOption("sims", 400, 1, 1_000_000, "look-aheads for a decision"),
                BotOption("horizon", 4, 0, 1000, "turns of a playout before the evaluation speaks"),
                BotOption("explore", 150, 0, 10_000, "weight of the untried, in hundredths"),
            ),
            remembers=True,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A bot with all its options settled."""

    name: str
    options: tuple[tuple[str, int], ...] = ()
    yardstick: Yardstick | None = None  # how it values tiles; None: as follows from the tiles of the game

    def option(self, name: str) -> int:
        return dict(self.options)[name]

    def __str__(self) -> str:
        """As short as it can be written: options that differ from their default."""
        defaults = {option.name: option.default for option in BOT_TYPES[self.name].options}
        told = [f"{name}={value}" for name, value in self.options if value != defaults[name]]
        return self.name + (":" + ",".join(told) if told else "")


def type_named(text: str) -> BotType:
    """The bot of a text, whatever its options; raises UnknownBot."""
    return row_named(text, BOT_TYPES)


def split_bots(text: str) -> list[str]:
    """Several bots in one text: a comma parts them, except before a further option of a bot."""
    return [part.strip() for part in re.split(r",(?!\s*\w+\s*=)", text)]


def parse_bot(text: str) -> BotSpec:
    """The bot that a text names; raises UnknownBot."""
    bot_type = type_named(text)
    return BotSpec(bot_type.name, tuple(read_options(text, bot_type.options).items()))
