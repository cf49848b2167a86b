"""Decisions of the bots in plain Python, without compiling: run by test_bots_decide, prints JSON.

Run with NUMBA_DISABLE_JIT=1; the compiled bots make the same decisions (test_bots_play, long profile).
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

from workbench.bots.choose import open_bot
from workbench.bots.evaluate import WON
from workbench.bots.registry import parse_bot
from workbench.bots.worths import build_worths
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
LURE = "5du/6/6/2fo3/5FO/2DU'3 S -/- dr=c4E 9"  # the Duke could take the Footman, beside the Dragon
ACTS = tuple(
    f"{board} S -/- {extras};ph=?dragon 9"
    for board, extras in (
        ("5du/6/3KN2/2fo3/6/2DU3", "dr=c4E"),  # two prey
        ("5du/6/3DU2/2fo3/6/6", "dr=c4E"),  # a Duke among them
        ("5du/6/3KNfo1/6/6/2DU3", "dr=c4W"),  # none
        ("5du/6/3KNfo1/6/6/2DU3", "dr=c4Es"),  # it skips
        ("5du/2KN3/1fo1SE2/6/6/2DU3", "dr=c3N!"),  # more than two to strike
        ("5du/2KN3/6/6/6/2DU3", "dr=c3N!"),
        ("5du/6/6/6/1KNfo3/2DU3", "dr=c4S!"),
        ("5du/4KN1/6/PR5/6/2DU3", "dr=b2N!"),
        ("5du/6/6/6/1KN4/2DU3", "dr=c2N!"),  # aside, capturing or striking
        ("6/6/6/4PR1/1KN4/2DU2du", "dr=d2N!"),
    )
)
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
            s = pool.states[0]
            bag = s["bag"][owner, : int(s["nbag"][owner])].tolist()
            luck.shuffle(bag)
            s["bag"][owner, : len(bag)] = bag
    chooser = open_bot(parse_bot(bot), referee.rules)
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
    chooser, other = (open_bot(parse_bot(bot), referee.rules) for bot in ("mcts:sims=40,horizon=0", "random"))
    s = pool.states[0]
    owner, found = int(s.to_move), []
    while len(found) < decisions and s.phase != OVER:
        if is_chance(s):
            step(referee.rules, pool, 0, -1)
            continue
        turn = (chooser if int(s.to_move) == owner else other)(referee.rules, pool)
        if int(s.to_move) == owner:
            memory = chooser.memory
            assert isinstance(memory, mcts.MctsMemory)
            half, used = int(memory.limits.half), int(memory.limits.nodes)
            nodes, edges = memory.nodes[half], memory.edges[half]
            children = [
                child
                for node in nodes[:used]
                for edge in edges[node.first : node.first + node.edges]
                for child in siblings(nodes, int(edge.child))
            ]
            root = nodes[0]
            tried = edges[root.first : root.first + root.edges].tried.sum()
            found.append(
                {
                    "kept": int(root.seen) - 40,
                    "seen_and_not_tried": int(root.seen - tried),
                    "nodes": used,
                    "children": len(children),
                    "different": len(set(children)),
                }
            )
        step(referee.rules, pool, 0, turn)
    return found


def tolls(line: str) -> tuple[float, float]:
    """What the Dragon's act brings South: by the bots' shortcut, and by all that may happen."""
    from workbench.bots.dragon_ahead import dragon_toll

    position = Position(line)
    referee = position.game.referee
    worths = build_worths(referee.rules)[0]
    toll = float(dragon_toll(referee.rules, worths, referee.load(position.state).states[0], 0))
    mean = 0.0
    for share, _, state in referee.outcomes(position.state).values():
        lost = state[0]["off"].sum(axis=1) - position.state[0]["off"].sum(axis=1)
        values = [
            WON if referee.letters.is_duke(number) else int(worths["worth"][number])
            for number in range(len(referee.letters.codes))
        ]
        mean += float(share) * sum(value * (north - south) for value, south, north in zip(values, *lost, strict=False))
    return toll, mean


def siblings(nodes: Any, child: int) -> list[int]:
    """All nodes behind one edge."""
    found = []
    while child >= 0:
        found.append(child)
        child = int(nodes[child].sibling)
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
        "lured": {bot: [decide(bot, Position(LURE), seed) for seed in range(3)] for bot in BOTS[:2]},
        "tolls": [tolls(line) for line in ACTS],
    }
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
