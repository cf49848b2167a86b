"""workbench lab worth: what each tile is worth to a player, learned from self-play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli import console

if TYPE_CHECKING:
    from workbench.lab.worth import Worths


def worth(
    sets: Annotated[
        list[str] | None, typer.Argument(metavar="[SETS...]", help="Tile sets beside the base set.")
    ] = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=200, help="Games of self-play, in each of two rounds.")
    ] = 20_000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="The same seed gives the same games.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write them as JSON; tiles already in FILE stay."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """What is each tile worth on the board? Learned from greedy games with some random turns.

    [b]workbench lab worth my-set.yaml[/b] plays with the tiles of the set and finds by regression how much each
    of them on the board raises its owner's chances, in points: a middling tile has 100. In a first round all
    tiles count alike to the players, in a second they know what the first has found. The values that the bots
    use for official tiles were made by this command; tiles they do not know get a worth by their icons.

    Exit code: 0, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.cli.progress import shown_progress, told_to
    from workbench.cli.smoke import require_smoke_games
    from workbench.lab.worth import learn_worths, merge_worths, read_worths
    from workbench.tileset.compose import compose
    from workbench.tileset.load import load_sets
    from workbench.tileset.settings import Settings
    from workbench.words import Owner

    loaded = load_sets(sets or [])
    composition = compose(loaded, Settings(), Owner.SOUTH)
    require_smoke_games(loaded, Settings())
    try:
        known = read_worths(out) if out is not None else None
        _announce()
        with shown_progress("learning worths") as shown:
            learned = learn_worths(composition, games, seed, told_to(shown))
    except ValueError as error:
        console.fail(str(error))
    if out is not None:
        data = merge_worths(known, learned)
        try:
            out.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        except OSError as error:
            console.fail(f"cannot write {out}: {error.strerror}")
        console.note(f"worths written to {out}")
    if as_json:
        console.print_json(learned.as_data())
    elif out is None or not as_json:
        _show(learned)


def _announce() -> None:
    from workbench.duke.referee import announce_compiling

    announce_compiling("workbench.lab.worth_play")


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
