"""Abilities III and IV: Escape to a start square for a price, and Ransom of a captured tile."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import start_mask, start_square
from workbench.duke.board.luck import BAG, below
from workbench.duke.board.packed import bit, has, new_key, quarters_of, starting_side, troop_of, type_of
from workbench.duke.board.refusals import (
    A_0,
    DREAD_2,
    ENH_III_1,
    ENH_III_2,
    ENH_III_3,
    ENH_III_4,
    ENH_III_5,
    ENH_IV_1,
    ENH_IV_2,
)
from workbench.duke.board.state import BY_OPPONENT, BY_OWN, NO_SQUARE
from workbench.duke.board.tables import CAN_ESCAPE, CAN_RANSOM
from workbench.duke.board.troops import change_key, key_at, note_store, put, take, take_enemy
from workbench.duke.rules.flags import makes_point, note_point, relocate
from workbench.duke.rules.moves import carried_flag, entry_refusal


@jit
def arrival_refusal(R: Rules, s: State, owner: int, start: int, to: int, own: int) -> int:
    """Why a troop may not arrive on `to`; `own` are owner's squares after the payment (ENH-III-2, ENH-III-4)."""
    home = start_mask(owner)
    if not has(home, to):
        return ENH_III_1
    if has(s.mountains | s.forts, to) or s.dragon == to:  # FORT-6
        return ENH_III_4
    why = entry_refusal(R, s, owner, start, to)
    if why:
        return why
    if has(s.occ[1 - owner], to):
        return DREAD_2 if has(s.frozen, to) else 0
    if has(own, to):
        if own & home != home:
            return ENH_III_2
        if s.duke[owner] == to:
            return ENH_III_4
        if has(s.frozen, to):
            return DREAD_2
    return 0


@jit
def escape_refusal(R: Rules, s: State, owner: int, at: int, pay: int, ransom: int, to: int) -> int:
    """Why the tile on `at` cannot escape, Guard aside. It pays with the tile on `pay`, or gives type `ransom`."""
    key = key_at(s, owner, at)
    if not R.abilities[type_of(key)] & CAN_ESCAPE:
        return ENH_III_1
    if has(s.frozen, at):
        return ENH_III_5
    if to == at:
        return ENH_III_3
    own = s.occ[owner]
    if ransom >= 0:
        if not R.abilities[ransom] & CAN_RANSOM or s.off[1 - owner, BY_OPPONENT, ransom] == 0:
            return ENH_IV_1
    else:
        if not R.near[at] & own & bit(pay):
            return ENH_III_1
        if s.duke[owner] == pay:
            return ENH_III_4
        if has(s.frozen, pay):
            return ENH_III_5
        own &= ~bit(pay)
    return arrival_refusal(R, s, owner, at, to, own)


@jit
def arriving_troop(s: State, owner: int, at: int) -> int:
    """The tile on `at` as it arrives: on its starting side, turned as before (SETUP-6, ENH-V-6)."""
    return troop_of(starting_side(key_at(s, owner, at)))


@jit
def evicts_alike(R: Rules, s: State, owner: int, start: int, arriving: int, to: int) -> bool:
    """A-0: whether both start squares hold tiles just like the arriving one: landing on the first is then the same."""
    home = start_mask(owner)
    first = start_square(owner, 0)
    if to == first or s.occ[owner] & home != home:
        return False
    if troop_of(key_at(s, owner, first)) != arriving or troop_of(key_at(s, owner, to)) != arriving:
        return False
    if R.has_flags and carried_flag(R, s, owner) == start:
        return False
    return makes_point(R, s, owner, start, to) == makes_point(R, s, owner, start, first)


@jit
def ransom_equals_other(R: Rules, s: State, owner: int, give: int, back: int, to: int) -> int:
    """A-0: two like tiles on the start squares, and a third that comes back."""
    first = start_square(owner, 0)
    if not evicts_alike(R, s, owner, NO_SQUARE, new_key(back, owner, 0), to):
        return 0
    return A_0 if ransom_refusal(R, s, owner, give, back, first) == 0 else 0


@jit
def lands_on_like(R: Rules, s: State, owner: int, at: int, to: int) -> bool:
    """Whether the tile on `at` would evict one just like itself as it arrives: on its starting side, turned alike."""
    return has(s.occ[owner], to) and troop_of(key_at(s, owner, to)) == arriving_troop(s, owner, at)


