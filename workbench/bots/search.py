"""The searching bot: alpha-beta to a depth in turns, captures beyond it, draws by sampling.

Values are South's points. `B` is (worths, limits, states, lists, table, frames): the state at depth d of the line that
is looked at stands in states[d], its turns in lists[d], how far they are looked at in frames[d]; two more states are
to try turns on. The line is walked by a loop: compiled functions of this package cannot call themselves.
"""

from __future__ import annotations

import numpy as np

from workbench.bots.evaluate import evaluate
from workbench.bots.unknown import dream, dream_seed, forget_order, mix_bag
from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import (
    AREA,
    COMMAND,
    DRAW,
    ESCAPE,
    GO,
    NO_TURN,
    RANSOM,
    STRIKE,
    kind_of,
    to_of,
)
from workbench.duke.board.luck import below, decide
from workbench.duke.board.state import ASKING, DIVINING, FIRST_LUCK, LUCK_DRAW, LUCK_REDEPLOY, OVER, PLACING, TURN
from workbench.duke.turn.candidates import candidate, candidate_count
from workbench.duke.turn.chance import resolve
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.ends import fold, position_hash, turn_limit
from workbench.duke.turn.legal import end_without_turn, try_candidate

MAX_LINE = 40  # nodes in one line of look-ahead, chance and placings included
QUIET_AFTER = 6  # turns of captures beyond the depth
WON = 1 << 40
UNKNOWN = 1 << 50
EQUALS = 0x2E1B2138  # purpose of the luck that orders equal turns

LIMITS = np.dtype(
    [
        ("depth", np.int64),
        ("draws", np.int64),  # samples of a draw
        ("nodes", np.int64),  # positions looked at in the last decision
        ("seed", np.int64),
        ("value", np.int64),  # points that the last decision expects, South's
    ]
)
# Columns of the transposition table
KEY, VALUE, DEPTH, BOUND, BEST = range(5)
EXACT, AT_LEAST, AT_MOST = range(3)
# Columns of the frames: one for each node of the line that is looked at
(
    F_KIND,
    F_N,
    F_NEXT,
    F_OWNER,
    F_QUIET,
    F_DEPTH,
    F_ALPHA,
    F_BETA,
    F_LOW,
    F_HIGH,
    F_BEST,
    F_CHOSEN,
    F_KEY,
    F_TOTAL,
) = range(14)
FRAME = 14
DECISION, LUCK = range(2)


@jit
def won_by(s: State, owner: int) -> int:
    """A win is better the sooner it comes."""
    points = WON - s.ply
    return points if owner == 0 else -points


@jit
def over_value(s: State) -> int:
    return 0 if s.winner < 0 else won_by(s, s.winner)


@jit
def is_capture(s: State, turn: int) -> bool:
    kind, foe = kind_of(turn), s.occ[1 - s.to_move]
    if kind == GO or kind == STRIKE or kind == COMMAND or kind == ESCAPE or kind == RANSOM:
        return foe >> to_of(turn) & 1 != 0
    return kind == AREA


@jit
def promise(R: Rules, B: State, s: State, turn: int) -> int:
    """How soon a turn should be looked at: good captures first, then the draw."""
    if s.phase != TURN:
        return 0
    if is_capture(s, turn) and kind_of(turn) != AREA:
        return 200 + B.worth[s.tiles[1 - s.to_move, s.where[to_of(turn)]] >> 10]
    return 100 if kind_of(turn) == DRAW or kind_of(turn) == AREA else 0


@jit
def order(R: Rules, worths: State, s: State, lists: State, d: int, n: int, first: int) -> None:
    """Sort the listed turns of depth d by promise, `first` before all."""
    turns, ranks = lists[d, 0], lists[d, 1]
    for i in range(n):
        turn = turns[i]
        rank = WON if turn == first else promise(R, worths, s, turn)
        at = i
        while at > 0 and ranks[at - 1] < rank:
            turns[at], ranks[at] = turns[at - 1], ranks[at - 1]
            at -= 1
        turns[at], ranks[at] = turn, rank


@jit
def node_key(R: Rules, s: State, seed: int) -> int:
    """What tells positions apart in a look-ahead; with another seed all are others."""
    key = fold(position_hash(R, s), seed)
    key = fold(key, s.phase << 20 | s.drawn << 10 | s.nhand)
    if s.phase == DIVINING:
        for i in range(s.nhand):
            key = fold(key, s.hand[i])
    return fold(key, s.nbag[0] << 16 | s.nbag[1] << 8 | s.called)


