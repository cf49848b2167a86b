"""workbench lab worth: what each tile is worth to a player, learned from self-play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli import console
from workbench.cli.game_options import GameOptions, Goal, Ground, LightArmy, Rules, SetNames, Sets

if TYPE_CHECKING:
    from workbench.lab.worth import Worths


def worth(
    names: SetNames = None,
    sets: Sets = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=200, max=200_000, help="Games of self-play, in each of two rounds.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same games.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write them as JSON; tiles already in FILE stay."),
    ] = None,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """What is each tile worth on the board? Learned from greedy games with some random turns.

    [b]workbench lab worth my-set.yaml[/b] plays with the tiles of the set and finds by regression how much each
    of them on the board raises its owner's chances, in points: a middling tile has 100. In a first round all
    tiles count alike to the players, in a second they know what the first has found. The values that the bots
    use for official tiles were made by this command; tiles they do not know get a worth by their icons.

    Exit code: 0, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.cli.lab_run import load_background
    from workbench.cli.outputs import writable_target, write_files
    from workbench.cli.progress import shown_progress, told_to
    from workbench.lab.worth import learn_worths, merge_worths, prepare_worths, read_worths

    if out is not None:
        writable_target(out)
    options = GameOptions([*(names or ()), *(sets or ())], setting, terrain, objective, light)
    composition = load_background(options).composition
    try:
        known = read_worths(out) if out is not None else None
        prepare_worths(composition)
        with shown_progress("learning worths") as shown:
            learned = learn_worths(composition, games, seed, told_to(shown))
    except ValueError as error:
        console.fail(str(error))
    if out is not None:
        data = merge_worths(known, learned)
        write_files({out: (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode()})
        console.note(f"worths written to {out}")
    if as_json:
        console.print_json(learned.as_data())
    elif out is None or not as_json:
        _show(learned)


def _show(learned: Worths) -> None:
    rows: list[tuple[str, ...]] = [("tile", "worth", "")]
    for tile in sorted(learned.tiles, key=lambda tile: -tile.worth):
        wide = "by its icons: it never came or went" if tile.half_width is None else f"± {tile.half_width:.0f}"
        rows.append((tile.name, f"{tile.worth:.0f}", wide))
    typer.echo("\n".join(console.columns(rows)))
    rest: dict[str, Any] = learned.as_data()["points"]
    typer.echo(
        f"\nA tile in the bag {rest['bag']:.0f}, a way to go {rest['mobility']:.1f}, the turn {rest['tempo']:.0f}, "
        f"being in Guard {-rest['guarded']:.0f}; {rest['logit']:.0f} points are one unit of log odds.\n"
        f"From {learned.positions:,} positions of {learned.games:,} greedy games, seed {learned.plan['seed']}; "
        "intervals 95 %."
    )
