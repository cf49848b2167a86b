"""Chance nodes (ledger section C): from the streams, or following a script so that outcomes can be listed."""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.luck import BAG, NEUTRAL, below, pick
from workbench.duke.board.packed import type_of
from workbench.duke.board.state import (
    ASKING,
    DIVINING,
    FACE_EAST,
    FACE_WEST,
    LUCK_CALL,
    LUCK_DIVINE,
    LUCK_DRAW,
    LUCK_FACING,
    LUCK_FORT,
    LUCK_MOUNTAIN,
    LUCK_NEST,
    LUCK_REDEPLOY,
    NO_SQUARE,
    PLACING,
)
from workbench.duke.board.troops import key_at
from workbench.duke.rules.link import is_direct_stopper, is_stopper, stopper_count
from workbench.duke.turn.flow import dragon_acts, finish_scored_turn
from workbench.duke.turn.setup import put_dragon, put_mountain_or_fort


@jit
def take_from_bag(s: State, owner: int, at: int) -> int:
    """The tile at a place of the hidden order; the others keep theirs."""
    tile_type = s.bag[owner, at]
    s.nbag[owner] -= 1
    for i in range(at, s.nbag[owner]):
        s.bag[owner, i] = s.bag[owner, i + 1]
    return tile_type


@jit
def draw(s: State, owner: int) -> int:
    """Take the next tile of the hidden order; in a script, any tile with equal chance (C5)."""
    at = s.nbag[owner] - 1
    if s.scripted:
        at -= pick(s, owner, s.nbag[owner])
    return take_from_bag(s, owner, at)


@jit
def reshuffle(s: State, owner: int) -> None:
    """A searched bag is mixed again."""
    s.count[owner] += 1
    for i in range(s.nbag[owner] - 1, 0, -1):
        j = below(s, owner, BAG, 8192 + 256 * s.count[owner] + i, i + 1)
        s.bag[owner, i], s.bag[owner, j] = s.bag[owner, j], s.bag[owner, i]


@jit
def search_bag(R: Rules, s: State, owner: int) -> None:
    """C7: the first stopper, uniform over stopper copies; the other tiles return to the bag (LINK-6)."""
    link = type_of(key_at(s, owner, s.source))
    wanted = 0
    if s.scripted:
        wanted = pick(s, owner, stopper_count(R, s, owner, link))
    at = s.nbag[owner] - 1
    while True:
        if is_stopper(R, s, owner, link, s.bag[owner, at]):
            if wanted == 0:
                break
            wanted -= 1
        at -= 1
    s.drawn = take_from_bag(s, owner, at)
    if not s.scripted:
        reshuffle(s, owner)
    if is_direct_stopper(R, link, s.drawn):
        s.phase = PLACING
        s.called = 1
        s.source = NO_SQUARE
    else:
        s.phase = ASKING


@jit
def draw_hand(s: State, owner: int) -> None:
    """C6: up to three tiles, in the order of their types."""
    count = min(3, s.nbag[owner])
    s.nhand = count
    for i in range(count):
        tile_type = draw(s, owner)
        at = i
        while at > 0 and s.hand[at - 1] > tile_type:
            s.hand[at] = s.hand[at - 1]
            at -= 1
        s.hand[at] = tile_type
    s.phase = DIVINING


@jit
def resolve(R: Rules, s: State) -> None:
    """Resolve the chance node that the game stands at."""
    phase, owner = s.phase, s.to_move
    if phase == LUCK_DRAW or phase == LUCK_REDEPLOY:
        s.drawn = draw(s, owner)
        s.phase = PLACING
    elif phase == LUCK_DIVINE:
        draw_hand(s, owner)
    elif phase == LUCK_CALL:
        search_bag(R, s, owner)
    elif phase == LUCK_MOUNTAIN or phase == LUCK_FORT:
        put_mountain_or_fort(R, s)
    elif phase == LUCK_NEST:
        put_dragon(R, s)
    elif phase == LUCK_FACING:
        s.facing = FACE_EAST if pick(s, NEUTRAL, 2) == 0 else FACE_WEST
        finish_scored_turn(R, s)
    else:
        dragon_acts(R, s)
