"""How strong are the bots of Dragon Dune? One bot among three of another, with each faction equally often.

    python benchmarks/dune_bots.py planner seeker --blocks 400 [--seed 7] [--every 20]

A block is four games on the same luck, each faction starting once; the one bot plays the Dwarves in the first block,
the Elves in the second and so on. Told is how often it holds most castles at the end (ties split; 25 of 100 if it were
no better), with an interval that treats blocks as the unit, and the games it plays in a second of CPU time.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from workbench.dune.game import GAMES_OF_BLOCK
from workbench.dune.load import load_rules
from workbench.dune.names import FACTION_NAMES
from workbench.dune.play import play_game
from workbench.dune.registry import parse_bot
from workbench.dune.worth import most_castles_shares
from workbench.stats.cluster import group_means, rate_estimates


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one")
    parser.add_argument("others")
    parser.add_argument("--blocks", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--every", type=int, default=50, help="blocks between two tables")
    told = parser.parse_args()
    rules, one, others = load_rules("v1.2", {}, ()), parse_bot(told.one), parse_bot(told.others)
    scores, castles, factions, blocks = [], [], [], []
    began = time.process_time()
    for block in range(told.blocks):
        faction = block % 4
        bots = [one if number == faction else others for number in range(4)]
        for number in range(GAMES_OF_BLOCK):
            result = play_game(rules, told.seed, GAMES_OF_BLOCK * block + number, bots).standing()
            scores.append(most_castles_shares(result.castles)[faction])
            castles.append(result.castles[faction])
            factions.append(faction)
            blocks.append(block)
        if (block + 1) % told.every == 0 or block + 1 == told.blocks:
            rate = len(scores) / (time.process_time() - began)
            print_table(told.one, told.others, scores, castles, factions, blocks)
            print(f"{block + 1} blocks, {rate:.1f} games a CPU second", flush=True)


def print_table(
    one: str, others: str, scores: list[float], castles: list[int], factions: list[int], blocks: list[int]
) -> None:
    score, unit = np.array(scores), np.array(blocks, dtype=np.int64)
    by_faction = rate_estimates(group_means(score, np.array(factions, dtype=np.int64), unit, 4))
    overall = rate_estimates(group_means(score, np.zeros(len(score), dtype=np.int64), unit, 1))[0]
    mean = float(np.mean(castles))
    print(f"| {one} among {others} | most castles % | 95 % interval |\n|---|---|---|")
    print(f"| all | {overall.value:.1%} | {overall.low:.1%} to {overall.high:.1%} |")
    for name, part in zip(FACTION_NAMES, by_faction, strict=True):
        print(f"| {name} | {part.value:.1%} | {part.low:.1%} to {part.high:.1%} |")
    print(f"mean castles {mean:.2f}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
