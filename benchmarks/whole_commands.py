"""What commands cost as a user runs them, from the start of their process: a part of `peers.py`."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from statistics import median
from typing import Any

from cpu_time import Cost, cost_of

STARTS = 10
PROGRAM = "from workbench.cli import main; main()"
FIRST_GAME = "from workbench.cli.bench_engine import run_first_game; run_first_game('')"
RUN = (
    "import sys, tempfile; folder = tempfile.TemporaryDirectory(); "
    "sys.argv[1:] = ['sim', 'base', '--games', '64', '--workers', '1', '--out', folder.name + '/run']; "
) + PROGRAM
POSITION = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
RUNS = (10_000, 100_000, 1_000_000)  # games
BOTS = "greedy,search:depth=1,mcts:sims=20"


def workbench(*told: str, **options: Any) -> Cost:
    """One run of a command of ours."""
    return cost_of(sys.executable, "-c", PROGRAM, *told, **options)


def best(*command: str, times: int = STARTS) -> dict[str, float]:
    """The least of several runs of a warm command, each figure by itself."""
    cost_of(*command)  # compiles, if nothing has done so before
    runs = [cost_of(*command) for _ in range(times)]
    return {"cpu_s": min(run.cpu_s for run in runs), "wall_s": min(run.wall_s for run in runs)}


def starts() -> dict[str, dict[str, float]]:
    """A warm process to its first finished game, a worker of a run likewise, and short commands."""
    commands = {
        "first random game": (FIRST_GAME,),
        "workbench show": (PROGRAM, "show", POSITION),
        "workbench play": (PROGRAM, "play", "--seed", "1"),
        "a run of 64 games by a worker": (RUN,),
        "workbench --version": (PROGRAM, "--version"),
    }
    found = {name: best(sys.executable, "-c", *command) for name, command in commands.items()}
    workers = [first_game_of_a_worker() for _ in range(STARTS)]
    return {**found, "first game of a worker": {name: min(one[name] for one in workers) for name in workers[0]}}


def runs() -> dict[str, dict[str, float]]:
    """Random base games on all cores, and the reports of those that are not too many."""
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for games in RUNS:
            run = os.path.join(folder, f"run-{games}")
            told = ("sim", "base", "--bots", "random", "--games", str(games), "--out", run)
            found[f"{games:,} random games"] = workbench(*told)._asdict()
            if games == 100_000:
                reports = [workbench("report", run) for _ in range(4)][1:]
                found["their report"] = min(reports)._asdict()
    return found


def recorded_of_bare(rounds: int = 21) -> float:
    """The rate of recorded games, as Parquet, as a share of that of bare ones: CPU time, in turns."""
    from workbench.cli.bench_sim import seconds_bare, seconds_recorded
    from workbench.sim.duke.planfile import read_plan
    from workbench.sim.duke.play import DukeGame

    plan = read_plan(["base"], {"games": 5000, "bots": "random", "chunk": 5000})
    game = DukeGame.from_plan(plan)
    game.prepare()
    return median(seconds_bare(game, plan) / seconds_recorded(game, plan) for _ in range(rounds))


def two_processes(seconds: float, rounds: int = 5) -> float:
    """Plies a second of as many processes as there are cores, against those of one: by the clock, in turns."""
    from workbench.cli.bench_engine import measure_family

    found = [measure_family("base", seconds / rounds) for _ in range(rounds)]
    return median(one["all_cores_plies_per_s"] / one["plies_per_s"] for one in found)


def first_use() -> dict[str, dict[str, float]]:
    """With nothing compiled: random games, then three bots."""
    with tempfile.TemporaryDirectory() as folder:
        given = {**os.environ, "WORKBENCH_CACHE_DIR": os.path.join(folder, "cache")}
        told = ("--games", "6", "--out")
        random = workbench("sim", "base", "--bots", "random", *told, os.path.join(folder, "random"), env=given)
        bots = workbench("sim", "base", "--bots", BOTS, *told, os.path.join(folder, "bots"), env=given)
    return {"first use of random play": random._asdict(), "then of greedy, search and mcts": bots._asdict()}


def first_game_of_a_worker() -> dict[str, float]:
    """CPU seconds of a process that is forked as a run forks its workers; the clock runs from when it is asked for."""
    from concurrent.futures import ProcessPoolExecutor

    from workbench.sim.pool import use_forkserver

    use_forkserver()
    began = time.perf_counter()
    with ProcessPoolExecutor(1) as pool:
        spent = pool.submit(_play).result()
        return {"cpu_s": spent, "wall_s": time.perf_counter() - began}


def _play() -> float:
    from workbench.cli.bench_engine import run_first_game

    run_first_game("")
    return time.process_time()
