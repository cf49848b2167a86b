"""Guard: could an owner capture the enemy Duke with one turn now (GUARD-1)?

The test takes occupancies as arguments, so that a turn can be judged without being played: only captured troops
leave the attacker's list. Where more than occupancy changes (Dread, an Escape that lands on the Duke) callers play
the turn on a scratch state and judge that.
"""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit, jit_hot
from workbench.duke.board.icons import AREA, COMMAND, HAMMER, JSLIDE, JUMP, NCJUMP, NCMOVE, SMASH, STRIKE
from workbench.duke.board.slots import MEMBER_COUNT
from workbench.duke.board.state import BY_OPPONENT, FLIP, FULL_BOARD
from workbench.duke.board.tables import ESCAPE, LINK, REDEPLOY
from workbench.duke.board.troops import key_at
from workbench.duke.rules.cover import covered, is_shielded, shield
from workbench.duke.rules.moves import dragon_bit
from workbench.duke.rules.strikes import ROW, hit_refusal

HOME = (1 << 2 | 1 << 3, 1 << 32 | 1 << 33)  # the two start squares of each owner (SETUP-3)


@jit
def home_squares(owner: int) -> int:
    return HOME[1] if owner else HOME[0]


@jit
def area_attacks(R: Rules, s: State, attacker: int, slot: int, duke: int, foe: int, guarded: int, frozen: int) -> bool:
    """Whether an area group removes the Duke and spares the attacker's own Duke (AREA-5)."""
    first, count = slot & ROW, slot >> MEMBER_COUNT & ROW
    own_duke = s.duke[attacker]
    hits = False
    for row in range(first, first + count):
        member = R.slots[row]
        target = member >> 36 & 63
        if target == duke:
            hits = hits or hit_refusal(R, s, row, member, guarded) == 0
        elif target == own_duke and foe >> target & 1 and not frozen >> target & 1:
            if hit_refusal(R, s, row, member, shield(R, s, attacker, target)) == 0:
                return False
    return hits


@jit
def rough_slot_stopped(
    R: Rules, s: State, row: int, slot: int, kind: int, duke: int, dragon: int, guarded: int
) -> bool:
    """What terrain and Defense stop of a Move-like attack on the Duke."""
    jumps = kind == JUMP
    if R.terrain:
        if slot & FULL_BOARD & (s.mountains | dragon):
            return True
        if s.forts >> duke & 1 and (jumps or (kind == JSLIDE and not R.fort_jslide)):
            return True
        if kind == JSLIDE and R.via_a[row] & s.mountains:
            return True
    if jumps:
        stop = s.mountains | guarded
        return R.via_a[row] & stop != 0 and R.via_b[row] & stop != 0
    return guarded != 0 and kind != SMASH and is_shielded(R, row, guarded)


@jit_hot
def tile_attacks(
    R: Rules, s: State, attacker: int, key: int, duke: int, own: int, foe: int, dragon: int, guarded: int, frozen: int
) -> bool:
    """Whether one tile of the attacker could capture on `duke`."""
    run = R.run[key]
    for row in range(run >> 8, (run >> 8) + (run & 255)):
        slot = R.slots[row]
        kind = slot >> 48 & 15
        if kind == AREA:
            if area_attacks(R, s, attacker, slot, duke, foe, guarded, frozen):
                return True
        elif slot >> 36 & 63 == duke and kind != NCMOVE and kind != NCJUMP:
            if kind == COMMAND:
                start = slot >> 42 & 63
                if foe >> start & 1 and not frozen >> start & 1:
                    if not R.has_redeploy or not R.abilities[key_at(s, attacker, start) >> 10] & REDEPLOY:
                        return True
            elif kind == STRIKE or kind == HAMMER:
                if not R.rough or hit_refusal(R, s, row, slot, guarded) == 0:
                    return True
            elif not slot & FULL_BOARD & (own | foe):
                if not R.rough or not rough_slot_stopped(R, s, row, slot, kind, duke, dragon, guarded):
                    return True
    return False


@jit
def link_attacks(
    R: Rules, s: State, attacker: int, duke: int, own: int, foe: int, dragon: int, guarded: int, frozen: int
) -> bool:
    """Whether a Link chain could capture on `duke`: a linked tile used on its other face (LINK-2, LINK-5)."""
    for i in range(s.n[attacker]):
        link = s.tiles[attacker, i]
        if not R.abilities[link >> 10] & LINK or link & FLIP:
            continue
        if not foe >> (link & 63) & 1 or frozen >> (link & 63) & 1:
            continue
        for j in range(s.n[attacker]):
            key = s.tiles[attacker, j]
            if i == j or not R.linked[link >> 10] >> (key >> 10) & 1:
                continue
            if not foe >> (key & 63) & 1 or frozen >> (key & 63) & 1:
                continue
            if R.reach[key ^ FLIP] >> duke & 1:
                if tile_attacks(R, s, attacker, key ^ FLIP, duke, own, foe, dragon, guarded, frozen):
                    return True
    return False


@jit_hot
def attacked(
    R: Rules, s: State, attacker: int, duke: int, own: int, foe: int, dragon: int, guarded: int, frozen: int
) -> bool:
    """Could `attacker`, on squares `foe`, capture on `duke`, whose owner stands on `own`? Arrivals aside."""
    for i in range(s.n[attacker]):
        key = s.tiles[attacker, i]
        if R.reach[key] >> duke & 1 and foe >> (key & 63) & 1 and not frozen >> (key & 63) & 1:
            if tile_attacks(R, s, attacker, key, duke, own, foe, dragon, guarded, frozen):
                return True
    if R.has_link:
        return link_attacks(R, s, attacker, duke, own, foe, dragon, guarded, frozen)
    return False


@jit
def holds_ransom(R: Rules, s: State, owner: int) -> bool:
    """Whether owner has captured an enemy tile with Ransom (ENH-IV-1)."""
    for i in range(R.nransom):
        if s.off[1 - owner, BY_OPPONENT, R.ransom_types[i]] > 0:
            return True
    return False


@jit
def arrival_attacks(R: Rules, s: State, attacker: int, duke: int, frozen: int) -> bool:
    """Whether an Escape or a Ransom could land on `duke` (ENH-III-2, ENH-IV-2)."""
    if not home_squares(attacker) >> duke & 1 or s.forts >> duke & 1:
        return False
    ransom = holds_ransom(R, s, attacker)
    if ransom:
        for i in range(R.nescape):
            if s.off[attacker, BY_OPPONENT, R.escape_types[i]] > 0:
                return True
    for i in range(s.n[attacker]):
        key = s.tiles[attacker, i]
        square = key & 63
        if not R.abilities[key >> 10] & ESCAPE or frozen >> square & 1:
            continue
        payers = R.near[square] & s.occ[attacker] & ~frozen
        if s.duke[attacker] >= 0:
            payers &= ~(1 << s.duke[attacker])
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
