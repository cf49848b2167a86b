"""How fast we are beside OpenSpiel's C++ code, measured in the same run on one core: one table for everything.

    taskset -c 0 python benchmarks/peers.py [--seconds 5] [--special] [--games 100000] [--json]

OpenSpiel (pip install open_spiel) plays 6x6 breakthrough, the nearest to The Duke in size among its games: whole games
of two uniformly random bots in its own loop, without a check rule, draws or expansions; ours with every rule in force.
Both play by turns, a slice of CPU time each, and the medians of ratios are compared, as the speed of a machine changes
from second to second. Its Monte Carlo bot does not say how long its playouts are, so they are measured beside it.

--special first compiles the engine for each family alone. --games 0 leaves out the simulation and its report. All
times are CPU seconds, so that others on the machine count little.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

from cpu_time import adopt_orphans, cpu_seconds

GAME = "breakthrough(rows=6,columns=6)"
SIMS = 2000
ROUNDS = 15
STARTS = 10
BOTS = ("random", "greedy", "search:depth=1", "search:depth=2", "mcts:sims=50", "mcts:sims=200")
PROGRAM = "from workbench.cli import main; main()"
FIRST_GAME = "from workbench.cli.bench_engine import run_first_game; run_first_game('')"
POSITION = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"


def mean_length(game: Any, games: int = 300) -> float:
    luck, plies = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
            plies += 1
    return plies / games


def in_turns(jobs: dict[str, Callable[[], float]], seconds: float) -> dict[str, list[float]]:
    """What each job does in a CPU second, a slice each and again."""
    for job in jobs.values():
        job()
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            done, began = 0.0, time.process_time()
            while (spent := time.process_time() - began) < seconds / ROUNDS:
                done += job()
            rates[name].append(done / spent)
    return rates


def open_spiel_games() -> Callable[[], float] | None:
    """A batch of OpenSpiel's random games, told in plies; None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(GAME)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in (0, 1)]
    length, seeds = mean_length(game, 2000), itertools.count()

    def play() -> float:
        for _ in range(100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 100 * length

    return play


def random_play(seconds: float, special: bool) -> dict[str, Any]:
    """Plies a CPU second of random games by family of rules, and how many times as fast as OpenSpiel we are."""
    from workbench.cli.bench_engine import FAMILIES, Player

    players, seeds = {name: Player(name) for name in FAMILIES}, itertools.count()
    if special:
        for player in players.values():
            compile_special(player)

    def ours(player: Player) -> float:
        player.batch(64 * next(seeds))
        return float(player.plies.sum())

    theirs = open_spiel_games()
    jobs = {name: partial(ours, player) for name, player in players.items()}
    rates = in_turns({**({"OpenSpiel": theirs} if theirs else {}), **jobs}, seconds)
    peer = rates.get("OpenSpiel")
    return {
        name: {
            "per_second": median(found),
            "times": median(a / b for a, b in zip(found, peer, strict=True)) if peer else None,
        }
        for name, found in rates.items()
    }


def compile_special(player: Any) -> None:
    """The engine for just this kind of game."""
    from workbench.duke.board.compile import captured, look_for_special_builds
    from workbench.duke.board.compile_apart import Beside, compile_missing

    with captured() as wanted:
        player.batch(0)
    compile_missing(wanted)
    Beside(wanted, player.rules).finish()
    look_for_special_builds()


def monte_carlo(seconds: float) -> dict[str, Any]:
    """Look-aheads a second and the plies in them: OpenSpiel's bot at its first turn, and ours in base games."""
    from workbench.bots.measure import mcts_rates

    found: dict[str, Any] = {}
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        game = pyspiel.load_game(GAME)
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMS, 1000, False, 1, False)
        state = game.new_initial_state()
        sims, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            bot.mcts_search(state)
            sims += SIMS
        rate, length = sims / (time.process_time() - began), mean_length(game)
        found["OpenSpiel mcts"] = {"sims_per_second": rate, "plies_per_sim": length, "plies_per_second": rate * length}
    for horizon in (1000, 40, 4):
        found[f"mcts, horizon {horizon}"] = mcts_rates(f"mcts:sims={SIMS},horizon={horizon}", seconds)
    return found


