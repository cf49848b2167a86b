"""Decisions of the bots in plain Python, without compiling: run by test_bots_decide, prints JSON.

Run with NUMBA_DISABLE_JIT=1; the compiled bots make the same decisions (test_bots_play, long profile).
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from workbench.bots.choose import Chooser
from workbench.bots.registry import parse_bot
from workbench.duke.game import Position

MATES = (
    "6/6/4fo'1/2GE'3/1FO'RA1du'1/FOFODUASfo1 S BoChDrLoMaPiPrSeWi/AsBoChDrGeKnLoMaPi2PrRaSeWi off=x:KnPi2/x:FoPi 34",
    "1fo'3du'/3FO1pr'/6/4fo1/2FO3/1DRDUPR2 S AsBoChFoGeKnLoMaPi3RaSeWi/AsBoChDrFoGeKnLoMaPi3RaSeWi np=6 12",
    "fo'du'2fo1/6/3ra'GE'1/6/2FO'CHFO'1/2FODUSE1 N AsBoDrKnLoMaPi3PrRaWi/AsBoChDrFoGeKnLoMaPi3PrSeWi - 13",
)
# South's Duke may flee or draw; a draw is worth looking at, so that the order of the bag could matter.
MIDDLE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoDrGeMaPi3/BoChLoPi3 - 9"
HANGING = "du5/3fo2/6/2KN3/6/2DU3 S Pi3/Pi3 - 9"
HELD = "6/3fo1du/6/2KN3/6/2DU3 S Pi3/Pi3 - 9"  # the same Footman with the Duke beside it
BOTS = ("greedy", "search:depth=1", "mcts:sims=12,horizon=1")
THINKERS = ("search:depth=1,draws=2", "mcts:sims=12,horizon=1")


def decide(bot: str, position: Position, seed: int = 1) -> str:
    """What the bot decides."""
    return consider(bot, position, seed)[0]


def consider(bot: str, position: Position, seed: int = 1, order: int | None = None) -> tuple[str, float | None]:
    """What the bot decides and expects; `order` shuffles the hidden order of the bags first."""
    referee = position.game.referee
    shuffled = position.game.shuffled(position, seed)
    pool = referee.load(shuffled.state)
    if order is not None:
        luck = Random(order)
        for owner in range(2):
            bag = pool[0]["bag"][owner, : int(pool[0]["nbag"][owner])].tolist()
            luck.shuffle(bag)
            pool[0]["bag"][owner, : len(bag)] = bag
    chooser = Chooser(parse_bot(bot), referee.rules)
    code = chooser(referee.rules, pool)
    return referee.text(shuffled.state, code), chooser.expected_score


def peeking(position: Position, order: int) -> str:
    """The tile that would be drawn next: to see that `order` changes what is hidden."""
    shuffled = position.game.shuffled(position, 1)
    bag = shuffled.state[0]["bag"][0, : int(shuffled.state[0]["nbag"][0])].tolist()
    Random(order).shuffle(bag)
    return str(bag[-1])


def kept_trees(position: Position, decisions: int = 6) -> list[dict[str, int]]:
    """Decisions of one Monte Carlo bot in a row against a random one: what it keeps, and whether the tree is sound."""
    from workbench.bots import mcts
    from workbench.duke.board.state import OVER
    from workbench.duke.turn.engine import is_chance, step

    referee = position.game.referee
    pool = referee.load(position.game.shuffled(position, 3).state)
    chooser, other = (Chooser(parse_bot(bot), referee.rules) for bot in ("mcts:sims=40,horizon=0", "random"))
    owner, found = int(pool[0].to_move), []
    while len(found) < decisions and pool[0].phase != OVER:
        if is_chance(pool[0]):
            step(referee.rules, pool, 0, -1)
            continue
        turn = (chooser if int(pool[0].to_move) == owner else other)(referee.rules, pool)
        if int(pool[0].to_move) == owner:
            limits, nodes, edges = (chooser.memory[i] for i in (1, 3, 4))
            half, used = int(limits[0].half), int(limits[0].nodes)
            nodes, edges = nodes[half], edges[half]
            children = [
                child
                for node in nodes[:used]
                for edge in edges[node[mcts.FIRST] : node[mcts.FIRST] + node[mcts.COUNT]]
                for child in siblings(nodes, int(edge[mcts.CHILD]))
            ]
            first, count = nodes[0][mcts.FIRST], nodes[0][mcts.COUNT]
            tried = edges[first : first + count, mcts.TRIED].sum()
            found.append(
                {
                    "kept": int(nodes[0][mcts.SEEN]) - 40,
                    "seen_and_not_tried": int(nodes[0][mcts.SEEN] - tried),
                    "nodes": used,
                    "children": len(children),
                    "different": len(set(children)),
                }
            )
        step(referee.rules, pool, 0, turn)
    return found


def siblings(nodes: Any, child: int) -> list[int]:
    """All nodes behind one edge."""
    from workbench.bots import mcts

    found = []
    while child >= 0:
        found.append(child)
        child = int(nodes[child][mcts.SIBLING])
    return found


def main() -> None:
    middle = Position(MIDDLE)
    found: dict[str, Any] = {
        "mates": {bot: [decide(bot, Position(line)) for line in MATES] for bot in BOTS},
        "orders": {bot: [consider(bot, middle, 1, order) for order in range(4)] for bot in THINKERS},
        "top": [peeking(middle, order) for order in range(4)],
        "twice": {bot: [decide(bot, middle, 5) for _ in range(2)] for bot in BOTS},
        "kept": kept_trees(middle),
        "hanging": [decide("greedy", Position(HANGING), seed) for seed in range(4)],
        "held": [decide("greedy", Position(HELD), seed) for seed in range(4)],
    }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
