"""Does one odd tile move the verdicts on the others? The example set with and without its Archmage, greedy players.

    python benchmarks/balance_company.py --games 120000

Prints the table of docs/method.md, and ends with 1 if an effect moves by more than 0.3 SD beyond what chance allows, or
a verdict turns from fair to strong or weak or back (to or from "on the line" is allowed).
"""

from __future__ import annotations

import argparse
import math
import sys

from workbench.balance.base import known_effects
from workbench.balance.question import read_question
from workbench.balance.tally import Tally, TileAnswer
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame
from workbench.tileset.compose import base_set, compose
from workbench.tileset.load import load_sets
from workbench.tileset.model import TileSet
from workbench.tileset.settings import Settings

ODD, BOT, BATCH = "Archmage", "greedy", 5_000
MOST_SDS = 0.3
SURE = {"fair", "strong", "weak"}


def measure(one: TileSet, games: int, seed: int) -> dict[str, TileAnswer]:
    game = DukeGame(compose([one], Settings()), (base_set(), one), ((BOT, BOT),), ("draws",))
    base = known_effects(BOT, game.about()["yardstick"])
    assert base is not None
    tally = Tally(read_question(game.about()), base, BOT)
    plan = Plan(bots=(BOT,), games=games, seed=seed, record=("draws",))
    for first in range(0, games, BATCH):
        tally.add(game.play_batch(plan, first, min(BATCH, games - first)).rows)
    tally.look()
    return {answer.asked.name: answer for answer in tally.answers()}


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--games", type=int, default=120_000)
    reader.add_argument("--seed", type=int, default=11)
    asked = reader.parse_args()
    (whole,) = load_sets(["workshop"])
    rest = whole.model_copy(update={"tiles": tuple(tile for tile in whole.tiles if tile.name != ODD)})
    before, after = (measure(one, asked.games, asked.seed + place) for place, one in enumerate((whole, rest)))
    print(f"| tile | with the {ODD} | without | moved, SD |")
    print("|---|---|---|---:|")
    bad = False
    for name, now in after.items():
        old = before[name]
        assert old.effect is not None
        assert now.effect is not None
        assert old.sds is not None
        assert now.sds is not None
        moved, sd = now.sds - old.sds, old.effect.value / old.sds
        chance = 2 * math.hypot(old.error_points, now.error_points) / abs(sd)
        words = [str(one.verdict).removeprefix("too ") for one in (old, now)]
        bad |= abs(moved) > MOST_SDS + chance or (words[0] != words[1] and set(words) <= SURE)
        told = f"{old.verdict}, {old.effect.value:+.1f} | {now.verdict}, {now.effect.value:+.1f}"
        print(f"| {name} | {told} | {moved:+.2f} ± {chance:.2f} |", flush=True)
    sys.exit(int(bad))


if __name__ == "__main__":
    main()
