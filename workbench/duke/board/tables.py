"""The rule tables of one composition: a record that is passed to every function of the engine."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from workbench.codes import found
from workbench.duke.board import icons
from workbench.duke.board.geometry import NEIGHBOURS, between, paths, ray, shifted, turned
from workbench.duke.board.slots import (
    MEMBER_COUNT,
    AreaSlot,
    Slot,
    covered_mask,
    face_entries,
    face_vectors,
)
from workbench.duke.board.state import MAX_BAG, MAX_TYPES
from workbench.finding import Place, UnusableInput
from workbench.tileset.compose import Composition
from workbench.tileset.model import Tile
from workbench.words import SQUARES, Ability, IconKind

KEYS = MAX_TYPES << 10
MAX_SLOTS = 1 << 18
MAX_RUN = 255
MAX_STARTERS = 4

# The Dragon's icons, to its right and ahead (DRAGON-1): the calm side's Moves, then the enraged side's Strikes.
DRAGON_MOVES = ((0, 1), (0, 2), (-1, 0), (1, 0))  # the last two are the enraged side's Moves too
DRAGON_STRIKES = ((0, 1), (-1, 2), (0, 2), (1, 2), (-1, 3), (0, 3), (1, 3))
DRAGON_ICONS = len(DRAGON_MOVES) + len(DRAGON_STRIKES)

SUMMON, DIVINATION, ESCAPE, RANSOM, REDEPLOY, LINK = (1 << i for i in range(6))
ABILITY_BITS = dict(zip(Ability, (SUMMON, DIVINATION, ESCAPE, RANSOM, REDEPLOY, LINK), strict=True))

CAPTURE_THE_DUKE, COUNTING_COUP, TROPHY_HUNTERS, DARK_RIDER, DYNASTIC_DISPUTE = range(5)
OBJECTIVES = ("capture_the_duke", "counting_coup", "trophy_hunters", "dark_rider", "dynastic_dispute")

RULES = np.dtype(
    [
        ("run", np.int64, (KEYS,)),  # key -> its run of slots: first row << 8 | length
        ("reach", np.int64, (KEYS,)),  # key -> squares where it could capture on an empty board
        ("dread", np.int64, (KEYS,)),
        ("defense", np.int64, (KEYS,)),
        ("hash", np.int64, (KEYS,)),
        ("extras", np.int64, (MAX_TYPES * 2,)),  # face -> links << 16 | candidates in a chain << 8 | alone
        ("blank", np.int64, (MAX_TYPES * 2,)),  # face -> no movement icon (NOICON)
        ("shows_dread", np.int64, (MAX_TYPES * 2,)),
        ("abilities", np.int64, (MAX_TYPES,)),
        ("is_duke", np.int64, (MAX_TYPES,)),
        ("linked", np.int64, (MAX_TYPES,)),  # Link type -> mask of linked types
        ("swap", np.int64, (MAX_TYPES,)),  # type -> pool type that may replace it, or -1
        ("starts_with", np.int64, (2, MAX_TYPES)),  # types kept out of an owner's draft (DYNASTY-2b)
        ("near", np.int64, (36,)),  # mask of neighbours
        ("near_n", np.int64, (36,)),
        ("near_at", np.int64, (36 * 4,)),
        ("types", np.int64),
        ("duke_type", np.int64, (2,)),
        ("nstart", np.int64, (2,)),
        ("starters", np.int64, (2, MAX_STARTERS)),
        ("nbag", np.int64, (2,)),
        ("bag", np.int64, (2, MAX_BAG)),
        ("pool", np.int64),
        # what this game has: a feature that is 0 costs nothing
        ("rough", np.int64),  # any of terrain, defense, dread, flags, or the Dark Rider's rest
        ("terrain", np.int64),
        ("has_dragon", np.int64),
        ("has_dread", np.int64),
        ("has_defense", np.int64),
        ("duke_shield", np.int64),  # a Duke bears Defense
        ("has_extra", np.int64),
        ("has_redeploy", np.int64),
        ("has_link", np.int64),
        ("has_arrivals", np.int64),  # Escape or Ransom: troops that land on a start square
        ("has_flags", np.int64),
        ("dreadful", np.int64),  # mask of types that enter with Dread
        ("careful_draw", np.int64),  # Dread or linked tiles may be drawn: GUARD-6 looks at every type
        ("recurrent", np.int64),  # a state can recur after a placement or capture
        ("nransom", np.int64),
        ("ransom_types", np.int64, (MAX_TYPES,)),
        ("nescape", np.int64),
        ("escape_types", np.int64, (MAX_TYPES,)),
        # settings
        ("objective", np.int64),
        ("guard", np.int64),
        ("no_turn_draws", np.int64),
        ("max_turns", np.int64),
        ("repetition", np.int64),
        ("no_progress", np.int64),
        ("area_needs_enemy", np.int64),
        ("fort_jslide", np.int64),
        ("mountains", np.int64),
        ("forts", np.int64),
        # the Dragon on (square, facing): per icon its target or -1, its path or ray, and the paths for Defense
        ("dragon_at", np.int64, (36 * 4 * DRAGON_ICONS,)),
        ("dragon_mask", np.int64, (36 * 4 * DRAGON_ICONS,)),
        ("dragon_a", np.int64, (36 * 4 * DRAGON_ICONS,)),
        ("dragon_b", np.int64, (36 * 4 * DRAGON_ICONS,)),
        ("slots", np.int64, (MAX_SLOTS,)),
        ("via_a", np.int64, (MAX_SLOTS,)),
        ("via_b", np.int64, (MAX_SLOTS,)),
    ]
)


class TooManySlots(UnusableInput):
    """The tiles of a game have more icons than the engine's tables hold."""


