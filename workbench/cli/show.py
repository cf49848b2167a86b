"""workbench show: a position as a drawing, with its legal turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.game_options import Goal, Ground, Rules, Sets, open_game, open_position

if TYPE_CHECKING:
    from workbench.duke.game import Position


def register(app: typer.Typer) -> None:
    app.command("show")(show)


def show(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A line, in quotes; 'start' for the set-up.")],
    turns: Annotated[bool, typer.Option("--turns", "-t", help="Also list the legal turns.")] = False,
    sets: Sets = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="No box-drawing signs.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Draw a position: the board, whose turn it is, the bags, and with --turns everything that may be played.

    South's tiles are in CAPITALS; ' means the other side is up. The notation is in docs/notation.md.

    [b]workbench show "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9" --turns[/b]

    Exit code: 0, or 2 if this is no position; all its faults are listed.
    """
    from workbench.cli.console import print_json, shows_unicode

    line = None if position == "start" else position
    game = open_game(sets, setting, terrain, objective, line)
    found = game.start() if line is None else open_position(game, line)
    if as_json:
        print_json(position_facts(found))
        return
    typer.echo(draw(found, not ascii and shows_unicode()))
    if turns:
        typer.echo("\n" + format_turns(found))


def draw(position: Position, unicode: bool) -> str:
    """Board, facts and line of a position."""
    from workbench.duke.text.draw import describe_position, draw_board

    state, letters = position.state[0], position.game.letters
    parts = (draw_board(state, letters, not unicode), describe_position(state, letters), position.line)
    return "\n".join(parts)


def position_facts(position: Position) -> dict[str, Any]:
    """A position as plain data."""
    from workbench.duke.game import chance_outcomes, legal_turns, outcome

    end = outcome(position)
    return {
        "version": 1,
        "position": position.line,
        "owner": position.owner.name.lower(),
        "turns": list(legal_turns(position)),
        "chance": [{"event": one.event, "probability": str(one.probability)} for one in chance_outcomes(position)],
        "winner": None if end is None or end.winner is None else end.winner.name.lower(),
        "reason": None if end is None else end.reason,
    }


def format_turns(position: Position) -> str:
    """Legal turns grouped by the tile that makes them, or what chance may do."""
    from workbench.cli.console import columns
    from workbench.duke.game import chance_outcomes, legal_turns

    if position.is_chance:
        rows = [(one.event, str(one.probability)) for one in chance_outcomes(position)]
        return "What may happen:\n" + "\n".join(columns(rows))
    if position.is_over:
        return "No turns: the game is over."
    groups = grouped(position)
    count = len(legal_turns(position))
    rows = [(name, "  ".join(texts)) for name, texts in groups.items()]
    return f"{count} legal turn{'' if count == 1 else 's'}:\n" + "\n".join(columns(rows))


def grouped(position: Position) -> dict[str, list[str]]:
    """The legal turns by acting tile ('Knight d3'); those of no tile come first."""
    from workbench.duke.board.turn_fields import unpack
    from workbench.duke.text.position_write import troops_of
    from workbench.words import SQUARES, square_name

    troops = troops_of(position.state[0])
    groups: dict[str, list[str]] = {"": []}
    for text, code in position.turns().items():
        fields = unpack(code)
        square = fields.link if fields.link >= 0 else fields.at
        named = square < SQUARES and square in troops
        name = f"{position.game.letters.name(troops[square] >> 10)} {square_name(square)}" if named else ""
        groups.setdefault(name, []).append(text)
    return {name: texts for name, texts in groups.items() if texts}
