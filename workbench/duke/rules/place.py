"""New troops: where a drawn tile may stand, and when drawing is allowed (PLACE, GUARD-6, LINK-8)."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.geometry import FULL_BOARD, start_mask
from workbench.duke.board.packed import bit, has, new_key, square_of, type_of
from workbench.duke.board.refusals import COUP_7, GUARD_6, PLACE_4, PLACE_5
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import NO_SQUARE
from workbench.duke.board.tables import CAN_LINK, COUNTING_COUP
from workbench.duke.board.troops import lift, put
from workbench.duke.rules.blocked import dragon_bit
from workbench.duke.rules.cover import shield
from workbench.duke.rules.guard import attack, attacked


@jit
def open_squares(R: Rules, s: State) -> int:
    """Squares without troop or terrain of any kind (G-7)."""
    taken = s.occ[0] | s.occ[1]
    if R.terrain:
        taken |= s.mountains | s.forts | dragon_bit(s)  # MTN-5, FORT-6
    if R.has_flags:
        for owner in range(2):
            if s.flag[owner] >= 0:
                taken |= bit(s.flag[owner])
    return FULL_BOARD & ~taken


@jit
def place_squares(R: Rules, s: State, owner: int, tile_type: int) -> int:
    """Open squares next to the Duke, or to a Link tile that the drawn tile is linked to (PLACE-2, LINK-8)."""
    if s.duke[owner] < 0:
        return 0  # COUP-7, TROPHY-4
    near = R.near[s.duke[owner]]
    if R.has_link:
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            if R.abilities[type_of(key)] & CAN_LINK and has(R.linked[type_of(key)], tile_type):
                if not has(s.frozen, square_of(key)):
                    near |= R.near[square_of(key)]
    return near & open_squares(R, s)


@jit
def is_in_guard(R: Rules, s: State, owner: int) -> bool:
    """Whether owner's Duke is attacked now, where Guard protects him; worked out once a turn."""
    if s.in_guard < 0:
        s.in_guard = 1 if has(R.guard, owner) and attack(R, s, 1 - owner) else 0
    return s.in_guard == 1


@jit
def wins_by_point(R: Rules, s: State, owner: int, square: int) -> bool:
    """Whether a tile placed there makes the point that ends the game: no Guard after that (TURN-3, COUP-3)."""
    if R.objective != COUNTING_COUP or s.score[owner] < 2 or s.flag[1 - owner] < 0:
        return False
    return has(R.near[s.flag[1 - owner]], square)


@jit
def is_safe_place(R: Rules, s: State, t: State, u: State, owner: int, tile_type: int, square: int, lifted: int) -> bool:
    """Whether GUARD-2 holds with the tile on `square` (and the redeployed tile on `lifted` gone, ENH-V-4)."""
    if not has(R.guard, owner) or wins_by_point(R, s, owner, square):
        return True
    duke = s.duke[owner]
    if R.has_dread or (R.has_arrivals and has(start_mask(1 - owner), duke)):
        try_out(R, s, t)
        put(R, t, new_key(tile_type, owner, square))
        if lifted != NO_SQUARE:
            lift(R, t, owner, lifted)
        return not attack(R, t, 1 - owner)
    if lifted == NO_SQUARE and not is_in_guard(R, s, owner):
        return True  # another tile can only block
    own = s.occ[owner] | bit(square)
    if lifted != NO_SQUARE:
        own &= ~bit(lifted)
    guarded = shield(R, s, owner, duke)
    return not attacked(R, s, 1 - owner, duke, own, s.occ[1 - owner], dragon_bit(s), guarded, 0)


@jit
def may_swap(R: Rules, s: State, owner: int, tile_type: int) -> bool:
    """Whether a pool tile is there for the drawn tile and was not declined (SIEGE-2, SIEGE-3)."""
    other = R.swap[tile_type]
    return other >= 0 and has(s.pool, other) and not has(s.declined[owner], tile_type)


@jit
def has_safe_square(R: Rules, s: State, t: State, u: State, owner: int, tile_type: int, lifted: int) -> bool:
    squares = place_squares(R, s, owner, tile_type)
    for square in range(36):
        if has(squares, square) and is_safe_place(R, s, t, u, owner, tile_type, square, lifted):
            return True
    return False


