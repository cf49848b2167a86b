"""What is kept of a game while it is played, in compiled code.

`GAME` is what is known of a game in play, `TRACK` follows its board, `SUMS` is added up over a batch; when a game is
over, what is known of it goes to its place in the batch (batch.py). A tile that enters the board at ply p and leaves it
at ply q adds q - p to `survival_plies`; squares are as its owner sees them.
"""

from __future__ import annotations

import numpy as np

from workbench.duke.board import icons
from workbench.duke.board.compile import Record, Rules, State, jit
from workbench.duke.board.kinds import AREA, COMMAND, DRAW, ESCAPE, GO, PUSH, RANSOM, STRIKE
from workbench.duke.board.packed import (
    arg2_of,
    arg_of,
    at_of,
    bit,
    first_destroyed,
    has,
    kind_of,
    link_of,
    pack_log,
    pack_offer,
    pack_standing,
    second_destroyed,
    side_of,
    square_of,
    standing_owner,
    standing_type,
    to_of,
    type_of,
    via_of,
)
from workbench.duke.board.state import ASKING, DIVINING, MAX_BAG, MAX_TYPES, NO_SQUARE, PLACING, TURN
from workbench.duke.board.troops import key_at
from workbench.sim.duke.baglog import BACK, LOST, OTHER_DRAW, TURN_DRAW
from workbench.sim.duke.batch import IN_ROW, LOG_LIST, MADE_LIST, MAX_SETUP, MAX_SWAPS, SPILL, Games, keep_game, spill

TURN_KINDS = 32
ICONS = 16  # engine numbers of icons

GAME = np.dtype(
    [
        ("number", np.int64),  # of the game in its batch
        ("drawn", np.int64, (2,)),  # mask of the types drawn
        ("nlog", np.int32, (2,)),
        ("log", np.uint8, (2, IN_ROW)),  # as `baglog` has it
        ("nmade", np.int32, (2,)),
        ("made", np.uint8, (2, IN_ROW)),  # types that captured, in order
        ("first_draw", np.int16, (2,)),  # 1 + type of the first DRAW turn
        ("nbag", np.int16, (2,)),
        ("bag", np.uint8, (2, MAX_BAG)),  # next to be drawn first
        ("nswaps", np.int16),
        ("swaps", np.int16, (MAX_SWAPS,)),  # offers, packed
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
        ("nspill", np.int64),  # more than SPILL: the batch must be played in smaller parts
        ("spill", np.int64, (SPILL,)),  # packed
    ]
)
TRACK = np.dtype(
    [
        ("begun", np.int64),
        ("occ", np.int64),
        ("board", np.int64, (36,)),  # square -> who stands there, packed, where occ has it
        ("stale", np.int64),  # the board must be compared square by square
        ("captor", np.int64),  # type that acts in this turn, or -1
        ("foes", np.int64),
        ("pooled", np.int64),  # the tile to be placed came from the pool, by a Link search
    ]
)


@jit
def seen_by(owner: int, square: int) -> int:
    """The square as its owner sees it: rank 1 is the own edge."""
    return 35 - square if owner else square


@jit
def enter(c: Record, g: Record, owner: int, tile_type: int, square: int, ply: int) -> None:
    g.board[square] = pack_standing(owner, tile_type)
    g.occ |= bit(square)
    c.survival_plies[tile_type] -= ply
    c.squares[tile_type, seen_by(owner, square)] += 1


@jit
def relocate(c: Record, g: Record, owner: int, tile_type: int, start: int, to: int) -> None:
    """A tile of the board stands elsewhere; whom it took there has left."""
    g.board[to] = pack_standing(owner, tile_type)
    g.occ = g.occ & ~bit(start) | bit(to)
    c.squares[tile_type, seen_by(owner, to)] += 1


@jit
def leave(c: Record, g: Record, square: int, ply: int) -> None:
    c.survival_plies[standing_type(g.board[square])] += ply
    g.occ &= ~bit(square)


@jit
def note_deal(g: Record, row: Record, number: int) -> None:
    """A new game: nothing is known of it."""
    g.begun = 0
    row.number = number
    row.nswaps = 0
    row.nsetup = 0
    for owner in range(2):
        row.drawn[owner] = 0
        row.nlog[owner] = 0
        row.nmade[owner] = 0
        row.first_draw[owner] = 0