class TableFull(ValueError):
    """One tile too many, or one with too much to do."""


def key_of(kind: int, side: int, quarters: int, owner: int, square: int) -> int:
    return kind << 10 | side << 9 | quarters << 7 | owner << 6 | square


def build_rules(game: Composition, turning: Collection[int] = frozenset()) -> np.recarray:
    """The tables of a game. `turning`: types that may stand turned although they have no Redeploy."""
    rules = np.zeros(1, RULES).view(np.recarray)
    table = rules[0]
    fill_board(table)
    fill_armies(table, game)
    rows = SlotRows(rules)
    for number, tile in enumerate(game.tiles):
        turns = 4 if Ability.REDEPLOY in tile.abilities or number in turning else 1
        try:
            fill_tile(rows, table, number, tile, turns)
        except TableFull as error:
            message, remedy = f"'{tile.name}': {error}", "Use fewer tiles, or fewer icons on them."
            raise TooManySlots([found("E407", Place(" + ".join(game.sets)), message, remedy, tile.name)]) from None
    fill_abilities(table, game)
    fill_extras(table)
    fill_dragon(table)
    fill_settings(table, game)
    fill_features(table, game)
    lanes = np.random.default_rng(20131).integers(1, 1 << 62, KEYS, dtype=np.int64)
    rules["hash"][0] = lanes
    return rules


class SlotRows:
    """Rows of slots, written one run after another."""

    def __init__(self, rules: np.recarray) -> None:
        self.run = rules["run"][0]
        self.reach = rules["reach"][0]
        self.slots = rules["slots"][0]
        self.via_a = rules["via_a"][0]
        self.via_b = rules["via_b"][0]
        self.used = 0

    def add(self, packed: int, via_a: int = 0, via_b: int = 0) -> None:
        if self.used >= MAX_SLOTS:
            raise TableFull(f"the tiles of this game need more than {MAX_SLOTS} slots")
        self.slots[self.used], self.via_a[self.used], self.via_b[self.used] = packed, via_a, via_b
        self.used += 1

    def add_members(self, area: AreaSlot) -> int:
        first = self.used
        for member in area.members:
            self.add(member.packed(), member.via_a, member.via_b)
        return first


def fill_tile(rows: SlotRows, table: np.record, number: int, tile: Tile, turns: int) -> None:
    for side in range(2):
        face = tile.face(side)
        table.blank[number * 2 + side] = not face.icons  # NOICON-2: Dread and Defense count as icons
        table.shows_dread[number * 2 + side] = any(icon.kind == IconKind.DREAD for icon in face.icons)
        covers = [kind for kind in (IconKind.DREAD, IconKind.DEFENSE) if any(i.kind == kind for i in face.icons)]
        for quarters in range(turns):
            for owner in range(2):
                vectors = face_vectors(face, owner, quarters)
                for square in range(SQUARES):
                    key = key_of(number, side, quarters, owner, square)
                    fill_run(rows, key, face_entries(face, vectors, owner, quarters, square))
                    for kind in covers:
                        table[kind.value][key] = covered_mask(face, kind, owner, quarters, square)


def fill_run(rows: SlotRows, key: int, entries: list[Slot | AreaSlot]) -> None:
    packed = []
    reach = 0
    for entry in entries:
        if isinstance(entry, AreaSlot):
            first = rows.add_members(entry)
            mask = first | len(entry.members) << MEMBER_COUNT
            slot = Slot(icons.AREA, entry.source, entry.members[0].target, mask, double=entry.double)
            packed.append(slot)
            for member in entry.members:
                reach |= 1 << member.target
        else:
            packed.append(entry)
            if entry.kind not in (icons.NCMOVE, icons.NCJUMP):
                reach |= 1 << entry.target
    if len(packed) > MAX_RUN:
        raise TableFull(f"a side has {len(packed)} things to do from one square; {MAX_RUN} is the limit")
    rows.run[key], rows.reach[key] = rows.used << 8 | len(packed), reach
    for slot in packed:
        rows.add(slot.packed(), slot.via_a, slot.via_b)


def fill_board(table: np.record) -> None:
    for square, around in enumerate(NEIGHBOURS):
        table.near[square] = sum(1 << at for at in around)
        table.near_n[square] = len(around)
        table.near_at[square * 4 : square * 4 + len(around)] = around


