"""Before a game with City Troops each person says which of them join his army (PACK-5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from workbench.cli.game_options import GameOptions, Light
from workbench.cli.play_screen import SEATS, Screen
from workbench.words import Owner

if TYPE_CHECKING:
    from workbench.tileset.model import Tile, TileSet

LEAVE = ("quit", "q", "exit")


def choose_city_troops(options: GameOptions, players: tuple[str, str], screen: Screen) -> GameOptions:
    """The same options with what each army chose; a bot takes all it can. Nothing is asked that was said already."""
    from workbench.table.session import HUMAN
    from workbench.tileset.city import city_troops, format_choice, free_troops
    from workbench.tileset.load import load_sets

    sets = load_sets(options.names)
    settings = options.settings()
    if not city_troops(sets) or settings.objective == "dark_rider":
        return options
    said = {*settings.model_fields_set, *(name for set_ in sets for name in _asked_by(set_))}
    chosen = []
    for owner in Owner:
        name = f"city_{_colour(owner, options)}"
        free = free_troops(sets, _colour(owner, options))
        if name in said or not (free or players[owner] == HUMAN):
            continue
        picked = _ask(owner, name, free, screen) if players[owner] == HUMAN else free
        chosen.append(f"{name}={format_choice(picked, city_troops(sets))}")
    return replace(options, setting=[*(options.setting or ()), *chosen])


def _asked_by(set_: TileSet) -> Sequence[str]:
    return tuple(set_.settings.said()) if set_.settings else ()


def _colour(owner: Owner, options: GameOptions) -> str:
    light = Owner[(options.light or Light.SOUTH).value.upper()]
    return "light" if owner is light else "dark"


def _ask(owner: Owner, name: str, free: tuple[Tile, ...], screen: Screen) -> tuple[Tile, ...]:
    """Ask until it is an answer; Enter alone takes them all."""
    from workbench.tileset.city import UnknownTroop, parse_choice

    pairs = ", ".join(f"{tile.name} for {tile.replaces}" for tile in free)
    screen.say(f"{SEATS[owner]}, which City Troops join your army ({name})? {pairs}.")
    screen.say("Name them with commas, or say all (Enter) or none; 'tile NAME' shows one.")
    while True:
        typed = _typed(f"{SEATS[owner]}> ")
        word, _, rest = typed.partition(" ")
        try:
            if word.casefold() == "tile":
                for tile in parse_choice(rest, free):
                    screen.show_tile(tile, f", takes the place of the {tile.replaces}")
            else:
                return parse_choice(typed or "all", free)
        except UnknownTroop as error:
            screen.say(f"{str(error)[:1].upper()}{str(error)[1:]}.")


def _typed(prompt: str) -> str:
    try:
        typed = input(prompt).strip()
    except EOFError:
        typed = "quit"
    if typed.casefold() in LEAVE:
        typer.echo("Stopped before the game began.")
        raise typer.Exit
    return typed