@jit
def note_start(s: State, c: Record, g: Record, row: Record) -> None:
    """The first turn is to be made: where everything stands, and how the bags lie."""
    g.begun = 1
    g.occ = 0
    g.stale = 0
    g.pooled = 0
    found = 0
    for owner in range(2):
        for i in range(s.n[owner]):
            key = s.tiles[owner, i]
            enter(c, g, owner, type_of(key), square_of(key), 0)
            c.deploys[type_of(key)] += 1
            if found < MAX_SETUP:
                row.setup[found] = square_of(key)
                found += 1
        n = s.nbag[owner]
        row.nbag[owner] = n
        for i in range(n):
            row.bag[owner, i] = s.bag[owner, n - 1 - i]
    row.nsetup = found


@jit
def note_bag(c: Record, row: Record, owner: int, how: int, tile_type: int) -> None:
    """A tile has left or entered a bag."""
    n = row.nlog[owner]
    entry = pack_log(how, tile_type)
    row.nlog[owner] = n + 1
    if how < LOST:
        row.drawn[owner] |= bit(tile_type)
    if n < IN_ROW:
        row.log[owner, n] = entry
    else:
        spill(c, row.number, LOG_LIST + owner, entry)


@jit
def note_captures(c: Record, row: Record, owner: int, tile_type: int, count: int) -> None:
    for _ in range(count):
        n = row.nmade[owner]
        row.nmade[owner] = n + 1
        if n < IN_ROW:
            row.made[owner, n] = tile_type
        else:
            spill(c, row.number, MADE_LIST + owner, tile_type)


@jit
def note_ransom(s: State, c: Record, row: Record, turn: int) -> None:
    """A captured tile returns to the opponent's bag as a ransom (ENH-IV-3)."""
    kind = kind_of(turn)
    if kind == RANSOM:
        note_bag(c, row, 1 - s.to_move, BACK, arg_of(turn))
    elif kind == ESCAPE and arg_of(turn) > 0:
        note_bag(c, row, 1 - s.to_move, BACK, arg_of(turn) - 1)


@jit
def note_placing(s: State, c: Record, g: Record, row: Record) -> None:
    """The tile in hand is about to be placed: by what it left the bag, and what returns for it (ENH-V-3)."""
    owner = s.to_move
    if s.called:
        if not g.pooled:
            note_bag(c, row, owner, OTHER_DRAW, s.drawn)
        g.pooled = 0
    elif s.source != NO_SQUARE:
        note_bag(c, row, owner, OTHER_DRAW, s.drawn)
        note_bag(c, row, owner, BACK, type_of(key_at(s, owner, s.source)))
    else:
        note_bag(c, row, owner, TURN_DRAW, s.drawn)
        if row.first_draw[owner] == 0:
            row.first_draw[owner] = s.drawn + 1


@jit
def note_pick(s: State, c: Record, row: Record, turn: int) -> None:
    """One tile of a hand is placed, and some may be destroyed; the others were never away (ENH-II-1)."""
    note_bag(c, row, s.to_move, OTHER_DRAW, arg_of(turn))
    if first_destroyed(turn) >= 0:
        note_bag(c, row, s.to_move, LOST, first_destroyed(turn))
    if second_destroyed(turn) >= 0:
        note_bag(c, row, s.to_move, LOST, second_destroyed(turn))


@jit
def note_draw(R: Rules, s: State, c: Record, row: Record, tile_type: int, taken: int, is_offer: bool) -> None:
    """A drawn tile is about to be placed, or the pool tile that replaces it."""
    owner = s.to_move
    c.draws[tile_type] += 1
    other = R.swap[tile_type]
    if is_offer and other >= 0 and has(s.pool, other) and not has(s.declined[owner], tile_type):
        note_swap(row, owner, tile_type, taken)
    c.deploys[other if taken else tile_type] += 1


@jit
def note_swap(row: Record, owner: int, tile_type: int, taken: int) -> None:
    if row.nswaps < MAX_SWAPS:
        row.swaps[row.nswaps] = pack_offer(owner, taken, tile_type)
        row.nswaps += 1


@jit
def note_opener(s: State, c: Record, g: Record, turn: int) -> None:
    """A turn is opened: its kind, the icon it uses, and whose it is."""
    kind, at, owner = kind_of(turn), at_of(turn), s.to_move
    c.turns[kind] += 1
    g.foes = s.n[1 - owner]
    g.captor = -1
    if at == NO_SQUARE:
        g.stale |= kind != DRAW
        return
    key = key_at(s, owner, at)
    g.captor = type_of(key)
    if kind in (GO, STRIKE, PUSH):
        icon = arg_of(turn)
    elif kind == AREA:
        icon = icons.AREA
    elif kind == COMMAND:
        icon = icons.COMMAND
    else:
        g.stale = 1
        return
    side = side_of(key)
    if link_of(turn) >= 0:
        side = 1 - side  # both tiles of a Link chain flip before the turn (LINK-2)
    c.icon_uses[type_of(key), side, icon] += 1


