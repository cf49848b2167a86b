"""The Monte Carlo bot: a tree of what was tried, grown where it promises most, with short playouts at its leaves.

`B` is (worths, limits, states, nodes, edges, path). An edge is a turn; what chance then brings leads to different
nodes, told apart by their keys. Scores are South's, in 65536ths. Each look-ahead mixes the bags anew.

The tree is kept for the bot's next decision in the same game: what was tried below the position that has come about
is copied to the other half of nodes and edges, and grown further. A memory serves one seat of one game at a time.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from workbench.bots.evaluate import evaluate, expected_score
from workbench.bots.greedy import turn_value
from workbench.bots.search import is_capture, node_key
from workbench.bots.unknown import dream, dream_seed, forget_order, mix_bag
from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.kinds import NO_TURN
from workbench.duke.board.luck import decide
from workbench.duke.board.state import ASKING, DIVINING, OVER, PLACING, TURN
from workbench.duke.turn.candidates import candidate_count
from workbench.duke.turn.decide import play_turn
from workbench.duke.turn.games import advance
from workbench.duke.turn.legal import end_without_turn, has_turn, list_turns, try_candidate

LIMITS = np.dtype(
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
NODE_KEY, FIRST, COUNT, SIBLING, SEEN, TOTAL = range(6)  # columns of nodes
TURN_OF, TRIED, SUM, CHILD, PRIOR = range(5)  # columns of edges
ONE = 65536
SLOPE = 60  # points by which a turn must seem worse to be tried a quarter as often
DEEPEST = 128
STATES = 5  # the root, the game that is tried, three to try turns on
ATTEMPTS = 24  # draw and reject so often before going through all
ENOUGH = 2  # legal turns that a playout looks at for a capture


@jit
def playout_turn(R: Rules, s: State, t: State, u: State) -> int:
    """A random legal turn, a capture if one of the first two is one."""
    owner, n = s.to_move, candidate_count(R, s)
    found, legal = NO_TURN, 0
    for attempt in range(ATTEMPTS + n):
        r = decide(s, owner, attempt, n) if attempt < ATTEMPTS else attempt - ATTEMPTS
        turn = try_candidate(R, s, t, u, r)
        if turn != NO_TURN:
            if s.phase != TURN or is_capture(s, turn):
                return turn
            found = turn
            legal += 1
            if legal == ENOUGH or attempt >= ATTEMPTS:
                return found
    return found


@jit
def play_out(R: Rules, worths: State, limits: State, s: State, t: State, u: State) -> int:
    """South's score after a short playout: the result, or what the evaluation says."""
    last = s.ply + limits.horizon
    if limits.horizon == 0 and s.phase == TURN and not has_turn(R, s, t, u):
        end_without_turn(R, s)
    while s.phase != OVER and s.ply < last:
        turn = playout_turn(R, s, t, u)
        if turn == NO_TURN:
            end_without_turn(R, s)
            break
        play_turn(R, s, turn)
        advance(R, s, t, u)
        limits.plies += 1
    if s.phase == OVER:
        return result(s)
    return int(expected_score(worths, evaluate(R, worths, s)) * ONE)


@jit
def result(s: State) -> int:
    return ONE // 2 if s.winner < 0 else ONE * (1 - s.winner)


@jit
def new_node(limits: State, nodes: State, key: int) -> int:
    node = limits.nodes
    limits.nodes += 1
    for column in range(6):
        nodes[node, column] = 0
    nodes[node, NODE_KEY] = key
    nodes[node, SIBLING] = -1
    return node