@jit
def has_safe_placement(R: Rules, s: State, t: State, u: State, owner: int, tile_type: int, lifted: int) -> bool:
    """Whether the drawn tile, or the pool tile it may be swapped for, has a safe square (GUARD-6)."""
    if has_safe_square(R, s, t, u, owner, tile_type, lifted):
        return True
    return may_swap(R, s, owner, tile_type) and has_safe_square(R, s, t, u, owner, R.swap[tile_type], lifted)


@jit
def is_safe_filled(R: Rules, s: State, t: State, owner: int, square: int, lifted: int) -> bool:
    """Whether an inert tile on `square` leaves no attack on the Duke (and the tile on `lifted` gone)."""
    if wins_by_point(R, s, owner, square):
        return True
    duke = s.duke[owner]
    own = s.occ[owner] | bit(square)
    if lifted != NO_SQUARE:
        own &= ~bit(lifted)
    if R.has_dread or (R.has_arrivals and has(start_mask(1 - owner), duke)):
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
    if not has(R.guard, owner) or (lifted == NO_SQUARE and not is_in_guard(R, s, owner)):
        return True
    for i in range(R.near_n[duke]):
        square = R.near_at[duke * 4 + i]
        if has(squares, square) and is_safe_filled(R, s, t, owner, square, lifted):
            return True
    return False


@jit
def may_help(R: Rules, s: State, owner: int) -> int:
    """Types that may find a safe place where an inert tile does not: they bear Dread, or have a Link tile to join."""
    helpful = R.dreadful
    if R.has_link:
        for i in range(s.n[owner]):
            tile_type = type_of(s.tiles[owner, i])
            if R.abilities[tile_type] & CAN_LINK:
                helpful |= R.linked[tile_type]
    return helpful


@jit
def has_unplaceable(R: Rules, s: State, t: State, u: State, owner: int, lifted: int, enough: int) -> bool:
    """Whether at least `enough` tiles of the bag, counted by copy, have no safe placement."""
    if near_square_is_safe(R, s, t, owner, lifted):
        return False  # what else a tile brings can only help further
    helpful = may_help(R, s, owner) if R.careful_draw else 0
    good, bad, count = 0, 0, 0
    for i in range(s.nbag[owner]):
        tile_type = s.bag[owner, i]
        if not has(good | bad, tile_type):
            helps = has(helpful, tile_type) or (R.swap[tile_type] >= 0 and has(helpful, R.swap[tile_type]))
            if helps and has_safe_placement(R, s, t, u, owner, tile_type, lifted):
                good |= bit(tile_type)
            else:
                bad |= bit(tile_type)
        count += has(bad, tile_type)
        if count >= enough:
            return True
    return False


@jit
def homeless_count(R: Rules, s: State, owner: int) -> int:
    """How many tiles of the bag have no open square at all, Guard aside (PLACE-5)."""
    count = 0
    for i in range(s.nbag[owner]):
        tile_type = s.bag[owner, i]
        if place_squares(R, s, owner, tile_type) == 0:
            swaps = may_swap(R, s, owner, tile_type)
            count += not swaps or place_squares(R, s, owner, R.swap[tile_type]) == 0
    return count


@jit
def may_draw(R: Rules, s: State, t: State, u: State, owner: int, lifted: int) -> bool:
    """Whether owner may draw; `lifted`: the tile that a Redeploy takes away."""
    if s.duke[owner] < 0 or s.nbag[owner] == 0:
        return False
    return not has_unplaceable(R, s, t, u, owner, lifted, 1)


@jit
def draw_refusal(R: Rules, s: State, t: State, u: State, owner: int, lifted: int) -> int:
    """Why owner may not draw (PLACE-4, PLACE-5, GUARD-6)."""
    if may_draw(R, s, t, u, owner, lifted):
        return 0
    if s.duke[owner] < 0:
        return COUP_7
    if s.nbag[owner] == 0:
        return PLACE_4
    return PLACE_5 if homeless_count(R, s, owner) else GUARD_6