@jit
def list_some(R: Rules, s: State, t: State, u: State, captures: bool, out: State) -> int:
    """Write every legal turn, or only the captures, to `out`; returns how many."""
    n = 0
    for r in range(candidate_count(R, s)):
        if captures:
            turn = candidate(R, s, r)
            if turn == NO_TURN or not is_capture(s, turn):
                continue
        turn = try_candidate(R, s, t, u, r)
        if turn != NO_TURN:
            out[n] = turn
            n += 1
    return n


@jit
def bring_up(R: Rules, c: State, seed: int, sample: int, samples: int) -> None:
    """Let chance decide in a copied game: samples of one draw are spread evenly over the bag."""
    owner, n = c.to_move, c.nbag[c.to_move]
    dream(c, seed, c.ply * 64 + sample)
    if c.phase == LUCK_DRAW or c.phase == LUCK_REDEPLOY:
        at = (below(c, owner, 0, c.ply, n) + sample * n // samples) % n
        c.bag[owner, at], c.bag[owner, n - 1] = c.bag[owner, n - 1], c.bag[owner, at]
    else:
        mix_bag(c, owner, sample)
    resolve(R, c)


@jit
def table_value(table: State, key: int, depth: int, alpha: int, beta: int) -> int:
    """The value kept for a position if it decides this window, else UNKNOWN."""
    at = key % len(table)
    if table[at, KEY] != key or table[at, DEPTH] < depth:
        return UNKNOWN
    value, bound = table[at, VALUE], table[at, BOUND]
    if bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha):
        return value
    return UNKNOWN


@jit
def keep(table: State, frames: State, d: int) -> None:
    """Enter a finished node in the table; a newer one always takes the place."""
    value, key = frames[d, F_BEST], frames[d, F_KEY]
    at = key % len(table)
    table[at, KEY], table[at, VALUE], table[at, DEPTH] = key, value, frames[d, F_DEPTH]
    table[at, BEST] = frames[d, F_CHOSEN]
    bound = EXACT
    if value <= frames[d, F_ALPHA]:
        bound = AT_MOST
    elif value >= frames[d, F_BETA]:
        bound = AT_LEAST
    table[at, BOUND] = bound


@jit
def open_frame(frames: State, d: int, kind: int, n: int, owner: int, quiet: int, best: int) -> None:
    frames[d, F_KIND], frames[d, F_N], frames[d, F_NEXT] = kind, n, 0
    frames[d, F_OWNER], frames[d, F_QUIET], frames[d, F_BEST] = owner, quiet, best
    frames[d, F_LOW], frames[d, F_HIGH] = frames[d, F_ALPHA], frames[d, F_BETA]
    frames[d, F_CHOSEN], frames[d, F_TOTAL] = NO_TURN, 0


@jit
def enter(R: Rules, B: State, d: int) -> int:
    """The value of states[d] if nothing need be looked at below it, else UNKNOWN: its frame is open then."""
    worths, limits, states, lists, table, frames = B[0][0], B[1][0], B[2], B[3], B[4], B[5]
    s, t, u = states[d], states[MAX_LINE], states[MAX_LINE + 1]
    limits.nodes += 1
    if s.phase == OVER:
        return over_value(s)
    quiet, owner = frames[d, F_QUIET], s.to_move
    is_luck = s.phase >= FIRST_LUCK
    if is_luck and quiet < 0 and d < MAX_LINE - 2:
        open_frame(frames, d, LUCK, limits.draws if d <= 1 else 1, owner, quiet, 0)
        return UNKNOWN
    if s.phase == TURN and quiet < 0:
        if d > 0 and turn_limit(R, s):
            return 0
        if frames[d, F_DEPTH] <= 0:
            quiet = QUIET_AFTER
    best = -2 * WON if owner == 0 else 2 * WON
    first, captures = NO_TURN, False
    if quiet >= 0 or d >= MAX_LINE - 2:
        here = evaluate(R, worths, s)
        if s.phase != TURN or quiet <= 0 or d >= MAX_LINE - 2:
            return here
        captures = not (R.guard and s.in_guard == 1)  # evaluate has looked; a Duke in Guard must answer
        if captures:
            best = here
            if here >= frames[d, F_BETA] if owner == 0 else here <= frames[d, F_ALPHA]:
                return here
    elif d > 0:
        key = node_key(R, s, limits.seed)
        known = table_value(table, key, frames[d, F_DEPTH], frames[d, F_ALPHA], frames[d, F_BETA])
        if known != UNKNOWN:
            return known
        frames[d, F_KEY] = key
        if table[key % len(table), KEY] == key:
            first = table[key % len(table), BEST]
    n = list_some(R, s, t, u, captures, lists[d, 0])
    if n == 0:
        if captures:
            return best
        end_without_turn(R, s)
        return over_value(s)
    if d == 0:
        shuffle_turns(s, lists, n)
    order(R, worths, s, lists, d, n, first)
    open_frame(frames, d, DECISION, n, owner, quiet, best)
    return UNKNOWN


