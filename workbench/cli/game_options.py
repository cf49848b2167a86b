"""Options that every command about games shares, and how they become a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli.check import Objective
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position
    from workbench.duke.text.position_read import BadPosition
    from workbench.tileset.settings import Settings

Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--sets",
        "--set",
        metavar="SET",
        help="A tile set beside the base set (shipped name or file); repeatable, or joined by commas.",
        autocompletion=complete_sets,
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option("--setting", "-s", metavar="KEY=VALUE", help="A house rule; repeatable."),
]
Ground = Annotated[
    list[str] | None,
    typer.Option("--terrain", metavar="KIND[=N]", help="mountain=N, fort=N or dragon; repeatable."),
]
Goal = Annotated[Objective | None, typer.Option("--objective", help="What wins the game.")]


def read_sets(sets: list[str] | None) -> tuple[str, ...]:
    """['a,b', 'c'] -> ('a', 'b', 'c'); base is implied."""
    names = (name.strip() for part in sets or () for name in part.split(","))
    return tuple(name for name in names if name and name != "base")


def read_settings(
    rules: list[str] | None,
    terrain: list[str] | None,
    objective: Objective | None,
    line: str | None = None,
) -> Settings:
    """The house rules that were asked for; a position brings its own terrain."""
    from pydantic import ValidationError

    from workbench.duke.game import implied_settings
    from workbench.tileset.settings import Settings

    given: dict[str, Any] = implied_settings(line).model_dump(exclude_defaults=True) if line else {}
    given |= read_pairs("--setting", rules)
    if terrain:
        given["terrain"] = read_pairs("--terrain", terrain, alone=True)
    if objective is not None:
        given["objective"] = objective.value
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        message = f"{where}: {first['msg']}"
        if first["type"] == "extra_forbidden":
            message = f"there is no setting '{where}', only {', '.join(Settings.model_fields)}"
        raise typer.BadParameter(message, param_hint="--setting") from None


def read_pairs(option: str, given: list[str] | None, alone: bool = False) -> dict[str, Any]:
    """['max_turns=300'] -> {'max_turns': 300}; `alone` allows 'dragon' for 'dragon=true'."""
    from workbench.document import DocumentError, parse_document

    found: dict[str, Any] = {}
    for text in given or ():
        key, equals, value = (part.strip() for part in text.partition("="))
        if not key or (equals and not value) or (not equals and not alone):
            raise typer.BadParameter(f"'{text}' is not KEY=VALUE", param_hint=option)
        try:
            found[key] = parse_document(value).data if equals else True
        except DocumentError:
            raise typer.BadParameter(f"the value of '{text}' cannot be read", param_hint=option) from None
    return found


def open_game(
    sets: list[str] | None,
    rules: list[str] | None,
    terrain: list[str] | None,
    objective: Objective | None,
    line: str | None = None,
) -> Game:
    """The game that the options describe; ends the command with a message where they do not."""
    from workbench.duke.game import game_of

    return game_of(read_sets(sets), read_settings(rules, terrain, objective, line))


def open_position(game: Game, line: str) -> Position:
    from workbench.duke.text.position_read import BadPosition

    try:
        return game.position(line)
    except BadPosition as error:
        fail_position(error)


def fail_position(error: BadPosition) -> NoReturn:
    """All faults of a position at once, exit code 2."""
    from workbench.cli.console import UNUSABLE
    from workbench.cli.findings import visible

    typer.echo("error: this position cannot be used", err=True)
    for fault in error.faults:
        typer.echo(f"  - {visible(fault)}", err=True)
    typer.echo(" = help: positions are described in docs/notation.md", err=True)
    raise typer.Exit(UNUSABLE)
