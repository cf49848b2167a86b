"""workbench show: a position as a drawing, with its legal turns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.game_options import GameOptions, Goal, Ground, LightArmy, Rules, Sets

if TYPE_CHECKING:
    from workbench.duke.game import Position
    from workbench.words import Owner


def register(app: typer.Typer) -> None:
    app.command("show")(show)


def show(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A line, in quotes; 'start' for the set-up.")],
    turns: Annotated[bool, typer.Option("--turns", "-t", help="Also list the legal turns.")] = False,
    sets: Sets = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="No box-drawing signs.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Draw a position: the board, whose turn it is, the bags, and with --turns everything that may be played.

    South's tiles are in CAPITALS; ' means the other side is up. The notation is in docs/notation.md.

    [b]workbench show "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9" --turns[/b]

    Exit code: 0, or 2 if this is no position; all its faults are listed.
    """
    from workbench.cli.console import print_json, shows_unicode

    found = GameOptions(sets, setting, terrain, objective, light).open_position(position)
    if as_json:
        print_json(position_facts(found))
        return
    typer.echo(draw(found, not ascii and shows_unicode()))
    if turns:
        typer.echo("\n" + format_turns(found))


def draw(position: Position, unicode: bool) -> str:
    """Board, facts and line of a position."""
    from textwrap import fill

    from workbench.cli.play_screen import known_lines
    from workbench.duke.text.draw import draw_board
    from workbench.table.view import View

    guard = () if position.in_guard is None else (format_guard(position.in_guard),)
    facts = (_whose(position), *known_lines(position, View.of(position), by_sign=True), *guard)
    board = draw_board(position.state[0], position.game.letters, not unicode)
    return "\n".join((board, *(fill(line, 79) for line in facts), position.line))


def _whose(position: Position) -> str:
    from workbench.duke.game import outcome
    from workbench.table.asking import asked
    from workbench.table.telling import tell_end
    from workbench.table.view import View

    end, phase = outcome(position), View.of(position).phase
    made = f"{position.ply} turn{'' if position.ply == 1 else 's'} made"
    if end is not None:
        return f"The game is over, {made}. {tell_end(end)}"
    if position.is_chance:
        return f"Chance decides ({phase}); {made}."
    who = position.owner.name.capitalize()
    return f"{who} decides; {made}. {asked(position)}" if phase else f"{who} to move; {made}."


def format_guard(owner: Owner) -> str:
    return f"Guard: {owner.other.name.capitalize()} threatens {owner.name.capitalize()}'s Duke (GUARD-8)."


def position_facts(position: Position) -> dict[str, Any]:
    """A position as plain data."""
    from workbench.duke.game import chance_outcomes, legal_turns, outcome

    end = outcome(position)
    return {
        "version": 1,
        "position": position.line,
        "owner": position.owner.name.lower(),
        "guard": None if position.in_guard is None else position.in_guard.name.lower(),
        "turns": list(legal_turns(position)),
        "chance": [{"event": one.event, "probability": str(one.probability)} for one in chance_outcomes(position)],
        "winner": None if end is None or end.winner is None else end.winner.name.lower(),
        "reason": None if end is None else end.reason,
    }


def format_turns(position: Position, width: int = 0) -> str:
    """Legal turns grouped by the tile that makes them, or what chance may do; wrapped where a width is given."""
    from workbench.cli.console import columns
    from workbench.duke.game import chance_outcomes, legal_turns

    if position.is_chance:
        rows = [(one.event, str(one.probability)) for one in chance_outcomes(position)]
        return "What may happen:\n" + "\n".join(columns(rows))
    if position.is_over:
        return "No turns: the game is over."
    groups = grouped(position)
    count = len(legal_turns(position))
    room = width - 2 - max(map(len, groups), default=0) if width else 0
    rows = [row for name, texts in groups.items() for row in _rows(name, texts, room)]
    return f"{count} legal turn{'' if count == 1 else 's'}:\n" + "\n".join(columns(rows))


def _rows(name: str, texts: list[str], room: int) -> list[tuple[str, str]]:
    from textwrap import wrap

    text = "  ".join(texts)
    lines = wrap(text, max(room, 20), break_long_words=False, break_on_hyphens=False) if room else [text]
    return [(name if number == 0 else "", line) for number, line in enumerate(lines)]


def grouped(position: Position) -> dict[str, list[str]]:
    """The legal turns by acting tile ('Knight d3'); those of no tile come first."""
    from workbench.duke.board.packed import type_of, unpack
    from workbench.duke.text.position_write import troops_of
    from workbench.words import SQUARES, square_name

    troops = troops_of(position.state[0])
    groups: dict[str, list[str]] = {"": []}
    for text, code in position.turns().items():
        fields = unpack(code)
        square = fields.link if fields.link >= 0 else fields.at
        named = square < SQUARES and square in troops
        name = f"{position.game.letters.name(type_of(troops[square]))} {square_name(square)}" if named else ""
        groups.setdefault(name, []).append(text)
    return {name: texts for name, texts in groups.items() if texts}
