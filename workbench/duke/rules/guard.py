"""Guard: could an owner capture the enemy Duke with one turn now (GUARD-1)?

The test takes occupancies as arguments, so that a turn can be judged without being played: only captured troops
leave the attacker's list. Where more than occupancy changes (Dread, an Escape that lands on the Duke) callers play
the turn on a scratch state and judge that.
"""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit, jit_hot, jit_rare
from workbench.duke.board.geometry import start_mask
from workbench.duke.board.icons import AREA, COMMAND, HARMLESS, LEAPS, PIERCES, PUSHES, STRIKE
from workbench.duke.board.packed import (
    bit,
    end_of_members,
    end_row,
    extras_of_link,
    face_of,
    first_member,
    first_row,
    flipped,
    has,
    icon_of,
    path_of,
    side_of,
    source_of,
    square_of,
    target_of,
    type_of,
)
from workbench.duke.board.state import BY_OPPONENT, NO_SQUARE
from workbench.duke.board.tables import CAN_ESCAPE, CAN_LINK, CAN_REDEPLOY
from workbench.duke.board.troops import key_at
from workbench.duke.rules.blocked import dragon_bit, is_every_way_over, is_one_step, push_step, terrain_refusal
from workbench.duke.rules.cover import covered, shield
from workbench.duke.rules.moves import entry_refusal, flag_refusal
from workbench.duke.rules.strikes import hit_refusal


@jit
def area_attacks(R: Rules, s: State, attacker: int, slot: int, duke: int, foe: int, guarded: int, frozen: int) -> bool:
    """Whether an area group removes the Duke and spares the attacker's own Duke (AREA-5)."""
    own_duke = s.duke[attacker]
    hits = False
    for row in range(first_member(slot), end_of_members(slot)):
        member = R.slots[row]
        target = target_of(member)
        if target == duke:
            hits = hits or hit_refusal(R, s, row, member, guarded) == 0
        elif target == own_duke and has(foe, target) and not has(frozen, target):
            if hit_refusal(R, s, row, member, shield(R, s, attacker, target)) == 0:
                return False
    return hits


@jit
def rough_slot_stopped(R: Rules, s: State, attacker: int, row: int, slot: int, dragon: int, guarded: int) -> bool:
    """What terrain, Flags and Defense stop of a Move-like attack on the Duke."""
    icon = icon_of(slot)
    if R.terrain and terrain_refusal(R, s, row, slot, dragon):
        return True
    if R.guard and R.has_flags and flag_refusal(R, s, attacker, slot, target_of(slot)):
        return True
    if has(LEAPS, icon):
        return is_every_way_over(R, row, s.mountains | guarded)
    return guarded != 0 and not has(PIERCES, icon) and is_every_way_over(R, row, guarded)


@jit_hot
def tile_attacks(
    R: Rules, s: State, attacker: int, key: int, duke: int, own: int, foe: int, dragon: int, guarded: int, frozen: int
) -> bool:
    """Whether one tile of the attacker that reaches `duke` could capture there."""
    if has(R.line[key], duke) and R.between[square_of(key) * 36 + duke] & (own | foe):
        return False
    if not R.rough and has(R.open[key] | R.line[key], duke):
        return True
    return slot_attacks(R, s, attacker, key, duke, own, foe, dragon, guarded, frozen)


@jit_rare
def slot_attacks(
    R: Rules, s: State, attacker: int, key: int, duke: int, own: int, foe: int, dragon: int, guarded: int, frozen: int
) -> bool:
    """The same, slot by slot, where masks do not tell; some icons never capture (NCAP-4)."""
    run = R.run[key]
    for row in range(first_row(run), end_row(run)):
        slot = R.slots[row]
        icon = icon_of(slot)
        if icon == AREA:
            if area_attacks(R, s, attacker, slot, duke, foe, guarded, frozen):
                return True
        elif target_of(slot) == duke and (icon < HARMLESS or icon >= STRIKE):
            if icon == COMMAND:
                start = source_of(slot)
                if has(foe, start) and not has(frozen, start):
                    if not R.has_redeploy or not R.abilities[type_of(key_at(s, attacker, start))] & CAN_REDEPLOY:
                        if not R.guard or entry_refusal(R, s, attacker, start, duke) == 0:
                            return True
            elif icon >= STRIKE:
                if not R.rough or hit_refusal(R, s, row, slot, guarded) == 0:
                    return True
            elif not path_of(slot) & (own | foe):
                if not R.rough or not rough_slot_stopped(R, s, attacker, row, slot, dragon, guarded):
                    return True
    return False


@jit_hot
def has_link_up(R: Rules, s: State, owner: int) -> bool:
    """Whether some tile of the owner shows a face that links others; without a branch that nobody can foresee."""
    extras = 0
    for i in range(s.n[owner]):
        extras |= R.extras[face_of(s.tiles[owner, i])]
    return extras_of_link(extras) != 0


@jit
def link_attacks(
    R: Rules, s: State, attacker: int, duke: int, own: int, foe: int, dragon: int, guarded: int, frozen: int
) -> bool:
    """Whether a Link chain could capture on `duke`: a linked tile used on its other face (LINK-2, LINK-5)."""
    if not has_link_up(R, s, attacker):
        return False
    for i in range(s.n[attacker]):
        link = s.tiles[attacker, i]
        if not R.abilities[type_of(link)] & CAN_LINK or side_of(link):
            continue
        if not has(foe, square_of(link)) or has(frozen, square_of(link)):
            continue
        for j in range(s.n[attacker]):
            key = s.tiles[attacker, j]
            if i == j or not has(R.linked[type_of(link)], type_of(key)):
                continue
            if not has(foe, square_of(key)) or has(frozen, square_of(key)):
                continue
            if has(R.reach[flipped(key)], duke):
                if tile_attacks(R, s, attacker, flipped(key), duke, own, foe, dragon, guarded, frozen):
                    return True
    return False


