"""Does a set make two armies with the base set? What `compose` says (E4), at its place in the file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from workbench.check.size import check_size
from workbench.finding import Finding, Place
from workbench.tileset.compose import ComposeError, base_set, compose
from workbench.tileset.load import Loaded
from workbench.tileset.model import Tile, TileSet
from workbench.tileset.settings import Settings

# The field of a tile that each verdict is about.
FIELDS = {
    "E402": "code",
    "E403": "replaces",
    "E404": "replaces",
    "E405": "linked_to",
    "E406": "role",
    "E407": "starts",
}


def check_together(loaded: Loaded, tileset: TileSet) -> Iterator[Finding]:
    """All enhanced tiles are taken in, so that every tile of the file is looked at."""
    try:
        findings = check_size(compose([tileset], Settings(enhanced="both")))
    except ComposeError as error:
        findings = error.findings
    for finding in _merged(findings):
        number = _tile_number(loaded, finding)
        help = finding.help
        if finding.code == "E402":
            help = _free_codes(tileset, finding.tile)
        yield replace(finding, place=_place(loaded, finding.code, number), help=help)


def _merged(findings: Iterable[Finding]) -> Iterator[Finding]:
    """What holds for both armies is said once."""
    findings = list(findings)
    messages = {finding.message for finding in findings}
    for finding in findings:
        twin = re.sub(r"\bdark (army|bag)\b", r"light \1", finding.message)
        if twin != finding.message and twin in messages:
            continue
        other = re.sub(r"\blight (army|bag)\b", r"dark \1", finding.message)
        both = re.sub(r"\bthe light (army|bag)\b", r"each \1", finding.message)
        yield replace(finding, message=both) if other in messages else finding


def _tile_number(loaded: Loaded, finding: Finding) -> int | None:
    """The tile to point at: of several with one name the last, as the first was there before it."""
    numbers = [number for number, tile in loaded.tiles.items() if tile.name == finding.tile]
    if numbers:
        return numbers[-1]
    field = FIELDS.get(finding.code, "name")
    concerned = [number for number, tile in loaded.tiles.items() if getattr(tile, field)]
    if finding.code == "E407" and not concerned:  # too many tiles: those with the most copies
        return max(loaded.tiles, key=lambda number: loaded.tiles[number].copies, default=None)
    return concerned[0] if concerned and not finding.tile else None


def _place(loaded: Loaded, code: str, number: int | None) -> Place:
    if number is None:
        return loaded.place("name")
    field = FIELDS.get(code, "name")
    is_given = getattr(loaded.tiles[number], field)
    return loaded.place("tiles", number, field if is_given else "name")


def _free_codes(tileset: TileSet, name: str) -> str:
    """Codes from the letters of the name that neither this set nor the base set uses."""
    used = {tile.code.casefold() for tile in _in_use(tileset)}
    letters = [letter for letter in name.casefold() if letter.isascii() and letter.isalpha()]
    made = dict.fromkeys(letters[0].upper() + letter for letter in letters[1:]) if letters else {}
    free = [code for code in made if code.casefold() not in used]
    return f"Still free: {', '.join(free[:5])}." if free else "Choose another code."


def _in_use(tileset: TileSet) -> Iterator[Tile]:
    yield from tileset.tiles
    yield from base_set().tiles
