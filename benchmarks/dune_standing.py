"""Learns again what standings of Dragon Dune are worth, for the bot `planner`.

python benchmarks/dune_standing.py [--games 3000] [--seed 1] [--out workbench/dune/standing.json]
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from workbench.dune.learn import learn_standing
from workbench.dune.load import load_rules


def tell(done: int, total: int) -> None:
    if done % 100 == 0 or done == total:
        print(f"{done} of {total} games", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("workbench/dune/standing.json"))
    told = parser.parse_args()
    learned = learn_standing(load_rules("v1.2", {}, ()), told.games, told.seed, tell)
    told.out.write_text(json.dumps(learned, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
