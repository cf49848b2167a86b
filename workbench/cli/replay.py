"""workbench replay: step through a recorded or simulated game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from workbench.duke.game import Position
    from workbench.duke.record import Entry, GameRecord

    Step = tuple[Entry | None, Position]

KEYS = "Enter next, b back, a number goes to that step, e end, q quit"


def register(app: typer.Typer) -> None:
    app.command("replay")(replay)


def replay(
    source: Annotated[Path, typer.Argument(metavar="FILE | RUN", help="A game record, or a run folder.")],
    game: Annotated[int | None, typer.Option(min=0, help="Which game of a run.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Draw every step at once; do not ask.")] = False,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game as a record.")] = None,
) -> None:
    """Step through a game: one recorded by [b]workbench play --record[/b], or one of a simulation.

    On a terminal it waits for a key after each step; elsewhere it prints the turns and the end.

    [b]workbench replay game.txt[/b], or [b]workbench replay runs/base-random --game 1234[/b]: the plan, the seed and
    the number decide the game.

    Exit code: 0, or 2 if the record or the run cannot be read.
    """
    from workbench.cli.console import fail
    from workbench.duke.record import BadRecord, format_record

    found = _simulated(source, game) if source.is_dir() else _recorded(source, game)
    if record is not None:
        record.write_text(format_record(found), encoding="utf-8")
        typer.echo(f"Game written to {record}.", err=True)
    try:
        steps = list(found.positions())
    except BadRecord as error:
        fail(f"{source}: {error}")
    for name, value in found.header.items():
        typer.echo(f"{name}: {value}")
    if every:
        for number, step in enumerate(steps):
            typer.echo(_shown(number, len(steps), step))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _walk(steps)
    else:
        for entry, _ in steps[1:]:
            typer.echo(str(entry))
        typer.echo(_shown(len(steps) - 1, len(steps), steps[-1]))


def _recorded(file: Path, game: int | None) -> GameRecord:
    from workbench.cli.console import fail
    from workbench.duke.record import BadRecord, parse_record

    if game is not None:
        raise typer.BadParameter("a record holds one game; --game is for run folders", param_hint="--game")
    try:
        return parse_record(file.read_text(encoding="utf-8"))
    except (BadRecord, UnicodeDecodeError) as error:
        fail(f"{file}: {error}", "Records are written by 'workbench play --record FILE'.")


def _simulated(folder: Path, number: int | None) -> GameRecord:
    from workbench.cli.console import fail
    from workbench.sim.seam import SimError

    if number is None:
        raise typer.BadParameter("a run folder holds many games: say which", param_hint="--game")
    try:
        return simulated_game(folder, number)
    except SimError as error:
        fail(str(error))


def simulated_game(folder: Path, number: int) -> GameRecord:
    """Play game `number` of a run once more: its plan, seed and number decide it."""
    from workbench.cli.table import Table
    from workbench.duke.game import Game
    from workbench.sim.duke.play import DukeGame
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run

    run = open_run(folder)
    plan = run.plan
    if number >= plan.total_games:
        raise SimError(f"{folder}: the run has games 0 to {plan.total_games - 1}, not {number}")
    duke = DukeGame.from_run(run)
    rung = plan.rung_of(number)
    within = number - rung * plan.games
    paired = duke.is_paired(rung)
    twin = within % 2 if paired else 0
    luck = rung * plan.games + (within // 2 if paired else within)
    swaps = twin and duke.has_unlike_armies
    composition = duke.composition.with_seats_swapped() if swaps else duke.composition
    first, second = duke.pairings[rung]
    players = (second, first) if twin else (first, second)
    table = Table(Game(composition, plan.sets), players, plan.seed, luck, twin)
    while not table.position.is_over:
        table.go_on()
    return table.recorder.record(table.position)


def _shown(number: int, count: int, step: Step) -> str:
    from workbench.cli.console import shows_unicode
    from workbench.cli.show import draw

    entry, position = step
    title = "start" if entry is None else str(entry)
    return f"\n[{number}/{count - 1}] {title}\n{draw(position, shows_unicode())}"


def _walk(steps: list[Step]) -> None:
    at = 0
    typer.echo(KEYS)
    while True:
        typer.echo(_shown(at, len(steps), steps[at]))
        try:
            key = input("> ").strip()
        except EOFError:
            return
        if key == "q":
            return
        if key == "b":
            at = max(at - 1, 0)
        elif key == "e":
            at = len(steps) - 1
        elif key.isdigit():
            at = min(int(key), len(steps) - 1)
        elif at == len(steps) - 1:
            return
        else:
            at += 1