@jit
def tile_pushes(R: Rules, s: State, attacker: int, key: int, duke: int, troops: int) -> bool:
    """Whether one tile could shove the Dragon onto `duke` (DRAGON-9, DRAGON-10b)."""
    if not has(R.reach[key], s.dragon):
        return False
    if push_step(square_of(key), s.dragon) != duke:
        return False
    run = R.run[key]
    for row in range(first_row(run), end_row(run)):
        slot = R.slots[row]
        if target_of(slot) == s.dragon and has(PUSHES, icon_of(slot)) and not path_of(slot) & troops:
            if terrain_refusal(R, s, row, slot, 0) == 0 and flag_refusal(R, s, attacker, slot, s.dragon) == 0:
                return True
    return False


@jit
def push_attacks(R: Rules, s: State, attacker: int, duke: int, own: int, foe: int, frozen: int) -> bool:
    """Whether a push of the Dragon onto `duke` would win, by a tile or in a Link chain (DRAGON-10b, LINK-5)."""
    if s.dragon < 0 or s.enraged or has(s.forts, duke) or not R.terrain_kills or not has(R.mortal, 1 - attacker):
        return False
    if not is_one_step(s.dragon, duke):
        return False
    for i in range(s.n[attacker]):
        key = s.tiles[attacker, i]
        square = square_of(key)
        if not has(foe, square) or has(frozen, square):
            continue
        if tile_pushes(R, s, attacker, key, duke, own | foe):
            return True
        if R.has_link and tile_pushes(R, s, attacker, flipped(key), duke, own | foe):
            if is_linked_now(R, s, attacker, key, foe, frozen):
                return True
    return False


@jit
def is_linked_now(R: Rules, s: State, owner: int, linked: int, foe: int, frozen: int) -> bool:
    """Whether some Link tile of the owner could flip this tile and have it act (LINK-2)."""
    for i in range(s.n[owner]):
        link = s.tiles[owner, i]
        at = square_of(link)
        if link != linked and R.abilities[type_of(link)] & CAN_LINK and not side_of(link):
            if has(foe, at) and not has(frozen, at) and has(R.linked[type_of(link)], type_of(linked)):
                return True
    return False


@jit_hot
def attacked(
    R: Rules, s: State, attacker: int, duke: int, own: int, foe: int, dragon: int, guarded: int, frozen: int
) -> bool:
    """Could `attacker`, on squares `foe`, capture on `duke`, whose owner stands on `own`? Arrivals aside.

    A frozen tile threatens nothing (DREAD-3).
    """
    for i in range(s.n[attacker]):
        key = s.tiles[attacker, i]
        if has(R.reach[key], duke) and has(foe, square_of(key)) and not has(frozen, square_of(key)):
            if tile_attacks(R, s, attacker, key, duke, own, foe, dragon, guarded, frozen):
                return True
    if R.has_dragon and push_attacks(R, s, attacker, duke, own, foe, frozen):
        return True
    if R.has_link:
        return link_attacks(R, s, attacker, duke, own, foe, dragon, guarded, frozen)
    return False


@jit
def holds_ransom(R: Rules, s: State, owner: int) -> bool:
    """Whether owner has captured an enemy tile with Ransom: it was not lost otherwise (ENH-IV-1, ENH-IV-4)."""
    for i in range(R.nransom):
        if s.off[1 - owner, BY_OPPONENT, R.ransom_types[i]] > 0:
            return True
    return False


@jit
def arrival_attacks(R: Rules, s: State, attacker: int, duke: int, frozen: int) -> bool:
    """Whether an Escape or a Ransom could land on `duke` (ENH-III-2, ENH-IV-2)."""
    if not has(start_mask(attacker), duke) or has(s.forts, duke):
        return False
    if entry_refusal(R, s, attacker, NO_SQUARE, duke):
        return False
    ransom = holds_ransom(R, s, attacker)
    if ransom:
        for i in range(R.nescape):
            if s.off[attacker, BY_OPPONENT, R.escape_types[i]] > 0:
                return True
    for i in range(s.n[attacker]):
        key = s.tiles[attacker, i]
        square = square_of(key)
        if not R.abilities[type_of(key)] & CAN_ESCAPE or has(frozen, square):
            continue
        payers = R.near[square] & s.occ[attacker] & ~frozen
        if s.duke[attacker] >= 0:
            payers &= ~bit(s.duke[attacker])
        if ransom or payers:
            return True
    return False


@jit
def attack(R: Rules, s: State, attacker: int) -> bool:
    """attack(P) of the position as it stands (GUARD-1); false without an enemy Duke (GUARD-11)."""
    duke = s.duke[1 - attacker]
    if duke < 0:
        return False
    frozen = covered(R, s)
    guarded = shield(R, s, 1 - attacker, duke)
    own, foe = s.occ[1 - attacker], s.occ[attacker]
    if attacked(R, s, attacker, duke, own, foe, dragon_bit(s), guarded, frozen):
        return True
    return R.has_arrivals != 0 and arrival_attacks(R, s, attacker, duke, frozen)
