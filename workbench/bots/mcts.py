"""The Monte Carlo bot: a tree of what was tried, grown where it promises most, with short playouts at its leaves.

`B` is (worths, limits, states, nodes, edges, path). An edge is a turn; what chance then brings leads to different
nodes, told apart by their keys. Scores are South's, in 65536ths. Each look-ahead mixes the bags anew.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from workbench.bots.evaluate import evaluate, expected_score
from workbench.bots.greedy import turn_value
from workbench.bots.search import is_capture, node_key
from workbench.bots.unknown import dream, dream_seed, forget_order, mix_bag
from workbench.duke.apply import play_turn
from workbench.duke.candidates import candidate_count
from workbench.duke.jit import Rules, State, jit
from workbench.duke.luck import decide
from workbench.duke.state import ASKING, DIVINING, OVER, PLACING, TURN
from workbench.duke.turn import NO_TURN
from workbench.duke.turns import end_without_turn, list_turns, try_candidate
from workbench.duke.whole_game import advance

LIMITS = np.dtype(
    [
        ("sims", np.int64),
        ("horizon", np.int64),  # turns of a playout before the evaluation speaks
        ("explore", np.int64),  # weight of what is untried, in hundredths
        ("nodes", np.int64),  # in use
        ("edges", np.int64),
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
    worths, limits, states, nodes, edges = B[0][0], B[1][0], B[2], B[3], B[4]
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
    """One look-ahead: down the tree, one step beyond it, a playout, and the score back up."""
    worths, limits, states, nodes, edges, path = B[0][0], B[1][0], B[2], B[3], B[4], B[5]
    states[1] = states[0]
    s, t, u = states[1], states[2], states[3]
    dream(s, limits.seed, number)
    mix_bag(s, 0, number)
    mix_bag(s, 1, number)
    node, depth = 0, 0
    while s.phase != OVER and nodes[node, COUNT] and depth < DEEPEST:
        edge = select(limits, nodes, edges, node, s.to_move)
        path[depth, 0], path[depth, 1] = node, edge
        depth += 1
        play_turn(R, s, edges[edge, TURN_OF])
        advance(R, s, t, u)
        limits.plies += 1
        if s.phase == OVER:
            node = -1
            break
        node = child_of(limits, nodes, edges, edge, node_key(R, s, limits.seed))
        if node < 0:
            break
    if s.phase != OVER and node >= 0 and nodes[node, COUNT] == 0 and limits.edges + len(path) < len(edges):
        expand(R, B, s, node, path[:, 2])
        if nodes[node, COUNT] == 0:
            end_without_turn(R, s)
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
def mcts_turn(R: Rules, B: State, s: State, t: State, u: State) -> int:
    """The turn that was tried most; the set-up is left to luck."""
    limits, states, nodes, edges, path = B[1][0], B[2], B[3], B[4], B[5]
    limits.nodes = 0
    limits.seed = dream_seed(s, s.to_move)
    limits.edges = 0
    limits.plies = 0
    states[0] = s
    forget_order(R, states[0])
    new_node(limits, nodes, 0)
    expand(R, B, states[0], 0, path[:, 2])
    if nodes[0, COUNT] == 0:
        return NO_TURN
    if s.phase != TURN and s.phase != PLACING and s.phase != DIVINING and s.phase != ASKING:
        limits.nodes = 0
        return edges[decide(s, s.to_move, 0, nodes[0, COUNT]), TURN_OF]
    for number in range(limits.sims):
        simulate(R, B, number)
    first = nodes[0, FIRST]
    chosen = first
    for edge in range(first, first + nodes[0, COUNT]):
        if edges[edge, TRIED] > edges[chosen, TRIED]:
            chosen = edge
    limits.value = edges[chosen, SUM] // max(edges[chosen, TRIED], 1)
    return edges[chosen, TURN_OF]
