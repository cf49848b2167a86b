"""workbench why: which rule makes a turn legal or illegal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from workbench.cli.game_options import GameOptions, Goal, Ground, LightArmy, Rules, Sets

MOST_COLUMNS = 96


def register(app: typer.Typer) -> None:
    app.command("why")(why)


def why(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A position line, in quotes.")],
    turn: Annotated[str, typer.Argument(metavar="TURN", help="A turn, such as c1-c3, c2*c4 or +.")],
    sets: Sets = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Say which rule makes a turn legal or illegal, in words and with its id.

    [b]workbench why "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9" d3xd6[/b]

    Exit code: 0 legal, 1 illegal, 2 not a position or not a turn.
    """
    from workbench.cli.console import fail, print_json
    from workbench.cli.rules import plain_text, read_rules
    from workbench.duke.game import why as judge
    from workbench.duke.text.turn_read import BadTurn

    found = GameOptions(sets, setting, terrain, objective, light).open_position(position)
    try:
        verdict = judge(found, turn)
    except BadTurn as error:
        fail(str(error))
    text = read_rules()[0].get(verdict.rule, "")
    if as_json:
        print_json({"version": 1, "turn": turn, "legal": verdict.legal, "rule": verdict.rule,
                    "words": verdict.words, "text": text})  # fmt: skip
    else:
        is_legal = "is legal" if verdict.legal else "is not legal"
        words = f"{turn} {is_legal} ({verdict.rule}): {verdict.words}."
        typer.echo(_in_lines(words) if sys.stdout.isatty() else words)
        if text:
            typer.echo("\n" + _in_lines(f"{verdict.rule}: {plain_text(text)}"))
    raise typer.Exit(0 if verdict.legal else 1)


def _in_lines(text: str) -> str:
    from shutil import get_terminal_size
    from textwrap import fill

    return fill(text, min(get_terminal_size().columns, MOST_COLUMNS), subsequent_indent="  ", break_on_hyphens=False)
