"""Does a set make two armies with the base set? What `compose` says (E4), at its place in the file."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.codes import found
from workbench.finding import Finding, Place
from workbench.tileset.compose import ComposeError, compose
from workbench.tileset.load import Loaded
from workbench.tileset.model import TileSet
from workbench.tileset.settings import Settings

# The field of a tile that each verdict is about.
FIELDS = {"E402": "code", "E403": "replaces", "E404": "replaces", "E405": "linked_to", "E406": "role"}


def check_together(loaded: Loaded, tileset: TileSet) -> Iterator[Finding]:
    """All enhanced tiles are taken in, so that every tile of the file is looked at."""
    try:
        compose([tileset], Settings(enhanced="both"))
    except ComposeError as error:
        for finding in error.findings:
            place = _place(loaded, finding)
            yield found(finding.code, place, finding.message, finding.help, finding.tile)


def _place(loaded: Loaded, finding: Finding) -> Place:
    """Of several tiles with that name the last: the first was there before it."""
    numbers = [number for number, tile in loaded.tiles.items() if tile.name == finding.tile]
    if not numbers:
        return loaded.place("name")
    field = FIELDS.get(finding.code, "name")
    tile = loaded.tiles[numbers[-1]]
    return loaded.place("tiles", numbers[-1], field if getattr(tile, field) else "name")
