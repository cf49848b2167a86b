"""--bots-from FILE.py:Class: the one way to have code of one's own run, shared by the commands that play."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from workbench.bots.own import OwnBot

BotsFrom = Annotated[
    list[str] | None,
    typer.Option(
        "--bots-from",
        metavar="FILE.py:CLASS",
        help="A bot of your own, called by its class in small letters; repeatable. Its code is run.",
    ),
]


def read_own_bots(spellings: list[str] | None) -> tuple[OwnBot, ...]:
    """The bots that the command line names; ends the command with a message where one cannot be used."""
    if not spellings:
        return ()
    from workbench.bots.own import OwnBotError, load_own_bots
    from workbench.cli.console import fail

    try:
        return load_own_bots(spellings)
    except OwnBotError as error:
        fail(f"--bots-from {error}", "docs/bots.md shows a bot of one's own.")


def spelt_options(own: Iterable[OwnBot]) -> str:
    """The options again, for a command to be copied."""
    return "".join(f" --bots-from {shlex.quote(bot.spelling)}" for bot in own)
