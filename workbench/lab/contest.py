"""What an experiment compares: one place of one army, a tile that stands there, and tiles put there instead.

The place gets a tile type of its own, the last one. All arms of an experiment share every other type and
every place in the bags, so that twin games are the same game until the tile itself makes a difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal

from workbench.sim.seam import SimError
from workbench.tileset.compose import MAX_TYPES, Army, Composition, PoolTile, base_set
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.model import Tile, TileSet

REFERENCE = "Footman"  # what a tile is measured against when it replaces nothing


@dataclass(frozen=True)
class Arm:
    """A tile to put in the place.

    An ablation takes something away from the tile without making it another design: a face that loses its
    last icon does not become a blank one that may be flipped (NOICON-2), `mute` sides do nothing at all.
    """

    label: str
    tile: Tile
    mute: tuple[int, ...] = ()  # sides that may not be used
    keeps_blank: bool = False  # faces count as blank only where the control's do


@dataclass(frozen=True)
class Contest:
    """The control's armies; the last tile type stands in the places, of one army alone."""

    composition: Composition
    army: int  # whose places they are
    top: int  # place in that army's bag to be drawn first when exposure is forced; -1: none is in the bag

    @property
    def changed_type(self) -> int:
        """The tile type of the places."""
        return len(self.composition.tiles) - 1

    @property
    def control(self) -> Tile:
        return self.composition.tiles[-1]

    def with_tile(self, tile: Tile) -> Composition:
        """The same armies with another tile in the places."""
        return _with_pool(replace(self.composition, tiles=(*self.composition.tiles[:-1], tile)))


def known_tiles(sets: Sequence[TileSet]) -> dict[str, Tile]:
    """The tiles of the base set and of the sets in use; later sets do not hide earlier ones."""
    found: dict[str, Tile] = {}
    for one in (base_set(), *sets):
        for tile in one.tiles:
            if tile.role != "terrain":
                found.setdefault(tile.name, tile)
    return found


def find_tile(name: str, sets: Sequence[TileSet]) -> Tile:
    """A tile by name or code: of the sets in use, or else of any shipped set."""
    found = _named(name, known_tiles(sets).values())
    if found is None:
        found = _named(name, known_tiles(load_sets(tuple(shipped_sets()))).values())
    if found is not None:
        return found
    known = list(known_tiles([*sets, *load_sets(tuple(shipped_sets()))]))
    near = get_close_matches(name.title(), known, 1)
    hint = f"did you mean '{near[0]}'?" if near else "name the set that holds it with --set"
    raise SimError(f"there is no tile '{name}': {hint}")


def _named(name: str, tiles: Iterable[Tile]) -> Tile | None:
    wanted = name.strip().casefold()
    listed = list(tiles)
    by_name = next((tile for tile in listed if tile.name.casefold() == wanted), None)
    return by_name or next((tile for tile in listed if tile.code.casefold() == wanted), None)


def reference_of(tile: Tile, sets: Sequence[TileSet]) -> Tile:
    """What a tile is measured against: the one it replaces, or a Footman; a Duke against the Duke."""
    if tile.replaces:
        return find_tile(tile.replaces, sets)
    return find_tile("Duke" if tile.role == "duke" and tile.name != "Duke" else REFERENCE, sets)


def plan_contest(
    composition: Composition,
    control: Tile,
    place_of: Sequence[str],
    copies: int = 1,
    rivals: Literal["as composed", "control"] = "as composed",
) -> Contest:
    """Put `control` in the places of the first tile of `place_of` that an army has, as many as `copies`.

    As with replacements, the last places are taken. With rivals "control", the opponent's tiles of that name
    become the control too: a set that brings the challenger to both armies is undone.
    """
    composition = _with_settled_draft(composition, {control.name, *place_of})
    army, name = _owner_of(composition, place_of)
    role = next(tile.role for tile in composition.tiles if tile.name == name)
    if (role == "duke") != (control.role == "duke"):
        raise SimError(f"'{control.name}' cannot stand in for '{name}': only one of them acts as the Duke")
    tiles: list[Tile] = [*composition.tiles, control]
    changed_type = len(tiles) - 1
    armies = list(composition.armies)
    if rivals == "control" and control.name != name:
        number = next((i for i, tile in enumerate(tiles[:-1]) if tile.name == control.name), None)
        if number is None:
            tiles.insert(changed_type, control)
            number, changed_type = changed_type, changed_type + 1
        armies = [_renamed(one, _number(tiles, name), number) for one in armies]
        name = control.name
    armies[army] = _with_places(armies[army], _number(tiles, name), changed_type, copies)
    made = replace(composition, tiles=tuple(tiles), armies=(armies[0], armies[1]))
    made = _with_pool(_without_idle_types(made))
    if len(made.tiles) > MAX_TYPES:
        raise SimError(f"{len(made.tiles)} tile types in one game; {MAX_TYPES} is the limit: use fewer sets")
    bag = made.armies[army].bag
    return Contest(made, army, bag.index(len(made.tiles) - 1) if len(made.tiles) - 1 in bag else -1)


