"""Help, and one way to say things: every command about games takes the same options in the same words."""

from __future__ import annotations

import inspect
import re
from itertools import pairwise
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from workbench.cli.app import COMMANDS, app
from workbench.cli.game_options import SETTING_NAMES
from workbench.cli.help import join_lines
from workbench.tileset.settings import Settings

RUN = CliRunner()
GAMES = (
    "play",
    "show",
    "why",
    "perft",
    "replay",
    "sim",
    "balance",
    "lab swap",
    "lab icons",
    "lab ladder",
    "lab tune",
    "lab worth",
)


def help_of(command: str) -> str:
    result = RUN.invoke(app, [*command.split(), "--help"], env={"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"})
    assert result.exit_code == 0, result.output
    return result.output


def commands() -> list[str]:
    group: Any = typer.main.get_command(app)
    groups = ("lab", "export")
    inner = [f"{name} {one}" for name in groups for one in group.get_command(typer.Context(group), name).commands]
    return ["", *COMMANDS, *inner]


@pytest.mark.parametrize("command", commands())
def test_help_fits_80_columns_and_shows_no_type_of_a_switch(command: str) -> None:
    text = help_of(command)
    assert not re.search(r"<(bool|str|int|float|path|list)", text)
    assert max(len(line) for line in text.splitlines()) <= 80
    prose = [line.rstrip() for line in text.split("╭")[0].splitlines()]
    for line, following in pairwise(prose):  # no line ends early: the next word would not have fitted
        assert not line or not following or len(line) + 1 + len(following.split()[0]) > 78, line


@pytest.mark.parametrize("command", GAMES)
def test_options_of_games_are_the_same_everywhere(command: str) -> None:
    text = " ".join(help_of(command).replace("│", " ").split())
    for option in ("--set", "--setting", "--terrain", "--objective", "--light"):
        assert option in text, option
    for name in SETTING_NAMES:
        assert name in text
    assert "workbench rules SETTINGS" in text


def test_the_settings_that_help_names_are_those_there_are() -> None:
    assert tuple(Settings.model_fields) == SETTING_NAMES


def test_paragraphs_are_joined() -> None:
    def documented() -> None:
        """One
        line.

        Two
        lines.
        """

    assert join_lines(inspect.getdoc(documented) or "") == "One line.\n\nTwo lines."


def test_settings_are_explained_one_by_one() -> None:
    result = RUN.invoke(app, ["rules", "settings"])
    assert (
        "guard\n    default: all\n    otherwise: off\n    what: whether a turn may expose its own Duke" in result.output
    )
    assert "a set that needs a house rule carries it" in " ".join(result.output.split())
    assert max(map(len, result.output.splitlines())) < 80
