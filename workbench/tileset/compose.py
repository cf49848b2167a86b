"""Tile sets -> the two armies of a game (SETUP-1, SIEGE, CUSTOM)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from workbench.codes import found
from workbench.finding import Finding, Place, UnusableInput
from workbench.tileset.city import CITY, UnknownTroop, city_troops, format_choice, free_troops, parse_choice
from workbench.tileset.load import load_sets
from workbench.tileset.model import Tile, TileSet
from workbench.tileset.settings import Settings
from workbench.words import Ability, Owner

MAX_TYPES = 60  # tile types in one game
MAX_BAG = 120  # tiles in one bag
FARTHEST = 4  # squares from a tile to its icons
STARTERS = 2  # tiles that start beside the Duke (SETUP-1c)
COLOURS = ("light", "dark")
HOWARD, MUSKETEERS = "robert-e-howard", "musketeers"  # sets with settings of their own (PACK)
MUSKETEER_NAMES = {"athos": "Athos", "porthos": "Porthos", "aramis": "Aramis"}


class ComposeError(UnusableInput):
    """The sets do not make two armies."""


@dataclass(frozen=True, slots=True)
class Army:
    """What one owner brings. Numbers index `Composition.tiles`; `bag` is in file order, not shuffled."""

    duke: int  # -1: no Duke (Dark Rider)
    starters: tuple[int, ...]
    bag: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PoolTile:
    """A tile beside the board that may be swapped in for a drawn `replaces` (SIEGE-1)."""

    tile: int
    replaces: int


@dataclass(frozen=True, slots=True)
class Composition:
    """All that a game is played with. `tiles` holds each tile type once."""

    tiles: tuple[Tile, ...]
    armies: tuple[Army, Army]  # by Owner
    pool: tuple[PoolTile, ...]
    settings: Settings
    sets: tuple[str, ...]  # ids of the tile sets, base first
    light: Owner = Owner.SOUTH  # which owner plays the light army
    drafted: tuple[PoolTile, ...] = ()  # single tiles that the owners pick in turns before set-up (PACK-3)
    set_settings: tuple[str, ...] = ()  # names of the settings that the sets themselves ask for

    def faults(self) -> list[str]:
        """What `compose` would never have made; for compositions that come from a file."""
        found = [] if 0 < len(self.tiles) <= MAX_TYPES else [f"{len(self.tiles)} tile types"]
        known = range(len(self.tiles))
        for army in self.armies:
            numbers = [*army.starters, *army.bag, *([army.duke] if army.duke != -1 else [])]
            if len(army.bag) > MAX_BAG or not all(number in known for number in numbers):
                found.append("an army with tiles that are not there")
        if not all(one.tile in known and one.replaces in known for one in self.pool):
            found.append("a pool with tiles that are not there")
        icons = [icon for tile in self.tiles for face in (tile.starting, tile.other) for icon in face.icons]
        if len(icons) > MAX_TYPES * 2 * 200 or any(max(map(abs, icon.at)) > FARTHEST for icon in icons):
            found.append("icons off every face")
        return found

    def links(self, tile: int) -> tuple[int, ...]:
        """The types that `tile` is linked to (LINK-1)."""
        names = set(self.tiles[tile].linked_to)
        return tuple(i for i, other in enumerate(self.tiles) if other.name in names)

    def with_seats_swapped(self) -> Composition:
        """The same armies, each in the other's seat."""
        first, second = self.armies
        return replace(self, armies=(second, first), light=self.light.other)


@dataclass(slots=True)
class _Post:
    """A place in an army: on the board from the start, or in the bag. A replacement keeps it."""

    tile: Tile
    starts: bool


@dataclass(slots=True)
class _Table:
    """What lies on the table while the armies are put together."""

    settings: Settings
    sets: tuple[TileSet, ...]
    armies: dict[str, list[_Post]] = field(default_factory=lambda: {colour: [] for colour in COLOURS})
    pool: list[Tile] = field(default_factory=list)
    drafted: list[Tile] = field(default_factory=list)
    city: dict[str, frozenset[str]] = field(default_factory=dict)  # colour -> City Troops that join it
    findings: list[Finding] = field(default_factory=list)

    def fault(self, code: str, set_: TileSet, message: str, help: str = "", tile: str = "") -> None:
        self.findings.append(found(code, Place(set_.path or set_.id), message, help, tile))

    def stop_at_faults(self) -> None:
        if self.findings:
            raise ComposeError(self.findings)

    def troops(self) -> Iterator[tuple[TileSet, Tile]]:
        """Every tile that may join an army (terrain never does: PACK-1)."""
        for set_ in self.sets:
            yield from ((set_, tile) for tile in set_.tiles if tile.role != "terrain")