def bot_games(seconds: float) -> dict[str, float]:
    """Whole base games a CPU second of each bot against itself."""
    import numpy as np

    from workbench.sim.duke.play import DukeGame
    from workbench.tileset.compose import compose
    from workbench.tileset.settings import Settings

    game = DukeGame(compose([], Settings()), (), tuple((bot, bot) for bot in BOTS), ())
    game.prepare()
    lucks = itertools.count()

    def play(bot: str, count: int) -> float:
        first = next(lucks) * count
        game.play_results(1, np.arange(first, first + count), np.zeros(count, np.int64), (bot, bot))
        return float(count)

    sizes = {"random": 200, "greedy": 50, "search:depth=1": 20}  # so many that the way to Python does not count
    jobs = {bot: partial(play, bot, sizes.get(bot, 2)) for bot in BOTS}
    return {bot: median(rates) for bot, rates in in_turns(jobs, seconds).items()}


def starts() -> dict[str, dict[str, float]]:
    """A warm process to its first finished game, and short commands: the best of ten, CPU and wall."""
    commands = {
        "first random game": (sys.executable, "-c", FIRST_GAME),
        "workbench show": (sys.executable, "-c", PROGRAM, "show", POSITION),
        "workbench play": (sys.executable, "-c", PROGRAM, "play", "--seed", "1"),
        "workbench --version": (sys.executable, "-c", PROGRAM, "--version"),
    }
    found = {}
    for name, command in commands.items():
        cpu_seconds(*command, stdin=subprocess.DEVNULL)  # compiles, if nothing has done so before
        best: list[tuple[float, float]] = []
        for _ in range(STARTS):
            began = time.perf_counter()
            spent, _ = cpu_seconds(*command, stdin=subprocess.DEVNULL)
            best.append((spent, time.perf_counter() - began))
        found[name] = {"cpu_s": min(cpu for cpu, _ in best), "wall_s": min(wall for _, wall in best)}
    return found


def simulation(games: int) -> dict[str, float]:
    """A run of random base games and its report in CPU seconds, and recorded play beside bare."""
    from workbench.cli.bench_sim import measure_recording
    from workbench.sim.duke.planfile import read_plan
    from workbench.sim.duke.play import DukeGame

    plan = read_plan(["base"], {"games": min(games, 20_000), "bots": "random", "chunk": min(games, 20_000)})
    bare, recorded = measure_recording(DukeGame.from_plan(plan), plan)
    with tempfile.TemporaryDirectory() as folder:
        run = os.path.join(folder, "run")
        played, _ = cpu_seconds(
            sys.executable, "-c", PROGRAM, "sim", "base", "--bots", "random", "--games", str(games), "--out", run
        )
        cpu_seconds(sys.executable, "-c", PROGRAM, "report", run)
        report = min(cpu_seconds(sys.executable, "-c", PROGRAM, "report", run)[0] for _ in range(3))
    return {"games": games, "run_cpu_s": played, "report_cpu_s": report, "recorded_of_bare": recorded / bare}


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The one table."""
    for name, rates in found["random_play"].items():
        times = f"{rates['times']:.2f} x" if rates["times"] else ""
        yield f"random, {name:24} {rates['per_second']:14,.0f} plies/s      {times}"
    peer = found["monte_carlo"].get("OpenSpiel mcts")
    for name, rates in found["monte_carlo"].items():
        times = f"{rates['plies_per_second'] / peer['plies_per_second']:.2f} x" if peer else ""
        yield f"{name:32} {rates['sims_per_second']:14,.0f} look-aheads/s {times}"
    for name, rate in found["bots"].items():
        yield f"base games, {name:20} {rate:14,.1f} games a CPU second"
    for name, spent in found["starts"].items():
        yield f"start, {name:25} {spent['cpu_s']:14.2f} CPU s ({spent['wall_s']:.2f} s)"
    if sim := found.get("simulation"):
        yield f"{sim['games']:,} random games{'':13} {sim['run_cpu_s']:14.2f} CPU s"
        yield f"their report{'':20} {sim['report_cpu_s']:14.2f} CPU s"
        yield f"recorded play of bare{'':11} {sim['recorded_of_bare']:14.2f}"
    yield f"load of the machine meanwhile    {found['load']:14.1f}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time of each measurement")
    parser.add_argument("--special", action="store_true", help="compile the engine for each family first")
    parser.add_argument("--games", type=int, default=100_000, help="of the simulation; 0: none")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    adopt_orphans()
    found: dict[str, Any] = {
        "version": 2,
        "random_play": random_play(options.seconds, options.special),
        "monte_carlo": monte_carlo(options.seconds),
        "bots": bot_games(options.seconds),
        "starts": starts(),
    }
    if options.games:
        found["simulation"] = simulation(options.games)
    found["load"] = os.getloadavg()[0]
    print(json.dumps(found, indent=2) if options.json else "\n".join(lines(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
