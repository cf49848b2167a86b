"""The bots of Dragon Dune by name, and what each can be told: `NAME[:option=value,...]`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from workbench.bot_options import BotOption, read_options, row_named
from workbench.dune.bots import Bot, RandomBot
from workbench.dune.planner import PlannerBot
from workbench.dune.seeker import SeekerBot


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
    row = row_named(text, BOTS)
    return row.make(**read_options(text, row.options))
