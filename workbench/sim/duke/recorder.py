"""What is kept of a game while it is played, in compiled code.

`GAME` is one row a game, `SUMS` is added up over a batch, `TRACK` follows a game in play. A tile that enters
the board at ply p and leaves it at ply q adds q - p to `survival_plies`; squares are as its owner sees them.
"""

from __future__ import annotations

import numpy as np

from workbench.duke.board import icons
from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import (
    AREA,
    COMMAND,
    DRAW,
    GO,
    PUSH,
    STRIKE,
    arg2_of,
    arg_of,
    at_of,
    kind_of,
    link_of,
    to_of,
    via_of,
)
from workbench.duke.board.state import (
    ASKING,
    BY_OPPONENT,
    BY_TERRAIN,
    DIVINING,
    MAX_BAG,
    MAX_TYPES,
    NO_SQUARE,
    PLACING,
    TURN,
)
from workbench.duke.board.troops import key_at

MAX_DRAWS = 128  # of one owner; tiles can return to a bag and be drawn again
MAX_SWAPS = 32
MAX_SETUP = 16
TURN_KINDS = 32
ICONS = 16  # engine numbers of icon kinds

GAME = np.dtype(
    [
        ("winner", np.int8),
        ("reason", np.int8),
        ("plies", np.int32),
        ("ndraws", np.int16, (2,)),
        ("draws", np.int16, (2, MAX_DRAWS)),
        ("draw_plies", np.int16, (2, MAX_DRAWS)),
        ("first_draw", np.int16, (2,)),  # 1 + type of the first DRAW turn
        ("nbag", np.int16, (2,)),
        ("bag", np.int16, (2, MAX_BAG)),  # next to be drawn first
        ("made", np.int16, (2, MAX_TYPES)),
        ("lost", np.int16, (2, MAX_TYPES)),
        ("nswaps", np.int16),
        ("swaps", np.int16, (MAX_SWAPS,)),  # offers: owner<<8 | taken<<7 | drawn type
        ("nsetup", np.int16),
        ("setup", np.int8, (MAX_SETUP,)),
    ]
)
SUMS = np.dtype(
    [
        ("on", np.int64),  # 0: play without recording
        ("turns", np.int64, (TURN_KINDS,)),
        ("icon_uses", np.int64, (MAX_TYPES, 2, ICONS)),
        ("squares", np.int64, (MAX_TYPES, 36)),
        ("survival_plies", np.int64, (MAX_TYPES,)),
        ("deploys", np.int64, (MAX_TYPES,)),
        ("draws", np.int64, (MAX_TYPES,)),
    ]
)
TRACK = np.dtype(
    [
        ("begun", np.int64),
        ("occ", np.int64),
        ("board", np.int64, (36,)),  # square -> owner<<8 | type, where occ has it
        ("stale", np.int64),  # the board must be compared square by square
        ("captor", np.int64),  # type that acts in this turn, or -1
        ("foes", np.int64),
    ]
)


@jit
def seen_by(owner: int, square: int) -> int:
    """The square as its owner sees it: rank 1 is the own edge."""
    return 35 - square if owner else square


@jit
def enter(c: State, g: State, owner: int, kind: int, square: int, ply: int) -> None:
    g.board[square] = owner << 8 | kind
    g.occ |= 1 << square
    c.survival_plies[kind] -= ply
    c.squares[kind, seen_by(owner, square)] += 1


@jit
def leave(c: State, g: State, square: int, ply: int) -> None:
    c.survival_plies[g.board[square] & 255] += ply
    g.occ &= ~(1 << square)


@jit
def note_start(s: State, c: State, g: State, row: State) -> None:
    """The first turn is to be made: where everything stands, and how the bags lie."""
    g.begun = 1
    g.occ = 0
    g.stale = 0
    found = 0
    for owner in range(2):
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            enter(c, g, owner, key >> 10, key & 63, 0)
            c.deploys[key >> 10] += 1
            if found < MAX_SETUP:
                row.setup[found] = key & 63
                found += 1
        n = s.nbag[owner]
        row.nbag[owner] = n
        for i in range(n):
            row.bag[owner, i] = s.bag[owner, n - 1 - i]
    row.nsetup = found


@jit
def note_draw(R: Rules, s: State, c: State, row: State, kind: int, taken: int, is_offer: bool) -> None:
    """A drawn tile is about to be placed, or the pool tile that replaces it."""
    owner = s.to_move
    n = row.ndraws[owner]
    if n < MAX_DRAWS:
        row.draws[owner, n] = kind
        row.draw_plies[owner, n] = s.ply
        row.ndraws[owner] = n + 1
    c.draws[kind] += 1
    other = R.swap[kind]
    if is_offer and other >= 0 and s.pool >> other & 1 and not s.declined[owner] >> kind & 1:
        note_swap(row, owner, kind, taken)
    c.deploys[other if taken else kind] += 1


