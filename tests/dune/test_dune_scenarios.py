"""The scenario file passes, and the runner notices what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from workbench.dune.ledger import read_ledger
from workbench.dune.scenario import read_lines, run_line, run_lines, run_scenarios
from workbench.dune.scenario_acts import ACTS
from workbench.finding import UnusableInput

FILE = Path(__file__).parent / "scenarios.jsonl"
LINES = read_lines(FILE)


def test_all_scenarios_pass() -> None:
    report = run_scenarios(FILE)
    assert report.failed == []
    assert report.unsupported == []
    assert report.passed == len(LINES) >= 100
    assert report.is_clean


def test_ids_are_unique_and_rules_exist() -> None:
    assert len({line["id"] for line in LINES}) == len(LINES)
    known = read_ledger()[0]
    assert [line["id"] for line in LINES if not set(line["rule"].split(",")) <= set(known)] == []


def test_every_act_is_used() -> None:
    assert {next(iter(line["do"])) for line in LINES} == set(ACTS)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["id"])
def test_an_altered_expectation_fails(line: dict[str, Any]) -> None:
    """No line passes whatever comes: each of its expectations can be missed."""
    for key, wanted in line["expect"].items():
        assert run_line({**line, "expect": {key: altered(wanted)}}), f"{key} of {line['id']} cannot fail"


def altered(wanted: Any) -> Any:
    if isinstance(wanted, bool):
        return not wanted
    if isinstance(wanted, int):
        return wanted + 1
    if isinstance(wanted, dict):
        return {key: altered(part) for key, part in wanted.items()} or {"7": 1}
    if isinstance(wanted, list):
        return [*wanted, "zz"]
    return "zz" if wanted is None else None


@pytest.mark.parametrize(
    "line",
    [
        {"do": {"fly": 1}, "expect": {}},
        {"do": {"collect": True}, "expect": {"mood": "good"}},
        {"do": {"collect": True}, "expect": {}, "state": {"weather": "fine"}},
        {"do": {"collect": True}, "expect": {"gold": {"X": 1}}},
        {"do": {"collect": True}, "expect": {}, "state": {"units": {"D": {"5": 1}}}},
        {"do": {"collect": True}, "expect": {}, "state": {"units": {"D": {"7": 11}}}},
        {"do": {"collect": True}, "expect": {}, "state": {"rules": {"turn_limt": 1}}},
        {"do": {"collect": True}, "expect": {}, "state": {"advanced": ["flight"]}},
        {"do": {"collect": True}, "expect": {}, "state": {"order": ["D", "D", "E", "G"]}},
        {"do": {"collect": True}, "expect": {}, "state": {"hand": {"D": ["AH"], "E": ["AH"]}}},
        {"do": {"collect": True}, "expect": {}, "state": {"units": {"D": {"7": -1}}}},
        {"do": {"collect": True}, "expect": {}, "state": {"gold": {"D": 1.5}}},
        {"do": {"collect": True}, "expect": {}, "state": {"ally": [["D", "E"], ["D", "G"]]}},
        {"do": {"collect": True}, "expect": {}, "state": {"dragon": 19}},
        {"do": {"event": True}, "expect": {}, "state": {"events": ["9H", "9H"]}},
        {"do": {"dragon_roll": float("inf")}, "expect": {}, "state": {"dragon": 2}},
        {"do": {"hire": {"by": "D"}}, "expect": {}},
        {"do": {"hire": 3}, "expect": {}},
        {"do": {"dragon_roll": 3}, "expect": {}},
        {"do": {"event": True}, "expect": {}},
        {"do": {"collect": True}, "expect": {}, "states": {"turn": 8}},
        {"do": {}, "expect": {}},
        {"expect": {}},
        {
            "do": {"battle": {"at": "7", "attacker": "O", "defender": "E", "plans": {"O": {"army": 1}}}},
            "expect": {},
            "state": {
                "units": {"O": {"7": 2}, "E": {"7": 1}},
                "hand": {"E": ["2H", "3H"]},
                "advanced": ["plunder"],
            },
        },
    ],
    ids=lambda line: json.dumps(line)[:60],
)
def test_what_is_not_understood_is_unsupported(line: dict[str, Any]) -> None:
    report = run_lines([line])
    assert len(report.unsupported) == 1
    assert report.unsupported[0]["reason"]


def test_remarks_are_passed_over() -> None:
    assert run_lines([{"do": {"collect": True}, "expect": {"gold": {"D": 1}}, "why": "DCOL-1", "src": "S"}]).is_clean


@pytest.mark.parametrize("text", ["{", "[]", "7"])
def test_a_broken_line_is_a_finding(text: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text("\n" + text + "\n")
    with pytest.raises(UnusableInput) as caught:
        run_scenarios(path)
    assert caught.value.findings[0].place.line == 2


def test_a_missing_file_is_a_finding(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput):
        run_scenarios(tmp_path / "none.jsonl")
