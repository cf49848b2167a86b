"""workbench perft: count the ways a position can go on."""

from __future__ import annotations

from typing import Annotated

import typer

from workbench.cli.game_options import GameOptions, Goal, Ground, LightArmy, Rules, Sets


def register(app: typer.Typer) -> None:
    app.command("perft")(perft)


def perft(
    position: Annotated[str, typer.Argument(metavar="POSITION", help="A line, in quotes; 'start' for the set-up.")],
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, max=12, help="How many whole turns deep.")],
    split: Annotated[bool, typer.Option("--divide", help="Split by the first turn.")] = False,
    sets: Sets = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Count all ways to play DEPTH turns from a position, to compare rule engines.

    A drawn tile counts once per distinct tile and square; the Dragon's acts and Flag hops belong to the turn.
    Set-up choices are counted among the ways, but not as turns.
    """
    from workbench.cli.console import columns, print_json
    from workbench.duke import perft as counting

    found = GameOptions(sets, setting, terrain, objective, light).open_position(position)
    if split and depth > 0:
        parts = dict(sorted(counting.divide(found, depth).items()))
        total = sum(parts.values())
    else:
        parts, total = {}, counting.perft(found, depth)
    if as_json:
        print_json({"version": 1, "position": found.line, "depth": depth, "divide": parts, "total": total})
        return
    if parts:
        typer.echo("\n".join(columns([(text, str(count)) for text, count in parts.items()])) + "\n")
    typer.echo(str(total))
