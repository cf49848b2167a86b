"""The engine as the tests compare it with the oracle: plain data in, nodes with their successors as text out."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from support.generate import GameData
from workbench.duke.referee import Referee
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_read import parse_state
from workbench.duke.text.position_write import format_state
from workbench.icons import BY_NAME
from workbench.tileset.compose import Army, Composition, PoolTile, compose
from workbench.tileset.load import find_tileset, load_tileset
from workbench.tileset.model import Face, Icon, Tile
from workbench.tileset.settings import Settings
from workbench.words import Ability, Offset, Owner


def engine_game(data: GameData) -> Composition:
    """The plain data as what the engine plays with; armies of shipped sets are composed as for any user."""
    if data.get("sets"):
        used = [load_tileset(find_tileset(name)).require() for name in data["sets"]]
        return compose(used, Settings(**data["settings"]), Owner(data["light"]))

    def face(icons: list[Any]) -> Face:
        return Face(icons=tuple(Icon(icon=BY_NAME[k], at=Offset(x, y), group=g) for k, x, y, g in icons))

    tiles = tuple(
        Tile(
            name=tile["name"],
            code=tile["code"],
            starting=face(tile["starting"]["icons"]),
            other=face(tile["other"]["icons"]),
            role=tile["role"],
            linked_to=tuple(tile["linked_to"]),
            abilities=tuple(Ability(ability) for ability in tile["abilities"]),
        )
        for tile in data["tiles"]
    )
    number = {tile.code: index for index, tile in enumerate(tiles)}
    south, north = (
        Army(
            duke=number[army["duke"]] if army["duke"] else -1,
            starters=tuple(number[code] for code in army["starters"]),
            bag=tuple(number[code] for code in army["bag"]),
        )
        for army in data["armies"]
    )
    pool = tuple(PoolTile(number[entry["tile"]], number[entry["replaces"]]) for entry in data["pool"])
    drafted = tuple(PoolTile(number[entry["tile"]], number[entry["replaces"]]) for entry in data.get("drafted", ()))
    house = Settings(**data["settings"])
    light = Owner(data.get("light", 0))
    return Composition(
        tiles=tiles,
        armies=(south, north),
        pool=pool,
        settings=house,
        sets=("generated",),
        light=light,
        drafted=drafted,
    )


@lru_cache(maxsize=4)
def referee_for(composition: Composition) -> Referee:
    return Referee(composition, Lettering(composition))


def decisions(composition: Composition, line: str) -> dict[str, str]:
    """Every legal turn of a decision node and the line of the next node."""
    referee = referee_for(composition)
    raw = parse_state(line, referee.letters, needs_dukes=False)
    state = referee.opened(raw, settled=False)
    return {
        text: format_state(referee.played(state, turn)[0], referee.letters)
        for text, turn in referee.turns(state).items()
    }


def chance(composition: Composition, line: str) -> list[tuple[Fraction, str, str]]:
    """Everything that may happen at a chance node: probability, event, line of the next node."""
    referee = referee_for(composition)
    state = parse_state(line, referee.letters, needs_dukes=False)
    return [(probability, event, next_line) for next_line, (probability, event, _) in referee.outcomes(state).items()]


def start(composition: Composition) -> str:
    """The line of the first set-up choice."""
    referee = referee_for(composition)
    return format_state(referee.start()[0], referee.letters)


def node_kind(line: str) -> str:
    """'decision', 'chance' or 'over'."""
    extras = line.split()[3]
    phase = dict(item.partition("=")[::2] for item in extras.split(";")).get("ph", "")
    if phase.startswith("over"):
        return "over"
    return "chance" if phase.startswith("?") else "decision"
