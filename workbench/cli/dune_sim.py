"""workbench dune sim and compare: games between bots, by one set of rules or by several on the same luck."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli import console
from workbench.cli.dune_options import (
    Advanced,
    ClusterAddress,
    DuneBots,
    DuneRules,
    DuneSeed,
    DuneSettings,
    RunFolder,
    plan_options,
    read_powers,
)
from workbench.cli.game_options import read_pairs
from workbench.cli.interrupts import INTERRUPTED
from workbench.cli.lab_run import Resume, Verbose, Workers

if TYPE_CHECKING:
    from workbench.sim.dune.plan import DunePlan
    from workbench.sim.run import Finished
    from workbench.sim.store import Run

EACH_POWER = ("elite", "blessing", "initiative", "plunder", "all")

Games = Annotated[int | None, typer.Option("--games", "-n", metavar="N", help="Games, a multiple of 4 (2000).")]
Rotate = Annotated[bool, typer.Option("--rotate", help="Bots change factions from block to block.")]


def register(app: typer.Typer) -> None:
    app.command("sim")(dune_sim)
    app.command("compare")(dune_compare)


def dune_sim(
    plan: Annotated[str | None, typer.Argument(metavar="PLAN", help="A plan: a shipped name or a file.")] = None,
    games: Games = None,
    bots: DuneBots = None,
    rotate: Rotate = False,
    rules: DuneRules = None,
    advanced: Advanced = None,
    setting: DuneSettings = None,
    seed: DuneSeed = None,
    chunk: Annotated[int | None, typer.Option(help="Games per chunk; 0 chooses.")] = None,
    name: Annotated[str | None, typer.Option(help="What the run is called.")] = None,
    out: RunFolder = None,
    resume: Resume = False,
    more: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Go on with the run in --out: N more games.")
    ] = None,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    verbose: Verbose = False,
) -> None:
    """Play games of Dragon Dune between bots and keep the results in a run folder.

    Four games make a block: the same circle of players and the same luck, each faction starting once. The same plan
    and seed give the same tables, however many workers play them and however often the run is interrupted: Ctrl-C
    stops, --resume goes on, and [b]--out RUN --more 2000[/b] gives the games that asking for all at once would have
    given. [b]workbench report RUN[/b] then says whether the factions are balanced.

    Exit code: 0 complete, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    given = plan_options(
        games=games, bots=bots, rotate=rotate, rules=rules, advanced=read_powers(advanced), setting=setting, seed=seed,
        chunk=chunk, name=name,
    )  # fmt: skip
    if advanced is not None:
        given["advanced"] = read_powers(advanced)  # none is an answer too
    if more is not None and games is not None:
        raise typer.BadParameter("give --games for a new run, or --more to go on with one", param_hint="--more")
    run_dune(plan, given, out, resume, workers, cluster, verbose, more)