def _with_settled_draft(composition: Composition, tested: set[str]) -> Composition:
    """Heroes are shared out beforehand, so that twins have equal bags (PACK-3).

    A hero under test counts as the first pick, of the army with the places; it comes in as any tile does, for the
    control keeps what it replaces. The others follow in file order, in turns.
    """
    left = [one for one in composition.drafted if composition.tiles[one.tile].name not in tested]
    picker = 1 if len(left) < len(composition.drafted) else 0
    armies = list(composition.armies)
    for picked in left:
        bag = list(armies[picker].bag)
        bag[bag.index(picked.replaces)] = picked.tile
        armies[picker] = replace(armies[picker], bag=tuple(bag))
        picker = 1 - picker
    return replace(composition, armies=(armies[0], armies[1]), drafted=())


def _number(tiles: Sequence[Tile], name: str) -> int:
    return next(i for i, tile in enumerate(tiles) if tile.name == name)


def _places(army: Army) -> tuple[int, ...]:
    return (army.duke, *army.starters, *army.bag)


def _owner_of(composition: Composition, names: Sequence[str]) -> tuple[int, str]:
    for name in names:
        for number, army in enumerate(composition.armies):
            if any(tile_type >= 0 and composition.tiles[tile_type].name == name for tile_type in _places(army)):
                return number, name
    raise SimError(f"no army has the tile '{names[0]}': name the sets that bring it with --set")


def _renamed(army: Army, old: int, new: int) -> Army:
    def changed(types: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(new if tile_type == old else tile_type for tile_type in types)

    return Army(changed((army.duke,))[0], changed(army.starters), changed(army.bag))


def _with_places(army: Army, old: int, changed_type: int, copies: int) -> Army:
    """The last `copies` places of a type given to the changed type."""
    places = list(_places(army))
    chosen = [at for at, tile_type in enumerate(places) if tile_type == old][-copies:]
    for at in chosen:
        places[at] = changed_type
    starters = len(army.starters)
    return Army(places[0], tuple(places[1 : 1 + starters]), tuple(places[1 + starters :]))


def _without_idle_types(composition: Composition) -> Composition:
    """Types that nobody has any more are left out, or their icons would still count as in play."""
    used = {tile_type for army in composition.armies for tile_type in _places(army)}
    used |= {pooled.tile for pooled in composition.pool}
    kept = [number for number in range(len(composition.tiles)) if number in used]
    new = {-1: -1, **{old: place for place, old in enumerate(kept)}}
    armies = [
        Army(new[one.duke], tuple(new[k] for k in one.starters), tuple(new[k] for k in one.bag))
        for one in composition.armies
    ]
    pool = tuple(PoolTile(new[one.tile], new.get(one.replaces, -1)) for one in composition.pool)
    tiles = tuple(composition.tiles[number] for number in kept)
    return replace(composition, tiles=tiles, armies=(armies[0], armies[1]), pool=pool)


def _with_pool(composition: Composition) -> Composition:
    """A pool tile may be swapped in for its counterpart in the changed type too (SIEGE-1)."""
    changed_type = len(composition.tiles) - 1
    pool = tuple(dict.fromkeys(one for one in composition.pool if one.replaces not in (changed_type, -1)))
    tile = composition.tiles[-1]
    taken = [one.tile for one in composition.pool if composition.tiles[one.tile].replaces == tile.name]
    return replace(
        composition, pool=(*pool, *(PoolTile(tile_type, changed_type) for tile_type in dict.fromkeys(taken)))
    )
