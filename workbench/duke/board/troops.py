"""Putting troops on the board, moving them and taking them off."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.packed import bit, flipped, has, moved, owner_of, square_of, store_key, type_of
from workbench.duke.board.state import DUKE, NO_SQUARE, OVER, TURN

STORE_LANE = 2**52 - 1
BOXED, DECLINED = 3, 4  # beside the three captors


@jit
def store_hash(R: Rules, owner: int, store: int, tile_type: int) -> int:
    """The share of one tile out of play in the hash of the stores (TURN-5b)."""
    return R.hash[store_key(owner, store, tile_type)] & STORE_LANE


@jit
def note_store(R: Rules, s: State, owner: int, store: int, tile_type: int, change: int) -> None:
    """Tiles come to or leave a store: `store` is a captor, or BOXED."""
    s.stores_hash = s.stores_hash + change * store_hash(R, owner, store, tile_type) & STORE_LANE
    if store == BOXED:
        s.boxed[owner, tile_type] += change
    else:
        s.off[owner, store, tile_type] += change


@jit
def decline(R: Rules, s: State, owner: int, tile_type: int) -> None:
    """The owner will not be offered the swap of this type again (SIEGE-3)."""
    if not has(s.declined[owner], tile_type):
        s.declined[owner] |= bit(tile_type)
        s.stores_hash = s.stores_hash + store_hash(R, owner, DECLINED, tile_type) & STORE_LANE


@jit
def put(R: Rules, s: State, key: int) -> None:
    """Stand a tile on the board; the key says which, whose, and where."""
    owner, square = owner_of(key), square_of(key)
    s.where[square] = s.n[owner]
    s.tiles[owner, s.n[owner]] = key
    s.n[owner] += 1
    s.occ[owner] |= bit(square)
    s.hash ^= R.hash[key]
    if R.is_duke[type_of(key)]:
        s.duke[owner] = square


@jit
def key_at(s: State, owner: int, square: int) -> int:
    return s.tiles[owner, s.where[square]]


@jit
def change_key(R: Rules, s: State, owner: int, at: int, key: int) -> None:
    """The owner's tile number `at` stands otherwise now; the hash of the board follows (TURN-5b)."""
    s.hash ^= R.hash[s.tiles[owner, at]] ^ R.hash[key]
    s.tiles[owner, at] = key


@jit
def lift(R: Rules, s: State, owner: int, square: int) -> int:
    """Take a tile off the board; returns its key."""
    at = s.where[square]
    key = s.tiles[owner, at]
    s.n[owner] -= 1
    last = s.tiles[owner, s.n[owner]]
    s.tiles[owner, at] = last
    s.where[square_of(last)] = at
    s.occ[owner] &= ~bit(square)
    s.hash ^= R.hash[key]
    if s.duke[owner] == square:
        s.duke[owner] = -1
    return key


@jit
def take(R: Rules, s: State, owner: int, square: int, captor: int) -> None:
    """A tile leaves play (CAP-1)."""
    key = lift(R, s, owner, square)
    note_store(R, s, owner, captor, type_of(key), 1)
    s.lost[s.nlost] = key
    s.nlost += 1
    s.lost_any = 1


@jit
def shift(R: Rules, s: State, owner: int, start: int, target: int, flips: int) -> None:
    """A tile goes from one square to another, which is free, and flips there if `flips` is FLIP, not if it is 0."""
    at = s.where[start]
    change_key(R, s, owner, at, moved(s.tiles[owner, at], target) ^ flips)
    s.where[target] = at
    s.occ[owner] ^= bit(start) | bit(target)
    if s.duke[owner] == start:
        s.duke[owner] = target


@jit
def flip(R: Rules, s: State, owner: int, square: int) -> None:
    at = s.where[square]
    change_key(R, s, owner, at, flipped(s.tiles[owner, at]))


@jit
def end(s: State, winner: int, reason: int) -> None:
    s.phase = OVER
    s.winner = winner
    s.reason = reason


@jit
def take_enemy(R: Rules, s: State, owner: int, square: int, captor: int) -> None:
    """Capture the opponent's tile, if one stands there; the Duke's fall may win at once (WIN-1, WIN-2b)."""
    foe = 1 - owner
    if has(s.occ[foe], square):
        is_duke = s.duke[foe] == square
        take(R, s, foe, square, captor)
        if is_duke and has(R.mortal, foe):
            end(s, owner, DUKE)


@jit
def clear(R: Rules, s: State) -> None:
    """An empty board with every field neutral."""
    for owner in range(2):
        s.occ[owner] = 0
        s.n[owner] = 0
        s.duke[owner] = -1
        s.nbag[owner] = 0
        s.flag[owner] = -1
        s.score[owner] = 0
        s.declined[owner] = 0
        for tile_type in range(R.types):
            s.boxed[owner, tile_type] = 0
            s.front[owner, tile_type] = 0
            for captor in range(3):
                s.off[owner, captor, tile_type] = 0
    s.mountains = 0
    s.forts = 0
    s.dragon = -1
    s.facing = 0
    s.enraged = 0
    s.skip = 0
    s.reorient = 0
    s.pool = R.pool
    s.held = 0
    s.frozen = 0
    s.to_move = 0
    s.mover = 0
    s.phase = TURN
    s.ply = 0
    s.idle = 0
    s.winner = -1
    s.reason = 0
    s.drawn = 0
    s.source = NO_SQUARE
    s.called = 0
    s.nhand = 0
    s.bag_before = 0
    s.scored = 0
    s.lost_any = 0
    s.in_guard = -1
    s.nlost = 0
    s.recurrent = R.recurrent
    s.stores_hash = 0
    s.hash = 0
    s.past_from = 0
    s.past_to = 0