@jit
def note_before(R: Rules, s: State, c: Record, g: Record, row: Record, turn: int) -> None:
    """A decision is about to be played."""
    phase = s.phase
    if phase == TURN:
        if not g.begun:
            note_start(s, c, g, row)
        note_opener(s, c, g, turn)
        if R.has_arrivals:
            note_ransom(s, c, row, turn)
    elif phase == PLACING:
        note_placing(s, c, g, row)
        note_draw(R, s, c, row, s.drawn, arg_of(turn), not s.called)
    elif phase == DIVINING:
        note_pick(s, c, row, turn)
        note_draw(R, s, c, row, arg_of(turn), arg2_of(turn), True)
        g.stale = 1
    elif phase == ASKING:
        note_swap(row, s.to_move, s.drawn, arg_of(turn))
        if arg_of(turn):
            note_bag(c, row, s.to_move, LOST, s.drawn)
            g.pooled = 1


@jit
def note_after(R: Rules, s: State, c: Record, g: Record, row: Record, turn: int, owner: int, ply: int) -> None:
    """The decision has been played; the Dragon has not yet acted."""
    kind = kind_of(turn)
    if g.captor >= 0:
        captured = g.foes - s.n[1 - owner]
        note_captures(c, row, owner, g.captor, captured)
        g.captor = -1
        if kind in (GO, COMMAND):
            start, to = (at_of(turn) if kind == GO else via_of(turn)), to_of(turn)
            mover = standing_type(g.board[start])
            if captured:
                leave(c, g, to, ply)
            relocate(c, g, owner, mover, start, to)
        elif kind == STRIKE and captured:
            leave(c, g, to_of(turn), ply)
        else:
            g.stale |= kind != STRIKE
    elif g.begun and kind != DRAW and not g.stale and s.n[owner]:
        note_placed(s, c, g, owner, to_of(turn), ply)


@jit
def note_going(s: State, c: Record, g: Record, row: Record, turn: int, owner: int, ply: int, foes: int) -> None:
    """A tile has gone by an icon of its own: what most turns are, so that all about it is noted at once.

    It stands on its other side now (FLIP-1).
    """
    to = to_of(turn)
    key = key_at(s, owner, to)
    tile_type = type_of(key)
    c.turns[GO] += 1
    c.icon_uses[tile_type, 1 - side_of(key), arg_of(turn)] += 1
    captured = foes - s.n[1 - owner]
    if captured:
        note_captures(c, row, owner, tile_type, captured)
        leave(c, g, to, ply)
    relocate(c, g, owner, tile_type, at_of(turn), to)


@jit
def note_placed(s: State, c: Record, g: Record, owner: int, to: int, ply: int) -> None:
    """A new tile stands on `to`, if it was placed there and the Dragon has not eaten it."""
    if to != NO_SQUARE and has(s.occ[owner], to) and not has(g.occ, to):
        enter(c, g, owner, type_of(key_at(s, owner, to)), to, ply)


@jit
def note_board(s: State, c: Record, g: Record, ply: int) -> None:
    """Compare the board square by square, after what only few games have."""
    g.stale = 0
    for square in range(36):
        now = -1
        for owner in range(2):
            if has(s.occ[owner], square):
                now = pack_standing(owner, type_of(key_at(s, owner, square)))
        before = g.board[square] if has(g.occ, square) else -1
        if now != before:
            if before >= 0:
                leave(c, g, square, ply)
            if now >= 0:
                enter(c, g, standing_owner(now), standing_type(now), square, ply)


@jit
def note_end(R: Rules, s: State, c: Record, g: Record, row: Record, games: Games) -> None:
    result = games.results[row.number]
    result.winner = s.winner
    result.reason = s.reason
    result.plies = s.ply
    if not c.on:
        return
    if not g.begun:
        note_start(s, c, g, row)
    for owner in range(2):
        for i in range(s.n[owner]):
            c.survival_plies[type_of(s.tiles[owner, i])] += s.ply
    keep_game(R, s, c, row, result, games)
