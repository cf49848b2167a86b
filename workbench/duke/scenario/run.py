"""Worked scenarios: one position and one question a line, in a format of their own.

Squares are "x,y", owners 0 and 1, tiles "owner type x,y side[ rN]". Any tile profile is possible, and a
position may lack Dukes and bags. Turns are those of scenario_turns, questions those of scenario_queries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import Any

from workbench.duke.board.state import MAX_TYPES
from workbench.duke.scenario.queries import ask, is_equal
from workbench.duke.scenario.scene import Line, TileTables
from workbench.duke.scenario.tiles import read_profiles
from workbench.duke.scenario.turns import Unsupported
from workbench.tileset.model import Tile


@dataclass
class Report:
    """How the lines of a file fared."""

    passed: int = 0
    failed: list[dict[str, Any]] = field(default_factory=list)
    unsupported: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not self.failed and not self.unsupported

    def data(self) -> dict[str, Any]:
        return asdict(self)


def run_scenarios(lines: Sequence[Line], profiles: Any) -> Report:
    """Ask every question of a file; `profiles` is the data of its tiles file. Raises BadTiles for that."""
    tiles = read_profiles(profiles)
    report = Report()
    tables: dict[frozenset[str], TileTables] = {}
    readable = [line for line in lines if not _misshapen(line)]
    for number, line in enumerate(lines, 1):
        name = str(line.get("id", f"line {number}"))
        try:
            if fault := _misshapen(line):
                raise Unsupported(fault)
            got = ask(_table_for(line, tiles, tables, readable), line)
        except Unsupported as reason:
            report.unsupported.append({"id": name, "reason": str(reason)})
            continue
        if is_equal(line.get("expect"), got):
            report.passed += 1
        else:
            rule = line.get("rule", "")
            report.failed.append({"id": name, "rule": rule, "expect": line.get("expect"), "got": got})
    return report


def _misshapen(line: Line) -> str:
    """What is wrong with the shape of a line, in words; empty if nothing is."""
    for name in ("tiles", "terrain", "flags"):
        given = line.get(name, [])
        if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
            return f"'{name}' is not a list of texts"
    return "" if isinstance(line.get("q", {}), dict) else "'q' is not a query"


def _names_of(line: Line) -> frozenset[str]:
    """The tiles that a line needs."""
    words = [text.split() for text in line.get("tiles", ())]
    names = {word[1] for word in words if len(word) > 1}
    query = line.get("q", {})
    for asked in (query.get("places"), query.get("draw")):
        if isinstance(asked, list) and len(asked) == 2:
            names |= {str(name) for name in (asked[1] if isinstance(asked[1], list) else [asked[1]])}
    return frozenset(names)


def _table_for(
    line: Line, tiles: dict[str, Tile], tables: dict[frozenset[str], TileTables], lines: Sequence[Line]
) -> TileTables:
    """The compiled tables that hold the line's tiles: one for all, unless there are too many types."""
    names = _names_of(line)
    unknown = sorted(names - tiles.keys())
    if unknown:
        raise Unsupported(f"unknown tile '{unknown[0]}'")
    for held, table in tables.items():
        if names <= held:
            return table
    chosen = set(tiles) if len(tiles) <= MAX_TYPES else set(names)
    if len(chosen) > MAX_TYPES:
        raise Unsupported(f"{len(chosen)} tile types in one position; {MAX_TYPES} is the limit")
    for other in lines:  # fill the table up with the tiles of lines that have none yet
        needed = _names_of(other) & tiles.keys()
        if len(chosen | needed) <= MAX_TYPES and not any(needed <= held for held in tables):
            chosen |= needed
    turned = {word.split()[1] for one in lines for word in one.get("tiles", ()) if len(word.split()) == 5}
    kept = tuple(tile for name, tile in tiles.items() if name in chosen)
    tables[frozenset(chosen)] = _tables_of(kept, frozenset(turned & chosen))
    return tables[frozenset(chosen)]


@lru_cache(maxsize=4)
def _tables_of(tiles: tuple[Tile, ...], turned: frozenset[str]) -> TileTables:
    """Building them takes longer than asking a few questions: several files may use the same tiles."""
    return TileTables({tile.name: tile for tile in tiles}, set(turned))
