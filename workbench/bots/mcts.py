"""The Monte Carlo bot: a tree of what was tried, grown where it promises most, with short playouts at its leaves.

An edge is a turn; what chance then brings leads to different nodes, told apart by their keys. Scores are South's, in
65536ths. Each look-ahead mixes the bags anew.

The tree is kept for the bot's next decision in the same game: what was tried below the position that has come about
is copied to the other half of nodes and edges, and grown further. A memory serves one seat of one game at a time.
"""

from __future__ import annotations

import time
from math import sqrt
from typing import NamedTuple

import numpy as np

from workbench.bots.choose import Chooser
from workbench.bots.evaluate import evaluate, expected_score
from workbench.bots.greedy import turn_value
from workbench.bots.random import random_turn
from workbench.bots.registry import BotSpec
from workbench.bots.search import is_capture, node_key
from workbench.bots.unknown import dream, dream_seed, forget_order, mix_bag, mix_place
from workbench.bots.worths import build_worths
from workbench.duke.board.compile import Ints, Past, Record, Records, Rules, State, entry, jit
from workbench.duke.board.copies import copy_game, copy_past
from workbench.duke.board.kinds import DRAW, NO_TURN
from workbench.duke.board.luck import decide
from workbench.duke.board.packed import has, kind_of, target_of
from workbench.duke.board.state import ASKING, DIVINING, OVER, PLACING, TURN, Pool, new_line, new_states
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.games import advance
from workbench.duke.turn.legal import MOST_TURNS, end_without_turn, has_turn, list_turns, try_slot
from workbench.duke.turn.openers import slot_of

MCTS_LIMITS = np.dtype(
    [
        ("sims", np.int64),
        ("horizon", np.int64),  # turns of a playout before the evaluation speaks
        ("explore", np.int64),  # weight of what is untried, in hundredths
        ("half", np.int64),  # which half of nodes and edges holds the tree
        ("nodes", np.int64),  # in use
        ("edges", np.int64),
        ("ply", np.int64),  # when the tree was last grown, for whom, and in a game of which luck
        ("owner", np.int64),
        ("game", np.int64),
        ("seed", np.int64),
        ("plies", np.int64),  # turns tried in the last decision, in the tree and in playouts
        ("value", np.int64),  # South's expected score of the last decision, in 65536ths
    ]
)
NODE = np.dtype(
    [
        ("key", np.int64),  # of the position
        ("first", np.int64),  # edge
        ("edges", np.int64),
        ("sibling", np.int64),  # the next node behind the same edge, or -1
        ("seen", np.int64),
        ("total", np.int64),  # scores of the look-ahead that came by
    ]
)
EDGE = np.dtype(
    [
        ("turn", np.int64),
        ("tried", np.int64),
        ("total", np.int64),
        ("child", np.int64),  # the newest node behind it, or -1
        ("prior", np.int64),
    ]
)
STEP = np.dtype([("node", np.int64), ("edge", np.int64)])
ONE = 65536
SLOPE = 60  # points by which a turn must seem worse to be tried a quarter as often
LONGEST_PATH = 128
EDGES_PER_NODE = 48  # more than most positions have turns
MOST_EDGES = 2**22
MOST_SIMS = 200_000  # in a time to think
STATES = 5
LOOKS = 2  # slots among which a playout looks for a capture: about half of all slots are legal turns
FIRST_LOOK = 64  # number of its first attempt; those before are for the random turn


class MctsMemory(NamedTuple):
    """The tree stands in one half of nodes and edges."""

    worths: Record
    limits: Record  # MCTS_LIMITS
    states: Records  # the root, the game that is tried, three to try turns on
    past: Past  # of the game that is tried
    nodes: Records  # of NODE, two halves
    edges: Records  # of EDGE, two halves
    path: Records  # of STEP: the look-ahead that is made
    turns: Ints  # room for the turns of one position


