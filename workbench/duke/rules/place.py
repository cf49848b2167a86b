"""New troops: where a drawn tile may stand, and when drawing is allowed (PLACE, GUARD-6, LINK-8)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.refusals import COUP_7, GUARD_6, PLACE_4
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import FULL_BOARD, NO_SQUARE
from workbench.duke.board.tables import LINK
from workbench.duke.board.troops import lift, put
from workbench.duke.rules.cover import shield
from workbench.duke.rules.guard import attack, attacked, home_squares
from workbench.duke.rules.moves import dragon_bit


@jit
def open_squares(R: Rules, s: State) -> int:
    """Squares without troop or terrain of any kind (G-7)."""
    taken = s.occ[0] | s.occ[1]
    if R.terrain:
        taken |= s.mountains | s.forts | dragon_bit(s)
    if R.has_flags:
        for owner in range(2):
            if s.flag[owner] >= 0:
                taken |= 1 << s.flag[owner]
    return FULL_BOARD & ~taken


@jit
def place_squares(R: Rules, s: State, owner: int, kind: int) -> int:
    """Open squares next to the Duke, or to a Link tile that the drawn tile is linked to (PLACE-2, LINK-8)."""
    if s.duke[owner] < 0:
        return 0  # COUP-7
    near = R.near[s.duke[owner]]
    if R.has_link:
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            if R.abilities[key >> 10] & LINK and R.linked[key >> 10] >> kind & 1:
                if not s.frozen >> (key & 63) & 1:
                    near |= R.near[key & 63]
    return near & open_squares(R, s)


@jit
def is_in_guard(R: Rules, s: State, owner: int) -> bool:
    """Whether owner's Duke is attacked now; worked out once a turn."""
    if s.in_guard < 0:
        s.in_guard = 1 if attack(R, s, 1 - owner) else 0
    return s.in_guard == 1


@jit
def is_safe_place(R: Rules, s: State, t: State, u: State, owner: int, kind: int, square: int, lifted: int) -> bool:
    """Whether GUARD-2 holds with the tile on `square` (and the redeployed tile on `lifted` gone, ENH-V-4)."""
    if not R.guard:
        return True
    duke = s.duke[owner]
    if R.has_dread or (R.has_arrivals and home_squares(1 - owner) >> duke & 1):
        try_out(R, s, t)
        put(R, t, kind << 10 | owner << 6 | square)
        if lifted != NO_SQUARE:
            lift(R, t, owner, lifted)
        return not attack(R, t, 1 - owner)
    if lifted == NO_SQUARE and not is_in_guard(R, s, owner):
        return True  # another tile can only block
    own = s.occ[owner] | 1 << square
    if lifted != NO_SQUARE:
        own &= ~(1 << lifted)
    guarded = shield(R, s, owner, duke)
    return not attacked(R, s, 1 - owner, duke, own, s.occ[1 - owner], dragon_bit(s), guarded, 0)


@jit
def may_swap(R: Rules, s: State, owner: int, kind: int) -> bool:
    """Whether a pool tile is there for the drawn tile and was not declined (SIEGE-2, SIEGE-3)."""
    other = R.swap[kind]
    return other >= 0 and s.pool >> other & 1 != 0 and not s.declined[owner] >> kind & 1


@jit
def has_safe_square(R: Rules, s: State, t: State, u: State, owner: int, kind: int, lifted: int) -> bool:
    squares = place_squares(R, s, owner, kind)
    for square in range(36):
        if squares >> square & 1 and is_safe_place(R, s, t, u, owner, kind, square, lifted):
            return True
    return False


@jit
def has_safe_placement(R: Rules, s: State, t: State, u: State, owner: int, kind: int, lifted: int) -> bool:
    """Whether the drawn tile, or the pool tile it may be swapped for, has a safe square (GUARD-6)."""
    if has_safe_square(R, s, t, u, owner, kind, lifted):
        return True
    return may_swap(R, s, owner, kind) and has_safe_square(R, s, t, u, owner, R.swap[kind], lifted)


@jit
def is_safe_filled(R: Rules, s: State, t: State, owner: int, square: int, lifted: int) -> bool:
    """Whether an inert tile on `square` leaves no attack on the Duke (and the tile on `lifted` gone)."""
    duke = s.duke[owner]
    own = s.occ[owner] | 1 << square
    if lifted != NO_SQUARE:
        own &= ~(1 << lifted)
    if R.has_dread or (R.has_arrivals and home_squares(1 - owner) >> duke & 1):
        try_out(R, s, t)
        if lifted != NO_SQUARE:
            lift(R, t, owner, lifted)
        t.occ[owner] = own
        return not attack(R, t, 1 - owner)
    guarded = shield(R, s, owner, duke)
    return not attacked(R, s, 1 - owner, duke, own, s.occ[1 - owner], dragon_bit(s), guarded, 0)


@jit
def near_square_is_safe(R: Rules, s: State, t: State, owner: int, lifted: int) -> bool:
    """Whether some square next to the Duke, once filled by whatever tile, leaves no attack (GUARD-6)."""
    duke = s.duke[owner]
    squares = R.near[duke] & open_squares(R, s)
    if squares == 0:
        return False
    if not R.guard or (lifted == NO_SQUARE and not is_in_guard(R, s, owner)):
        return True
    for i in range(R.near_n[duke]):
        square = R.near_at[duke * 4 + i]
        if squares >> square & 1 and is_safe_filled(R, s, t, owner, square, lifted):
            return True
    return False


@jit
def may_help(R: Rules, s: State, owner: int) -> int:
    """Types that may find a safe place where an inert tile does not: they bear Dread, or have a Link tile to join."""
    helpful = R.dreadful
    if R.has_link:
        for i in range(s.n[owner]):
            kind = s.tiles[owner, i] >> 10
            if R.abilities[kind] & LINK:
                helpful |= R.linked[kind]
    return helpful


@jit
def has_unplaceable(R: Rules, s: State, t: State, u: State, owner: int, lifted: int, enough: int) -> bool:
    """Whether at least `enough` tiles of the bag, counted by copy, have no safe placement."""
    if near_square_is_safe(R, s, t, owner, lifted):
        return False  # what else a tile brings can only help further
    helpful = may_help(R, s, owner) if R.careful_draw else 0
    good, bad, count = 0, 0, 0
    for i in range(s.nbag[owner]):
        kind = s.bag[owner, i]
        if not (good | bad) >> kind & 1:
            helps = helpful >> kind & 1 or (R.swap[kind] >= 0 and helpful >> R.swap[kind] & 1)
            if helps and has_safe_placement(R, s, t, u, owner, kind, lifted):
                good |= 1 << kind
            else:
                bad |= 1 << kind
        count += bad >> kind & 1
        if count >= enough:
            return True
    return False


@jit
def draw_refusal(R: Rules, s: State, t: State, u: State, owner: int, lifted: int) -> int:
    """Why owner may not draw (PLACE-4, GUARD-6); `lifted`: the tile that a Redeploy takes away."""
    if s.duke[owner] < 0:
        return COUP_7
    if s.nbag[owner] == 0:
        return PLACE_4
    return GUARD_6 if has_unplaceable(R, s, t, u, owner, lifted, 1) else 0