@lru_cache(maxsize=1)
def base_set() -> TileSet:
    """The shipped base set."""
    return load_sets(["base"])[0]


def compose(sets: Sequence[TileSet], settings: Settings, light: Owner = Owner.SOUTH) -> Composition:
    """The two armies that the sets make together with the base set, which is implied.

    Raises ComposeError with every fault at once.
    """
    base = base_set()
    used = (base, *(set_ for set_ in sets if set_.tiles != base.tiles))
    table = _Table(settle_settings(settings, used), used)
    _check_names(table)
    _check_hunted(table)
    _check_drafts(table)
    if table.settings.objective == "dark_rider":
        return _compose_rider(table, light)
    _choose_city_troops(table)
    _check_replaced(table)
    _check_links(table)
    table.stop_at_faults()
    _fill_armies(table)
    _replace(table)
    _start_musketeers(table)
    _check_pool(table)
    table.stop_at_faults()
    _check_armies(table)
    table.stop_at_faults()
    return _build(table, light)


def settle_settings(settings: Settings, sets: Iterable[TileSet]) -> Settings:
    """The house rules of a game: what was said, else what a set asks for, else the defaults.

    Raises ComposeError where two sets ask for different things and nobody has said which.
    """
    asked: dict[str, tuple[TileSet, Any]] = {}
    faults = []
    for set_ in sets:
        for name, value in (set_.settings.said() if set_.settings else {}).items():
            first, wanted = asked.setdefault(name, (set_, value))
            if wanted != value and name not in settings.model_fields_set:
                message = f"{first.name} asks for {name}={wanted}, {set_.name} for {name}={value}"
                help = f"Say which, for instance with --setting {name}={value}."
                faults.append(found("E410", Place(set_.path or set_.id), message, help))
    if faults:
        raise ComposeError(faults)
    given = {name: value for name, (_, value) in asked.items()}
    return Settings.model_validate({**given, **settings.said()})


def _set_settings(sets: Iterable[TileSet]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for one in sets if one.settings for name in one.settings.said()))


def _check_names(table: _Table) -> None:
    """Names and codes are unique among the sets in use, ignoring case."""
    names: dict[str, tuple[TileSet, Tile]] = {}
    codes: dict[str, Tile] = {}
    for set_ in table.sets:
        for tile in set_.tiles:
            other, namesake = names.setdefault(tile.name.casefold(), (set_, tile))
            if namesake is not tile:
                if other is set_:
                    message, help = f"this set has '{namesake.name}' already", "Rename one of the two."
                else:
                    message = f"'{tile.name}' is also a tile of {other.name}"
                    help = "Rename the tile, or use one of the two sets."
                table.fault("E401", set_, message, help, tile.name)
                continue
            twin = codes.setdefault(tile.code.casefold(), tile)
            if twin is not tile:
                message = f"the code {tile.code} of '{tile.name}' is also that of '{twin.name}'"
                table.fault("E402", set_, message, "Choose another code.", tile.name)
    table.stop_at_faults()


def _check_hunted(table: _Table) -> None:
    """An objective that is about certain tiles needs the set that has them (ROBIN-1)."""
    known = {tile.name for _, tile in table.troops()}
    lacking = [name for name in table.settings.aim.row.hunted if name not in known]
    if lacking:
        title = table.settings.aim.row.title
        message = f"the objective {title} is about {', '.join(lacking)}, not among the sets in use"
        raise ComposeError([found("E202", Place("settings"), message, "Use the set that has them: robin-hood.")])


def _check_drafts(table: _Table) -> None:
    """Dynastic Dispute drafts everything itself."""
    if table.settings.objective == "dynastic_dispute" and table.settings.howard == "draft":
        message = "howard: draft and Dynastic Dispute are two drafts at once"
        raise ComposeError([found("E202", Place("settings"), message, "Use 'howard: pool', or another objective.")])


