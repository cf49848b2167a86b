"""The rule tables of one composition: a record that is passed to every function of the engine."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from workbench.codes import found
from workbench.duke.board import icons
from workbench.duke.board.geometry import NEIGHBOURS, between, paths, ray, shifted, turned
from workbench.duke.board.packed import KEYS, MAX_ROWS, MAX_RUN, bit, key_of, pack_extras, pack_members, pack_run
from workbench.duke.board.slots import AreaSlot, Slot, covered_mask, face_entries, face_vectors
from workbench.duke.board.state import MAX_BAG, MAX_TYPES
from workbench.finding import Place, UnusableInput
from workbench.icons import IconType, Use
from workbench.objectives import Objective
from workbench.tileset.compose import Composition
from workbench.tileset.model import Tile
from workbench.words import SQUARES, Ability

MAX_STARTERS = 4

# The Dragon's icons, to its right and ahead (DRAGON-1): the calm side's Moves, then the enraged side's Strikes.
DRAGON_MOVES = ((0, 1), (0, 2), (-1, 0), (1, 0))  # the last two are the enraged side's Moves too
DRAGON_STRIKES = ((0, 1), (-1, 2), (0, 2), (1, 2), (-1, 3), (0, 3), (1, 3))
DRAGON_ICONS = len(DRAGON_MOVES) + len(DRAGON_STRIKES)

ABILITY_BITS = {ability: bit(number) for number, ability in enumerate(Ability)}
CAN_SUMMON, CAN_DIVINE, CAN_ESCAPE, CAN_RANSOM, CAN_REDEPLOY, CAN_LINK = ABILITY_BITS.values()

OBJECTIVE_NUMBERS = {objective: number for number, objective in enumerate(Objective)}
COUNTING_COUP, TROPHY_HUNTERS = OBJECTIVE_NUMBERS[Objective.COUNTING_COUP], OBJECTIVE_NUMBERS[Objective.TROPHY_HUNTERS]
DARK_RIDER, DYNASTIC_DISPUTE = OBJECTIVE_NUMBERS[Objective.DARK_RIDER], OBJECTIVE_NUMBERS[Objective.DYNASTIC_DISPUTE]

RULES = np.dtype(
    [
        ("run", np.int64, (KEYS,)),  # key -> its run of slots
        ("reach", np.int64, (KEYS,)),  # key -> squares where it could capture on an empty board
        ("open", np.int64, (KEYS,)),  # key -> those of them that nothing but rough ground could save
        ("line", np.int64, (KEYS,)),  # key -> those that any troop between would save
        ("dread", np.int64, (KEYS,)),
        ("defense", np.int64, (KEYS,)),
        ("hash", np.int64, (KEYS,)),
        ("extras", np.int64, (MAX_TYPES * 2,)),  # face -> how many candidates it has beside its slots
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
        ("between", np.int64, (36 * 36,)),  # start * 36 + target -> squares between them
        ("types", np.int64),
        ("duke_type", np.int64, (2,)),
        ("nstart", np.int64, (2,)),
        ("starters", np.int64, (2, MAX_STARTERS)),
        ("nbag", np.int64, (2,)),
        ("bag", np.int64, (2, MAX_BAG)),
        ("takes_place_of", np.int64, (MAX_TYPES,)),  # a drafted type -> the type that it replaces
        ("ransom_types", np.int64, (MAX_TYPES,)),
        ("escape_types", np.int64, (MAX_TYPES,)),
        ("pool", np.int64),
        ("drafted", np.int64),  # mask of single types that are picked before set-up (PACK-3)
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
        ("has_area", np.int64),  # a slot is an area effect
        ("careful_draw", np.int64),  # Dread or linked tiles may be drawn: GUARD-6 looks at every type
        ("recurrent", np.int64),  # a state can recur after a placement or capture
        ("nransom", np.int64),
        ("nescape", np.int64),
        # settings
        ("objective", np.int64),
        ("guard", np.int64),  # mask of the owners whom Guard binds
        ("mortal", np.int64),  # mask of the owners who lose with their Duke (WIN-1, WIN-2b)
        ("terrain_kills", np.int64),  # a Duke lost to terrain counts for that (WIN-2)
        ("hunters", np.int64),  # mask of the owner who must remove `hunted`: the light army in Robin Hood
        ("hunted", np.int64),  # mask of types
        ("wins_apart", np.int64),  # a turn may win otherwise than by the Duke's fall, and Guard must know (TURN-3)
        ("summon_may", np.int64),
        ("rider_dead_draws", np.int64),
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
        ("slots", np.int64, (MAX_ROWS,)),
        ("via_a", np.int64, (MAX_ROWS,)),
        ("via_b", np.int64, (MAX_ROWS,)),
    ]
)


class TooManySlots(UnusableInput):
    """The tiles of a game have more icons than the engine's tables hold."""


