"""workbench tiles: lists the tiles of sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from workbench.tileset.model import Face, Tile, TileSet


def register(app: typer.Typer) -> None:
    app.command("tiles")(tiles)


def complete_sets(incomplete: str) -> list[str]:
    """Names of shipped sets, for the shell."""
    from workbench.tileset.load import shipped_sets

    return [name for name in shipped_sets() if name.startswith(incomplete)]


def tiles(
    sets: Annotated[
        list[str] | None,
        typer.Argument(metavar="SET", help="Shipped sets or files.", autocompletion=complete_sets),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All facts, for programs.")] = False,
) -> None:
    """List the tiles of SETs; without any, of all shipped sets.

    Alternative forms of official tiles are listed when their set is named.

    Exit code: 0, or 2 if a set has errors or is not there.
    """
    from workbench.cli.console import print_json
    from workbench.tileset.load import load_sets, shipped_sets

    every = {name: path for name, path in shipped_sets().items() if path.parent.name != "alternatives"}
    chosen = load_sets(sets or list(every))
    if as_json:
        rows = [tile_facts(tile, set_) for set_ in chosen for tile in set_.tiles]
        print_json({"version": 1, "tiles": rows})
    else:
        typer.echo("\n\n".join(_listed(set_) for set_ in chosen))


def tile_facts(tile: Tile, set_: TileSet) -> dict[str, Any]:
    """A tile as plain data."""
    return {
        "name": tile.name,
        "code": tile.code,
        "set": set_.id,
        "copies": tile.copies,
        "army": tile.army,
        "role": tile.role,
        "replaces": tile.replaces,
        "abilities": [str(ability) for ability in tile.abilities],
        "sides": [_side_facts(tile.starting), _side_facts(tile.other)],
    }


def _side_facts(face: Face) -> dict[str, Any]:
    return {
        "origin": list(face.origin),
        "icons": [[str(icon.icon), icon.at.right, icon.at.forward] for icon in face.icons],
        "area_groups": [
            [[icon.at.right, icon.at.forward] for icon in group] for _, group in sorted(face.groups().items())
        ],
    }


def _listed(set_: TileSet) -> str:
    from workbench.cli.console import columns

    pool = ", beside the board" if set_.mode == "pool" else ""
    rows = [
        ("", tile.code, tile.name, f"x{tile.copies}" if tile.copies > 1 else "", facts_line(tile))
        for tile in set_.tiles
    ]
    rules = set_settings(set_)
    asked = [f"  played with {', '.join(rules)}"] if rules else []
    return "\n".join([f"{set_.name} ({set_.id}{pool})", *asked, *columns(rows)])


def set_settings(set_: TileSet) -> list[str]:
    """The house rules that a set asks for."""
    from workbench.cli.game_options import format_settings

    return format_settings(set_.settings) if set_.settings else []


def facts_line(tile: Tile) -> str:
    """What is special about a tile, in a few words."""
    facts = []
    if tile.role is not None:
        facts.append({"duke": "acts as the Duke", "terrain": "terrain, in no army"}[tile.role])
    if tile.replaces:
        facts.append(f"replaces {tile.replaces}")
    if tile.army:
        facts.append(f"{tile.army} army only")
    if tile.starts:
        facts.append(f"{tile.starts} start on the board")
    if tile.enhanced:
        facts.append("enhanced play only")
    facts += [f"{ability} ({ability.numeral})" for ability in tile.abilities]
    return ", ".join(facts)
