"""The tile profiles of a scenario file: {"Knight": {"S": [["JUMP", -1, 2], ...], "N": [...]}, ...}."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from workbench.icons import BY_SCENARIO, ICONS
from workbench.tileset.compose import Army, Composition
from workbench.tileset.model import Face, Icon, Tile
from workbench.tileset.settings import Settings
from workbench.words import Ability, Offset

# Short names, and the full names in case a file spells them out.
ICON_NAMES = {**{icon.value.upper(): icon for icon in ICONS}, **BY_SCENARIO}
ABILITIES = {ability.numeral: ability for ability in Ability}
FARTHEST = 5  # squares from one edge of the board to the other
CODES = tuple(first + second for first in ascii_uppercase for second in ascii_lowercase)


class BadTiles(ValueError):
    """Tile profiles that cannot be read."""


def read_profiles(data: Any) -> dict[str, Tile]:
    """The tiles by name; raises BadTiles with the name of the first that is wrong."""
    if not isinstance(data, dict) or not data:
        raise BadTiles("the tiles file must hold an object: tile name -> its faces S and N")
    linked = tuple(name for name, profile in data.items() if isinstance(profile, dict) and profile.get("linked"))
    return {name: _read_tile(name, profile, linked) for name, profile in data.items()}


def _read_tile(name: str, profile: Any, linked: tuple[str, ...]) -> Tile:
    try:
        numerals = [word.strip() for word in str(profile.get("abil", "")).split(",") if word.strip()]
        abilities = tuple(ABILITIES[numeral] for numeral in numerals)
        return Tile(
            name=name,
            code="Aa",
            starting=_read_face(profile.get("S", [])),
            other=_read_face(profile.get("N", [])),
            role="duke" if profile.get("duke") else None,
            abilities=abilities,
            linked_to=linked if Ability.LINK in abilities else (),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadTiles(f"tile '{name}' cannot be read: {error}") from error


def _read_face(rows: Iterable[Any]) -> Face:
    groups: dict[str, int] = {}
    icons = []
    for name, right, forward, *group in rows:
        number = groups.setdefault(str(group[0]), len(groups) + 1) if group and group[0] is not None else None
        if not (abs(right) <= FARTHEST and abs(forward) <= FARTHEST):
            raise ValueError(f"an icon at {right},{forward} is off every board")
        icons.append(Icon(icon=ICON_NAMES[name], at=Offset(int(right), int(forward)), group=number))
    return Face(icons=tuple(icons))


def group_labels(rows: Iterable[Any]) -> list[str]:
    """The labels of a face's area groups in the order in which the reader numbers them."""
    labels: dict[str, None] = {}
    for _, _, _, *group in rows:
        if group and group[0] is not None:
            labels.setdefault(str(group[0]))
    return list(labels)


def composition_of(tiles: Mapping[str, Tile], settings: Settings) -> Composition:
    """A game of just these tiles, with invented codes, no armies and no bags."""
    coded = tuple(tile.model_copy(update={"code": code}) for tile, code in zip(tiles.values(), CODES, strict=False))
    nobody = Army(-1, (), ())
    return Composition(coded, (nobody, nobody), (), settings, ("scenario",))