class TableFull(ValueError):
    """One tile too many, or one with too much to do."""


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
    fill_settings(table, game)
    fill_extras(table)
    fill_dragon(table)
    fill_features(table, game)
    lanes = np.random.default_rng(20131).integers(1, 2**62, KEYS, dtype=np.int64)
    rules["hash"][0] = lanes
    return rules


class SlotRows:
    """Rows of slots, written one run after another."""

    def __init__(self, rules: np.recarray) -> None:
        self.run = rules["run"][0]
        self.reach, self.open, self.line = (rules[name][0] for name in ("reach", "open", "line"))
        self.slots = rules["slots"][0]
        self.via_a = rules["via_a"][0]
        self.via_b = rules["via_b"][0]
        self.used = 0

    def add(self, packed: int, via_a: int = 0, via_b: int = 0) -> None:
        if self.used >= MAX_ROWS:
            raise TableFull(f"the tiles of this game need more than {MAX_ROWS} slots")
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
        table.shows_dread[number * 2 + side] = any(icon.icon == IconType.DREAD for icon in face.icons)
        covers = {icon.icon for icon in face.icons if icon.row.use is Use.COVER}
        for quarters in range(turns):
            for owner in range(2):
                vectors = face_vectors(face, owner, quarters)
                for square in range(SQUARES):
                    key = key_of(number, side, quarters, owner, square)
                    fill_run(rows, key, face_entries(face, vectors, owner, quarters, square))
                    for icon in covers:
                        table[icon.value][key] = covered_mask(face, icon, owner, quarters, square)


@dataclass
class Threats:
    """The squares where a placed tile could capture, by what it would take to stop it."""

    open: int = 0  # no troop can
    along: int = 0  # a troop between can
    odd: int = 0  # it depends: on some squares between, on who is sent, on the members of a group

    def add(self, slot: Slot) -> None:
        if slot.icon == icons.COMMAND:
            self.add_odd(slot.target)
        elif slot.icon >= icons.STRIKE or (slot.icon < icons.HARMLESS and slot.mask == 0):
            self.open |= bit(slot.target)
        elif slot.icon < icons.HARMLESS and slot.mask == between(slot.source, slot.target):
            self.along |= bit(slot.target)
        elif slot.icon < icons.HARMLESS:
            self.add_odd(slot.target)

    def add_odd(self, square: int) -> None:
        self.odd |= bit(square)

    @property
    def reach(self) -> int:
        return self.open | self.along | self.odd

    @property
    def line(self) -> int:
        return self.along & ~self.open & ~self.odd


def fill_run(rows: SlotRows, key: int, entries: list[Slot | AreaSlot]) -> None:
    packed = []
    threats = Threats()
    for entry in entries:
        if isinstance(entry, AreaSlot):
            first = rows.add_members(entry)
            mask = pack_members(first, len(entry.members))
            slot = Slot(icons.AREA, entry.source, entry.members[0].target, mask, double=entry.double)
            packed.append(slot)
            for member in entry.members:
                threats.add_odd(member.target)
        else:
            packed.append(entry)
            threats.add(entry)
    if len(packed) > MAX_RUN:
        raise TableFull(f"a side has {len(packed)} things to do from one square; {MAX_RUN} is the limit")
    rows.run[key] = pack_run(rows.used, len(packed))
    rows.reach[key], rows.open[key], rows.line[key] = threats.reach, threats.open, threats.line
    for slot in packed:
        rows.add(slot.packed(), slot.via_a, slot.via_b)


def fill_board(table: np.record) -> None:
    for square, around in enumerate(NEIGHBOURS):
        table.near[square] = sum(bit(at) for at in around)
        table.near_n[square] = len(around)
        table.near_at[square * 4 : square * 4 + len(around)] = around
        for target in range(SQUARES):
            table.between[square * SQUARES + target] = between(square, target)


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
        table.pool |= bit(pooled.tile)
    for picked in game.drafted:
        table.takes_place_of[picked.tile] = picked.replaces
        table.drafted |= bit(picked.tile)
    for owner, army in enumerate(game.armies):
        for tile_type in army.starters:
            table.starts_with[owner, tile_type] = 1


