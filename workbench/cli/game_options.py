"""Options that every command about games shares, and how they become a game.

A command takes `Sets`, `Rules`, `Ground`, `Goal` and `LightArmy` as its parameters and hands them to `GameOptions`;
those that seat bots take `Bots`, `South` and `North`.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli.tiles import complete_sets
from workbench.objectives import Objective

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position
    from workbench.duke.text.position_read import BadPosition
    from workbench.tileset.compose import Composition
    from workbench.tileset.settings import Settings, Terrain

# As in tileset/settings.py; written out here so that help comes up at once (a test compares them).
SETTING_NAMES = (
    "enhanced", "no_turn", "max_turns", "repetition", "no_progress", "guard", "flag_guard", "dragon_eats_duke",
    "summon", "area_needs", "fort_jslide", "siege_mode", "howard", "musketeer_start", "city_light", "city_dark",
    "rider_pikemen", "rider_tile", "rider_dead", "terrain", "objective",
)  # fmt: skip
TERRAINS = "mountain=N, fort=N or dragon"
GAME = "The game"


class Light(StrEnum):
    SOUTH = "south"
    NORTH = "north"


def complete_bots(incomplete: str) -> list[str]:
    from workbench.bots.registry import BOT_TYPES

    return [name for name in BOT_TYPES if name.startswith(incomplete)]


Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "--sets",
        metavar="SET",
        help="A tile set beside the base set, by name or file; repeatable, or with commas.",
        autocompletion=complete_sets,
        rich_help_panel=GAME,
    ),
]
SetNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SET", help="Tile sets beside the base set: shipped names or files.", autocompletion=complete_sets
    ),
]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--setting",
        "-s",
        metavar="KEY=VALUE",
        help=f"A house rule; repeatable. Keys: {', '.join(SETTING_NAMES)}. See 'workbench rules SETTINGS'.",
        rich_help_panel=GAME,
    ),
]
Ground = Annotated[
    list[str] | None,
    typer.Option(
        "--terrain", metavar="KIND[=N]", help=f"{TERRAINS}; repeatable, or with commas.", rich_help_panel=GAME
    ),
]
Goal = Annotated[
    Objective | None,
    typer.Option(
        "--objective",
        metavar="NAME",
        help=f"What wins: {', '.join(Objective)}.",
        rich_help_panel=GAME,
    ),
]
LightArmy = Annotated[
    Light | None,
    typer.Option(
        "--light",
        metavar="SEAT",
        help="Who plays the light army, south or north, where tiles belong to one army (south).",
        rich_help_panel=GAME,
    ),
]
South = Annotated[
    str | None,
    typer.Option("--south", metavar="BOT", help="South's bot, where the two differ.", autocompletion=complete_bots),
]
North = Annotated[
    str | None,
    typer.Option("--north", metavar="BOT", help="North's bot, where the two differ.", autocompletion=complete_bots),
]


@dataclass(frozen=True)
class GameOptions:
    """The game as a command was told it."""

    sets: list[str] | None = None
    setting: list[str] | None = None
    terrain: list[str] | None = None
    objective: Objective | None = None
    light: Light | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return read_sets(self.sets)

    @property
    def is_given(self) -> bool:
        return any((self.sets, self.setting, self.terrain, self.objective, self.light))

    def settings(self, line: str | None = None) -> Settings:
        """The house rules; a position line brings its own terrain."""
        return read_settings(self.setting, self.terrain, self.objective, line)

    def open(self, line: str | None = None) -> Game:
        """The game; ends the command with a message where there is none."""
        from workbench.duke.game import game_of
        from workbench.words import Owner

        light = Owner[(self.light or Light.SOUTH).value.upper()]
        return game_of(self.names, self.settings(line), light)

    def open_position(self, line: str) -> Position:
        """A position of that game; 'start' is the first choice of the set-up."""
        game = self.open(None if line == "start" else line)
        return game.start() if line == "start" else open_position(game, line)


def read_sets(sets: list[str] | None) -> tuple[str, ...]:
    """['a,b', 'c'] -> ('a', 'b', 'c'); base is implied."""
    names = (name.strip() for part in sets or () for name in part.split(","))
    return tuple(name for name in names if name and name != "base")


def read_terrain(terrain: list[str] | None) -> dict[str, Any]:
    """['mountain=2,fort', 'dragon'] -> {'mountain': 2, 'fort': 1, 'dragon': True}; only terrain that there is."""
    from workbench.tileset.settings import Terrain

    named = [name for part in terrain or () for name in part.split(",")]
    given = read_pairs("--terrain", named, alone=True)
    for name in given:
        if name not in Terrain.model_fields:
            raise typer.BadParameter(f"there is no terrain '{name}': {TERRAINS}", param_hint="--terrain")
    return given


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
        given["terrain"] = read_terrain(terrain)
    if objective is not None:
        given["objective"] = objective.value
    try:
        return Settings.model_validate(given)
    except ValidationError as error:
        raise typer.BadParameter(_told(error.errors()[0]), param_hint="--setting") from None


def _told(fault: Any) -> str:
    """What is wrong with a house rule, and what there is."""
    where = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        names = TERRAINS if fault["loc"][0] == "terrain" else ", ".join(SETTING_NAMES)
        return f"there is no setting '{where}', only {names}; 'workbench rules SETTINGS' explains them"
    return f"{where}: {fault['msg']}"


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


def format_settings(settings: Settings) -> list[str]:
    """What `--setting` would have to be told: the settings that are not as usual, or that were said."""
    said = settings.model_dump(mode="json", exclude_defaults=True) | settings.model_dump(
        mode="json", exclude_unset=True
    )
    return [f"{name}={_written(said[name])}" for name in type(settings).model_fields if name in said]


def format_terrain(terrain: Terrain) -> str:
    """As `--terrain` would be told it: 'mountain=2, dragon'."""
    said = terrain.model_dump(exclude_defaults=True)
    return ", ".join(name if value in (True, 1) else f"{name}={value}" for name, value in said.items()) or "none"


def note_set_settings(composition: Composition, whose: str = "the tile sets have settings of their own") -> None:
    """Say which house rules are played because a tile set asks for them, or in spite of it."""
    from workbench.cli.console import note

    if composition.set_settings:
        played = composition.settings.model_dump(mode="json")
        rules = ", ".join(f"{name}={_written(played[name])}" for name in composition.set_settings)
        note(f"{whose}; played with {rules}")


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def read_bots(given: list[str] | None, option: str = "--bots", own: Collection[str] | None = None) -> tuple[str, ...]:
    """Bots by name, several with commas or by repeating the option; ends the command where there is no such bot.

    `own` are the names of bots of one's own (--bots-from), which are not asked about; None where none can be had.
    """
    from workbench.bot_options import UnknownBot
    from workbench.bots.registry import parse_bot, split_bots

    names = tuple(name for part in given or () for name in split_bots(part))
    for name in names:
        if name in (own or ()):
            continue
        try:
            parse_bot(name)
        except UnknownBot as error:
            own_code = "" if own is None else "; a bot of your own is named with --bots-from FILE.py:Class"
            raise typer.BadParameter(f"{error}{own_code}", param_hint=option) from None
    return names


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
