"""What all experiments of the lab share on the command line: options, the run folder, progress, the end."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from workbench.cli import console
from workbench.cli.game_options import GAME, GameOptions, Light, note_set_settings
from workbench.cli.interrupts import INTERRUPTED
from workbench.cli.sim import free_folder
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.lab import run as lab_run
    from workbench.lab.plan import LabPlan
    from workbench.lab.skill import Skill
    from workbench.lab.tune import Tuned, TuneTask
    from workbench.sim.store import Run

In = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        "--in",
        metavar="SET",
        help="A tile set beside the base set, by name or file; repeatable, or with commas.",
        autocompletion=complete_sets,
        rich_help_panel=GAME,
    ),
]
Bots = Annotated[
    str,
    typer.Option(metavar="BOT", help="Who plays; with commas every bot gives its own verdict."),
]
Forced = Annotated[
    bool, typer.Option("--forced/--natural", help="The tile is the first drawn, or left to the shuffle.")
]
Seed = Annotated[int, typer.Option(min=0, max=2**32 - 1, metavar="N", help="The same seed gives the same games.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="The run folder (runs/NAME).")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")]
Workers = Annotated[
    int | None, typer.Option("--workers", "-w", min=1, max=999, metavar="N", help="Processes (as many as cores).")
]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Show the log on the screen too.")]


def load_background(options: GameOptions) -> lab_run.Background:
    """The sets and house rules as given, tried out in a short game."""
    from workbench.cli.smoke import require_smoke_games
    from workbench.lab.run import load_background as load

    background = load(list(options.names), options.settings(), (options.light or Light.SOUTH).value)
    note_set_settings(background.composition)
    require_smoke_games(background.sets, background.settings)
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
            return play_experiment(experiment, path, resume, workers, verbose, stop)
        except SimError as problem:
            console.fail(str(problem))


def play_experiment(
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
    from workbench.sim.duke.beside import BuildsBeside
    from workbench.sim.duke.play import refuse_unknown_bots
    from workbench.sim.pool import Pool, cores

    refuse_unknown_bots(experiment.plan.bots)
    experiment.game.prepare()
    with shown_progress(experiment.plan.name, "pairs") as shown, BuildsBeside(experiment.game, shown) as report:
        done = experiment.run(
            path,
            make_player=lambda queue: Pool(workers or cores(), queue),
            resume=resume,
            stop=stop,
            report=report,
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
                console.note(f"{folder.name}: {tiles} tiles, {experiment.plan.games:,} pairs each{clock.left()}")
                again = (folder / MANIFEST).exists()
                run = play_experiment(experiment, folder, again, workers, verbose, stop, stopped_in=path)
                clock.add((tiles + 1) * experiment.plan.games)
                return run

            clock = TuneClock(task)
            found = tune(task, path, lap)
            console.note(f"tuned in {clock.spent()}")
            return found
        except SimError as problem:
            console.fail(str(problem))


class TuneClock:
    """How long a tuning takes in all: by the games that its rounds will have, and the pace so far."""

    def __init__(self, task: TuneTask) -> None:
        from workbench.lab.tune import planned_games

        self.total, self.done, self.began = planned_games(task), 0, time.monotonic()

    def add(self, games: int) -> None:
        self.done += games

    def spent(self) -> str:
        from workbench.cli.progress import short_time

        return short_time(time.monotonic() - self.began)

    def left(self) -> str:
        """'; about 3 min 20 s left in all', once there is a pace."""
        from workbench.cli.progress import short_time

        if not self.done:
            return f"; about {self.total:,} games in all"
        seconds = (time.monotonic() - self.began) / self.done * max(self.total - self.done, 0)
        return f"; {self.spent()} so far, about {short_time(seconds)} left in all"


def run_skill(run: Run[LabPlan], games: int) -> Skill | None:
    """Let the bots of a ladder meet each other, into its folder; None where there is nothing to be met."""
    from pydantic import TypeAdapter

    from workbench.lab.skill import measure_skill
    from workbench.sim.pool import stop_on_signals
    from workbench.tileset.compose import Composition

    if not games or run.plan.rungs < 2:
        return None
    composition = TypeAdapter(Composition).validate_python(run.about["contest"]["composition"])

    def tell(done: int, total: int) -> None:
        console.note(f"bots against each other: {done} of {total} matches of {games} games")

    with stop_on_signals() as stop:
        found = measure_skill(composition, run.plan.bots, games, run.plan.seed, run.path, tell, stop)
    if found is None:
        _stopped(run.path)
    return found


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
    raise typer.Exit(INTERRUPTED)


def conclude(run: Run[Any], *more: str) -> None:
    """What to do next."""
    folder = shlex.quote(str(run.path))
    for line in (*more, f"next: workbench report {folder}"):
        typer.echo(line)
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.flush()
