"""workbench play: a game in the terminal, against a bot or between bots."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.game_options import Goal, Ground, Rules, Sets, open_game, open_position

if TYPE_CHECKING:
    from workbench.cli.table import Table
    from workbench.duke.game import Position

COMMANDS = """\
  TURN        play it: c1-c3, c1xc3, + (draw), @d2 (place the drawn tile)
  turns       list the legal turns          board   draw the board again
  why TURN    say why a turn is (il)legal   undo    take back your last decision
  line        print the position line       quit    stop here"""


class Seat(StrEnum):
    SOUTH = "south"
    NORTH = "north"


def register(app: typer.Typer) -> None:
    app.command("play")(play)


def play(
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME", help="Your opponent (random); twice: South's and North's bot."),
    ] = None,
    seat: Annotated[Seat, typer.Option("--seat", help="Where you sit.")] = Seat.SOUTH,
    seed: Annotated[int | None, typer.Option(min=0, max=2**32 - 1, help="Where all luck comes from.")] = None,
    start: Annotated[str | None, typer.Option("--from", metavar="POSITION", help="Begin here.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game to this file.")] = None,
    think: Annotated[
        float, typer.Option(min=0, max=3600, metavar="SECONDS", help="Time for search and mcts to think.")
    ] = 0.0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Bots only: print just the end.")] = False,
    sets: Sets = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
) -> None:
    """Play a game in the terminal: you against a bot, or two bots against each other.

    [b]workbench play[/b] seats you as South against the random bot; with [b]--bot random --bot random[/b] two
    bots play. The same seed gives the same luck. Type [b]help[/b] at the prompt for what you can do.
    Bots: random, greedy, search:depth=N, mcts:sims=N; the last two say what score they expect.
    """
    from workbench.cli.table import Table

    players = _players(bot or ["random"], seat)
    game = open_game(sets, setting, terrain, objective, start)
    begun = open_position(game, start) if start else None
    luck = _new_seed() if seed is None else seed
    table = Table(game, players, luck) if begun is None else Table.from_position(game, begun, players, luck)
    table.think_seconds = think
    if not quiet:
        typer.echo(f"{players[0]} (South, CAPITALS) against {players[1]} (North), seed {luck}.")
    try:
        _run(table, quiet)
    finally:
        if record is not None:
            _write(table, record)


def _players(bots: list[str], seat: Seat) -> tuple[str, str]:
    from workbench.bots.registry import UnknownBot, parse_bot
    from workbench.cli.table import HUMAN

    for name in bots:
        try:
            parse_bot(name)
        except UnknownBot as error:
            raise typer.BadParameter(str(error), param_hint="--bot") from None
    if len(bots) > 2:
        raise typer.BadParameter("at most two bots can play", param_hint="--bot")
    if len(bots) == 2:
        return bots[0], bots[1]
    return (HUMAN, bots[0]) if seat is Seat.SOUTH else (bots[0], HUMAN)


def _new_seed() -> int:
    from secrets import randbits

    return randbits(31)


def _write(table: Table, file: Path) -> None:
    from workbench.duke.record import format_record

    file.write_text(format_record(table.recorder.record(table.position)), encoding="utf-8")
    typer.echo(f"Game written to {file}.", err=True)


def _run(table: Table, quiet: bool) -> None:
    from workbench.cli.table import HUMAN

    with_human = HUMAN in table.players
    while not table.position.is_over:
        if table.waits_for_human:
            if not _human_turn(table):
                typer.echo("Stopped.")
                return
        else:
            before = table.position
            step = table.go_on()
            if with_human or not quiet:
                typer.echo(f"{_actor(before)}: {step}{_expectation(table, before)}")
    typer.echo(_picture(table.position))


def _expectation(table: Table, before: Position) -> str:
    """What the bot that has just decided expects, from its own seat."""
    if before.is_chance or table.expected is None:
        return ""
    share = table.expected if before.owner == 0 else 1 - table.expected
    return f"   (expects to score {100 * share:.0f} %)"


def _actor(before: Position) -> str:
    return "chance" if before.is_chance else ("South", "North")[before.owner]


def _picture(position: Position) -> str:
    from workbench.cli.console import shows_unicode
    from workbench.cli.show import draw

    return draw(position, shows_unicode())


def _human_turn(table: Table) -> bool:
    """Ask until a turn was played or taken back; False when the player stops."""
    typer.echo("\n" + _picture(table.position))
    while True:
        try:
            words = input(f"{table.owner_name()}> ").split()
        except EOFError:
            typer.echo("")
            return False
        if not words:
            continue
        command, rest = words[0], words[1:]
        if command in ("quit", "q", "exit"):
            return False
        if command in ("undo", "u"):
            if table.undo():
                return True
            typer.echo("There is nothing to take back.")
        elif not _tell(table, command, rest) and _try_turn(table, command):
            return True


def _tell(table: Table, command: str, rest: list[str]) -> bool:
    """Answer a question of the player; False when it was none."""
    from workbench.cli.show import format_turns
    from workbench.duke.game import why
    from workbench.duke.text.turn_read import BadTurn

    if command in ("help", "h"):
        typer.echo(COMMANDS)
    elif command in ("turns", "t", "?"):
        typer.echo(format_turns(table.position))
    elif command in ("board", "b"):
        typer.echo(_picture(table.position))
    elif command == "line":
        typer.echo(table.position.line)
    elif command == "why":
        try:
            verdict = why(table.position, rest[0] if rest else "")
            is_legal = "legal" if verdict.legal else "not legal"
            typer.echo(f"{is_legal} ({verdict.rule}): {verdict.words}")
        except BadTurn as error:
            typer.echo(str(error))
    else:
        return False
    return True


def _try_turn(table: Table, text: str) -> bool:
    from workbench.duke.game import IllegalTurn
    from workbench.duke.text.turn_read import BadTurn

    try:
        table.play(text)
    except (IllegalTurn, BadTurn) as error:
        typer.echo(f"{error}. Type 'turns' for the list, 'help' for help.")
        return False
    return True