@jit
def expand(R: Rules, B: State, s: State, node: int, out: State) -> None:
    """Give a node its edges: every legal turn, with a prior by what it gains at once."""
    worths, limits, states = B[0][0], B[1][0], B[2]
    nodes, edges = B[3][limits.half], B[4][limits.half]
    t, u, v = states[2], states[3], states[4]
    n = list_turns(R, s, t, u, out)
    first = limits.edges
    nodes[node, FIRST] = first
    nodes[node, COUNT] = n
    limits.edges += n
    weighs = s.phase == TURN or s.phase == PLACING
    best = -(1 << 60)
    for i in range(n):
        edge = first + i
        edges[edge, TURN_OF], edges[edge, TRIED], edges[edge, SUM], edges[edge, CHILD] = out[i], 0, 0, -1
        value = turn_value(R, worths, s, t, u, v, out[i], -(1 << 60)) if weighs else 0
        edges[edge, PRIOR] = value
        best = max(best, value)
    total = 0
    for edge in range(first, first + n):
        behind = min(best - edges[edge, PRIOR], 1 << 20) + SLOPE
        edges[edge, PRIOR] = (ONE * SLOPE // behind) * SLOPE // behind + 1
        total += edges[edge, PRIOR]
    for edge in range(first, first + n):
        edges[edge, PRIOR] = edges[edge, PRIOR] * ONE // total


@jit
def select(limits: State, nodes: State, edges: State, node: int, owner: int) -> int:
    """The edge to try next: what it has scored, and a bonus for what was tried little."""
    first, seen = nodes[node, FIRST], max(nodes[node, SEEN], 1)
    mean = nodes[node, TOTAL] / seen
    push = limits.explore / 100.0 * sqrt(seen)
    chosen, best = first, -1e18
    for edge in range(first, first + nodes[node, COUNT]):
        tried = edges[edge, TRIED]
        score = edges[edge, SUM] / tried if tried else mean
        worth = (score if owner == 0 else ONE - score) + push * edges[edge, PRIOR] / (1.0 + tried)
        if worth > best:
            chosen, best = edge, worth
    return chosen


@jit
def child_of(limits: State, nodes: State, edges: State, edge: int, key: int) -> int:
    """The node behind an edge for what chance brought; made if it is new, -1 if there is no room."""
    node = edges[edge, CHILD]
    while node >= 0:
        if nodes[node, NODE_KEY] == key:
            return node
        node = nodes[node, SIBLING]
    if limits.nodes >= len(nodes):
        return -1
    node = new_node(limits, nodes, key)
    nodes[node, SIBLING] = edges[edge, CHILD]
    edges[edge, CHILD] = node
    return node


@jit
def simulate(R: Rules, B: State, number: int) -> None:
    """One look-ahead: down the tree, one step beyond it, a playout, and the score back up.

    Turns are listed and weighed only where a look-ahead comes by again: most nodes are seen once.
    """
    worths, limits, states, path = B[0][0], B[1][0], B[2], B[5]
    nodes, edges = B[3][limits.half], B[4][limits.half]
    states[1] = states[0]
    s, t, u = states[1], states[2], states[3]
    dream(s, limits.seed, number)
    mix_bag(s, 0, number)
    mix_bag(s, 1, number)
    node, depth = 0, 0
    while s.phase != OVER and depth < DEEPEST:
        if nodes[node, COUNT] == 0:
            if nodes[node, SEEN] == 0 or limits.edges + len(path) >= len(edges):
                break
            expand(R, B, s, node, path[:, 2])
            if nodes[node, COUNT] == 0:
                end_without_turn(R, s)
                break
        edge = select(limits, nodes, edges, node, s.to_move)
        path[depth, 0], path[depth, 1] = node, edge
        depth += 1
        play_turn(R, s, edges[edge, TURN_OF])
        advance(R, s, t, u)
        limits.plies += 1
        if s.phase == OVER:
            node = -1
            break
        node = child_of(limits, nodes, edges, edge, node_key(R, s, 0))
        if node < 0:
            break
    score = play_out(R, worths, limits, s, t, u)
    for i in range(depth):
        nodes[path[i, 0], SEEN] += 1
        nodes[path[i, 0], TOTAL] += score
        edges[path[i, 1], TRIED] += 1
        edges[path[i, 1], SUM] += score
    if node >= 0:
        nodes[node, SEEN] += 1
        nodes[node, TOTAL] += score


@jit
def kept_node(R: Rules, B: State, s: State, key: int, out: State) -> int:
    """The node of the kept tree that stands for this position, or -1."""
    limits = B[1][0]
    nodes, edges = B[3][limits.half], B[4][limits.half]
    if s.ply < limits.ply or s.to_move != limits.owner or s.seed[s.to_move, 0] != limits.game:
        return -1
    for node in range(limits.nodes):
        count = nodes[node, COUNT]
        if nodes[node, NODE_KEY] == key and count:
            if list_turns(R, s, B[2][2], B[2][3], out) != count:
                return -1
            for i in range(count):
                if edges[nodes[node, FIRST] + i, TURN_OF] != out[i]:
                    return -1
            return node
    return -1


@jit
def keep_below(B: State, root: int) -> None:
    """Copy the tree below a node to the other half, breadth first, the node becoming its root."""
    limits = B[1][0]
    nodes, edges = B[3][limits.half], B[4][limits.half]
    limits.half = 1 - limits.half
    kept, kept_edges = B[3][limits.half], B[4][limits.half]
    kept[0, FIRST], kept[0, SIBLING] = root, -1  # until a node is copied, FIRST says where from
    limits.nodes, limits.edges, copied = 1, 0, 0
    while copied < limits.nodes:
        old = kept[copied, FIRST]
        for column in (NODE_KEY, COUNT, SEEN, TOTAL):
            kept[copied, column] = nodes[old, column]
        kept[copied, FIRST] = limits.edges
        for edge in range(nodes[old, FIRST], nodes[old, FIRST] + nodes[old, COUNT]):
            for column in (TURN_OF, TRIED, SUM, PRIOR):
                kept_edges[limits.edges, column] = edges[edge, column]
            newest, child = -1, edges[edge, CHILD]
            while child >= 0:
                kept[limits.nodes, FIRST], kept[limits.nodes, SIBLING] = child, newest
                newest = limits.nodes
                limits.nodes += 1
                child = nodes[child, SIBLING]
            kept_edges[limits.edges, CHILD] = newest
            limits.edges += 1
        copied += 1


@jit
def begin_tree(R: Rules, B: State, s: State) -> None:
    """The tree to grow for a decision: what is kept of the last one, or a root alone."""
    limits, states, path = B[1][0], B[2], B[5]
    states[0] = s
    forget_order(R, states[0])
    key = node_key(R, s, 0)
    node = kept_node(R, B, states[0], key, path[:, 2])
    if node >= 0:
        keep_below(B, node)
    else:
        limits.nodes = 0
        limits.edges = 0
        new_node(limits, B[3][limits.half], key)
        expand(R, B, states[0], 0, path[:, 2])
    limits.ply, limits.owner, limits.game = s.ply, s.to_move, s.seed[s.to_move, 0]


@jit
def mcts_turn(R: Rules, B: State, s: State, t: State, u: State) -> int:
    """The turn that was tried most; the set-up is left to luck."""
    limits = B[1][0]
    begin_tree(R, B, s)
    nodes, edges = B[3][limits.half], B[4][limits.half]
    if nodes[0, COUNT] == 0:
        return NO_TURN
    if s.phase != TURN and s.phase != PLACING and s.phase != DIVINING and s.phase != ASKING:
        limits.nodes = 0
        return edges[decide(s, s.to_move, 0, nodes[0, COUNT]), TURN_OF]
    limits.seed = dream_seed(s, s.to_move)
    limits.plies = 0
    for number in range(nodes[0, SEEN], nodes[0, SEEN] + limits.sims):  # more of one decision goes on with its luck
        simulate(R, B, number)
    first = nodes[0, FIRST]
    chosen = first
    for edge in range(first, first + nodes[0, COUNT]):
        if edges[edge, TRIED] > edges[chosen, TRIED]:
            chosen = edge
    limits.value = edges[chosen, SUM] // max(edges[chosen, TRIED], 1)
    return edges[chosen, TURN_OF]
