"""The bots of Dragon Dune by name, and what each can be told: `NAME[:option=value,...]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from workbench.dune.bots import Bot, RandomBot
from workbench.dune.planner import PlannerBot
from workbench.dune.seeker import SeekerBot


class UnknownBot(ValueError):
    """A bot that does not exist, or cannot be told this; the message says what there is."""


@dataclass(frozen=True, slots=True)
class BotOption:
    """A whole number that a bot can be told."""

    name: str
    default: int
    least: int
    most: int
    meaning: str


@dataclass(frozen=True, slots=True)
class BotRow:
    """What a bot is and can be told; `make` gets a number for each option."""

    name: str
    meaning: str
    make: Callable[..., Bot]
    options: tuple[BotOption, ...] = ()


# Weakest first.
BOTS: dict[str, BotRow] = {
    row.name: row
    for row in (
        BotRow("random", "takes any legal option", RandomBot),
        BotRow("seeker", "rules of thumb: castles, gold, the least army that wins, nothing for the leader", SeekerBot),
        BotRow(
            "planner",
            "tries a seeker's best options on guesses of what is hidden, to the end of the turn",
            PlannerBot,
            (
                BotOption("samples", 2, 1, 64, "guesses of what is hidden"),
                BotOption("options", 3, 2, 32, "options that are tried"),
                BotOption("turns", 1, 1, 20, "turns to play on"),
            ),
        ),
    )
}


def parse_bot(text: str) -> Bot:
    """The bot that a text names, ready to play; raises UnknownBot."""
    name, _, rest = text.strip().partition(":")
    if name not in BOTS:
        raise UnknownBot(f"there is no bot '{name}': {_hint(name, BOTS)}")
    row = BOTS[name]
    values = {option.name: option.default for option in row.options}
    for part in rest.split(",") if rest else ():
        option, value = _parse_option(row, part)
        values[option] = value
    return row.make(**values)


def _parse_option(row: BotRow, text: str) -> tuple[str, int]:
    known = {option.name: option for option in row.options}
    name, equals, value = (part.strip() for part in text.partition("="))
    if name not in known:
        if not known:
            raise UnknownBot(f"the bot '{row.name}' has no options, so '{text}' means nothing")
        raise UnknownBot(f"the bot '{row.name}' has no option '{name}': {_hint(name, known)}")
    option = known[name]
    if not equals or not re.fullmatch(r"\d{1,9}", value) or not option.least <= int(value) <= option.most:
        limits = f"a whole number from {option.least} to {option.most}"
        raise UnknownBot(f"the bot '{row.name}' needs {limits} for '{name}', as in {name}={option.default}")
    return name, int(value)


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name, names, 1)
    return f"did you mean '{near[0]}'?" if near else f"there are {', '.join(names)}"
