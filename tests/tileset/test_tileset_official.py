"""The shipped sets equal the published profiles, cell by cell."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from support.places import DATA

from workbench.tileset.load import load_tileset, shipped_sets
from workbench.tileset.model import WINDOW, Face, Tile, TileSet
from workbench.words import SideUp

OFFICIAL: list[dict[str, Any]] = json.loads((DATA / "official.json").read_text(encoding="utf-8"))["tiles"]
SETS: dict[str, TileSet] = {name: load_tileset(path).require() for name, path in shipped_sets().items()}
SET_OF = {
    "base": "base",
    "base (enhanced)": "base",
    "base (terrain)": "terrain",
    "Middle Ages Siege Engines": "siege-engines",
    "Arthurian Legends": "arthurian-legends",
    "Musketeers": "musketeers",
    "Robin Hood": "robin-hood",
    "Robert E. Howard": "robert-e-howard",
    "Kickstarter/Event Exclusives": "events",
    "Reinforcements: City Troops": "city-troops",
    "Lord's Legacy (2018)": "lords-legacy",
}
OFFICIAL_IDS = [fact["name"] for fact in OFFICIAL]


def tile_of(set_id: str, name: str) -> Tile:
    return next(tile for tile in SETS[set_id].tiles if tile.name == name)


def cells(face: Face) -> dict[tuple[int, int], set[str]]:
    """Every cell of the 5 x 5 window, also the empty ones, by offset."""
    column, row = face.origin
    window = {(x - column, row - y): set[str]() for x in range(WINDOW) for y in range(WINDOW)}
    for icon in face.icons:
        window[icon.at].add(str(icon.icon))
    return window


def expected_cells(face: Face, icons: list[list[Any]]) -> dict[tuple[int, int], set[str]]:
    window: dict[tuple[int, int], set[str]] = {at: set() for at in cells(face)}
    for kind, right, forward in icons:
        window.setdefault((right, forward), set()).add(kind)
    return window


def groups(face: Face) -> set[frozenset[tuple[int, int]]]:
    return {frozenset(tuple(icon.at) for icon in icons) for icons in face.groups().values()}


@pytest.mark.parametrize("fact", OFFICIAL, ids=OFFICIAL_IDS)
def test_profile_equals_the_published_one(fact: dict[str, Any]) -> None:
    tile = tile_of(SET_OF[fact["set"]], fact["name"])
    for side in SideUp:
        face, published = tile.face(side), fact["sides"][side]
        assert cells(face) == expected_cells(face, published["icons"]), f"{tile.name}, side {side + 1}"
        assert len(face.icons) == len(published["icons"])
        assert groups(face) == {frozenset(map(tuple, group)) for group in published.get("area_groups", [])}


@pytest.mark.parametrize("fact", OFFICIAL, ids=OFFICIAL_IDS)
def test_facts_equal_the_published_ones(fact: dict[str, Any]) -> None:
    tile = tile_of(SET_OF[fact["set"]], fact["name"])
    assert tile.copies == fact["copies"]
    assert [str(ability) for ability in tile.abilities] == fact["abilities"]
    assert list(tile.linked_to) == fact.get("linked_to", [])
    replaced = fact.get("replaces", "").split()
    assert tile.replaces == (replaced[-1] if replaced else None)
    if len(replaced) == 2:
        assert tile.army == replaced[0]
    assert (tile.role == "duke") == (tile.name == "Duke" or tile.replaces == "Duke")


def test_no_shipped_tile_is_unknown() -> None:
    known = Counter(fact["name"] for fact in OFFICIAL)
    shipped = Counter(
        tile.name
        for name, set_ in SETS.items()
        if shipped_sets()[name].parent.name == "tilesets"
        for tile in set_.tiles
    )
    assert shipped == known


def test_base_has_seventeen_troop_types() -> None:
    assert len(SETS["base"].tiles) == 17
    assert [tile.name for tile in SETS["base"].tiles if tile.enhanced] == ["Duchess", "Oracle"]
    assert tile_of("base", "Footman").starts == 2


def test_alternative_set_has_the_other_form_of_the_disputed_sides() -> None:
    disputed = [fact for fact in OFFICIAL if "variants" in fact]
    assert sorted(fact["name"] for fact in disputed) == ["Ballista", "Catapult", "Engineer"]
    for tile in SETS["siege-engines-2015"].tiles:
        normal = tile_of("siege-engines", tile.name)
        variants = {
            variant["side"] - 1: variant["icons"]
            for fact in disputed
            if fact["name"] == tile.name
            for variant in fact["variants"]
        }
        for side in SideUp:
            face = tile.face(side)
            if side in variants:
                assert cells(face) == expected_cells(face, variants[side])
                assert cells(face) != cells(normal.face(side))
            else:
                assert cells(face) == cells(normal.face(side))
                assert groups(face) == groups(normal.face(side))


def test_one_source_tiles_say_so() -> None:
    for name, tile in (("events", "Jester"), ("lords-legacy", "Arbalist"), ("lords-legacy", "Countess")):
        assert "one source" in tile_of(name, tile).source.lower()
    assert "one source" in SETS["city-troops"].source.lower()


def test_codes_are_unique_among_sets_that_can_meet() -> None:
    codes = Counter(
        tile.code.casefold()
        for name, set_ in SETS.items()
        if shipped_sets()[name].parent.name != "alternatives"
        for tile in set_.tiles
    )
    assert [code for code, count in codes.items() if count > 1] == []


def test_own_square_stands_where_it_is_printed() -> None:
    rows = {
        "Longbowman": (3, 3),
        "Trebuchet": (4, 4),
        "Catapult": (3, 3),
        "Ballista": (3, 3),
        "Knight": (2, 2),
    }
    for name, (starting, other) in rows.items():
        tile = tile_of("siege-engines" if name in ("Trebuchet", "Catapult", "Ballista") else "base", name)
        assert (tile.starting.origin, tile.other.origin) == ((2, starting), (2, other))
