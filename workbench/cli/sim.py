"""workbench sim: play a plan over processes or a cluster, into a run folder."""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli import console
from workbench.cli.game_options import (
    Goal,
    Ground,
    LightArmy,
    North,
    Rules,
    Sets,
    South,
    note_set_settings,
    read_pairs,
    read_sets,
    read_terrain,
)
from workbench.cli.interrupts import INTERRUPTED
from workbench.cli.own_bots import BotsFrom, read_own_bots, spelt_options
from workbench.cli.players import choose_player

if TYPE_CHECKING:
    from workbench.bots.own import OwnBot
    from workbench.sim.duke.plan import Plan
    from workbench.sim.run import Finished

RUNS = Path("runs")


def register(app: typer.Typer) -> None:
    app.command("sim")(sim)


def sim(
    targets: Annotated[
        list[str] | None,
        typer.Argument(metavar="PLAN | SET", help="A plan (shipped name or file), or tile sets."),
    ] = None,
    sets: Sets = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", metavar="N", help="Games, per bot of a ladder (10000).")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="One bot for both seats (random); with commas a ladder: each plays itself."),
    ] = None,
    south: South = None,
    north: North = None,
    bots_from: BotsFrom = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="The same plan and seed give the same games (1).")
    ] = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    record: Annotated[
        str | None, typer.Option(help="What to keep: draws,bags,captures,setup,uses,squares (all).")
    ] = None,
    chunk: Annotated[int | None, typer.Option(help="Games per chunk; 0 chooses.")] = None,
    name: Annotated[str | None, typer.Option(help="What the run is called.")] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The run folder (runs/NAME).")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False,
    more: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Go on with the run in --out: N more games, per bot.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", "-w", min=1, max=999, help="Processes (as many as cores).")
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="A Dask scheduler (tcp://HOST:PORT), or local:N workers."),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the log on the screen too.")] = False,
) -> None:
    """Play many games between bots and keep the results in a run folder.

    [b]workbench sim base-random[/b] plays a shipped plan; [b]workbench sim my-set.yaml --games 20000[/b]
    plays a tile set. Options win over what the plan says. The same plan and seed give the same tables,
    however many workers play them and however often the run is interrupted: Ctrl-C stops, --resume goes on,
    and [b]workbench sim --out RUN --more 20000[/b] gives the games that asking for all at once would have given.
    [b]workbench sim base --bots-from mine.py:Cautious[/b] seats a bot of your own on both sides, with
    [b]--south cautious --north greedy[/b] on one.

    Exit code: 0 complete, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    options: dict[str, Any] = {
        "games": games,
        "bots": bots,
        "south": south,
        "north": north,
        "seed": seed,
        "settings": read_pairs("--setting", setting),
        "terrain": read_terrain(terrain),
        "objective": objective.value if objective else None,
        "light": light.value if light else None,
        "record": record,
        "chunk": chunk,
        "name": name,
    }
    given = {key: value for key, value in options.items() if value not in (None, {})}
    if more is not None and games is not None:
        raise typer.BadParameter("give --games for a new run, or --more to go on with one", param_hint="--more")
    own = read_own_bots(bots_from)
    _run(
        _with_sets(targets or [], sets, given), given, out, resume, choose_player(workers, cluster), verbose, own, more
    )


def _with_sets(targets: list[str], sets: list[str] | None, options: dict[str, Any]) -> list[str]:
    """Sets by --set stand beside those named first; of a plan they take the place of its own."""
    from workbench.sim.duke.planfile import is_plan

    more = list(read_sets(sets))
    if more and len(targets) == 1 and is_plan(targets[0]):
        options["sets"] = more
        return targets
    return [*targets, *more]


def _run(
    targets: list[str],
    options: dict[str, Any],
    out: Path | None,
    resume: bool,
    player: Any,
    verbose: bool,
    own: tuple[OwnBot, ...] = (),
    more: int | None = None,
) -> None:
    from workbench.cli.progress import shown_progress
    from workbench.cli.smoke import require_smoke_games
    from workbench.sim.duke.beside import BuildsBeside
    from workbench.sim.pool import stop_on_signals, use_forkserver
    from workbench.sim.run import simulate
    from workbench.sim.seam import SimError

    use_forkserver()  # before any queue is made, and once for the whole program
    try:
        plan = _plan(targets, options, out, resume or more is not None, own)
        path = out or free_folder(plan.name, resume or more is not None)
        if more is not None:
            plan, resume = _grown(plan, path, more), True
        game = _game(plan, own)
    except SimError as problem:
        console.fail(str(problem))
    note_set_settings(game.composition)
    require_smoke_games(game.sets, plan.house_rules)
    game.prepare()
    try:
        with stop_on_signals() as stop, shown_progress(plan.name) as shown, BuildsBeside(game, shown) as report:
            screen = shown.handler() if verbose else None
            done = simulate(game, plan, path, player, resume=resume, stop=stop, report=report, screen=screen)
    except SimError as problem:
        _fail(str(problem), path, own)
    if done.stopped:
        console.note(f"stopped: {done.run.games_done:,} of {plan.total_games:,} games are kept in {path}")
        console.note(f"go on with: {_resume_command(path, own)}")
        raise typer.Exit(INTERRUPTED)
    _conclude(done, plan, game)


def _plan(
    targets: list[str], options: dict[str, Any], out: Path | None, resume: bool, own: tuple[OwnBot, ...] = ()
) -> Plan:
    from workbench.sim.duke.own_bots import refuse_unnamed, seat_own_bots
    from workbench.sim.duke.plan import Plan
    from workbench.sim.duke.planfile import change_plan, read_plan
    from workbench.sim.store import MANIFEST, open_run

    def read(given: Mapping[str, Any]) -> Plan:
        if resume and not targets and out is not None and (out / MANIFEST).exists():
            run = open_run(out, Plan)
            refuse_unnamed(run.about, own, out)
            return change_plan(run.plan, given)
        return read_plan(targets, given)

    return seat_own_bots(read, options, own)


def _grown(plan: Plan, path: Path, more: int) -> Plan:
    """The plan of the run in `path` with so many more games; what else is asked for must be what it has."""
    from workbench.sim.duke.plan import Plan, odd_games
    from workbench.sim.seam import SimError
    from workbench.sim.store import differences, open_run

    before = open_run(path, Plan).plan
    found = differences(before.deciding(), plan.deciding())
    if found:
        raise SimError(f"cannot go on with {path}: {'; '.join(found)}")
    if before.unlike_bots and more % 2:
        raise SimError(odd_games(more))
    asked = {key: getattr(plan, key) for key in before.compared_by_content}
    return before.grown(more).model_copy(update=asked)  # the store says whether their content is the run's


def _game(plan: Plan, own: tuple[OwnBot, ...]) -> Any:
    from workbench.sim.duke.play import DukeGame

    return DukeGame.from_plan(plan, own)


def free_folder(name: str, resume: bool) -> Path:
    """runs/NAME; if there is one, the next number, or with --resume the last one there is."""
    path, number = RUNS / name, 1
    last = path
    while path.exists():
        last, number = path, number + 1
        path = RUNS / f"{name}-{number}"
    return last if resume else path


def _fail(message: str, path: Path, own: tuple[OwnBot, ...]) -> NoReturn:
    """End with the message, and say what is safe."""
    from workbench.sim.duke.plan import Plan
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run

    kept = ""
    with contextlib.suppress(SimError):
        run = open_run(path, Plan)
        if run.games_done and not run.complete:
            kept = f"{run.games_done:,} finished games are kept; go on with: {_resume_command(path, own)}"
    console.fail(message, "" if "resume" in message else kept)


def _resume_command(path: Path, own: tuple[OwnBot, ...] = ()) -> str:
    return f"workbench sim --out {shlex.quote(str(path))} --resume{spelt_options(own)}"


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
