"""What all experiments of the lab share on the command line: options, the run folder, progress, the end."""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli import console
from workbench.cli.sim import free_folder

if TYPE_CHECKING:
    from workbench.lab import run as lab_run
    from workbench.lab.plan import LabPlan
    from workbench.lab.tune import Tuned, TuneTask
    from workbench.sim.store import Run

In = Annotated[
    list[str] | None,
    typer.Option("--in", metavar="SETS", help="Tile sets beside the base set; repeatable, or with commas."),
]
Bots = Annotated[str, typer.Option(help="Who plays; with commas every bot gives its own verdict.")]
Forced = Annotated[
    bool, typer.Option("--forced/--natural", help="The tile is the first drawn, or left to the shuffle.")
]
Seed = Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same games.")]
Setting = Annotated[
    list[str] | None, typer.Option("--setting", "-s", metavar="KEY=VALUE", help="A house rule; repeatable.")
]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="The run folder (runs/NAME).")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")]
Workers = Annotated[int | None, typer.Option("--workers", "-w", min=1, help="Processes (as many as cores).")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Show the log on the screen too.")]


@dataclass(frozen=True)
class Background:
    """The sets and house rules as given."""

    sets: list[str] | None
    setting: list[str] | None

    def load(self) -> lab_run.Background:
        from workbench.cli.game_options import read_sets, read_settings
        from workbench.cli.smoke import require_smoke_games
        from workbench.lab.run import load_background

        names = list(read_sets(self.sets))
        rules = read_settings(self.setting, None, None)
        background = load_background(names, rules)
        require_smoke_games(background.sets, rules)
        return background


def run_experiment(
    plan: Callable[[], lab_run.Experiment], out: Path | None, resume: bool, workers: int | None, verbose: bool
) -> Run[LabPlan]:
    """Play an experiment into its folder with progress; ends the command if it cannot be finished."""
    from workbench.sim.pool import stop_on_signals, use_forkserver
    from workbench.sim.seam import SimError

    use_forkserver()
    try:
        experiment = plan()
    except SimError as problem:
        console.fail(str(problem))
    path = out or free_folder(experiment.plan.name, resume)
    with stop_on_signals() as stop:
        try:
            return play(experiment, path, resume, workers, verbose, stop)
        except SimError as problem:
            console.fail(str(problem))


def play(
    experiment: lab_run.Experiment,
    path: Path,
    resume: bool,
    workers: int | None,
    verbose: bool,
    stop: Callable[[], bool],
    stopped_in: Path | None = None,
) -> Run[LabPlan]:
    """One experiment with its progress; SimError where it cannot go on, exit 130 where it was stopped."""
    from workbench.cli.progress import shown_progress
    from workbench.lab.run import is_done
    from workbench.sim.duke.play import refuse_unknown_bots
    from workbench.sim.pool import Pool, cores

    refuse_unknown_bots(experiment.plan.bots)
    if not experiment.game.is_prepared():
        from workbench.duke.referee import FIRST_RUN

        console.note(FIRST_RUN)
    with shown_progress(experiment.plan.name, "pairs") as shown:
        done = experiment.run(
            path,
            make_player=lambda queue: Pool(workers or cores(), queue),
            resume=resume,
            stop=stop,
            report=shown,
            screen=shown.handler() if verbose else None,
        )
    if not is_done(done.run):
        _stopped(stopped_in or path)
    return done.run


def run_tune(
    plan: Callable[[], TuneTask], out: Path | None, resume: bool, workers: int | None, verbose: bool
) -> tuple[Run[LabPlan], list[Tuned]]:
    """Every round of a tuning in a folder of its own; rounds that are complete are read, not played again."""
    from workbench.lab.tune import tune
    from workbench.sim.pool import stop_on_signals, use_forkserver
    from workbench.sim.seam import SimError
    from workbench.sim.store import MANIFEST

    use_forkserver()
    with stop_on_signals() as stop:
        try:
            task = plan()
            path = out or free_folder(task.name, resume)
            if path.exists() and any(path.iterdir()) and not resume:
                raise SimError(f"{path} already holds a run: add --resume to go on with it, or choose another --out")

            def lap(experiment: lab_run.Experiment, folder: Path) -> Run[LabPlan]:
                tiles = len(experiment.game.arms)
                console.note(f"{folder.name}: {tiles} tiles, {experiment.plan.games:,} pairs each")
                again = (folder / MANIFEST).exists()
                return play(experiment, folder, again, workers, verbose, stop, stopped_in=path)

            return tune(task, path, lap)
        except SimError as problem:
            console.fail(str(problem))


def names_of_bots(text: str) -> tuple[str, ...]:
    """Several bots in one text; a comma may also part the options of one."""
    from workbench.bots.registry import split_bots

    return tuple(split_bots(text))


def _stopped(path: Path) -> NoReturn:
    words = [word for word in sys.argv[1:] if word != "--resume"]
    if "--out" not in words and "-o" not in words:
        words += ["--out", str(path)]
    console.note(f"stopped: what was played is kept in {path}")
    console.note(f"go on with: workbench {shlex.join(words)} --resume")
    raise typer.Exit(console.INTERRUPTED)


def conclude(run: Run[Any], *more: str) -> None:
    """What to do next."""
    folder = shlex.quote(str(run.path))
    for line in (*more, f"next: workbench report {folder}"):
        typer.echo(line)
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.flush()
