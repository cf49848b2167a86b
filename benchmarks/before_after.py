"""Is one checkout of the workbench faster than another? Both play by turns, a slice of CPU time each.

    python benchmarks/before_after.py OLD NEW [--family base | --bot mcts:sims=100 [--games]] [--special]
    python benchmarks/before_after.py OLD NEW --all

OLD and NEW are folders of two checkouts. Random games of a family of rules are played (`workbench bench engine`), or
with --bot decisions are made in positions that are the same for both (those of `workbench bench bots`), or with --games
as well whole base games played. The speed of a machine changes from second to second, so slices lie beside each other,
and the median of their ratios is told with its quartiles. --all is a table of all of it, and of what commands cost,
which are run by turns, too.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import IO, NamedTuple

from cpu_time import cost_of
from peers import compile_special
from whole_commands import FIRST_GAME, POSITION, PROGRAM

FAMILIES = ("base", "base+enhanced", "siege", "terrain")
OBJECTIVES = ("counting_coup", "trophy_hunters", "dark_rider", "dynastic_dispute")
LUCKS = 8  # as workbench.bots.measure has it, which may be another in a checkout that is measured
BOTS = ("greedy", "search:depth=1", "search:depth=2", "mcts:sims=200")
RUNS = 5  # of each command
RUN = "RUN"  # stands in a command for the folder of a run


class Checkout:
    """A process that measures a checkout, a slice whenever it is asked."""

    def __init__(self, folder: Path, what: str, name: str, lines: Sequence[str], special: bool) -> None:
        command = [sys.executable, __file__, "--work", what, name, json.dumps(lines), "special" if special else ""]
        self.process = subprocess.Popen(
            command, env=environment_of(folder), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
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


def environment_of(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(folder.resolve())}


def random_games(family: str, special: bool) -> Callable[[], float]:
    from workbench.cli.bench_engine import Player

    player, games = Player(family), 0
    if special:
        with suppress(ImportError):  # in 0.1.0 there are none
            compile_special(player)

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
            for _ in range(LUCKS):
                s = getattr(pool, "states", pool)[0]  # before 0.2.0 a pool was the states alone
                s.choices[int(s.to_move)] += 1  # another luck
                chooser.forget()
                chooser(rules, pool)
        return float(len(pools) * LUCKS)

    return decide


def whole_games(bot: str) -> Callable[[], float]:
    try:
        from workbench.sim.duke.planfile import read_plan
        from workbench.sim.duke.play import DukeGame
    except ImportError:  # in 0.1.0
        from workbench.sim.planfile import read_plan  # type: ignore[import-not-found, no-redef]
        from workbench.sim.play import DukeGame  # type: ignore[import-not-found, no-redef]
    count, first = {"greedy": 500, "search:depth=1": 20}.get(bot, 2), 0
    plan = read_plan(["base"], {"games": 1_000_000, "bots": bot})
    game = DukeGame.from_plan(plan)
    game.prepare()

    def play() -> float:
        nonlocal first
        game.play_bare(plan, first, count)
        first += count
        return float(count)

    return play


def work(what: str, name: str, lines: str, special: str) -> None:
    """Measure as long as slices are asked for."""
    if what == "decisions":
        once = decisions(name, json.loads(lines))
    else:
        once = whole_games(name) if what == "games" else random_games(name, bool(special))
    once()
    for line in sys.stdin:
        done, began = 0.0, time.process_time()
        while (spent := time.process_time() - began) < float(line):
            done += once()
        print(done / spent, flush=True)


class Compared(NamedTuple):
    """A figure of both checkouts; the ratio says how many times as fast the new one is."""

    what: str
    old: float
    new: float
    ratio: float
    low: float  # the middle half of the ratios
    high: float


def compared(what: str, pairs: Sequence[tuple[float, float]], is_cost: bool = False) -> Compared:
    ratios = [old / new if is_cost else new / old for old, new in pairs]
    low, _, high = quantiles(ratios, n=4)
    return Compared(what, median(old for old, _ in pairs), median(new for _, new in pairs), median(ratios), low, high)


def compare_rates(folders: Sequence[Path], what: str, name: str, options: argparse.Namespace) -> Compared:
    from workbench.bots.measure import MIDDLE_GAMES  # not those of a checkout that is measured

    old, new = (Checkout(folder, what, name, MIDDLE_GAMES, options.special) for folder in folders)
    pairs = [(old.rate(options.seconds), new.rate(options.seconds)) for _ in range(options.slices)]
    for checkout in (old, new):
        checkout.process.communicate()
    return compared(f"{what} of {name}, a CPU second", pairs)


def compare_commands(folders: Sequence[Path]) -> Iterator[Compared]:
    """CPU seconds of commands, started in each checkout by turns."""
    with tempfile.TemporaryDirectory() as scratch:
        commands = {
            "first random game": [FIRST_GAME],
            "workbench show": [PROGRAM, "show", POSITION],
            "100,000 random games": [PROGRAM, "sim", "base", "--bots", "random", "--games", "100000", "--out", RUN],
            "their report": [PROGRAM, "report", RUN],
        }
        for what, command in commands.items():
            pairs = []
            for round_ in range(-1, RUNS):  # the first compiles
                costs = []
                for number, folder in enumerate(folders):
                    run = os.path.join(scratch, f"{number}-{round_}")
                    told = [run if word is RUN else word for word in command]
                    costs.append(cost_of(sys.executable, "-c", *told, env=environment_of(folder), cwd=folder))
                pairs.append((costs[0].cpu_s, costs[1].cpu_s))
            yield compared(f"{what}, CPU s", pairs[1:], is_cost=True)


def compare_all(folders: Sequence[Path], options: argparse.Namespace) -> Iterator[Compared]:
    for family in (*FAMILIES, *OBJECTIVES):
        yield compare_rates(folders, "plies", family, options)
    for what in ("decisions", "games"):
        for bot in BOTS:
            yield compare_rates(folders, what, bot, options)
    yield from compare_commands(folders)


def main() -> int:
    if sys.argv[1:2] == ["--work"]:
        work(*sys.argv[2:6])
        return 0
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--family", default="base", help="of rules, as in `workbench bench engine`")
    parser.add_argument("--bot", default="", help="measure decisions of this bot instead of random games")
    parser.add_argument("--games", action="store_true", help="whole games of the bot instead of decisions")
    parser.add_argument("--all", action="store_true", help="a table of everything")
    parser.add_argument("--special", action="store_true", help="random games by builds for their family alone")
    parser.add_argument("--slices", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=0.4, help="CPU time of a slice")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    folders = (options.old, options.new)
    if options.all:
        found = compare_all(folders, options)
    elif options.bot:
        found = iter([compare_rates(folders, "games" if options.games else "decisions", options.bot, options)])
    else:
        found = iter([compare_rates(folders, "plies", options.family, options)])
    for one in found:
        if options.json:
            print(json.dumps(one._asdict()), flush=True)
        else:
            told = (
                f"{one.old:14,.2f} {one.new:14,.2f}   {one.ratio:.3f} x (middle half {one.low:.3f} to {one.high:.3f})"
            )
            print(f"{one.what:42} {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