def fill_abilities(table: np.record, game: Composition) -> None:
    for number, tile in enumerate(game.tiles):
        bits = sum(ABILITY_BITS[ability] for ability in tile.abilities)
        if tile.role == "duke":
            bits &= ~CAN_RANSOM  # a Duke may not enter a bag (SETUP-1b, CUSTOM-6)
        table.abilities[number] = bits  # of the tile, so on both sides (G-13)
        table.is_duke[number] = tile.role == "duke"  # whatever its name (G-11)
        table.linked[number] = sum(bit(tile_type) for tile_type in game.links(number)) if bits & CAN_LINK else 0
        if bits & CAN_RANSOM:
            table.ransom_types[table.nransom] = number
            table.nransom += 1
        if bits & CAN_ESCAPE:
            table.escape_types[table.nescape] = number
            table.nescape += 1


def fill_extras(table: np.record) -> None:
    """How many candidates each face has beside its slots: the layout of `candidates.chain_extra` and `own_extra`."""
    for number in range(int(table.types)):
        bits = int(table.abilities[number])
        chain = (5 if table.summon_may else 4) * bool(bits & CAN_SUMMON) + 3 * bool(bits & CAN_REDEPLOY)
        chain += 2 * (4 + int(table.nransom)) * bool(bits & CAN_ESCAPE)
        for side in range(2):
            flips = bool(table.blank[number * 2 + side] or (bits & CAN_LINK and side))
            looks = bool(bits & CAN_DIVINE and side) + bool(bits & CAN_LINK and side)
            links = bool(bits & CAN_LINK and not side)
            table.extras[number * 2 + side] = pack_extras(links, chain, flips + looks)


def fill_settings(table: np.record, game: Composition) -> None:
    settings = game.settings
    table.objective = OBJECTIVE_NUMBERS[settings.aim]
    # COUP-9: no Guard where Dukes are expected to fall, unless it is asked for
    row = settings.aim.row
    seats = {"light": game.light, "dark": game.light.other}
    table.mortal = sum(bit(seats[army]) for army in row.dukes_at_stake)  # ROBIN-2: whose Duke's fall ends the game
    table.terrain_kills = settings.dragon_eats_duke == "loses"
    flag_guard = 3 if row.has_flags and settings.flag_guard == "on" else 0
    table.guard = table.mortal | flag_guard if settings.guard == "all" else 0  # ROBIN-4: for Dukes at stake
    table.hunters = bit(game.light) if row.hunted else 0
    table.hunted = sum(bit(number) for number, tile in enumerate(game.tiles) if tile.name in row.hunted)
    table.wins_apart = row.has_flags or bool(row.hunted)
    table.summon_may = settings.summon == "may"
    table.rider_dead_draws = settings.rider_dead == "draw"
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
    shown = {icon.icon for tile in game.tiles for face in (tile.starting, tile.other) for icon in face.icons}
    bits = 0
    for tile in game.tiles:
        for ability in tile.abilities:
            bits |= ABILITY_BITS[ability]
    table.terrain = bool(table.mountains or table.forts or table.has_dragon)
    table.has_dread = IconType.DREAD in shown
    table.has_defense = IconType.DEFENSE in shown
    table.duke_shield = any(
        icon.icon == IconType.DEFENSE
        for tile in game.tiles
        if tile.role == "duke"
        for icon in tile.starting.icons + tile.other.icons
    )
    table.has_flags = game.settings.aim.row.has_flags
    table.has_redeploy = bool(bits & CAN_REDEPLOY)
    table.has_link = bool(bits & CAN_LINK)
    table.has_arrivals = bool(bits & (CAN_ESCAPE | CAN_RANSOM))
    for number in range(len(game.tiles)):
        table.dreadful |= bit(number) if table.shows_dread[number * 2] else 0
    table.has_area = any(
        icon.group is not None for tile in game.tiles for face in (tile.starting, tile.other) for icon in face.icons
    )
    table.careful_draw = bool(table.has_dread or bits & CAN_LINK)
    table.recurrent = bool(bits & (CAN_REDEPLOY | CAN_RANSOM))
    table.rough = bool(
        table.terrain or table.has_dread or table.has_defense or table.has_flags or table.objective == DARK_RIDER
    )
    table.has_extra = bool(any(table.blank[: 2 * len(game.tiles)]) or bits or table.has_dragon or table.has_flags)
