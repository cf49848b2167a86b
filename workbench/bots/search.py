"""The searching bot: alpha-beta to a depth in turns, captures beyond it, draws by sampling.

Values are South's points. The line that is looked at is walked by a loop: compiled functions of this package cannot
call themselves.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np

from workbench.bots.choose import Chooser
from workbench.bots.dragon_ahead import dragon_toll, ways_to_act
from workbench.bots.evaluate import WON, evaluate
from workbench.bots.registry import BotSpec
from workbench.bots.unknown import dream, dream_seed, forget_order, mix_bag
from workbench.bots.worths import build_worths
from workbench.duke.board.compile import Ints, Past, Record, Records, Rules, State, entry, jit, jit_hot
from workbench.duke.board.copies import copy_game, copy_past
from workbench.duke.board.kinds import AREA, COMMAND, DRAW, ESCAPE, GO, NO_TURN, RANSOM, STRIKE
from workbench.duke.board.luck import below, beside, decide, fold
from workbench.duke.board.packed import has, kind_of, to_of, type_of
from workbench.duke.board.state import (
    ASKING,
    DIVINING,
    FIRST_LUCK,
    LUCK_DRAGON,
    LUCK_DRAW,
    LUCK_REDEPLOY,
    OVER,
    PLACING,
    TURN,
    Pool,
    new_line,
    new_states,
)
from workbench.duke.turn.candidates import candidate, candidate_count
from workbench.duke.turn.chance import resolve
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.ends import position_hash, remember, turn_limit
from workbench.duke.turn.legal import MOST_TURNS, end_without_turn, list_slots, list_turns, try_candidate

WIDER = 8  # one turn deeper takes about so many times as long
DEEPEST_SEARCH = 8
TABLE_ROWS = 2**16 - 15  # a prime
MAX_LINE = 40  # nodes in one line of look-ahead, chance and placings included
QUIET_AFTER = 6  # turns of captures beyond the depth
UNKNOWN = 2**50
FAR = 700  # units of log odds: a score beyond is none, and its power would overflow
EQUALS = 0x2E1B2138  # purpose of the luck that orders equal turns

SEARCH_LIMITS = np.dtype(
    [
        ("depth", np.int64),
        ("draws", np.int64),  # samples of a draw
        ("nodes", np.int64),  # positions looked at in the last decision
        ("seed", np.int64),
        ("value", np.int64),  # points that the last decision expects, South's
    ]
)
EXACT, AT_LEAST, AT_MOST = range(3)  # what a kept value says
# A place of the transposition table
KEPT = np.dtype(
    [
        ("key", np.int64),  # of the position
        ("value", np.int64),
        ("depth", np.int64),
        ("bound", np.int64),  # EXACT, AT_LEAST or AT_MOST
        ("best", np.int64),  # turn
    ]
)
# How far the turns of one node of the line are looked at
FRAME = np.dtype(
    [
        ("is_luck", np.int64),  # chance decides here, not a player
        ("turns", np.int64),  # how many, or samples of chance
        ("next", np.int64),  # the first that was not looked at
        ("owner", np.int64),
        ("quiet", np.int64),  # captures to look at beyond the depth, -1 before it is reached
        ("depth", np.int64),
        ("alpha", np.int64),
        ("beta", np.int64),
        ("low", np.int64),  # the window as it narrows
        ("high", np.int64),
        ("best", np.int64),
        ("chosen", np.int64),
        ("key", np.int64),
        ("total", np.int64),  # of the samples of chance
    ]
)


class SearchMemory(NamedTuple):
    """The state at depth d of the line that is looked at stands in states[d], its turns in turns[d], and so on."""

    worths: Record
    limits: Record  # SEARCH_LIMITS
    states: Records  # two more than the line is long, to try turns on
    past: Past  # of the line
    turns: Ints
    ranks: Ints  # of the turns
    table: Records  # of KEPT
    frames: Records  # of FRAME


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
        return has(foe, to_of(turn))
    return kind == AREA


@jit
def promise(worths: Record, s: State, turn: int) -> int:
    """How soon a turn should be looked at: good captures first, then the draw."""
    if s.phase != TURN:
        return 0
    if is_capture(s, turn) and kind_of(turn) != AREA:
        return 200 + worths.worth[type_of(s.tiles[1 - s.to_move, s.where[to_of(turn)]])]
    return 100 if kind_of(turn) == DRAW or kind_of(turn) == AREA else 0


@jit
def order(worths: Record, s: State, turns: Ints, ranks: Ints, n: int, first: int) -> None:
    """Sort the listed turns of a node by promise, `first` before all."""
    for i in range(n):
        turn = turns[i]
        rank = WON if turn == first else promise(worths, s, turn)
        at = i
        while at > 0 and ranks[at - 1] < rank:
            turns[at], ranks[at] = turns[at - 1], ranks[at - 1]
            at -= 1
        turns[at], ranks[at] = turn, rank


@jit
def node_key(R: Rules, s: State, seed: int) -> int:
    """What tells positions apart in a look-ahead; with another seed all are others."""
    key = fold(position_hash(R, s), seed)
    key = fold(key, beside(beside(s.phase, s.drawn, 10), s.nhand, 10))
    if s.phase == DIVINING:
        for i in range(s.nhand):
            key = fold(key, s.hand[i])
    return fold(key, beside(beside(s.nbag[0], s.nbag[1], 8), s.called, 8))


@jit
def list_some(R: Rules, s: State, t: State, u: State, captures: bool, out: Ints) -> int:
    """Write every legal turn, or only the captures, to `out` in the order of the candidates; returns how many."""
    if not captures:
        return list_turns(R, s, t, u, out)
    n, first, count = 0, 0, candidate_count(R, s)
    if s.phase == TURN:
        first = s.upto[s.n[s.to_move] - 1] if s.n[s.to_move] else 1
        n = list_slots(R, s, t, u, True, out, n)
    for r in range(first, count):
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
    """Let chance decide in a copied game: samples of one draw are spread evenly over the bag, or over the prey."""
    owner, n = c.to_move, c.nbag[c.to_move]
    dream(c, seed, c.ply * 64 + sample)
    if c.phase == LUCK_DRAW or c.phase == LUCK_REDEPLOY:
        at = (below(c, owner, 0, c.ply, n) + sample * n // samples) % n
        c.bag[owner, at], c.bag[owner, n - 1] = c.bag[owner, n - 1], c.bag[owner, at]
    elif c.phase == LUCK_DRAGON:
        c.scripted, c.tape_at, c.tape_len = not c.enraged, 0, 1  # a calm one takes each prey in turn
        c.tape[0] = sample
    else:
        mix_bag(c, owner, sample)
    resolve(R, c)
    c.scripted = 0


@jit
def table_value(table: Records, frame: Record, key: int) -> int:
    """The value kept for a position if it decides the window of this frame, else UNKNOWN."""
    kept = table[key % len(table)]
    if kept.key != key or kept.depth < frame.depth:
        return UNKNOWN
    value, bound = kept.value, kept.bound
    if bound == EXACT or (bound == AT_LEAST and value >= frame.beta) or (bound == AT_MOST and value <= frame.alpha):
        return value
    return UNKNOWN


@jit
def keep(table: Records, frame: Record) -> None:
    """Enter a finished node in the table; a newer one always takes the place."""
    kept = table[frame.key % len(table)]
    kept.key, kept.value, kept.depth, kept.best = frame.key, frame.best, frame.depth, frame.chosen
    kept.bound = EXACT
    if frame.best <= frame.alpha:
        kept.bound = AT_MOST
    elif frame.best >= frame.beta:
        kept.bound = AT_LEAST


@jit
def open_frame(frame: Record, is_luck: bool, turns: int, owner: int, quiet: int, best: int) -> None:
    frame.is_luck, frame.turns, frame.next = is_luck, turns, 0
    frame.owner, frame.quiet, frame.best = owner, quiet, best
    frame.low, frame.high = frame.alpha, frame.beta
    frame.chosen, frame.total = NO_TURN, 0


@jit
def enter(R: Rules, memory: SearchMemory, d: int) -> int:
    """The value of states[d] if nothing need be looked at below it, else UNKNOWN: its frame is open then."""
    limits, frame, s = memory.limits, memory.frames[d], memory.states[d]
    limits.nodes += 1
    if s.phase == OVER:
        return over_value(s)
    quiet, is_deepest = frame.quiet, d >= MAX_LINE - 2
    if s.phase >= FIRST_LUCK and quiet < 0 and not is_deepest:
        samples = limits.draws if d <= 1 else 1
        if s.phase == LUCK_DRAGON:
            samples = ways_to_act(R, s, max(samples, 2))
        open_frame(frame, True, samples, s.to_move, quiet, 0)
        return UNKNOWN
    if s.phase == TURN and quiet < 0:
        if d > 0:
            remember(R, s, memory.past)
            if turn_limit(R, s, memory.past):
                return 0
        if frame.depth <= 0:
            quiet = QUIET_AFTER
    first, captures = NO_TURN, False
    best = -2 * WON if s.to_move == 0 else 2 * WON
    if quiet >= 0 or is_deepest:
        here = evaluate(R, memory.worths, s)
        if s.phase == LUCK_DRAGON:
            here += dragon_toll(R, memory.worths, s, 0)
        if s.phase != TURN or quiet <= 0 or is_deepest:
            return here
        captures = not (R.guard and s.in_guard == 1)  # evaluate has looked; a Duke in Guard must answer
        if captures:
            best = here
            if here >= frame.beta if s.to_move == 0 else here <= frame.alpha:
                return here
    elif d > 0:
        frame.key = node_key(R, s, limits.seed)
        known = table_value(memory.table, frame, frame.key)
        if known != UNKNOWN:
            return known
        kept = memory.table[frame.key % len(memory.table)]
        if kept.key == frame.key:
            first = kept.best
    return list_below(R, memory, d, quiet, best, captures, first)


@jit_hot
def list_below(R: Rules, memory: SearchMemory, d: int, quiet: int, best: int, captures: bool, first: int) -> int:
    """Open the frame of a decision with its turns, `first` before all; where there are none, its value."""
    s, turns = memory.states[d], memory.turns[d]
    n = list_some(R, s, memory.states[MAX_LINE], memory.states[MAX_LINE + 1], captures, turns)
    if n == 0:
        if captures:
            return best
        end_without_turn(R, s)
        return over_value(s)
    if d == 0:
        shuffle_turns(s, turns, n)
    order(memory.worths, s, turns, memory.ranks[d], n, first)
    open_frame(memory.frames[d], False, n, s.to_move, quiet, best)
    return UNKNOWN


@jit
def shuffle_turns(s: State, turns: Ints, n: int) -> None:
    """Equal turns of the decision itself come in random order."""
    owner = s.to_move
    for i in range(n - 1, 0, -1):
        j = below(s, owner, EQUALS, s.choices[owner] * 4096 + i, i + 1)
        turns[i], turns[j] = turns[j], turns[i]


@jit
def absorb(frame: Record, turns: Ints, value: int) -> None:
    """Take the value of the child that was looked at last."""
    if frame.is_luck:
        frame.total += value
        return
    south = frame.owner == 0
    if value > frame.best if south else value < frame.best:
        frame.best = value
        frame.chosen = turns[frame.next - 1]
    if south:
        frame.low = max(frame.low, frame.best)
    else:
        frame.high = min(frame.high, frame.best)


@jit
def is_done(frame: Record) -> bool:
    return frame.next >= frame.turns or frame.low >= frame.high


@jit
def close(frame: Record, table: Records, d: int) -> int:
    """The value of a node whose children were looked at."""
    if frame.is_luck:
        return frame.total // frame.turns
    if frame.quiet < 0 and d > 0:
        keep(table, frame)
    return frame.best


@jit
def open_child(R: Rules, memory: SearchMemory, d: int) -> None:
    """Play the next turn of a node, or let chance decide once more, in states[d + 1]."""
    states, frame, below_it = memory.states, memory.frames[d], memory.frames[d + 1]
    copy_game(R, states[d], states[d + 1])
    c, number = states[d + 1], frame.next
    frame.next = number + 1
    ply = c.ply
    if frame.is_luck:
        bring_up(R, c, memory.limits.seed, number, frame.turns)
        below_it.alpha, below_it.beta = -2 * WON, 2 * WON
    else:
        play_turn(R, c, memory.turns[d, number])
        below_it.alpha, below_it.beta = frame.low, frame.high
    below_it.depth = frame.depth - (c.ply - ply)
    below_it.quiet = frame.quiet - 1 if frame.quiet > 0 else frame.quiet


@jit
def look(R: Rules, memory: SearchMemory) -> int:
    """The value of states[0], whose frame is open; its best turn stands in the frame."""
    frames, turns = memory.frames, memory.turns
    d = 0
    while True:
        if is_done(frames[d]):
            value = close(frames[d], memory.table, d)
            if d == 0:
                return value
            d -= 1
            absorb(frames[d], turns[d], value)
            continue
        open_child(R, memory, d)
        value = enter(R, memory, d + 1)
        if value == UNKNOWN:
            d += 1
        else:
            absorb(frames[d], turns[d], value)


@jit
def search_turn(R: Rules, memory: SearchMemory, s: State, t: State, u: State, past: Past) -> int:
    """The best turn to the bot's depth; the set-up is left to luck."""
    limits, states, frame = memory.limits, memory.states, memory.frames[0]
    copy_game(R, s, states[0])
    copy_past(s, past, memory.past)
    limits.seed = dream_seed(s, s.to_move)
    limits.nodes = 0
    forget_order(R, states[0])
    frame.alpha, frame.beta = -2 * WON, 2 * WON
    frame.depth, frame.quiet = limits.depth, -1
    if enter(R, memory, 0) != UNKNOWN:
        return NO_TURN
    if s.phase != TURN and s.phase != PLACING and s.phase != DIVINING and s.phase != ASKING:
        limits.nodes = 0
        return memory.turns[0, decide(s, s.to_move, 0, frame.turns)]
    dream(states[0], limits.seed, 0)
    limits.value = look(R, memory)
    return frame.chosen


