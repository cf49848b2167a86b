"""Worked scenarios: a state, one act and what must come of it, a JSON object a line.

`{"id", "rule", "state": {...}, "do": {...}, "expect": {...}}`; what a state omits is empty or default (turn 2,
dragon nowhere, troll gone, no alliances, order D E G O, basic rules). Acts are in `scenario_acts`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from workbench.codes import found
from workbench.document import DocumentError, load_text
from workbench.dune.names import LETTERS, format_card, parse_faction
from workbench.dune.scenario_acts import ACTS, Illegal, Told
from workbench.dune.scenario_state import Unsupported, build_state
from workbench.dune.state import State
from workbench.finding import Place, UnusableInput

Line = Mapping[str, Any]
LARGEST_FILE = 20_000_000  # bytes
KEYS = ("id", "rule", "state", "do", "expect")


@dataclass
class Report:
    """How the lines of a file fared; `failed` and `unsupported` say which and why."""

    passed: int = 0
    failed: list[dict[str, Any]] = field(default_factory=list)
    unsupported: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        return not self.failed and not self.unsupported

    def data(self) -> dict[str, Any]:
        return asdict(self)


def run_scenarios(path: str | Path) -> Report:
    """Runs every line of a file; raises UnusableInput where it cannot be read."""
    return run_lines(read_lines(Path(path)))


def read_lines(path: Path) -> list[Line]:
    text = load_text(path, LARGEST_FILE)
    lines: list[Line] = []
    for number, part in enumerate(text.splitlines(), 1):
        if part.strip():
            lines.append(_parsed(part, Place(str(path), number)))
    return lines


def _parsed(part: str, place: Place) -> Line:
    try:
        line = json.loads(part)
    except (ValueError, RecursionError) as error:
        finding = found("E108", place, f"not JSON: {error}", "Each line of the file is one JSON object.")
        raise DocumentError([finding]) from None
    if not isinstance(line, dict):
        finding = found("E108", place, "not a JSON object", "Each line of the file is one JSON object.")
        raise DocumentError([finding])
    return line


def run_lines(lines: Iterable[Line]) -> Report:
    report = Report()
    for number, line in enumerate(lines, 1):
        name = str(line.get("id", f"line {number}"))
        try:
            wrong = run_line(line)
        except Unsupported as reason:
            report.unsupported.append({"id": name, "rule": line.get("rule", ""), "reason": str(reason)})
            continue
        except UnusableInput as error:
            report.unsupported.append({"id": name, "rule": line.get("rule", ""), "reason": error.findings[0].message})
            continue
        if wrong:
            expected = {key: one["expect"] for key, one in wrong.items()}
            got = {key: one["got"] for key, one in wrong.items()}
            report.failed.append({"id": name, "rule": line.get("rule", ""), "expect": expected, "got": got})
        else:
            report.passed += 1
    return report


def run_line(line: Line) -> dict[str, dict[str, Any]]:
    """What differs from the expectation, by its key; raises Unsupported."""
    for key in set(line) - set(KEYS):  # remarks are nobody's business, but misspelt keys would change the line
        if near := get_close_matches(key, KEYS, 1):
            raise Unsupported(f"unknown key '{key}': did you mean '{near[0]}'?")
    expect, act = line.get("expect"), line.get("do")
    if not isinstance(expect, dict) or not isinstance(act, dict) or len(act) != 1:
        raise Unsupported("a line needs one act under 'do' and keys under 'expect'")
    try:
        state = build_state(line.get("state") or {})
        name, details = next(iter(act.items()))
        if name not in ACTS:
            raise Unsupported(f"unknown act '{name}'")
        told = Told()
        try:
            ACTS[name](state, details, told)
        except Illegal:
            told = Told(illegal=True)
        return _differences(state, told, expect)
    except Unsupported:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise Unsupported(f"not understood: {error}") from None


def _differences(s: State, told: Told, expect: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    wrong = {}
    for key, wanted in expect.items():
        if key not in COMPARED:
            raise Unsupported(f"unknown expectation '{key}'")
        got = COMPARED[key](s, told, wanted)
        if _plain(wanted) != _plain(got):
            wrong[key] = {"expect": wanted, "got": got}
    return wrong


def _plain(value: Any) -> Any:
    """Lists are compared as sets."""
    if isinstance(value, list):
        return sorted(value, key=str)
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value


def _by_faction(read: Any) -> Any:
    return lambda s, told, wanted: {key: read(s, parse_faction(key)) for key in wanted}


def _units(s: State, faction: int) -> dict[str, int]:
    return {s.tables.names[at]: count for at, count in enumerate(s.units[faction]) if count}


def _hidden(s: State, faction: int) -> list[str]:
    return [s.tables.names[at] for at in s.tables.list_of(s.hid[faction])]


def _control(s: State, told: Told, wanted: Mapping[str, Any]) -> dict[str, Any]:
    held: dict[str, Any] = {}
    for name in wanted:
        at = s.tables.index[name]
        owners = [LETTERS[f] for f in range(4) if s.controlled(f) >> at & 1]
        held[name] = owners[0] if owners else None
    return held


COMPARED: dict[str, Any] = {
    "units": _by_faction(_units),
    "hidden": _by_faction(_hidden),
    "graveyard": _by_faction(lambda s, faction: s.grave[faction]),
    "gold": _by_faction(lambda s, faction: s.gold[faction]),
    "hand": _by_faction(lambda s, faction: [format_card(card) for card in s.hands[faction]]),
    "bank": _by_faction(lambda s, faction: s.bank[faction]),
    "removed": _by_faction(lambda s, faction: s.removed[faction]),
    "ally": _by_faction(lambda s, faction: LETTERS[s.ally[faction]] if s.ally[faction] >= 0 else None),
    "elites": _by_faction(lambda s, faction: {s.tables.names[t]: n for t, n in enumerate(s.elites) if n}),
    "land_gold": lambda s, told, wanted: {name: s.land[s.tables.index[name]] for name in wanted},
    "control": _control,
    "troll": lambda s, told, wanted: s.troll,
    "dragon": lambda s, told, wanted: s.dragon,
    "losses": _by_faction(lambda s, faction: s.losses),
    "winner": lambda s, told, wanted: LETTERS[s.winner] if s.winner >= 0 else None,
    "reason": lambda s, told, wanted: s.reason or None,
    "illegal": lambda s, told, wanted: told.illegal,
    "reach": lambda s, told, wanted: told.reach,
    "cost": lambda s, told, wanted: told.cost,
    "paid_to": lambda s, told, wanted: told.paid_to,
}
