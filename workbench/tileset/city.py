"""The City Troops: each army chooses for each type whether it joins (PACK-5)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from workbench.tileset.model import Tile, TileSet

CITY = "city-troops"
ALL, NONE = "all", "none"


class UnknownTroop(ValueError):
    """No City Troop has this name; the message says which there are."""


def city_troops(sets: Iterable[TileSet]) -> tuple[Tile, ...]:
    return tuple(tile for set_ in sets if set_.id == CITY for tile in set_.tiles)


def free_troops(sets: Iterable[TileSet], colour: str) -> tuple[Tile, ...]:
    """The City Troops whose counterpart in this army no other set replaces."""
    sets = tuple(sets)
    others = (tile for set_ in sets if set_.id != CITY for tile in set_.tiles)
    taken = {tile.replaces for tile in others if tile.army in (None, colour)}
    return tuple(tile for tile in city_troops(sets) if tile.replaces not in taken)


def parse_choice(text: str, troops: Iterable[Tile]) -> tuple[Tile, ...]:
    """'all', 'none', or names or codes joined by '+' or commas; raises UnknownTroop."""
    troops = tuple(troops)
    words = [word.strip() for word in re.split(r"[+,]|\band\b", text, flags=re.IGNORECASE)]
    if text.strip().casefold() in (ALL, NONE):
        return troops if text.strip().casefold() == ALL else ()
    return tuple(dict.fromkeys(_find(word, troops) for word in words))


def format_choice(chosen: Iterable[Tile], troops: Iterable[Tile]) -> str:
    """As the settings city_light and city_dark have it."""
    names = [tile.name for tile in chosen]
    return ALL if names == [tile.name for tile in troops] else "+".join(names) or NONE


def _find(word: str, troops: tuple[Tile, ...]) -> Tile:
    by_name = {tile.name.casefold(): tile for tile in troops}
    by_code = {tile.code.casefold(): tile for tile in troops}
    found = by_name.get(word.casefold()) or by_code.get(word.casefold())
    if found is None:
        near = get_close_matches(word.casefold(), by_name, 1)
        names = ", ".join(tile.name for tile in troops)
        help = (
            f"did you mean '{by_name[near[0]].name}'?" if near else f"there are {names}" if names else "there are none"
        )
        raise UnknownTroop(f"there is no City Troop '{word}'; {help}")
    return found
