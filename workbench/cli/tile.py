"""workbench tile: draws a tile in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.tiles import complete_sets
from workbench.words import Ability

if TYPE_CHECKING:
    from workbench.tileset.model import Tile, TileSet


def register(app: typer.Typer) -> None:
    app.command("tile")(tile)


def _complete_tiles(incomplete: str) -> list[str]:
    from workbench.tileset.load import load_sets, shipped_sets

    names = [one.name for set_ in load_sets(list(shipped_sets())) for one in set_.tiles]
    return sorted({name for name in names if name.lower().startswith(incomplete.lower())})


def tile(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A tile's name or code.", autocompletion=_complete_tiles)],
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="SET", help="Look in this set or file.", autocompletion=complete_sets),
    ] = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Letters only, as in tile files.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="All facts, for programs.")] = False,
) -> None:
    """Draw both sides of a tile, with a legend of its icons.

    [b]workbench tile Knight[/b] looks in the shipped sets, [b]workbench tile Ln --set my-set.yaml[/b] in yours.

    Exit code: 0, or 2 if there is no such tile.
    """
    from workbench.cli.console import print_json, shows_unicode
    from workbench.cli.tiles import tile_facts

    set_, found = find_tile(name, sets)
    if as_json:
        print_json({"version": 1, "tiles": [tile_facts(found, set_)]})
    else:
        typer.echo(describe_tile(found, set_, not ascii and shows_unicode()))


def find_tile(name: str, sets: list[str] | None = None) -> tuple[TileSet, Tile]:
    """The first tile of that name, or else of that code; ends the command where there is neither."""
    from difflib import get_close_matches

    from workbench.cli.console import fail
    from workbench.tileset.load import load_sets, shipped_sets

    pairs = [(set_, one) for set_ in load_sets(sets or list(shipped_sets())) for one in set_.tiles]
    wanted = name.strip().casefold()
    by_name = [pair for pair in pairs if pair[1].name.casefold() == wanted]
    by_code = [pair for pair in pairs if pair[1].code.casefold() == wanted]
    if not by_name and not by_code:
        names = {one.name.casefold(): one.name for _, one in pairs}
        near = get_close_matches(wanted, names, 1)
        help = f"Did you mean '{names[near[0]]}'?" if near else "'workbench tiles' lists them all."
        fail(f"there is no tile '{name}'" + (f" in {', '.join(sets)}" if sets else ""), help)
    return (by_name or by_code)[0]


def ability_lines(tile: Tile) -> list[str]:
    """What each ability of a tile does, in a sentence, and where its rules stand."""
    lines = []
    for ability in tile.abilities:
        linked = f" (linked to {', '.join(tile.linked_to)})" if ability is Ability.LINK and tile.linked_to else ""
        what = f"{ability} ({ability.numeral}): {ability.row.meaning}{linked}"
        lines.append(f"  {what}; see 'workbench rules {ability.row.rules}'")
    return lines


def describe_tile(found: Tile, set_: TileSet, unicode: bool) -> str:
    """Title, both sides, legend, notes."""
    from textwrap import fill

    from workbench.cli.console import columns
    from workbench.cli.faces import draw_legend, draw_tile
    from workbench.cli.tiles import facts_line
    from workbench.ratings.file import shipped_ratings
    from workbench.ratings.words import official_strength

    copies = f", {found.copies} copies" if found.copies > 1 else ""
    lines = [f"{found.name} ({found.code}), {set_.name}{copies}"]
    lines += [text for text in (facts_line(found),) if text]
    lines += ["", draw_tile(found, unicode), ""]
    lines += columns([("", *row) for row in draw_legend(found, unicode)]) or ["  (no icons)"]
    if found.abilities:
        lines += [
            "",
            *(line for text in ability_lines(found) for line in fill(text, 90, subsequent_indent="    ").split("\n")),
        ]
    for text in (found.notes, found.source):
        if text:
            lines += ["", fill(text, 90)]
    strength = official_strength(shipped_ratings(), set_.id, found.name)
    lines += ["", f"Strength: {strength} (workbench ratings {set_.id})"] if strength else []
    return "\n".join(lines)