def dune_compare(
    advanced: Annotated[
        str | None,
        typer.Option(
            "--advanced",
            metavar="POWERS",
            help="Powers that the other rules have: plunder, or elite,plunder together. Default: each alone, and all.",
        ),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--setting", "-s", metavar="KEY=VALUE", help="What the other rules change; repeatable."),
    ] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="NAME|FILE", help="Other rules: rev9, or a file.")] = None,
    rules: DuneRules = None,
    games: Games = None,
    bots: DuneBots = None,
    seed: DuneSeed = None,
    out: RunFolder = None,
    resume: Resume = False,
    workers: Workers = None,
    cluster: ClusterAddress = None,
    verbose: Verbose = False,
) -> None:
    """Play two or more sets of rules on the same luck and say what the change does to each faction.

    [b]workbench dune compare[/b] takes each advanced power alone, and all four; [b]--advanced plunder[/b] one of
    them; [b]--setting turn_limit=10[/b] a changed number; [b]--to rev9[/b] other rules. Dice and cards are the same
    until the rules part the games, so that few games tell much. Intervals are over blocks of four games.

    Exit code: 0 complete, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    variants = _variants(read_powers(advanced), read_pairs("--setting", setting), to)
    given = plan_options(games=games, bots=bots, rules=rules, seed=seed, variants=variants)
    if resume and out is not None:
        given = plan_options(games=games, bots=bots, rules=rules, seed=seed)
        if advanced or setting or to:
            given["variants"] = variants
    done = run_dune(None, given, out, resume, workers, cluster, verbose)
    print_changes(done.run)


def _variants(powers: list[str] | None, settings: dict[str, Any], to: str | None) -> list[Any]:
    if powers is None and not settings and to is None:
        return list(EACH_POWER)
    if powers == []:
        raise typer.BadParameter("name the powers that the other rules have", param_hint="--advanced")
    parts = [to or "", "+".join(powers or ()), ",".join(f"{key}={value}" for key, value in settings.items())]
    name = " ".join(part for part in parts if part)
    shown = Path(name).name if to and "/" in name else name
    return [{"name": shown[:40], "rules": to, "advanced": powers, "settings": settings}]


def run_dune(
    target: str | None,
    options: dict[str, Any],
    out: Path | None,
    resume: bool,
    workers: int | None,
    cluster: str | None,
    verbose: bool,
    more: int | None = None,
) -> Finished:
    """Play a plan to its end; ends the command where that is not possible."""
    from workbench.cli.players import choose_player
    from workbench.cli.progress import shown_progress
    from workbench.cli.sim import free_folder
    from workbench.sim.dune.play import DuneGame
    from workbench.sim.pool import stop_on_signals, use_forkserver
    from workbench.sim.run import simulate
    from workbench.sim.seam import SimError

    player = choose_player(workers, cluster)
    use_forkserver()  # before any queue is made, and once for the whole program
    try:
        goes_on = resume or more is not None
        plan = _plan(target, options, out, goes_on)
        path = out or free_folder(plan.name, goes_on)
        if more is not None:
            plan = _grown_dune(plan, path, more)
        game = DuneGame.from_plan(plan)
    except SimError as problem:
        console.fail(str(problem))
    try:
        with stop_on_signals() as stop, shown_progress(plan.name) as shown:
            screen = shown.handler() if verbose else None
            done = simulate(game, plan, path, player, resume=goes_on, stop=stop, report=shown, screen=screen)
    except SimError as problem:
        _fail(str(problem), path)
    if done.stopped:
        console.note(f"stopped: {done.run.games_done:,} of {plan.total_games:,} games are kept in {path}")
        console.note(f"go on with: {_resume_command(path)}")
        raise typer.Exit(INTERRUPTED)
    _conclude(done, plan, game)
    return done


def _plan(target: str | None, options: dict[str, Any], out: Path | None, resume: bool) -> DunePlan:
    from workbench.sim.dune.plan import DunePlan
    from workbench.sim.dune.planfile import change_dune_plan, read_dune_plan
    from workbench.sim.store import MANIFEST, open_run

    if resume and target is None and out is not None and (out / MANIFEST).exists():
        return change_dune_plan(open_run(out, DunePlan).plan, options)
    return read_dune_plan(target, options)


def _grown_dune(plan: DunePlan, path: Path, more: int) -> DunePlan:
    """The plan of the run in `path` with so many more games; what else is asked for must be what it has."""
    from workbench.sim.dune.plan import DunePlan, unequal_games
    from workbench.sim.seam import SimError
    from workbench.sim.store import differences, open_run

    before = open_run(path, DunePlan).plan
    found = differences(before.deciding(), plan.deciding())
    if found:
        raise SimError(f"cannot go on with {path}: {'; '.join(found)}")
    if more % before.games_at_once:
        raise SimError(unequal_games(more, before.games_at_once))
    asked = {key: getattr(plan, key) for key in before.compared_by_content}
    return before.grown(more).model_copy(update=asked)  # the store says whether their content is the run's


def _resume_command(path: Path) -> str:
    return f"workbench dune sim --out {shlex.quote(str(path))} --resume"


def _fail(message: str, path: Path) -> NoReturn:
    """End with the message, and say what is safe."""
    from workbench.sim.dune.plan import DunePlan
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run

    kept = ""
    with contextlib.suppress(SimError):
        run = open_run(path, DunePlan)
        if run.games_done and not run.complete:
            kept = f"{run.games_done:,} finished games are kept; go on with: {_resume_command(path)}"
    console.fail(message, "" if "resume" in message else kept)


def _conclude(done: Finished, plan: DunePlan, game: Any) -> None:
    run = done.run
    what = f"all {run.games_done:,} games are there already"
    if done.played:
        what = f"{done.played:,} games in {done.seconds:.1f} s ({done.played / done.seconds:,.0f} games/s)"
    typer.echo(f"{run.path}: {what}")
    for rung in range(plan.rungs):
        typer.echo(f"  {game.headline(plan, rung, run.sums(rung))}")
    typer.echo(f"  seed {plan.seed}, tables {run.content_hash()[:16]}")
    typer.echo(f"next: workbench report {shlex.quote(str(run.path))}")


def print_changes(run: Run[DunePlan]) -> None:
    """The change for each faction, in a table and in sentences."""
    from workbench.report.dune.compare import build_changes
    from workbench.report.dune.records import read_table
    from workbench.report.words import interval, signed

    tables = [read_table(run, rung) for rung in range(run.plan.rungs)]
    section = build_changes(run.plan.name, tables, run.about)
    if section is None:
        return

    def spelt(number: Any, digits: int = 1) -> str:
        bounds = interval(number, digits)
        return f"{signed(number, digits)} ({bounds})" if bounds else signed(number, digits)

    rows: list[tuple[str, ...]] = [("rules", "faction", "most castles, points", "wins, points", "castles held")]
    for change in section.changes:
        for one in change.factions:
            parts = (spelt(one.most_castles_points), spelt(one.wins_points), spelt(one.castles, 2))
            rows.append((change.name, one.faction, *parts))
    blocks = f"{section.blocks:,} block{'' if section.blocks == 1 else 's'}"
    typer.echo(f"\nchange from the rules {section.base} on the same luck, {blocks}, 95 % intervals:")
    typer.echo("\n".join(console.columns(rows)))
    typer.echo("\n" + "\n".join(change.sentence for change in section.changes))
