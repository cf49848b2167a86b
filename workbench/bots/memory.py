"""What a bot knows and remembers: made once for a game, handed to its compiled code with every decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.bots import mcts, search
from workbench.bots.registry import BotSpec
from workbench.bots.worths import build_worths
from workbench.duke.board.state import new_states
from workbench.duke.turn.legal import MAX_TURNS

TABLE_ROWS = (1 << 16) - 15  # a prime
EDGES_PER_NODE = 48  # more than most positions have turns
MOST_EDGES = 1 << 22


def bot_memory(spec: BotSpec, rules: Any) -> Any:
    """The memory of a bot for games with these rule tables, which say all about the tiles."""
    if spec.name == "greedy":
        return build_worths(rules), new_states(1)
    if spec.name == "search":
        return search_memory(spec, rules)
    if spec.name == "mcts":
        return mcts_memory(spec, rules)
    return np.zeros(1, np.int64)


def search_memory(spec: BotSpec, rules: Any) -> Any:
    limits = np.zeros(1, search.LIMITS).view(np.recarray)
    limits[0].depth, limits[0].draws = spec.option("depth"), spec.option("draws")
    states = new_states(search.MAX_LINE + 2)
    lists = np.zeros((search.MAX_LINE, 2, MAX_TURNS), np.int64)
    table = np.zeros((TABLE_ROWS, 5), np.int64)
    frames = np.zeros((search.MAX_LINE, search.FRAME), np.int64)
    return build_worths(rules), limits, states, lists, table, frames


def mcts_memory(spec: BotSpec, rules: Any, room: int = 0) -> Any:
    """Two halves of a tree with room for as many look-aheads again as a decision makes, or for `room` of them."""
    limits = np.zeros(1, mcts.LIMITS).view(np.recarray)
    sims = spec.option("sims")
    room = max(room, 2 * sims) + 2
    limits[0].sims, limits[0].horizon, limits[0].explore = sims, spec.option("horizon"), spec.option("explore")
    nodes = np.zeros((2, room, 6), np.int64)
    edges = np.zeros((2, min(room * EDGES_PER_NODE, MOST_EDGES) + MAX_TURNS, 5), np.int64)
    path = np.zeros((MAX_TURNS, 3), np.int64)
    return build_worths(rules), limits, new_states(mcts.STATES), nodes, edges, path
