"""workbench sim: play a plan over processes or a cluster, into a run folder."""

from __future__ import annotations

import contextlib
import shlex
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli import console
from workbench.cli.check import Objective
from workbench.cli.game_options import read_pairs

if TYPE_CHECKING:
    from workbench.sim.plan import Plan
    from workbench.sim.run import Finished

RUNS = Path("runs")


class Light(StrEnum):
    SOUTH = "south"
    NORTH = "north"


def register(app: typer.Typer) -> None:
    app.command("sim")(sim)


def sim(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAN | SET", help="A plan (shipped name or file), or tile sets."),
    ] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", help="Games, per bot of a ladder (10000).")] = None,
    bots: Annotated[
        str | None, typer.Option(help="One bot for both seats (random); with commas a ladder: each plays itself.")
    ] = None,
    south: Annotated[str | None, typer.Option(help="South's bot, where the two differ.")] = None,
    north: Annotated[str | None, typer.Option(help="North's bot, where the two differ.")] = None,
    seed: Annotated[int | None, typer.Option(help="The same plan and seed give the same games (1).")] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", "-s", metavar="KEY=VALUE", help="A house rule; repeatable."),
    ] = None,
    terrain: Annotated[
        list[str] | None, typer.Option(metavar="KIND[=N]", help="mountain=N, fort=N or dragon; repeatable.")
    ] = None,
    objective: Annotated[Objective | None, typer.Option(help="What wins the game (capture_the_duke).")] = None,
    light: Annotated[Light | None, typer.Option(help="Who plays the light army (south).")] = None,
    record: Annotated[
        str | None, typer.Option(help="What to keep: draws,bags,captures,setup,uses,squares (all).")
    ] = None,
    chunk: Annotated[int | None, typer.Option(help="Games per chunk; 0 chooses.")] = None,
    name: Annotated[str | None, typer.Option(help="What the run is called.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The run folder (runs/NAME).")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False,
    workers: Annotated[int | None, typer.Option("--workers", "-w", min=1, help="Processes (as many as cores).")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler (tcp://HOST:PORT), or local:N workers."),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the log on the screen too.")] = False,
) -> None:
    """Play many games between bots and keep the results in a run folder.

    [b]workbench sim base-random[/b] plays a shipped plan; [b]workbench sim my-set.yaml --games 20000[/b]
    plays a tile set. Options win over what the plan says. The same plan and seed give the same tables,
    however many workers play them and however often the run is interrupted: Ctrl-C stops, --resume goes on.

    Exit code: 0 complete, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    options: dict[str, Any] = {
        "games": games,
        "bots": bots,
        "south": south,
        "north": north,
        "seed": seed,
        "settings": read_pairs("--setting", setting),
        "terrain": read_pairs("--terrain", terrain, alone=True),
        "objective": objective.value if objective else None,
        "light": light.value if light else None,
        "record": record,
        "chunk": chunk,
        "name": name,
    }
    given = {key: value for key, value in options.items() if value not in (None, {})}
    _run(targets or [], given, out, resume, _player(workers, cluster), verbose)


def _player(workers: int | None, cluster: str | None) -> Any:
    from workbench.sim.cluster import ADDRESS, Cluster
    from workbench.sim.pool import Pool, cores

    if cluster is None:
        return lambda queue: Pool(workers or cores(), queue)
    if workers is not None:
        raise typer.BadParameter("a cluster has its own workers: leave --workers out", param_hint="--workers")
    if not ADDRESS.fullmatch(cluster):
        raise typer.BadParameter(f"'{cluster}' is not tcp://HOST:PORT or local:N", param_hint="--cluster")
    return lambda queue: Cluster(cluster)


def _run(
    targets: list[str], options: dict[str, Any], out: Path | None, resume: bool, player: Any, verbose: bool
) -> None:
    from workbench.cli.progress import shown_progress
    from workbench.cli.smoke import require_smoke_games
    from workbench.sim.pool import stop_on_signals, use_forkserver
    from workbench.sim.run import simulate
    from workbench.sim.seam import SimError

    use_forkserver()  # before any queue is made, and once for the whole program
    try:
        plan = _plan(targets, options, out, resume)
        game = _game(plan)
    except SimError as problem:
        console.fail(str(problem))
    require_smoke_games(game.sets, plan.house_rules)
    path = out or free_folder(plan.name, resume)
    if not game.is_prepared():
        from workbench.duke.referee import FIRST_RUN

        console.note(FIRST_RUN)
    try:
        with stop_on_signals() as stop, shown_progress(plan.name) as shown:
            screen = shown.handler() if verbose else None
            done = simulate(game, plan, path, player, resume=resume, stop=stop, report=shown, screen=screen)
    except SimError as problem:
        _fail(str(problem), path)
    if done.stopped:
        console.note(f"stopped: {done.run.games_done:,} of {plan.total_games:,} games are kept in {path}")
        console.note(f"go on with: {_resume_command(path)}")
        raise typer.Exit(console.INTERRUPTED)
    _conclude(done, plan, game)


def _plan(targets: list[str], options: dict[str, Any], out: Path | None, resume: bool) -> Plan:
    from workbench.sim.duke.planfile import change_plan, read_plan
    from workbench.sim.store import MANIFEST, open_run

    if resume and not targets and out is not None and (out / MANIFEST).exists():
        return change_plan(open_run(out).plan, options)
    return read_plan(targets, options)


def _game(plan: Plan) -> Any:
    from workbench.sim.duke.play import DukeGame

    return DukeGame.from_plan(plan)


def free_folder(name: str, resume: bool) -> Path:
    """runs/NAME; if there is one, the next number, or with --resume the last one there is."""
    path, number = RUNS / name, 1
    last = path
    while path.exists():
        last, number = path, number + 1
        path = RUNS / f"{name}-{number}"
    return last if resume else path


def _fail(message: str, path: Path) -> NoReturn:
    """End with the message, and say what is safe."""
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run

    kept = ""
    with contextlib.suppress(SimError):
        run = open_run(path)
        if run.games_done and not run.complete:
            kept = f"{run.games_done:,} finished games are kept; go on with: {_resume_command(path)}"
    console.fail(message, "" if "resume" in message else kept)


def _resume_command(path: Path) -> str:
    return f"workbench sim --out {shlex.quote(str(path))} --resume"


def _conclude(done: Finished, plan: Plan, game: Any) -> None:
    run = done.run
    what = f"all {run.games_done:,} games are there already"
    if done.played:
        rate = done.played / done.seconds
        what = f"{done.played:,} games in {done.seconds:.1f} s ({rate:,.0f} games/s)"
    typer.echo(f"{run.path}: {what}")
    for rung in range(plan.rungs):
        typer.echo(f"  {game.headline(plan, rung, run.sums(rung))}")
    typer.echo(f"  seed {plan.seed}, tables {run.content_hash()[:16]}")
    typer.echo(f"next: workbench report {shlex.quote(str(run.path))}")
