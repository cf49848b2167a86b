"""What a bot of any game can be told: `NAME[:option=value,...]`, read alike everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TypeVar

AnyBot = TypeVar("AnyBot")


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


def row_named(text: str, rows: Mapping[str, AnyBot]) -> AnyBot:
    """The row of the bot that a text names, whatever its options; raises UnknownBot."""
    name = text.strip().partition(":")[0]
    if name not in rows:
        raise UnknownBot(f"there is no bot '{name}': {_hint(name, rows)}")
    return rows[name]


def read_options(text: str, options: Iterable[BotOption]) -> dict[str, int]:
    """A number for each option: what the text says, else its default; raises UnknownBot."""
    name, _, rest = text.strip().partition(":")
    known = {option.name: option for option in options}
    values = {option.name: option.default for option in known.values()}
    for part in re.split(r"[,:]", rest) if rest else ():
        option, value = _read_option(name, part, known)
        values[option] = value
    return values


def _read_option(bot: str, text: str, known: Mapping[str, BotOption]) -> tuple[str, int]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if name not in known:
        if not known:
            raise UnknownBot(f"the bot '{bot}' has no options, so '{text}' means nothing")
        raise UnknownBot(f"the bot '{bot}' has no option '{name}': {_hint(name, known)}")
    option = known[name]
    if not equals or not re.fullmatch(r"\d{1,12}", value) or not option.least <= int(value) <= option.most:
        limits = f"a whole number from {option.least} to {option.most}"
        raise UnknownBot(f"the bot '{bot}' needs {limits} for '{name}', as in {name}={option.default}")
    return name, int(value)


def _hint(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name, names, 1)
    return f"did you mean '{near[0]}'?" if near else f"there are {', '.join(names)}"