def _is_played(tile: Tile, settings: Settings) -> bool:
    """Whether an enhanced tile joins by the settings (SETUP-1)."""
    if not tile.enhanced or settings.enhanced == "both":
        return True
    if tile.name in ("Duchess", "Oracle"):
        return settings.enhanced == tile.name.lower()
    return settings.enhanced != "none"


def _is_drafted(set_: TileSet, table: _Table) -> bool:
    return set_.id == HOWARD and set_.mode == "pool" and table.settings.howard == "draft"


def _is_pooled(set_: TileSet, table: _Table) -> bool:
    return set_.mode == "pool" and table.settings.siege_mode == "pool" and not _is_drafted(set_, table)


def _colours(table: _Table, set_: TileSet, tile: Tile) -> tuple[str, ...]:
    """The armies that the tile joins; each chooses among the City Troops for itself (PACK-5)."""
    colours = (tile.army,) if tile.army else COLOURS
    return tuple(colour for colour in colours if set_.id != CITY or tile.name in table.city[colour])


def _fault_in_settings(table: _Table, message: str, help: str) -> None:
    table.findings.append(found("E202", Place("settings"), message, help))


def _choose_city_troops(table: _Table) -> None:
    """PACK-5: all, none, or some by name."""
    known = city_troops(table.sets)
    for colour in COLOURS:
        name = f"city_{colour}"
        try:
            chosen = parse_choice(str(getattr(table.settings, name)), known)
            table.city[colour] = frozenset(tile.name for tile in chosen)
        except UnknownTroop as error:
            help = "Names as in Militia+Baron, or 'all', or 'none'." if known else f"Use the set {CITY}."
            _fault_in_settings(table, f"{name}: {error}", help)
            table.city[colour] = frozenset()


def _start_musketeers(table: _Table) -> None:
    """PACK-4: two of the three start beside D'Artagnan, and the Footmen go to the bag."""
    if table.settings.musketeer_start == "footmen":
        return
    names = [MUSKETEER_NAMES[part] for part in table.settings.musketeer_start.split("_")]
    posts = table.armies["light"]
    if not {*names} <= {post.tile.name for post in posts}:
        message = f"musketeer_start: {' and '.join(names)} are not in the light army"
        _fault_in_settings(table, message, f"Use the set {MUSKETEERS}.")
        return
    for post in posts:
        post.starts = post.tile.name in names or (post.starts and post.tile.role == "duke")


def _counterpart(tile: Tile) -> str | None:
    """The tile it replaces; a tile that acts as the Duke replaces the Duke without saying so."""
    return tile.replaces or ("Duke" if tile.role == "duke" and tile.name != "Duke" else None)


def _replacements(table: _Table) -> Iterator[tuple[TileSet, Tile, str]]:
    for set_, tile in table.troops():
        name = _counterpart(tile)
        if name is not None and _is_played(tile, table.settings):
            yield set_, tile, name


def _check_replaced(table: _Table) -> None:
    """`replaces` names a tile of the sets, and no two sets take the same tile of one army."""
    known = {tile.name for _, tile in table.troops()}
    takers: dict[tuple[str, str], TileSet] = {}
    for set_, tile, name in _replacements(table):
        if name not in known:
            near = get_close_matches(name, known, 1)
            help = f"Did you mean '{near[0]}'?" if near else "Name a tile of the base set or of a set in use."
            table.fault("E403", set_, f"'{tile.name}' replaces '{name}', which is not there", help, tile.name)
            continue
        for colour in _colours(table, set_, tile):
            other = takers.setdefault((colour, name), set_)
            if other is not set_:
                message = f"'{name}' of the {colour} army is already replaced by {other.name}"
                table.fault("E404", set_, message, _way_out(table, colour, set_, other), tile.name)


def _way_out(table: _Table, colour: str, *sets: TileSet) -> str:
    """What to do where two sets take the same place."""
    if CITY not in (set_.id for set_ in sets):
        return "Use one of the two sets."
    free = format_choice(free_troops(table.sets, colour), city_troops(table.sets))
    return f"Leave that City Troop out: --setting 'city_{colour}={free}'."