@jit
def shuffle_turns(s: State, lists: State, n: int) -> None:
    """Equal turns of the decision itself come in random order."""
    owner = s.to_move
    for i in range(n - 1, 0, -1):
        j = below(s, owner, EQUALS, s.choices[owner] * 4096 + i, i + 1)
        lists[0, 0, i], lists[0, 0, j] = lists[0, 0, j], lists[0, 0, i]


@jit
def absorb(frames: State, lists: State, d: int, value: int) -> None:
    """Take the value of the child that was looked at last."""
    if frames[d, F_KIND] == LUCK:
        frames[d, F_TOTAL] += value
        return
    south = frames[d, F_OWNER] == 0
    if value > frames[d, F_BEST] if south else value < frames[d, F_BEST]:
        frames[d, F_BEST] = value
        frames[d, F_CHOSEN] = lists[d, 0, frames[d, F_NEXT] - 1]
    if south:
        frames[d, F_LOW] = max(frames[d, F_LOW], frames[d, F_BEST])
    else:
        frames[d, F_HIGH] = min(frames[d, F_HIGH], frames[d, F_BEST])


@jit
def is_done(frames: State, d: int) -> bool:
    return frames[d, F_NEXT] >= frames[d, F_N] or frames[d, F_LOW] >= frames[d, F_HIGH]


@jit
def close(frames: State, table: State, d: int) -> int:
    """The value of a node whose children were looked at."""
    if frames[d, F_KIND] == LUCK:
        return frames[d, F_TOTAL] // frames[d, F_N]
    if frames[d, F_QUIET] < 0 and d > 0:
        keep(table, frames, d)
    return frames[d, F_BEST]


@jit
def open_child(R: Rules, B: State, d: int) -> None:
    """Play the next turn of a node, or let chance decide once more, in states[d + 1]."""
    limits, states, lists, frames = B[1][0], B[2], B[3], B[5]
    states[d + 1] = states[d]
    c, number = states[d + 1], frames[d, F_NEXT]
    frames[d, F_NEXT] = number + 1
    ply = c.ply
    if frames[d, F_KIND] == LUCK:
        bring_up(R, c, limits.seed, number, frames[d, F_N])
        frames[d + 1, F_ALPHA], frames[d + 1, F_BETA] = -2 * WON, 2 * WON
    else:
        play_turn(R, c, lists[d, 0, number])
        frames[d + 1, F_ALPHA], frames[d + 1, F_BETA] = frames[d, F_LOW], frames[d, F_HIGH]
    frames[d + 1, F_DEPTH] = frames[d, F_DEPTH] - (c.ply - ply)
    frames[d + 1, F_QUIET] = frames[d, F_QUIET] - 1 if frames[d, F_QUIET] > 0 else frames[d, F_QUIET]


@jit
def look(R: Rules, B: State) -> int:
    """The value of states[0], whose frame is open; its best turn stands in the frame."""
    lists, table, frames = B[3], B[4], B[5]
    d = 0
    while True:
        if is_done(frames, d):
            value = close(frames, table, d)
            if d == 0:
                return value
            d -= 1
            absorb(frames, lists, d, value)
            continue
        open_child(R, B, d)
        value = enter(R, B, d + 1)
        if value == UNKNOWN:
            d += 1
        else:
            absorb(frames, lists, d, value)


@jit
def search_turn(R: Rules, B: State, s: State, t: State, u: State) -> int:
    """The best turn to the bot's depth; the set-up is left to luck."""
    limits, states, lists, frames = B[1][0], B[2], B[3], B[5]
    states[0] = s
    limits.seed = dream_seed(s, s.to_move)
    limits.nodes = 0
    forget_order(R, states[0])
    frames[0, F_ALPHA], frames[0, F_BETA] = -2 * WON, 2 * WON
    frames[0, F_DEPTH], frames[0, F_QUIET] = limits.depth, -1
    if enter(R, B, 0) != UNKNOWN:
        return NO_TURN
    if s.phase != TURN and s.phase != PLACING and s.phase != DIVINING and s.phase != ASKING:
        limits.nodes = 0
        return lists[0, 0, decide(s, s.to_move, 0, frames[0, F_N])]
    dream(states[0], limits.seed, 0)
    limits.value = look(R, B)
    return frames[0, F_CHOSEN]
