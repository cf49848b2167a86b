"""Looking at a turn without playing it: what it takes, and what then hangs."""

from __future__ import annotations

import numpy as np

from workbench.bots.dragon_ahead import dragon_toll
from workbench.duke.board.compile import Record, Rules, State, jit
from workbench.duke.board.kinds import DIVINE, LINK_CALL, REDEPLOY
from workbench.duke.board.packed import arg_of, at_of, bit, has, kind_of, link_of, owner_of, square_of, to_of, type_of
from workbench.duke.board.scratch import try_out
from workbench.duke.board.state import BY_OPPONENT, LUCK_DRAW, MAX_TYPES, NO_SQUARE, OVER, TURN
from workbench.duke.board.tables import DARK_RIDER
from workbench.duke.board.troops import flip, lift
from workbench.duke.rules.blocked import dragon_bit
from workbench.duke.rules.cover import shield
from workbench.duke.rules.guard import tile_attacks
from workbench.duke.turn.decide import deploy
from workbench.duke.turn.effects import perform
from workbench.duke.turn.ends import end_by_objective
from workbench.duke.turn.legal import begin_turn, is_drawing

POINT_MADE = 2**20  # a point of Counting Coup is worth more than any tile
# What a bot thinks of tiles and positions, in points: hundredths of a middling tile.
WORTHS = np.dtype(
    [
        ("worth", np.int64, (MAX_TYPES,)),  # on the board, all in all
        ("beyond", np.int64, (MAX_TYPES,)),  # on the board, its ways to go aside: mobility counts them
        ("bag", np.int64),  # a tile that is still in the bag
        ("mobility", np.int64),  # a slot that leads somewhere, in hundredths of a point
        ("guarded", np.int64),  # being in Guard costs so much
        ("tempo", np.int64),  # being to move
        ("logit", np.int64),  # so many points are one unit of log odds
    ]
)


@jit
def open_draw(R: Rules, t: State, owner: int, turn: int) -> None:
    """What a turn that draws does to the board before the draw."""
    kind, at = kind_of(turn), at_of(turn)
    if kind == REDEPLOY and link_of(turn) >= 0:
        flip(R, t, owner, link_of(turn))
        flip(R, t, owner, at)
    elif kind == DIVINE or kind == LINK_CALL:
        flip(R, t, owner, at if link_of(turn) < 0 else link_of(turn))
    t.phase = LUCK_DRAW


@jit
def taken(worths: Record, t: State, owner: int) -> int:
    """Worth of what the tried turn took from the opponent, less what it cost the owner."""
    total = 0
    for i in range(t.nlost):
        key = t.lost[i]
        worth = worths.worth[type_of(key)]
        total += worth if owner_of(key) != owner else -worth
    return total


@jit
def try_turn(R: Rules, worths: Record, s: State, t: State, turn: int) -> int:
    """Play a legal opener or placing on a scratch state, up to the opponent's turn or the draw: its gain.

    The Dragon has not acted there, but what its act brings on average is counted in.
    """
    owner = s.to_move
    try_out(R, s, t)
    t.held = s.held
    if R.objective == DARK_RIDER:
        for tile_type in range(R.types):
            t.off[0, BY_OPPONENT, tile_type] = s.off[0, BY_OPPONENT, tile_type]
    if s.phase != TURN:
        t.called = s.called
        deploy(R, t, owner, s.drawn, arg_of(turn), to_of(turn))
        if s.source != NO_SQUARE:
            lift(R, t, owner, s.source)
    elif is_drawing(kind_of(turn)):
        open_draw(R, t, owner, turn)
        return dragon_toll(R, worths, t, owner)
    else:
        perform(R, t, owner, turn)
    gain = taken(worths, t, owner) + (POINT_MADE if t.scored else 0)
    end_by_objective(R, t, owner)
    if t.phase != OVER:
        gain += dragon_toll(R, worths, t, owner)
        if R.has_dread:
            t.held = t.frozen & t.occ[owner]
        t.to_move = 1 - owner
        begin_turn(R, t)
    return gain


@jit
def is_held(R: Rules, t: State, owner: int, square: int, frozen: int) -> bool:
    """Whether the owner could take back on `square`, where one of their own tiles stands now."""
    own, foe = t.occ[1 - owner] | bit(square), t.occ[owner] & ~bit(square)
    for i in range(t.n[owner]):
        key = t.tiles[owner, i]
        at = square_of(key)
        if at != square and has(R.reach[key], square) and not has(frozen, at):
            if tile_attacks(R, t, owner, key, square, own, foe, dragon_bit(t), 0, frozen):
                return True
    return False


@jit
def hanging(R: Rules, worths: Record, t: State, owner: int, frozen: int) -> int:
    """The most that the opponent could win by taking one tile now, less what is taken back."""
    foe = 1 - owner
    threatened = 0
    for j in range(t.n[foe]):
        threatened |= R.reach[t.tiles[foe, j]]
    threatened &= t.occ[owner] & ~frozen
    if threatened == 0:
        return 0
    most = 0
    for i in range(t.n[owner]):
        key = t.tiles[owner, i]
        square, worth = square_of(key), worths.worth[type_of(key)]
        if not has(threatened, square) or worth <= most:
            continue
        held = -1
        for j in range(t.n[foe]):
            other = t.tiles[foe, j]
            if not has(R.reach[other], square) or has(frozen, square_of(other)):
                continue
            guarded = shield(R, t, owner, square)
            own, theirs = t.occ[owner], t.occ[foe]
            if not tile_attacks(R, t, foe, other, square, own, theirs, dragon_bit(t), guarded, frozen):
                continue
            if held < 0:
                held = 1 if is_held(R, t, owner, square, frozen) else 0
            loss = worth if held == 0 else worth - worths.worth[type_of(other)]
            most = max(most, loss)
            if held == 0:
                break
    return most