@jit
def playout_turn(R: Rules, s: State, t: State, u: State) -> int:
    """A random legal turn, or a capture that a second look finds among a few slots."""
    turn = random_turn(R, s, t, u)
    if s.phase != TURN or turn == NO_TURN or is_capture(s, turn):
        return turn
    owner = s.to_move
    foe = s.occ[1 - owner]
    slots = s.upto[s.n[owner] - 1] - 1 if s.n[owner] else 0
    for look in range(LOOKS if slots else 0):
        r = 1 + decide(s, owner, FIRST_LOOK + look, slots)
        if has(foe, target_of(slot_of(R, s, owner, r))):
            capture = try_slot(R, s, t, u, owner, r)
            if capture != NO_TURN:
                return capture
    return turn


@jit
def play_dreamt(R: Rules, limits: Record, past: Past, s: State, t: State, u: State, turn: int, number: int) -> None:
    """Play a turn of look-ahead `number`, and on to the next decision."""
    if kind_of(turn) == DRAW and not R.has_extra:
        mix_place(s, s.to_move, number, s.nbag[s.to_move] - 1)
    play_turn(R, s, turn)
    advance(R, s, t, u, past)
    limits.plies += 1


@jit
def play_out(R: Rules, worths: Record, limits: Record, past: Past, s: State, t: State, u: State, number: int) -> int:
    """South's score after a short playout of look-ahead `number`: the result, or what the evaluation says."""
    last = s.ply + limits.horizon
    if limits.horizon == 0 and s.phase == TURN and not has_turn(R, s, t, u):
        end_without_turn(R, s)
    while s.phase != OVER and s.ply < last:
        turn = playout_turn(R, s, t, u)
        if turn == NO_TURN:
            end_without_turn(R, s)
            break
        play_dreamt(R, limits, past, s, t, u, turn, number)
    if s.phase == OVER:
        return result(s)
    return int(expected_score(worths, evaluate(R, worths, s)) * ONE)


@jit
def result(s: State) -> int:
    return ONE // 2 if s.winner < 0 else ONE * (1 - s.winner)


@jit
def new_node(limits: Record, nodes: Records, key: int) -> int:
    number = limits.nodes
    limits.nodes += 1
    node = nodes[number]
    node.key, node.sibling = key, -1
    node.first, node.edges, node.seen, node.total = 0, 0, 0, 0
    return number


@jit
def expand(R: Rules, memory: MctsMemory, s: State, number: int) -> None:
    """Give a node its edges: every legal turn, with a prior by what it gains at once."""
    limits, states, out = memory.limits, memory.states, memory.turns
    node, edges = memory.nodes[limits.half][number], memory.edges[limits.half]
    t, u, v = states[2], states[3], states[4]
    n = list_turns(R, s, t, u, out)
    first = limits.edges
    node.first, node.edges = first, n
    limits.edges += n
    weighs = s.phase == TURN or s.phase == PLACING
    best = -(2**60)
    for i in range(n):
        edge = edges[first + i]
        edge.turn, edge.tried, edge.total, edge.child = out[i], 0, 0, -1
        edge.prior = turn_value(R, memory.worths, s, t, u, v, out[i], -(2**60)) if weighs else 0
        best = max(best, edge.prior)
    weigh(edges[first : first + n], best)


