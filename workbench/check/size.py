"""Is a set too large for the engine's tables (E407)? The engine is asked only where that is possible at all."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.finding import Finding, UnusableInput
from workbench.icons import Use
from workbench.reach import landings
from workbench.tileset.compose import Composition
from workbench.tileset.model import Face, Tile
from workbench.words import SQUARES, Ability

# Well below the limits of the engine's tables: a set that stays within these surely fits, and loading the engine for
# every check would take seconds.
SURELY_FITS_A_SIDE = 200  # things to do from one square
SURELY_FITS_A_GAME = 200_000  # of all tiles on all squares


def check_size(composition: Composition) -> tuple[Finding, ...]:
    """What the engine says of a composition that might be too large for it."""
    if not _may_be_too_large(composition.tiles):
        return ()
    from workbench.duke.board.tables import build_rules

    try:
        build_rules(composition)
    except UnusableInput as error:
        return tuple(error.findings)
    return ()


def _may_be_too_large(tiles: Iterable[Tile]) -> bool:
    total = 0
    for tile in tiles:
        turns = 4 if Ability.REDEPLOY in tile.abilities else 1
        for face in (tile.starting, tile.other):
            most = most_to_do(face)
            if most > SURELY_FITS_A_SIDE:
                return True
            total += most * SQUARES * 2 * turns
    return total > SURELY_FITS_A_GAME


def most_to_do(face: Face) -> int:
    """At most so many things can be done with a side from one square."""
    commands = sum(icon.row.use is Use.COMMAND for icon in face.icons)
    others = sum(len(landings(icon.icon, icon.at)) for icon in face.icons if icon.row.use is not Use.COMMAND)
    return commands * (commands - 1) + others + len(face.groups())
