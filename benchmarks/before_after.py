"""Is one checkout of the workbench faster than another? Both play by turns, a slice of CPU time each.

    python benchmarks/before_after.py OLD NEW [--family base] [--bot mcts:sims=100] [--slices 25] [--seconds 0.4]

OLD and NEW are folders of two checkouts. Random games of a family of rules are played (`workbench bench engine`), or
with --bot decisions are made in positions that are the same for both (those of `workbench bench bots`). The speed of a
machine changes from second to second, so slices lie beside each other, and the median of their ratios is told with its
quartiles.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import IO


class Checkout:
    """A process that measures a checkout, a slice whenever it is asked."""

    def __init__(self, folder: Path, family: str, bot: str, positions: Sequence[str]) -> None:
        command = [sys.executable, __file__, "--work", family, bot, json.dumps(positions)]
        environment = {**os.environ, "PYTHONPATH": str(folder.resolve())}
        self.process = subprocess.Popen(
            command, env=environment, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.rate(0.01)  # compiles

    def rate(self, seconds: float) -> float:
        """What it does in a second of CPU time."""
        ask: IO[str] | None = self.process.stdin
        answer: IO[str] | None = self.process.stdout
        assert ask is not None
        assert answer is not None
        ask.write(f"{seconds}\n")
        ask.flush()
        line = answer.readline()
        if not line:
            raise SystemExit("the process that measures a checkout has ended")
        return float(line)


def random_games(family: str) -> Callable[[], float]:
    from workbench.cli.bench_engine import Player

    player, games = Player(family), 0

    def play() -> float:
        nonlocal games
        player.batch(games)
        games += len(player.plies)
        return float(player.plies.sum())

    return play


def decisions(bot: str, lines: list[str]) -> Callable[[], float]:
    try:
        from workbench.bots.choose import open_bot
    except ImportError:  # in 0.1.0
        from workbench.bots.choose import Chooser as open_bot  # type: ignore[assignment]
    from workbench.bots.measure import base_composition
    from workbench.bots.registry import parse_bot
    from workbench.duke.game import Game

    game = Game(base_composition())
    rules = game.referee.rules
    pools = [
        copy.deepcopy(game.referee.load(game.position(line).state)) for line in lines
    ]  # the referee has one for all
    chooser = open_bot(parse_bot(bot), rules)

    def decide() -> float:
        for pool in pools:
            s = getattr(pool, "states", pool)[0]  # before 0.2.0 a pool was the states alone
            s.choices[int(s.to_move)] += 1  # another luck
            chooser.forget()
            chooser(rules, pool)
        return float(len(pools))

    return decide


def work(family: str, bot: str, lines: str) -> None:
    """Measure as long as slices are asked for."""
    once = decisions(bot, json.loads(lines)) if bot else random_games(family)
    once()
    for line in sys.stdin:
        done, began = 0.0, time.process_time()
        while (spent := time.process_time() - began) < float(line):
            done += once()
        print(done / spent, flush=True)


def main() -> int:
    if sys.argv[1:2] == ["--work"]:
        work(*sys.argv[2:5])
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--family", default="base", help="of rules, as in `workbench bench engine`")
    parser.add_argument("--bot", default="", help="measure decisions of this bot instead of random games")
    parser.add_argument("--slices", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU time of a slice")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    from workbench.bots.measure import MIDDLE_GAMES  # not those of a checkout that is measured

    old, new = (Checkout(folder, options.family, options.bot, MIDDLE_GAMES) for folder in (options.old, options.new))
    pairs = [(old.rate(options.seconds), new.rate(options.seconds)) for _ in range(options.slices)]
    for checkout in (old, new):
        checkout.process.communicate()
    ratios = [after / before for before, after in pairs]
    low, _, high = quantiles(ratios, n=4)
    found = {
        "old_per_second": median(before for before, _ in pairs),
        "new_per_second": median(after for _, after in pairs),
        "ratio": median(ratios),
        "quartiles": [low, high],
    }
    if options.json:
        print(json.dumps(found, indent=2))
        return 0
    what = f"decisions of {options.bot}" if options.bot else f"plies of {options.family}"
    print(f"{what}: {found['old_per_second']:,.0f}/s before, {found['new_per_second']:,.0f}/s after")
    print(f"ratio {found['ratio']:.3f} (middle half {low:.3f} to {high:.3f}) of {options.slices} interleaved slices")
    return 0


if __name__ == "__main__":
    sys.exit(main())
