"""workbench replay: step through a recorded or simulated game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.game_options import GameOptions, Goal, Ground, LightArmy, Rules, Sets
from workbench.cli.own_bots import BotsFrom, read_own_bots

if TYPE_CHECKING:
    from rich.console import RenderableType

    from workbench.bots.own import OwnBot
    from workbench.duke.game import Position
    from workbench.duke.record import GameRecord

CONTROL = "control"


@dataclass(frozen=True)
class Frame:
    """What was played, in its text and in words, and the position after it."""

    title: str
    words: str
    position: Position


@dataclass(frozen=True)
class Film:
    """A game to be looked at: what is known about it, and its frames. A game of the lab has no record."""

    header: dict[str, str]
    frames: tuple[Frame, ...]
    record: GameRecord | None


def register(app: typer.Typer) -> None:
    app.command("replay")(replay)


def replay(
    source: Annotated[Path, typer.Argument(metavar="FILE | RUN", help="A game record, or a run folder.")],
    game: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Which game of a run (a second bot's begin with number 1000000000); of a lab run, which pair.",
        ),
    ] = None,
    bots: Annotated[str | None, typer.Option(metavar="BOT", help="Of a lab run: whose games.")] = None,
    arm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=f"Of a lab run: which arm; '{CONTROL}' is the game without the change."),
    ] = None,
    bots_from: BotsFrom = None,
    every: Annotated[bool, typer.Option("--all", help="Draw every step at once; do not ask.")] = False,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game as a record.")] = None,
    sets: Sets = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
) -> None:
    """Step through a game: one recorded by [b]workbench play[/b], or one of a simulation or an experiment.

    On a terminal single keys step forwards and back; elsewhere it prints the turns and the end.

    [b]workbench replay game.txt[/b], or [b]workbench replay runs/base-random --game 1234[/b]: the plan, the seed and
    the number decide the game. A record brings its own sets and settings; options say otherwise, for instance where a
    tile file has moved. A run that bots of your own have played needs their code again: [b]--bots-from[/b].

    Exit code: 0, or 2 if the record or the run cannot be read.
    """
    from workbench.cli.console import fail
    from workbench.cli.outputs import files_of, record_target, refuse_existing, write_files
    from workbench.duke.record import FIRST_LINE, BadRecord, format_record

    options = GameOptions(sets, setting, terrain, objective, light)
    try:
        film = _film(source, game, bots, arm, options, read_own_bots(bots_from))
    except BadRecord as error:
        fail(f"{source}: {error}")
    if record is not None:
        if film.record is None:
            raise typer.BadParameter("a game of the lab has armies that no record can name", param_hint="--record")
        record_target(record, FIRST_LINE)
        refuse_existing([record], force=True, inputs=files_of(source))
        write_files({record: format_record(film.record).encode()})
        typer.echo(f"Game written to {record}.", err=True)
    show_film(film, every)


def _film(
    source: Path, game: int | None, bots: str | None, arm: str | None, options: GameOptions, own: tuple[OwnBot, ...]
) -> Film:
    from workbench.bots.own import OwnBotError
    from workbench.cli.console import fail
    from workbench.sim.seam import SimError

    if not source.is_dir():
        return film_of(_recorded(source, game, options))
    if options.is_given:
        raise typer.BadParameter("a run has its own sets and settings", param_hint="--set, --setting and the like")
    if game is None:
        raise typer.BadParameter("a run folder holds many games: say which", param_hint="--game")
    try:
        if is_lab_run(source):
            return lab_film(source, game, bots, arm)
        if bots or arm:
            raise typer.BadParameter("goes with runs of the lab", param_hint="--bots, --arm")
        return film_of(simulated_game(source, game, own))
    except (SimError, OwnBotError) as error:
        fail(str(error))


def _recorded(file: Path, game: int | None, options: GameOptions) -> GameRecord:
    from workbench.cli.console import fail
    from workbench.cli.play_files import read_record
    from workbench.duke.record import BadRecord, GameRecord

    if game is not None:
        raise typer.BadParameter("a record holds one game; --game is for run folders", param_hint="--game")
    try:
        found = read_record(file)
    except (BadRecord, UnicodeDecodeError) as error:
        fail(f"{file}: {error}", "Records are written by 'workbench play --record FILE'.")
    said: dict[str, str] = {}
    if options.sets:
        said["sets"] = " ".join(("base", *options.names))
    if options.setting or options.terrain or options.objective:
        said["settings"] = options.settings().model_dump_json(exclude_unset=True)
    if options.light:
        said["light"] = options.light.value
    return GameRecord({**found.header, **said}, found.entries)


def film_of(record: GameRecord) -> Film:
    """The frames of a record, one for each entry; raises BadRecord."""
    from workbench.duke.record import replay_entries
    from workbench.table.telling import tell

    frames = [Frame("start", "", record.first_position())]
    for entry, steps in replay_entries(record):
        words = ". ".join(tell(step.before, step.text) for step in steps)
        frames.append(Frame(str(entry), f"{words}.{' Guard!' if entry.guard else ''}", steps[-1].after))
    return Film(record.header, tuple(frames), record)


def is_lab_run(folder: Path) -> bool:
    from workbench.sim.seam import SimError
    from workbench.sim.store import load_manifest

    try:
        return "experiment" in load_manifest(folder)["plan"]
    except SimError:
        return False  # whoever reads it next says what is wrong with it


def lab_film(folder: Path, pair: int, bot: str | None, arm: str | None) -> Film:
    """One game of a pair of twins, played again: with the change, or the control's."""
    from workbench.cli.lab_twins import arm_words, chosen, control_words, play_again
    from workbench.lab.plan import LabPlan
    from workbench.sim.store import open_run
    from workbench.table.telling import tell

    run = open_run(folder, LabPlan)
    rung = chosen("bots", bot, run.plan.bots)
    labels = [one["label"] for one in run.about["arms"]]
    number = 0 if arm == CONTROL else chosen("arm", arm, labels)
    twins = play_again(run, rung, number, pair)
    steps = twins.control if arm == CONTROL else twins.treated
    frames = [Frame("start", "", steps[0].position)]
    for before, step in pairwise(steps):
        frames.append(Frame(step.text, f"{tell(before.position, step.text)}.", step.position))
    which = control_words(run) if arm == CONTROL else arm_words(run, number)
    seat = ("South", "North")[pair % 2]
    header = {"pair": str(pair), "bots": run.plan.bots[rung], "played": f"{seat} {which}", "seed": str(run.plan.seed)}
    return Film(header, tuple(frames), None)


