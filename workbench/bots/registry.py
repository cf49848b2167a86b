"""The bots by name, and what each can be told: `NAME[:option=value,...]`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

Yardstick = Literal["shipped", "icons"]


class UnknownBot(ValueError):
    """A bot that does not exist, or cannot be told this; the message says what there is."""


@dataclass(frozen=True, slots=True)
class Option:
    """A whole number that a bot can be told."""

    name: str
    default: int
    least: int
    most: int
    meaning: str


@dataclass(frozen=True, slots=True)
class BotType:
    """What a bot can be told, and what others must know of it; its code is in the module of its name."""

    name: str
    meaning: str
    options: tuple[Option, ...] = ()
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
                Option("depth", 2, 1, 8, "turns to look ahead"),
                Option("draws", 3, 1, 16, "tiles to try where one is drawn"),
            ),
            pairs_in_chunk=100,
        ),
        BotType(
            "mcts",
            "tries turns again and again, the better ones more often (Monte Carlo tree search)",
            (
                Option("sims", 400, 1, 1_000_000, "look-aheads for a decision"),
                Option("horizon", 4, 0, 1000, "turns of a playout before the evaluation speaks"),
                Option("explore", 150, 0, 10_000, "weight of the untried, in hundredths"),
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
    name = text.strip().partition(":")[0]
    if name not in BOT_TYPES:
        raise UnknownBot(f"there is no bot '{name}': {_hint(name, BOT_TYPES)}")
    return BOT_TYPES[name]


def split_bots(text: str) -> list[str]:
    """Several bots in one text: a comma parts them, except before a further option of a bot."""
    return [part.strip() for part in re.split(r",(?!\s*\w+\s*=)", text)]


def parse_bot(text: str) -> BotSpec:
    """The bot that a text names; raises UnknownBot."""
    bot_type, rest = type_named(text), text.partition(":")[2]
    values = {option.name: option.default for option in bot_type.options}
    for part in re.split(r"[,:]", rest) if rest else ():
        option, value = _parse_option(bot_type, part)
        values[option] = value
    return BotSpec(bot_type.name, tuple(values.items()))


def _parse_option(bot_type: BotType, text: str) -> tuple[str, int]:
    known = {option.name: option for option in bot_type.options}
    name, equals, value = (part.strip() for part in text.partition("="))
    if name not in known:
        if not known:
            raise UnknownBot(f"the bot '{bot_type.name}' has no options, so '{text}' means nothing")
        raise UnknownBot(f"the bot '{bot_type.name}' has no option '{name}': {_hint(name, known)}")
    option = known[name]
    if not equals or not re.fullmatch(r"\d{1,12}", value) or not option.least <= int(value) <= option.most:
        limits = f"a whole number from {option.least} to {option.most}"
        raise UnknownBot(f"the bot '{bot_type.name}' needs {limits} for '{name}', as in {name}={option.default}")
    return name, int(value)


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name, names, 1)
    return f"did you mean '{near[0]}'?" if near else f"there are {', '.join(names)}"