@jit
def note_swap(row: State, owner: int, kind: int, taken: int) -> None:
    if row.nswaps < MAX_SWAPS:
        row.swaps[row.nswaps] = owner << 8 | taken << 7 | kind
        row.nswaps += 1


@jit
def note_opener(s: State, c: State, g: State, turn: int) -> None:
    """A turn is opened: its kind, the icon it uses, and whose it is."""
    kind, at, owner = kind_of(turn), at_of(turn), s.to_move
    c.turns[kind] += 1
    g.foes = s.n[1 - owner]
    g.captor = -1
    if at == NO_SQUARE:
        g.stale |= kind != DRAW
        return
    key = key_at(s, owner, at)
    g.captor = key >> 10
    if kind in (GO, STRIKE, PUSH):
        icon = arg_of(turn)
    elif kind == AREA:
        icon = icons.AREA
    elif kind == COMMAND:
        icon = icons.COMMAND
    else:
        g.stale = 1
        return
    side = key >> 9 & 1
    if link_of(turn) >= 0:
        side ^= 1  # both tiles of a Link chain flip before the turn (LINK-2)
    c.icon_uses[key >> 10, side, icon] += 1


@jit
def note_before(R: Rules, s: State, c: State, g: State, row: State, turn: int) -> None:
    """A decision is about to be played."""
    phase = s.phase
    if phase == TURN:
        if not g.begun:
            note_start(s, c, g, row)
        note_opener(s, c, g, turn)
    elif phase == PLACING:
        if row.first_draw[s.to_move] == 0 and s.source == NO_SQUARE and not s.called:
            row.first_draw[s.to_move] = s.drawn + 1
        note_draw(R, s, c, row, s.drawn, arg_of(turn), not s.called)
    elif phase == DIVINING:
        note_draw(R, s, c, row, arg_of(turn), arg2_of(turn), True)
        g.stale = 1
    elif phase == ASKING:
        note_swap(row, s.to_move, s.drawn, arg_of(turn))


@jit
def note_after(R: Rules, s: State, c: State, g: State, row: State, turn: int, owner: int, ply: int) -> None:
    """The decision has been played; the Dragon has not yet acted."""
    kind = kind_of(turn)
    if g.captor >= 0:
        captured = g.foes - s.n[1 - owner]
        row.made[owner, g.captor] += captured
        g.captor = -1
        if kind in (GO, COMMAND):
            start, to = (at_of(turn) if kind == GO else via_of(turn)), to_of(turn)
            mover = g.board[start] & 255
            if captured:
                leave(c, g, to, ply)
            g.occ &= ~(1 << start)
            g.board[to] = owner << 8 | mover
            g.occ |= 1 << to
            c.squares[mover, seen_by(owner, to)] += 1
        elif kind == STRIKE and captured:
            leave(c, g, to_of(turn), ply)
        else:
            g.stale |= kind != STRIKE
    elif g.begun and kind != DRAW and not g.stale and s.n[owner]:
        note_placed(s, c, g, owner, to_of(turn), ply)


@jit
def note_placed(s: State, c: State, g: State, owner: int, to: int, ply: int) -> None:
    """A new tile stands on `to`, if it was placed there and the Dragon has not eaten it."""
    if to != NO_SQUARE and s.occ[owner] >> to & 1 and not g.occ >> to & 1:
        enter(c, g, owner, key_at(s, owner, to) >> 10, to, ply)


@jit
def note_board(s: State, c: State, g: State, ply: int) -> None:
    """Compare the board square by square, after what only few games have."""
    g.stale = 0
    for square in range(36):
        now = -1
        for owner in range(2):
            if s.occ[owner] >> square & 1:
                now = owner << 8 | key_at(s, owner, square) >> 10
        before = g.board[square] if g.occ >> square & 1 else -1
        if now != before:
            if before >= 0:
                leave(c, g, square, ply)
            if now >= 0:
                enter(c, g, now >> 8, now & 255, square, ply)


@jit
def note_end(R: Rules, s: State, c: State, g: State, row: State) -> None:
    row.winner = s.winner
    row.reason = s.reason
    row.plies = s.ply
    if not c.on:
        return
    if not g.begun:
        note_start(s, c, g, row)
    for owner in range(2):
        row.first_draw[owner] -= 1
        for kind in range(R.types):
            row.lost[owner, kind] = s.off[owner, BY_OPPONENT, kind] + s.off[owner, BY_TERRAIN, kind]
    for square in range(36):
        if g.occ >> square & 1:
            c.survival_plies[g.board[square] & 255] += s.ply
    g.begun = 0