def simulated_game(folder: Path, number: int, own: tuple[OwnBot, ...] = ()) -> GameRecord:
    """Play game `number` of a run once more: its plan, seed and number decide it."""
    from workbench.cli.waiting import compiling, working
    from workbench.studio.films import open_simulated

    table = open_simulated(folder, number, own)
    with (
        compiling(tuple(name for name in table.players if name not in table.own)),
        working(f"playing game {number} again"),
    ):
        while not table.position.is_over:
            table.go_on()
    return table.record()


def show_film(film: Film, every: bool) -> None:
    """Frame by frame on a terminal, by keys; elsewhere the turns and the end."""
    from workbench.cli.keys import is_interactive, step_through

    last = len(film.frames) - 1
    if not every and is_interactive():
        step_through(0, last, lambda at: draw_frame(film, at))
        return
    for name, value in film.header.items():
        typer.echo(f"{name}: {value}")
    if every:
        for number in range(last + 1):
            typer.echo(_plain(film, number))
    else:
        for frame in film.frames[1:]:
            typer.echo(frame.title)
        typer.echo(_plain(film, last))


def draw_frame(film: Film, at: int) -> RenderableType:
    """One step in colours, for 80 columns."""
    from rich.console import Group
    from rich.text import Text

    from workbench.cli.board import draw_board, is_low_window
    from workbench.cli.console import shows_unicode
    from workbench.cli.play_screen import table_lines
    from workbench.table.view import View

    frame = film.frames[at]
    view = View.of(frame.position)
    last = view.changed(View.of(film.frames[at - 1].position)) if at else ()
    players = (
        film.header.get("south", film.header.get("bots", "?")),
        film.header.get("north", film.header.get("bots", "?")),
    )
    title = Text(f"[{at}/{len(film.frames) - 1}] {frame.title}", "bold")
    lines = [line for line in table_lines(frame.position, view, players) if " bag (" not in line.plain]
    known = "; ".join(f"{name}: {value}" for name, value in film.header.items())
    words = Text(frame.words or f"The beginning. {known}")
    board = draw_board(view, unicode=shows_unicode(), last=last, low=is_low_window())
    return Group(title, words, board, *lines, *_end(frame.position))


def _end(position: Position) -> list[str]:
    from workbench.duke.game import outcome
    from workbench.table.telling import tell_end

    end = outcome(position)
    return [] if end is None else [f"The game is over after {position.ply} turns. {tell_end(end)}"]


def _plain(film: Film, number: int) -> str:
    from workbench.cli.console import shows_unicode
    from workbench.cli.show import draw

    frame = film.frames[number]
    return f"\n[{number}/{len(film.frames) - 1}] {frame.title}\n{draw(frame.position, shows_unicode())}"
