"""What is wrong with a position that could be read: nothing the rules could lead to (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from workbench.duke.board.packed import has, owner_of, quarters_of, type_of
from workbench.duke.board.state import (
    ASKING,
    DIVINING,
    DRAFT,
    HOPPING,
    LUCK_CALL,
    LUCK_DIVINE,
    LUCK_DRAGON,
    LUCK_DRAW,
    LUCK_FACING,
    LUCK_FORT,
    LUCK_MOUNTAIN,
    LUCK_NEST,
    LUCK_REDEPLOY,
    OVER,
    PLACING,
    SET_DUKE,
    SET_FLAG,
    SET_PIKEMEN,
    SET_RIDER,
    SET_STARTERS,
    TURN,
)
from workbench.duke.text.lettering import Lettering, format_squares
from workbench.duke.text.position_write import IN_SETUP, INSIDE_A_TURN, troops_of
from workbench.objectives import Objective
from workbench.tileset.compose import COLOURS
from workbench.words import Ability, square_name

OWNER_NAMES = ("South", "North")
FLAG_GAMES = tuple(objective.value for objective in Objective if objective.row.has_flags)


def check_state(s: np.record, letters: Lettering, needs_dukes: bool) -> list[str]:
    """All faults of a state that has been read from a line."""
    checks = (
        _check_troops(s, letters),
        _check_dukes(s, letters, needs_dukes),
        _check_off_board(s, letters),
        _check_terrain(s, letters),
        _check_flags(s, letters),
        _check_masks(s),
        _check_phase(s, letters),
        _check_source(s, letters),
    )
    return [fault for check in checks for fault in check]


def _check_troops(s: np.record, letters: Lettering) -> Iterator[str]:
    for square, key in sorted(troops_of(s).items()):
        tile = letters.composition.tiles[type_of(key)]
        if quarters_of(key) and Ability.REDEPLOY not in tile.abilities:
            yield f"{square_name(square)}: {tile.name} cannot be turned, it has no Redeploy (ENH-V-5)"
        if tile.role == "terrain":
            yield f"{square_name(square)}: {tile.name} is a terrain tile and cannot be a troop (PACK-1)"


def _check_dukes(s: np.record, letters: Lettering, needs_dukes: bool) -> Iterator[str]:
    settings = letters.composition.settings
    phase = int(s["phase"])
    if not needs_dukes or phase in IN_SETUP or phase == OVER:
        return
    if settings.dragon_eats_duke == "only_lost" and settings.terrain.dragon:
        return
    seats = (letters.composition.light, letters.composition.light.other)
    for army, owner in zip(COLOURS, seats, strict=True):
        if army in settings.aim.row.dukes_at_stake and int(s["duke"][owner]) < 0:
            yield f"{OWNER_NAMES[owner]} has no Duke on the board (SETUP-1b)"


def _check_off_board(s: np.record, letters: Lettering) -> Iterator[str]:
    """Dukes and pool tiles where they cannot be."""
    for owner in range(2):
        for tile_type in sorted(set(s["bag"][owner, : int(s["nbag"][owner])].tolist())):
            if letters.is_duke(tile_type):
                yield f"{OWNER_NAMES[owner]}'s bag: {letters.name(tile_type)} is a Duke, never in a bag (SETUP-1b)"
    pooled = {one.tile for one in letters.composition.pool}
    for tile_type in range(len(letters.codes)):
        if has(int(s["pool"]), tile_type) and tile_type not in pooled:
            yield f"pool: {letters.name(tile_type)} is not a pool tile of this game (SIEGE-1)"
    for owner in range(2):
        for tile_type in range(len(letters.codes)):
            if has(int(s["declined"][owner]), tile_type) and tile_type not in letters.swaps:
                yield f"no: {letters.name(tile_type)} has no pool tile that could be declined (SIEGE-3)"


def _check_terrain(s: np.record, letters: Lettering) -> Iterator[str]:
    settings = letters.composition.settings
    mountains, forts = int(s["mountains"]), int(s["forts"])
    troops = int(s["occ"][0]) | int(s["occ"][1])
    for given, name, mask in (
        (settings.terrain.mountain, "mt", mountains),
        (settings.terrain.fort, "ft", forts),
    ):
        if mask.bit_count() > given:
            yield f"{name}: this game has {given} of them, the position {mask.bit_count()} (setting terrain)"
    if mountains & forts:
        yield f"mt, ft: two terrain tiles on {format_squares(mountains & forts)} (SETUP-9)"
    if mountains & troops:
        yield f"mt: a troop stands on the Mountain {format_squares(mountains & troops)} (MTN-1)"
    dragon = int(s["dragon"])
    if dragon < 0:
        return
    if not settings.terrain.dragon:
        yield "dr: this game has no Dragon (setting terrain)"
    if has(troops, dragon):
        yield f"dr: a troop stands on the Dragon's square {square_name(dragon)} (DRAGON-6)"
    if s["enraged"] and s["reorient"]:
        yield "dr: an enraged Dragon never has to reorient (DRAGON-11)"


def _check_flags(s: np.record, letters: Lettering) -> Iterator[str]:
    settings = letters.composition.settings
    flags = [int(at) for at in s["flag"]]
    if max(flags) >= 0 and settings.objective not in FLAG_GAMES:
        yield "fl: this game has no Flags (setting objective)"
    if int(s["score"].sum()) and settings.objective != "counting_coup":
        yield "sc: points are made in Counting Coup only (setting objective)"
    terrain = int(s["mountains"]) | int(s["forts"])
    for owner, at in enumerate(flags):
        if at >= 0 and (has(terrain, at) or at == int(s["dragon"])):
            yield f"fl: {OWNER_NAMES[owner]}'s Flag lies on terrain, on {square_name(at)} (FLAG-7)"
        if at >= 0 and _is_forbidden_holder(s, owner, at, settings.objective):
            yield f"fl: the troop on {square_name(at)} may not hold {OWNER_NAMES[owner]}'s Flag (FLAG-8)"
    if flags[0] >= 0 and flags[0] == flags[1]:
        yield f"fl: both Flags are on {square_name(flags[0])} (FLAG-6)"


def _is_forbidden_holder(s: np.record, owner: int, at: int, objective: str) -> bool:
    holder = owner if objective == "counting_coup" else 1 - owner
    return bool(has(int(s["occ"][1 - holder]), at))


def _check_masks(s: np.record) -> Iterator[str]:
    troops = int(s["occ"][0]) | int(s["occ"][1])
    for name, mask in (("held", int(s["held"])), ("frz", int(s["frozen"]))):
        if mask & ~troops:
            yield f"{name}: no troop stands on {format_squares(mask & ~troops)}"
    if int(s["held"]) and int(s["phase"]) != TURN:
        yield "held: is given only where a turn is to be opened; inside a turn it is frz"
    if int(s["frozen"]) and int(s["phase"]) not in INSIDE_A_TURN:
        yield "frz: is given only inside a turn; where one is to be opened it is held"


OBJECTIVE_PHASES = {
    DRAFT: ("dynastic_dispute",),
    SET_PIKEMEN: ("dark_rider",),
    SET_RIDER: ("dark_rider",),
    SET_FLAG: FLAG_GAMES,
    HOPPING: ("counting_coup",),
}
NEEDS_ABILITY = {
    LUCK_REDEPLOY: Ability.REDEPLOY,
    LUCK_CALL: Ability.LINK,
    ASKING: Ability.LINK,
}


def _check_phase(s: np.record, letters: Lettering) -> Iterator[str]:
    settings = letters.composition.settings
    phase, owner = int(s["phase"]), int(s["to_move"])
    terrain = settings.terrain
    allowed = OBJECTIVE_PHASES.get(phase)
    if phase == DRAFT and letters.composition.drafted:
        allowed = None
    if allowed is not None and settings.objective not in allowed:
        yield f"ph: this phase belongs to another objective ({', '.join(allowed)})"
    if settings.objective == "dark_rider" and phase in (SET_DUKE, SET_STARTERS, LUCK_DRAW, PLACING):
        yield "ph: Dark Rider has no Dukes and no placing (RIDER-2)"
    if phase == LUCK_MOUNTAIN and int(s["mountains"]).bit_count() >= terrain.mountain:
        yield "ph: all Mountains are on the board already"
    if phase == LUCK_FORT and int(s["forts"]).bit_count() >= terrain.fort:
        yield "ph: all Forts are on the board already"
    if phase == LUCK_NEST and (not terrain.dragon or int(s["dragon"]) >= 0):
        yield "ph: there is no Dragon to put down"
    if phase in (LUCK_FACING, LUCK_DRAGON) and int(s["dragon"]) < 0:
        yield "ph: there is no Dragon on the board"
    if phase in (LUCK_DRAW, LUCK_REDEPLOY, LUCK_DIVINE, LUCK_CALL) and not int(s["nbag"][owner]):
        yield f"ph: {OWNER_NAMES[owner]}'s bag is empty, nothing can be drawn (PLACE-4)"
    in_hand = s["hand"][: int(s["nhand"])].tolist() if phase == DIVINING else []
    in_hand += [int(s["drawn"])] if phase in (PLACING, ASKING) else []
    for tile_type in in_hand:
        if letters.is_duke(tile_type):
            yield f"ph: {letters.name(tile_type)} is a Duke, which is never drawn (SETUP-1b)"
    if int(s["front"].sum()) and phase != DRAFT:
        yield "front: belongs to a draft only"


def _check_source(s: np.record, letters: Lettering) -> Iterator[str]:
    """The tile that redeploys itself, or calls a linked one, must stand there."""
    phase, owner, source = int(s["phase"]), int(s["to_move"]), int(s["source"])
    if source > 35:
        return
    key = troops_of(s).get(source)
    ability = NEEDS_ABILITY.get(phase, Ability.REDEPLOY)
    if key is None or owner_of(key) != owner:
        yield f"ph: no troop of {OWNER_NAMES[owner]} stands on {square_name(source)}"
    elif ability not in letters.composition.tiles[type_of(key)].abilities:
        yield f"ph: {letters.name(type_of(key))} on {square_name(source)} has no {ability.name.capitalize()}"
