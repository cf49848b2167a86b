"""workbench bench engine: how many random games a second, for each family of rules."""

from __future__ import annotations

import json
import time
from typing import IO, TYPE_CHECKING, Annotated, Any

import typer

from workbench.objectives import OBJECTIVES, Objective

if TYPE_CHECKING:
    from subprocess import Popen

    from workbench.tileset.compose import Composition

Family = tuple[tuple[str, ...], dict[str, Any]]
FAMILIES: dict[str, Family] = {
    "base": ((), {}),
    "base+enhanced": ((), {"enhanced": "both"}),
    "siege": (("siege-engines",), {"enhanced": "both"}),
    "terrain": ((), {"terrain": {"mountain": 1, "fort": 1, "dragon": True}}),
    **{
        name: (("robin-hood",) if objective.row.hunted else (), {"objective": name})
        for name, objective in OBJECTIVES.items()
        if objective is not Objective.CAPTURE_THE_DUKE
    },
}
SEED = 20131
BATCH = 64  # games played between two looks at the clock
TIMEOUT_S = 1800


def register_bench(bench: typer.Typer) -> None:
    bench.command("engine")(engine)


def engine(
    seconds: Annotated[float, typer.Option(min=0.05, max=600, help="How long each measurement lasts.")] = 2.0,
    family: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this family of rules; repeatable.")
    ] = None,
    cold: Annotated[bool, typer.Option("--cold", help="Also time a start that compiles everything.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure random play, whole games with every rule in force: on one core, then on all of them.

    plies/s is turns a second on one core. Compiling, at the first start, is not part of the measurement.
    """
    from workbench.cli.console import note, print_json

    chosen = family or list(FAMILIES)
    for name in chosen:
        if name not in FAMILIES:
            known = ", ".join(FAMILIES)
            raise typer.BadParameter(f"no family '{name}'; there are {known}", param_hint="--family")
    start = measure_start(cold)
    rows = []
    for name in chosen:
        note(f"measuring {name} ...")
        rows.append(measure_family(name, seconds))
    if as_json:
        print_json({"version": 1, "families": rows, "start": start})
    else:
        typer.echo(_table(rows, start))


def _table(rows: list[dict[str, Any]], start: dict[str, float | None]) -> str:
    from workbench.cli.console import columns

    head = ("family", "games/s", "plies/s", "all cores", "plies", "South", "North", "draws", "reasons")
    lines = [head]
    for row in rows:
        ends = sorted(row["reasons"].items(), key=lambda one: -one[1])
        reasons = ", ".join(f"{name} {100 * share:.0f} %" for name, share in ends)
        lines.append((
            row["family"], f"{row['games_per_s']:,.0f}", f"{row['plies_per_s']:,.0f}",
            f"{row['all_cores_plies_per_s']:,.0f}", f"{row['mean_plies']:.1f}",
            f"{100 * row['wins']['south']:.1f} %", f"{100 * row['wins']['north']:.1f} %",
            f"{100 * row['draws']:.1f} %", reasons,
        ))  # fmt: skip
    told = f"warm start {start['warm_s']:.2f} s"
    if start["cold_s"] is not None:
        told += f", cold start {start['cold_s']:.1f} s"
    return "\n".join([*columns(lines), told])


# one measurement, in processes of its own


def measure_family(name: str, seconds: float) -> dict[str, Any]:
    """One process, then as many as there are cores, all starting together."""
    from workbench.sim.pool import cores

    one = _measure(name, seconds, 1)[0]
    games, plies = one["games"], one["plies"]
    everyone = _measure(name, seconds, cores())
    return {
        "family": name,
        "games_per_s": games / one["seconds"],
        "plies_per_s": plies / one["seconds"],
        "mean_plies": plies / games,
        "wins": {"south": one["south"] / games, "north": one["north"] / games},
        "draws": 1 - (one["south"] + one["north"]) / games,
        "reasons": {reason: count / games for reason, count in one["reasons"].items()},
        "all_cores_plies_per_s": sum(worker["plies"] / worker["seconds"] for worker in everyone),
    }


def _measure(name: str, seconds: float, count: int) -> list[dict[str, Any]]:
    """Start the workers, wait until all are ready, let them run together."""
    workers = [_start("run_worker", json.dumps([name, seconds, number])) for number in range(count)]
    try:
        for worker in workers:
            _pipe(worker.stdout).readline()
        for worker in workers:
            _pipe(worker.stdin).write("\n")
            _pipe(worker.stdin).flush()
        return [json.loads(worker.communicate(timeout=TIMEOUT_S)[0]) for worker in workers]
    finally:
        for worker in workers:
            worker.kill()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def _start(function: str, argument: str, **environment: str) -> Popen[str]:
    import os
    import subprocess
    import sys

    code = f"from workbench.cli.bench_engine import {function}; {function}({argument!r})"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )


def measure_start(cold: bool) -> dict[str, float | None]:
    """From a fresh process to its first finished game: with the compiled engine at hand, and without it."""
    import tempfile

    _first_game()  # compiles, if nothing has done so before
    warm = min(_first_game() for _ in range(3))
    if not cold:
        return {"cold_s": None, "warm_s": warm}
    with tempfile.TemporaryDirectory() as folder:
        return {"cold_s": _first_game(WORKBENCH_CACHE_DIR=folder), "warm_s": warm}


def _first_game(**environment: str) -> float:
    began = time.perf_counter()
    worker = _start("run_first_game", "", **environment)
    worker.communicate(timeout=TIMEOUT_S)
    if worker.returncode:
        raise RuntimeError("the engine could not play its first game")
    return time.perf_counter() - began


# inside the processes


class Player:
    """Random games of one family, or of two armies."""

    def __init__(self, playing: str | Composition) -> None:
        import numpy as np

        from workbench.bots.mirror import play_random_games
        from workbench.duke.board.kept_tables import rules_of
        from workbench.duke.board.state import new_pool

        self.play = play_random_games
        self.rules = rules_of(_composition(playing) if isinstance(playing, str) else playing)[0]
        self.pool = new_pool()
        self.winners, self.reasons, self.plies = (np.zeros(BATCH, np.int64) for _ in range(3))

    def batch(self, first: int) -> None:
        self.play(self.rules, self.pool, SEED, first, self.winners, self.reasons, self.plies)


def _composition(family: str) -> Composition:
    from workbench.duke.game import game_of

    return game_of(*FAMILIES[family]).composition


def run_first_game(_: str) -> None:
    Player("base").batch(0)


def run_worker(argument: str) -> None:
    """Play for some seconds once the parent says so; the counts go to stdout as JSON."""
    from workbench.duke.board.state import REASONS

    family, seconds, number = json.loads(argument)
    player = Player(family)
    player.batch(0)
    print("ready", flush=True)
    input()
    games = plies = south = north = 0
    reasons: dict[str, int] = {}
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        player.batch(BATCH + games + number * 10**7)
        games += BATCH
        plies += int(player.plies.sum())
        south += int((player.winners == 0).sum())
        north += int((player.winners == 1).sum())
        for reason in player.reasons.tolist():
            reasons[REASONS[reason]] = reasons.get(REASONS[reason], 0) + 1
    counts = {"games": games, "plies": plies, "south": south, "north": north}
    print(json.dumps({**counts, "reasons": reasons, "seconds": spent}))