@jit
def weigh(edges: Records, best: int) -> None:
    """Turn what the turns gain into shares of one: the less, the further behind the best."""
    total = 0
    for i in range(len(edges)):
        behind = min(best - edges[i].prior, 2**20) + SLOPE
        edges[i].prior = (ONE * SLOPE // behind) * SLOPE // behind + 1
        total += edges[i].prior
    for i in range(len(edges)):
        edges[i].prior = edges[i].prior * ONE // total


@jit
def select(limits: Record, node: Record, edges: Records, owner: int) -> int:
    """The edge to try next: what it has scored, and a bonus for what was tried little."""
    seen = max(node.seen, 1)
    mean = node.total / seen
    push = limits.explore / 100.0 * sqrt(seen)
    chosen, best = node.first, -1e18
    for number in range(node.first, node.first + node.edges):
        edge = edges[number]
        score = edge.total / edge.tried if edge.tried else mean
        worth = (score if owner == 0 else ONE - score) + push * edge.prior / (1.0 + edge.tried)
        if worth > best:
            chosen, best = number, worth
    return chosen


@jit
def child_of(limits: Record, nodes: Records, edge: Record, key: int) -> int:
    """The node behind an edge for what chance brought; made if it is new, -1 if there is no room."""
    number = edge.child
    while number >= 0:
        if nodes[number].key == key:
            return number
        number = nodes[number].sibling
    if limits.nodes >= len(nodes):
        return -1
    number = new_node(limits, nodes, key)
    nodes[number].sibling = edge.child
    edge.child = number
    return number


@jit
def simulate(R: Rules, memory: MctsMemory, number: int) -> None:
    """One look-ahead: down the tree, one step beyond it, a playout, and the score back up.

    Turns are listed and weighed only where a look-ahead comes by again: most nodes are seen once.
    """
    limits, states, path, past = memory.limits, memory.states, memory.path, memory.past
    nodes, edges = memory.nodes[limits.half], memory.edges[limits.half]
    copy_game(R, states[0], states[1])
    s, t, u = states[1], states[2], states[3]
    dream(s, limits.seed, number)
    if R.has_extra:  # tiles may go back to a bag, or be looked for in it
        mix_bag(s, 0, number)
        mix_bag(s, 1, number)
    at, depth = 0, 0  # the node that was reached, or -1; the edges on the way to it
    while s.phase != OVER and depth < LONGEST_PATH and at >= 0:
        node = nodes[at]
        if node.edges == 0:
            if node.seen == 0 or limits.edges + MOST_TURNS >= len(edges):
                break
            expand(R, memory, s, at)
            if node.edges == 0:
                end_without_turn(R, s)
                break
        step = path[depth]
        step.node, step.edge = at, select(limits, node, edges, s.to_move)
        edge = edges[step.edge]
        depth += 1
        play_dreamt(R, limits, past, s, t, u, edge.turn, number)
        at = -1 if s.phase == OVER else child_of(limits, nodes, edge, node_key(R, s, 0))
    score = play_out(R, memory.worths, limits, past, s, t, u, number)
    for i in range(depth):
        add_score(nodes[path[i].node], score)
        edge = edges[path[i].edge]
        edge.tried += 1
        edge.total += score
    if at >= 0:
        add_score(nodes[at], score)


@jit
def add_score(node: Record, score: int) -> None:
    node.seen += 1
    node.total += score


@jit
def kept_node(R: Rules, memory: MctsMemory, s: State, key: int) -> int:
    """The node of the kept tree that stands for this position, or -1."""
    limits, out = memory.limits, memory.turns
    nodes, edges = memory.nodes[limits.half], memory.edges[limits.half]
    if s.ply < limits.ply or s.to_move != limits.owner or s.seed[s.to_move, 0] != limits.game:
        return -1
    for number in range(limits.nodes):
        node = nodes[number]
        if node.key == key and node.edges:
            if list_turns(R, s, memory.states[2], memory.states[3], out) != node.edges:
                return -1
            for i in range(node.edges):
                if edges[node.first + i].turn != out[i]:
                    return -1
            return number
    return -1


@jit
def keep_below(memory: MctsMemory, root: int) -> None:
    """Copy the tree below a node to the other half, breadth first, the node becoming its root."""
    limits = memory.limits
    half, other = limits.half, 1 - limits.half
    nodes, edges, kept, kept_edges = memory.nodes[half], memory.edges[half], memory.nodes[other], memory.edges[other]
    limits.half = other
    kept[0].first, kept[0].sibling = root, -1  # until a node is copied, `first` says where from
    limits.nodes, limits.edges, copied = 1, 0, 0
    while copied < limits.nodes:
        old, new = nodes[kept[copied].first], kept[copied]
        new.key, new.edges, new.seen, new.total, new.first = old.key, old.edges, old.seen, old.total, limits.edges
        for number in range(old.first, old.first + old.edges):
            edge = kept_edges[limits.edges]
            kept_edges[limits.edges] = edges[number]
            edge.child = -1
            child = edges[number].child
            while child >= 0:
                kept[limits.nodes].first, kept[limits.nodes].sibling = child, edge.child
                edge.child = limits.nodes
                limits.nodes += 1
                child = nodes[child].sibling
            limits.edges += 1
        copied += 1


@jit
def begin_tree(R: Rules, memory: MctsMemory, s: State, past: Past) -> None:
    """The tree to grow for a decision: what is kept of the last one, or a root alone."""
    limits, states = memory.limits, memory.states
    copy_game(R, s, states[0])
    copy_past(s, past, memory.past)
    forget_order(R, states[0])
    key = node_key(R, s, 0)
    number = kept_node(R, memory, states[0], key)
    if number >= 0:
        keep_below(memory, number)
    else:
        limits.nodes = 0
        limits.edges = 0
        new_node(limits, memory.nodes[limits.half], key)
        expand(R, memory, states[0], 0)
    limits.ply, limits.owner, limits.game = s.ply, s.to_move, s.seed[s.to_move, 0]


@jit
def mcts_turn(R: Rules, memory: MctsMemory, s: State, t: State, u: State, past: Past) -> int:
    """The turn that was tried most; the set-up is left to luck."""
    limits = memory.limits
    begin_tree(R, memory, s, past)
    root, edges = memory.nodes[limits.half][0], memory.edges[limits.half]
    if root.edges == 0:
        return NO_TURN
    if s.phase != TURN and s.phase != PLACING and s.phase != DIVINING and s.phase != ASKING:
        limits.nodes = 0
        return edges[decide(s, s.to_move, 0, root.edges)].turn
    limits.seed = dream_seed(s, s.to_move)
    limits.plies = 0
    for number in range(root.seen, root.seen + limits.sims):  # more of one decision goes on with its luck
        simulate(R, memory, number)
    chosen = root.first
    for number in range(root.first, root.first + root.edges):
        if edges[number].tried > edges[chosen].tried:
            chosen = number
    limits.value = edges[chosen].total // max(edges[chosen].tried, 1)
    return edges[chosen].turn


@entry
def choose_mcts(memory: MctsMemory, R: Rules, pool: Pool, b: int, spare: int) -> int:
    """The bot's turn at the decision of pool[b]; two states from `spare` on are to try turns on."""
    states = pool.states
    return mcts_turn(R, memory, states[b], states[spare], states[spare + 1], pool.pasts[b])


class MctsBot(Chooser):
    def __init__(self, spec: BotSpec, rules: Rules) -> None:
        super().__init__(spec, rules)
        self.memory = self._memory(2 * spec.option("sims"))
        self.has_room = False  # for all that fits in a time to think

    def _memory(self, room: int) -> MctsMemory:
        """Two halves of a tree with room for so many look-aheads."""
        limits = np.zeros(1, MCTS_LIMITS).view(np.recarray)[0]
        limits.sims, limits.horizon, limits.explore = (self.spec.option(n) for n in ("sims", "horizon", "explore"))
        room += 2
        return MctsMemory(
            build_worths(self.rules, self.spec.yardstick)[0],
            limits,
            new_states(STATES),
            new_line(),
            np.zeros((2, room), NODE).view(np.recarray),
            np.zeros((2, min(room * EDGES_PER_NODE, MOST_EDGES) + MOST_TURNS), EDGE).view(np.recarray),
            np.zeros(LONGEST_PATH, STEP).view(np.recarray),
            np.zeros(MOST_TURNS, np.int64),
        )

    def decide(self, rules: Rules, pool: Pool, b: int, spare: int) -> int:
        return choose_mcts(self.memory, rules, pool, b, spare)

    def forget(self) -> None:
        self.memory.limits.nodes = 0

    def think(self, rules: Rules, pool: Pool, seconds: float) -> int:
        began = time.perf_counter()
        sims = self.spec.option("sims")
        if not self.has_room:
            self.memory, self.has_room = self._memory(max(MOST_SIMS, 2 * sims)), True
        turn = self(rules, pool)
        spent = max(time.perf_counter() - began, 1e-4)
        more = int(sims * (seconds - spent) / spent)
        if more > 0:
            self.memory.limits.sims = min(more, MOST_SIMS)
            turn = self(rules, pool)  # goes on with the tree
            self.memory.limits.sims = sims
        return turn

    @property
    def expected_score(self) -> float | None:
        return int(self.memory.limits.value) / ONE if self.memory.limits.nodes else None

    @property
    def looked(self) -> int:
        return self.spec.option("sims")

    @property
    def plies(self) -> int:
        return int(self.memory.limits.plies)
