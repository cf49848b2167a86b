"""A text that is not YAML as a whole: the tiles around the broken place are shown all the same."""

from __future__ import annotations

import re
from pathlib import Path

from workbench.finding import Finding
from workbench.tileset.load import Loaded, load_tileset_text

MOST_BROKEN = 4  # places that are cut out before nothing more is tried
UNREADABLE = {"E104", "E106", "E107", "E108", "E109", "E110"}


def read_what_parses(text: str, path: Path) -> tuple[Loaded, list[Finding]]:
    """The text as read, and no faults; or what is left without its broken tiles, and the faults that broke them.

    Broken tiles become blank lines, so that every line keeps its number.
    """
    loaded = load_tileset_text(text, str(path))
    faults: list[Finding] = []
    kept = text
    while loaded.document is None and len(faults) < MOST_BROKEN:
        faults += loaded.findings
        without = _without_tile(kept, loaded.findings[0])
        if without is None:
            break
        kept = without
        loaded = load_tileset_text(kept, str(path))
    if loaded.document is None and not faults:
        faults = list(loaded.findings)
    return loaded, faults


def _without_tile(text: str, fault: Finding) -> str | None:
    """The text with the tile at the fault blanked out; None where the fault is in no tile."""
    if fault.code not in UNREADABLE:
        return None
    lines = text.split("\n")
    starts = _tile_lines(lines)
    at = [number for number in starts if number <= fault.place.line - 1]
    if not at:
        return None
    first = at[-1]
    after = [number for number in starts if number > first]
    last = after[0] if after else len(lines)
    return "\n".join([*lines[:first], *([""] * (last - first)), *lines[last:]])


def _tile_lines(lines: list[str]) -> list[int]:
    """The lines with the dashes of the list of tiles: those that are indented least."""
    begin = next((number for number, line in enumerate(lines) if re.match(r"tiles\s*:", line)), None)
    if begin is None:
        return []
    dashes = [(len(m[1]), n) for n, line in enumerate(lines) if n > begin and (m := re.match(r"( *)-(\s|$)", line))]
    least = min((indent for indent, _ in dashes), default=0)
    return [number for indent, number in dashes if indent == least]