@entry
def choose_search(memory: SearchMemory, R: Rules, pool: Pool, b: int, spare: int) -> int:
    """The bot's turn at the decision of pool[b]; two states from `spare` on are to try turns on."""
    states = pool.states
    return search_turn(R, memory, states[b], states[spare], states[spare + 1], pool.pasts[b])


class SearchBot(Chooser):
    def __init__(self, spec: BotSpec, rules: Rules) -> None:
        super().__init__(spec, rules)
        limits = np.zeros(1, SEARCH_LIMITS).view(np.recarray)[0]
        limits.depth, limits.draws = spec.option("depth"), spec.option("draws")
        self.memory = SearchMemory(
            build_worths(self.rules, spec.yardstick)[0],
            limits,
            new_states(MAX_LINE + 2),
            new_line(),
            np.zeros((MAX_LINE, MOST_TURNS), np.int64),
            np.zeros((MAX_LINE, MOST_TURNS), np.int64),
            np.zeros(TABLE_ROWS, KEPT).view(np.recarray),
            np.zeros(MAX_LINE, FRAME).view(np.recarray),
        )

    def decide(self, rules: Rules, pool: Pool, b: int, spare: int) -> int:
        return choose_search(self.memory, rules, pool, b, spare)

    def think(self, rules: Rules, pool: Pool, seconds: float) -> int:
        """One turn deeper again and again, as long as that seems to fit."""
        began = once = time.perf_counter()
        limits = self.memory.limits
        turn = self(rules, pool)
        spent = max(time.perf_counter() - once, 1e-4)
        while limits.depth < DEEPEST_SEARCH and spent * WIDER < seconds - (time.perf_counter() - began):
            limits.depth += 1
            once = time.perf_counter()
            turn = self(rules, pool)
            spent = time.perf_counter() - once
        limits.depth = self.spec.option("depth")
        return turn

    @property
    def expected_score(self) -> float | None:
        if not self.memory.limits.nodes:
            return None
        points, logit = int(self.memory.limits.value), int(self.memory.worths.logit)
        if abs(points) > WON // 2:
            return float(points > 0)
        return 1 / (1 + math.exp(min(-points / logit, FAR)))

    @property
    def looked(self) -> int:
        return int(self.memory.limits.nodes)
