"""How many games one tile's effect needs: natural or forced exposure, independent or paired arms, per bot.

    python benchmarks/lab_arms.py                    # the table of docs/lab.md
    python benchmarks/lab_arms.py --bots random --pairs 4000

Each bot plays `--pairs` pairs with the tile left to the shuffle and as many with it drawn first. From the variances
follows how many games bring the 95 % interval of the effect of having drawn the tile to +-1 point. A natural
effect is spread over all games, drawn or not, and is divided by the share of games in which the tile is drawn.
Exit code 1 if forced pairs need more than 30,000 pairs.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass

import numpy as np

from workbench.lab.play import LabGame, Pairs
from workbench.lab.run import load_background
from workbench.lab.swap import plan_swap
from workbench.stats.interval import units_needed

MOST_PAIRS = 30_000
POINT = 0.01


@dataclass(frozen=True)
class Measured:
    """What the pairs of one mode say."""

    drawn: float
    effect: float
    apart: float  # standard deviation of control + arm, as of independent games
    paired: float  # standard deviation of a pair's difference
    played: float  # games per pair, twins that need not be played left out

    @property
    def independent_pairs(self) -> int:
        return units_needed(self.apart / self.drawn, POINT)

    @property
    def twin_pairs(self) -> int:
        return units_needed(self.paired / self.drawn, POINT)


def measure(game: LabGame, bot: str, pairs: int, seed: int) -> Measured:
    made: Pairs = game.play_pairs(seed, bot, np.arange(pairs))
    difference = made.differences()[:, 0] / 2
    control = made.control / 2
    drawn = float(made.drawn.mean())
    return Measured(
        drawn=drawn,
        effect=100 * float(difference.mean()) / drawn,
        apart=float(np.sqrt(control.var() + (control + difference).var())),
        paired=float(difference.std()),
        played=1 + float((made.arms >= 0).mean()),
    )


def table(bots: list[str], pairs: int, seed: int, old: str, new: str) -> tuple[list[str], bool]:
    rows = [
        "| bot | drawn, natural | effect when drawn | natural, independent | natural, paired | "
        "forced, independent | forced, paired | pairs forced | gain |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    within = True
    background = load_background()
    for bot in bots:
        began = time.perf_counter()
        natural, forced = (
            measure(plan_swap(background, old, new, bots=(bot,), forced=mode).game, bot, pairs, seed)
            for mode in (False, True)
        )
        games = [
            2 * natural.independent_pairs,
            round(natural.played * natural.twin_pairs),
            2 * forced.independent_pairs,
            round(forced.played * forced.twin_pairs),
        ]
        within &= forced.twin_pairs <= MOST_PAIRS
        cells = [
            bot,
            f"{100 * natural.drawn:.0f} %",
            f"{forced.effect:+.1f}",
            *(f"{count:,}" for count in games),
            f"{forced.twin_pairs:,}",
            f"{games[0] / games[3]:.1f}",
        ]
        rows.append("| " + " | ".join(cells) + " |")
        print(f"{bot}: {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return rows, within


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bots", default="random,greedy")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiles", nargs=2, default=("Knight", "Wizard"), metavar=("A", "B"))
    given = parser.parse_args()
    rows, within = table(given.bots.split(","), given.pairs, given.seed, *given.tiles)
    print("\n".join(rows))
    return 0 if within else 1


if __name__ == "__main__":
    raise SystemExit(main())
