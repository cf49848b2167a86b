"""workbench dune replay: a recorded game, or one of a run, turn by turn."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from workbench.dune.state import State

# Decisions that no event tells.
TOLD_DECISIONS = ("bid", "ask", "answer", "council_propose", "council_reply", "initiative", "blessing")


def register(app: typer.Typer) -> None:
    app.command("replay")(dune_replay)


def dune_replay(
    source: Annotated[Path, typer.Argument(metavar="FILE | RUN", help="A recorded game, or a run folder.")],
    game: Annotated[int | None, typer.Option(min=0, help="Which game of a run.")] = None,
    variant: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of a comparison: by these rules (those compared with).")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show all turns at once; do not ask.")] = False,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the game as a record.")] = None,
) -> None:
    """Show a game of Dragon Dune again, turn by turn, with all that was hidden.

    [b]workbench dune replay game.txt[/b] shows a game that [b]dune play --record[/b] wrote, and
    [b]workbench dune replay runs/dune-seeker --game 12[/b] one of a simulation: the plan, the seed and the number
    decide it. On a terminal it waits for Enter after each turn.

    Exit code: 0, or 2 if the record or the run cannot be read.
    """
    from workbench.cli.console import fail
    from workbench.dune.record import RecordError
    from workbench.sim.seam import SimError

    try:
        if source.is_dir():
            state, head = _simulated(source, game, variant)
        else:
            state, head = _recorded(source, game)
    except (RecordError, SimError) as error:
        fail(f"{source}: {error}" if isinstance(error, RecordError) else str(error))
    if record is not None:
        write_record(state, head, record, source)
    for key, value in head.items():
        typer.echo(f"{key}: {value}")
    _show(state, every or not (sys.stdin.isatty() and sys.stdout.isatty()))


def _recorded(file: Path, game: int | None) -> tuple[State, dict[str, str]]:
    from workbench.cli.dune_options import open_rules
    from workbench.document import load_text
    from workbench.dune.record import LARGEST_RECORD, parse_game

    if game is not None:
        raise typer.BadParameter("a record holds one game; --game is for run folders", param_hint="--game")
    record = parse_game(load_text(file, LARGEST_RECORD))
    settings = record.head.get("settings", "").split()
    rules = open_rules(record.head.get("rules"), record.head.get("advanced"), settings)
    return record.state(rules), record.head


def _simulated(folder: Path, number: int | None, variant: str | None) -> tuple[State, dict[str, str]]:
    from workbench.dune.record import build_head
    from workbench.games import open_any
    from workbench.sim.dune.play import DuneGame
    from workbench.sim.seam import SimError

    if number is None:
        raise typer.BadParameter("a run folder holds many games: say which", param_hint="--game")
    run, _ = open_any(folder)
    if run.manifest["game"] != DuneGame.name:
        raise SimError(f"{folder} is a run of {run.manifest['game']!r}, not of Dragon Dune: use workbench replay")
    if number >= run.plan.games:
        raise SimError(f"{folder}: the run has games 0 to {run.plan.games - 1}, not {number}")
    known = [one.name for one in run.plan.variants]
    if variant is not None and variant not in known:
        raise SimError(f"{folder}: no rules '{variant}' in this run (there are {', '.join(known) or 'no others'})")
    dune = DuneGame.from_run(run)
    rung = 0 if variant is None else 1 + known.index(variant)
    state = dune.play_arm(run.plan, rung, number)
    shift = dune.shift_of(number)
    names = {faction: dune.bots[(faction - shift) % 4] for faction in range(4)}
    rules = dune.arms[rung].rules
    chosen = run.plan.variants[rung - 1] if rung else None
    head = build_head(rules, (chosen and chosen.rules) or run.plan.rules, run.plan.seed, number, names)
    settings = {**run.plan.settings, **(chosen.settings if chosen else {})}
    spelt = " ".join(f"{key}={value}" for key, value in settings.items())
    return state, {**head, **({"settings": spelt} if spelt else {})}


def write_record(state: State, head: dict[str, str], file: Path, source: Path) -> None:
    from workbench.cli.outputs import files_of, record_target, refuse_existing, write_files
    from workbench.dune.record import MAGIC, GameRecord, Taken, format_game

    record_target(file, MAGIC)
    refuse_existing([file], force=True, inputs=files_of(source))
    taken = [Taken(e[0], e[1], e[3], e[4], e[5]) for e in state.log or () if e[2] == "take"]
    write_files({file: format_game(GameRecord(head, taken)).encode()})
    typer.echo(f"Game written to {file}.", err=True)


def _show(state: State, at_once: bool) -> None:
    from workbench.dune.names import FACTION_NAMES

    entries = state.log or []
    for turn in range(1, state.turn + 1):
        typer.echo(f"\n--- turn {turn}")
        for entry in entries:
            if entry[0] == turn and (line := _line(state, entry)):
                typer.echo(line)
        if not at_once and turn < state.turn:
            try:
                if input("Enter goes on, q stops > ").strip().lower() == "q":
                    return
            except EOFError:
                return
    result = state.standing()
    if result.winner < 0:
        typer.echo(f"\nThe game is not over: turn {result.turn}.")
        return
    castles = ", ".join(f"{FACTION_NAMES[f]} {count}" for f, count in enumerate(result.castles))
    how = "by castles" if result.reason == "castles" else "by default"
    typer.echo(f"\nThe {FACTION_NAMES[result.winner]} win {how} in turn {result.turn}. Castles: {castles}.")


def _line(state: State, entry: tuple[Any, ...]) -> str:
    from workbench.cli.console import shows_unicode
    from workbench.dune.names import FACTION_NAMES
    from workbench.dune.picture.text_map import draw_text_map, spell_stacks
    from workbench.dune.text import format_event_line, format_option

    tables = state.tables
    turn, round_, what, *parts = entry
    if what == "stood":
        units, hidden = parts
        under = {name: spell_stacks(units, hidden, [0] * tables.size, at) for at, name in enumerate(tables.names)}
        dot = "·" if shows_unicode() else "."
        return f"\nthe board at the end of turn {turn}:\n" + draw_text_map(tables.names, tables.touches, under, dot)
    if what != "take":
        return format_event_line(tables, entry)
    faction, kind, option = parts
    if kind not in TOLD_DECISIONS or kind == "answer":
        return ""
    return f"{turn}.{round_} {FACTION_NAMES[faction]}, {kind.replace('_', ' ')}: {format_option(tables, kind, option)}"