def _check_links(table: _Table) -> None:
    known = {tile.name for _, tile in table.troops()}
    for set_, tile in table.troops():
        if (Ability.LINK in tile.abilities) != bool(tile.linked_to):
            lacking = "linked_to: [...]" if Ability.LINK in tile.abilities else "abilities: [link]"
            message = f"'{tile.name}' lacks '{lacking}', without which a link is nothing"
            table.fault("E405", set_, message, "Give both or none of the two.", tile.name)
        for name in tile.linked_to:
            if name == tile.name:
                message = f"'{tile.name}' is linked to itself"
                table.fault("E405", set_, message, "Name the tiles it works with.", tile.name)
            elif name not in known:
                near = get_close_matches(name, known, 1)
                help = f"Did you mean '{near[0]}'?" if near else "Use the set that holds it too."
                message = f"'{tile.name}' is linked to '{name}', which is not there"
                table.fault("E405", set_, message, help, tile.name)


def _fill_armies(table: _Table) -> None:
    """Everything that takes no other tile's place, in file order; enhanced tiles also when replaced."""
    wanted = {(colour, name) for set_, tile, name in _replacements(table) for colour in _colours(table, set_, tile)}
    for set_, tile in table.troops():
        if _counterpart(tile) is not None:
            continue
        if set_.mode == "pool":
            table.fault("E408", set_, f"'{tile.name}' lies in the pool but replaces nothing", "", tile.name)
        for colour in _colours(table, set_, tile):
            if _is_played(tile, table.settings) or (colour, tile.name) in wanted:
                posts = [_Post(tile, number < tile.starts) for number in range(tile.copies)]
                table.armies[colour] += posts


def _replace(table: _Table) -> None:
    """Puts the replacements in their places (CUSTOM-2); one that replaces a replacement waits for it."""
    by_place: dict[tuple[str, str], list[tuple[TileSet, Tile]]] = {}
    for set_, tile, name in _replacements(table):
        if _is_pooled(set_, table):
            table.pool.append(tile)
            continue
        if _is_drafted(set_, table):
            table.drafted.append(tile)
            continue
        for colour in _colours(table, set_, tile):
            by_place.setdefault((colour, name), []).append((set_, tile))
    while by_place:
        waited_for = {(colour, tile.name) for (colour, _), takers in by_place.items() for _, tile in takers}
        ready = [place for place in by_place if place not in waited_for]
        if not ready:
            (colour, name), ((set_, tile), *_) = next(iter(by_place.items()))
            table.fault("E403", set_, f"'{tile.name}' and '{name}' replace each other", "", tile.name)
            return
        for colour, name in ready:
            _take_places(table, colour, name, by_place.pop((colour, name)))


def _take_places(table: _Table, colour: str, name: str, takers: list[tuple[TileSet, Tile]]) -> None:
    """Replacements of one tile take its last places in file order, so that ordinary copies start first."""
    copies = [tile for _, tile in takers for _ in range(tile.copies)]
    places = [post for post in table.armies[colour] if post.tile.name == name]
    if len(copies) > len(places):
        set_, tile = takers[-1]
        count = f"{len(copies)} cop{'y' if len(copies) == 1 else 'ies'}"
        message = f"{count} would replace '{name}', of which the {colour} army has {len(places)}"
        table.fault("E404", set_, message, "Fewer copies, or replace another tile.", tile.name)
        return
    for post, tile in zip(places[len(places) - len(copies) :], copies, strict=True):
        post.tile = tile


def _check_pool(table: _Table) -> None:
    """A pool tile exists once, belongs to whoever takes it, and comes in by a draw (SIEGE-1)."""
    posts = (post for colour in COLOURS for post in table.armies[colour])
    drawn = {post.tile.name for post in posts if post.tile.role != "duke" and not post.starts}
    taken: set[str] = set()
    for set_, tile, name in _replacements(table):
        if set_.mode != "pool":
            continue
        problem = ""
        if tile.copies != 1:
            problem = f"has {tile.copies} copies, but a pool tile exists once"
        elif tile.army is not None:
            problem = f"is for the {tile.army} army only, but a pool tile belongs to whoever takes it"
        elif tile.role == "duke":
            problem = "acts as the Duke, which is never drawn"
        elif name in taken:
            problem = f"is the second tile of the pool that replaces '{name}'"
        elif (_is_pooled(set_, table) or _is_drafted(set_, table)) and name not in drawn:
            problem = f"replaces '{name}', which nobody draws"
        taken.add(name)
        if problem:
            table.fault("E408", set_, f"'{tile.name}' {problem}", "Change it, or use 'mode: bag'.", tile.name)


