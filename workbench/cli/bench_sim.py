"""workbench bench sim: how many games a second, bare, recorded, and written by all cores."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from workbench.sim.duke.plan import Plan
    from workbench.sim.duke.play import DukeGame

LEAST_RATIO = 0.7  # recording may cost 30 % of the engine's speed
ROUNDS = 5


def register_bench(bench: typer.Typer) -> None:
    bench.command("sim")(measure_sim)


def measure_sim(
    games: Annotated[int, typer.Option(min=100, help="Games of each measurement.")] = 5000,
    sets: Annotated[list[str] | None, typer.Argument(metavar="[SETS...]", help="Tile sets.")] = None,
    bot: Annotated[str, typer.Option(help="Who plays both seats.")] = "random",
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure simulation: the engine alone, the engine with records made into Parquet, and a whole run.

    The ratio compares the two on one core, measured in turns; the best round of each counts. Exit code 1 when
    recording costs more than 30 %.
    """
    from workbench.cli.console import columns, fail, print_json
    from workbench.sim.duke.planfile import read_plan
    from workbench.sim.duke.play import DukeGame
    from workbench.sim.seam import SimError

    plan = read_plan(sets or ["base"], {"games": games, "bots": bot, "chunk": games})
    try:
        game = DukeGame.from_plan(plan)
        game.prepare()
        engine, recorded = measure_recording(game, plan)
        workers, whole = measure_run(game, plan)
    except SimError as problem:
        fail(str(problem))
    ratio = recorded / engine
    if as_json:
        rates = {"engine": engine, "recorded": recorded, "ratio": ratio, "run": whole, "workers": workers}
        print_json({"version": 1, "games": games, "bot": bot, "games_per_second": rates})
    else:
        rows = [
            ("engine alone, one core", f"{engine:,.0f} games/s"),
            ("recorded as Parquet, one core", f"{recorded:,.0f} games/s"),
            ("ratio", f"{ratio:.2f} (at least {LEAST_RATIO})"),
            (f"whole run, {workers} workers, start included", f"{whole:,.0f} games/s"),
        ]
        typer.echo("\n".join(columns(rows)))
    raise typer.Exit(int(ratio < LEAST_RATIO))


def measure_recording(game: DukeGame, plan: Plan) -> tuple[float, float]:
    """Games a CPU second without and with records: the best of several rounds in turns, so that others count little."""
    import os

    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # as in the workers
    bare, recorded = [], []
    for _ in range(ROUNDS):
        bare.append(seconds_bare(game, plan))
        recorded.append(seconds_recorded(game, plan))
    return plan.games / min(bare), plan.games / min(recorded)


def seconds_bare(game: DukeGame, plan: Plan) -> float:
    """CPU time of the plan's games alone."""
    began = time.process_time()
    game.play_bare(plan, 0, plan.games)
    return time.process_time() - began


def seconds_recorded(game: DukeGame, plan: Plan) -> float:
    """CPU time of the same with their records, up to the bytes of a file."""
    from workbench.sim.chunkfile import pack_chunk
    from workbench.sim.plan import Chunk

    began = time.process_time()
    pack_chunk(Chunk(0, 0, plan.games, 0), game.play_batch(plan, 0, plan.games), "bench")
    return time.process_time() - began


def measure_run(game: DukeGame, plan: Plan) -> tuple[int, float]:
    """Workers and games a second of a whole run into a folder, from the start of its processes."""
    import tempfile
    from pathlib import Path

    from workbench.sim.pool import Pool, cores, use_forkserver
    from workbench.sim.run import simulate

    use_forkserver()
    workers = cores()
    larger = plan.model_copy(update={"games": plan.games * 4 * workers, "chunk": plan.games})
    with tempfile.TemporaryDirectory() as folder:
        done = simulate(game, larger, Path(folder) / "run", lambda queue: Pool(workers, queue))
    return workers, done.played / done.seconds