@jit
def pays_and_evicts_alike(R: Rules, s: State, owner: int, at: int, pay: int, to: int) -> bool:
    """A-0: two tiles that pay for each other, each landing on one like itself: both are gone, and no more."""
    if to == pay or not lands_on_like(R, s, owner, at, to):
        return False
    for which in range(2):
        home = start_square(owner, which)
        if home != at and lands_on_like(R, s, owner, pay, home):
            if makes_point(R, s, owner, at, to) == makes_point(R, s, owner, pay, home):
                if escape_refusal(R, s, owner, pay, at, -1, home) == 0:
                    return True
    return False


@jit
def escape_equals_other(R: Rules, s: State, owner: int, at: int, pay: int, ransom: int, to: int) -> int:
    """A-0: of two tiles that pay for each other's Escape to the same effect, the first square's is kept."""
    if evicts_alike(R, s, owner, at, arriving_troop(s, owner, at), to):
        return A_0 if escape_refusal(R, s, owner, at, pay, ransom, start_square(owner, 0)) == 0 else 0
    if pay == NO_SQUARE or pay > at or to == pay:
        return 0
    flag = carried_flag(R, s, owner)
    if flag == at or flag == pay:
        return 0
    if pays_and_evicts_alike(R, s, owner, at, pay, to):
        return A_0
    if type_of(key_at(s, owner, pay)) != type_of(key_at(s, owner, at)):
        return 0
    if quarters_of(key_at(s, owner, pay)) != quarters_of(key_at(s, owner, at)):
        return 0  # turned differently: Escape keeps the turn
    if makes_point(R, s, owner, at, to) != makes_point(R, s, owner, pay, to):
        return 0
    return A_0 if escape_refusal(R, s, owner, pay, at, -1, to) == 0 else 0


@jit
def return_to_bag(s: State, owner: int, tile_type: int) -> None:
    """A tile goes back to a random place in its owner's bag, by the army's own stream."""
    s.bag[owner, s.nbag[owner]] = tile_type
    s.nbag[owner] += 1
    s.count[owner] += 1
    place = below(s, owner, BAG, 4096 + s.count[owner], s.nbag[owner])
    last = s.nbag[owner] - 1
    s.bag[owner, last] = s.bag[owner, place]
    s.bag[owner, place] = tile_type


@jit
def give_ransom(R: Rules, s: State, owner: int, tile_type: int) -> None:
    """The ransomed tile returns to the opponent's bag (ENH-IV-3)."""
    note_store(R, s, 1 - owner, BY_OPPONENT, tile_type, -1)
    return_to_bag(s, 1 - owner, tile_type)


@jit
def clear_arrival(R: Rules, s: State, owner: int, to: int) -> None:
    """Whoever stands on the start square goes: an enemy is captured, a friend evicted."""
    take_enemy(R, s, owner, to, BY_OPPONENT)
    if has(s.occ[owner], to):
        take(R, s, owner, to, BY_OWN)


@jit
def escape(R: Rules, s: State, owner: int, at: int, pay: int, ransom: int, to: int) -> None:
    if ransom >= 0:
        give_ransom(R, s, owner, ransom)
    else:
        take(R, s, owner, pay, BY_OWN)
    clear_arrival(R, s, owner, to)
    relocate(R, s, owner, at, to, 0)
    index = s.where[to]
    change_key(R, s, owner, index, starting_side(s.tiles[owner, index]))


@jit
def ransom_refusal(R: Rules, s: State, owner: int, give: int, back: int, to: int) -> int:
    """Why type `give` cannot be exchanged for the captured `back`, arriving on `to` (ENH-IV-1, ENH-IV-2).

    Only what the opponent took counts (CAP-2).
    """
    if not R.abilities[give] & CAN_RANSOM or s.off[1 - owner, BY_OPPONENT, give] == 0:
        return ENH_IV_1
    if not R.abilities[back] & CAN_ESCAPE or s.off[owner, BY_OPPONENT, back] == 0:
        return ENH_IV_2
    return arrival_refusal(R, s, owner, NO_SQUARE, to, s.occ[owner])


@jit
def ransom(R: Rules, s: State, owner: int, give: int, back: int, to: int) -> None:
    give_ransom(R, s, owner, give)
    note_store(R, s, owner, BY_OPPONENT, back, -1)
    clear_arrival(R, s, owner, to)
    note_point(R, s, owner, NO_SQUARE, to)
    put(R, s, new_key(back, owner, to))