def fill_dragon(table: np.record) -> None:
    for square in range(SQUARES):
        for facing in range(4):
            for icon, offset in enumerate(DRAGON_MOVES + DRAGON_STRIKES):
                at = (square * 4 + facing) * DRAGON_ICONS + icon
                target = shifted(square, *turned(*offset, facing, 0))
                table.dragon_at[at] = -1 if target is None else target
                if target is not None:
                    moves = icon < len(DRAGON_MOVES)
                    table.dragon_mask[at] = between(square, target) if moves else ray(square, target)
                    table.dragon_a[at], table.dragon_b[at] = paths(square, target)


def fill_armies(table: np.record, game: Composition) -> None:
    table.types = len(game.tiles)
    for owner, army in enumerate(game.armies):
        table.duke_type[owner] = army.duke
        table.nstart[owner] = len(army.starters)
        table.starters[owner, : len(army.starters)] = army.starters
        table.nbag[owner] = len(army.bag)
        table.bag[owner, : len(army.bag)] = army.bag
    table.swap[:] = -1
    for pooled in game.pool:
        table.swap[pooled.replaces] = pooled.tile
        table.pool |= 1 << pooled.tile
    for owner, army in enumerate(game.armies):
        for kind in army.starters:
            table.starts_with[owner, kind] = 1


def fill_abilities(table: np.record, game: Composition) -> None:
    for number, tile in enumerate(game.tiles):
        bits = sum(ABILITY_BITS[ability] for ability in tile.abilities)
        if tile.role == "duke":
            bits &= ~RANSOM  # a Duke may not enter a bag (SETUP-1b, CUSTOM-6)
        table.abilities[number] = bits
        table.is_duke[number] = tile.role == "duke"
        table.linked[number] = sum(1 << kind for kind in game.links(number)) if bits & LINK else 0
        if bits & RANSOM:
            table.ransom_types[table.nransom] = number
            table.nransom += 1
        if bits & ESCAPE:
            table.escape_types[table.nescape] = number
            table.nescape += 1


def fill_extras(table: np.record) -> None:
    """How many candidates each face has beside its slots: the layout of `candidates.chain_extra` and `own_extra`."""
    for number in range(int(table.types)):
        bits = int(table.abilities[number])
        chain = 4 * bool(bits & SUMMON) + 2 * (4 + int(table.nransom)) * bool(bits & ESCAPE) + 3 * bool(bits & REDEPLOY)
        for side in range(2):
            flips = bool(table.blank[number * 2 + side] or (bits & LINK and side))
            looks = bool(bits & DIVINATION and side) + bool(bits & LINK and side)
            links = bool(bits & LINK and not side)
            table.extras[number * 2 + side] = links << 16 | chain << 8 | flips + looks


def fill_settings(table: np.record, game: Composition) -> None:
    settings = game.settings
    table.objective = OBJECTIVES.index(settings.objective)
    table.guard = settings.guard == "all" and table.objective in (CAPTURE_THE_DUKE, DYNASTIC_DISPUTE)
    table.no_turn_draws = settings.no_turn == "draw"
    table.max_turns = settings.max_turns
    table.repetition = settings.repetition
    table.no_progress = settings.no_progress
    table.area_needs_enemy = settings.area_needs == "enemy_tile"
    table.fort_jslide = settings.fort_jslide
    table.mountains = settings.terrain.mountain
    table.forts = settings.terrain.fort
    table.has_dragon = settings.terrain.dragon


def fill_features(table: np.record, game: Composition) -> None:
    kinds = {icon.kind for tile in game.tiles for face in (tile.starting, tile.other) for icon in face.icons}
    bits = 0
    for tile in game.tiles:
        for ability in tile.abilities:
            bits |= ABILITY_BITS[ability]
    table.terrain = bool(table.mountains or table.forts or table.has_dragon)
    table.has_dread = IconKind.DREAD in kinds
    table.has_defense = IconKind.DEFENSE in kinds
    table.duke_shield = any(
        icon.kind == IconKind.DEFENSE
        for tile in game.tiles
        if tile.role == "duke"
        for icon in tile.starting.icons + tile.other.icons
    )
    table.has_flags = table.objective in (COUNTING_COUP, TROPHY_HUNTERS)
    table.has_redeploy = bool(bits & REDEPLOY)
    table.has_link = bool(bits & LINK)
    table.has_arrivals = bool(bits & (ESCAPE | RANSOM))
    for number in range(len(game.tiles)):
        table.dreadful |= int(table.shows_dread[number * 2]) << number
    table.careful_draw = bool(table.has_dread or bits & LINK)
    table.recurrent = bool(bits & (REDEPLOY | RANSOM))
    table.rough = bool(
        table.terrain or table.has_dread or table.has_defense or table.has_flags or table.objective == DARK_RIDER
    )
    table.has_extra = bool(any(table.blank[: 2 * len(game.tiles)]) or bits or table.has_dragon or table.has_flags)