def _check_armies(table: _Table) -> None:
    whole = table.sets[-1]
    for colour in COLOURS:
        posts = table.armies[colour]
        dukes = [post.tile.name for post in posts if post.tile.role == "duke"]
        if len(dukes) != 1:
            names = f": {', '.join(dukes)}" if dukes else ""
            message = f"the {colour} army has {len(dukes)} tiles that act as the Duke{names}"
            table.fault("E406", whole, message, "Give 'role: duke' to the one tile that replaces the Duke.")
        starters = sum(post.starts and post.tile.role != "duke" for post in posts)
        if starters != STARTERS:
            message = f"{starters} tiles of the {colour} army start beside the Duke instead of {STARTERS}"
            table.fault("E407", whole, message, "Leave 'starts' out: a replacement inherits it.")
        bag = sum(not post.starts and post.tile.role != "duke" for post in posts)
        if bag > MAX_BAG:
            message = f"the {colour} bag has {bag} tiles; {MAX_BAG} is the limit"
            table.fault("E407", whole, message, "Fewer copies, or fewer sets at once.")
    types = len(_types(table))
    if types > MAX_TYPES:
        message = f"{types} tile types in one game; {MAX_TYPES} is the limit"
        table.fault("E407", whole, message, "Use fewer sets at once.")


def _types(table: _Table) -> tuple[Tile, ...]:
    """Each tile type once, in the order of the places it has, so that a replacement keeps its number."""
    found_types: dict[str, Tile] = {}
    in_armies = (post.tile for colour in COLOURS for post in table.armies[colour])
    for tile in (*in_armies, *table.pool, *table.drafted):
        found_types.setdefault(tile.name, tile)
    return tuple(found_types.values())


def _build(table: _Table, light: Owner) -> Composition:
    tiles = _types(table)
    number = {tile.name: index for index, tile in enumerate(tiles)}
    armies = {colour: _build_army(table.armies[colour], number) for colour in COLOURS}
    pool, drafted = (
        tuple(PoolTile(number[tile.name], number[tile.replaces]) for tile in tiles_ if tile.replaces is not None)
        for tiles_ in (table.pool, table.drafted)
    )
    first, second = COLOURS if light is Owner.SOUTH else reversed(COLOURS)
    ids = tuple(set_.id for set_ in table.sets)
    asked = _set_settings(table.sets)
    return Composition(tiles, (armies[first], armies[second]), pool, table.settings, ids, light, drafted, asked)


def _build_army(posts: Iterable[_Post], number: dict[str, int]) -> Army:
    duke, starters, bag = -1, [], []
    for post in posts:
        index = number[post.tile.name]
        if post.tile.role == "duke":
            duke = index
        elif post.starts:
            starters.append(index)
        else:
            bag.append(index)
    return Army(duke, tuple(starters), tuple(bag))


def _compose_rider(table: _Table, light: Owner) -> Composition:
    """Dark Rider: Pikemen against a lone tile, without Dukes and bags (RIDER-1, RIDER-2)."""
    by_name = {tile.name: tile for _, tile in table.troops()}
    rider = by_name.get(table.settings.rider_tile)
    if rider is None or rider.name == "Pikeman":
        message = f"the rider cannot be '{table.settings.rider_tile}'"
        help = "Name a tile of the sets in use, such as Knight or Ranger."
        raise ComposeError([found("E202", Place("settings"), message, help)])
    pikemen = Army(-1, (0,) * table.settings.rider_pikemen, ())
    ids = tuple(set_.id for set_ in table.sets)
    tiles = (by_name["Pikeman"], rider)
    asked = _set_settings(table.sets)
    return Composition(tiles, (pikemen, Army(-1, (1,), ())), (), table.settings, ids, light, set_settings=asked)
