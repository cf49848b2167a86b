"""Every code of the families E7 and W7 has a fixture that gives exactly its golden text.

Run with WORKBENCH_UPDATE=1 to write the goldens anew, then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from workbench.codes import FAMILIES, found
from workbench.dune.load import (
    RulesError,
    check_rules,
    find_rules,
    load_rules,
    read_rules,
    read_rules_text,
    shipped_rules,
)
from workbench.finding import Finding, Severity, UnusableInput

FOLDER = Path(__file__).parent / "findings"
CODES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
KNOWN = [f"E70{n}" for n in range(1, 10)] + [f"E71{n}" for n in range(7)] + ["W721", "W722", "W723"]


def shown(finding: Finding) -> str:
    """The finding with its line and carets under it."""
    place = finding.place
    line = Path(place.file).read_text(encoding="utf-8").split("\n")[place.line - 1]
    carets = " " * (place.column - 1) + "^" * (place.end_column - place.column)
    head = f"{Path(place.file).name}:{place.line}:{place.column}: {finding.code} {finding.message}"
    return f"{head}\n  {line}\n  {carets}\n  help: {finding.help}\n"


def test_every_code_has_a_fixture() -> None:
    assert sorted(KNOWN) == CODES
    assert {"E7", "W7"} <= set(FAMILIES)


@pytest.mark.parametrize("code", KNOWN)
def test_fixture_gives_its_golden(code: str) -> None:
    findings = check_rules(FOLDER / f"{code}.yaml")
    assert [finding.code for finding in findings] == [code]
    assert findings[0].severity is (Severity.ERROR if code[0] == "E" else Severity.WARNING)
    assert findings[0].help
    golden = FOLDER / f"{code}.txt"
    if os.environ.get("WORKBENCH_UPDATE"):
        golden.write_text(shown(findings[0]), encoding="utf-8")
    assert shown(findings[0]) == golden.read_text(encoding="utf-8")
    assert found(code, findings[0].place, "x").severity is findings[0].severity


def test_splits_that_could_not_be_listed_are_refused() -> None:
    """Every way of splitting is an option: 60 units over eight places would take all memory."""
    places = '["1*", "9f", "16f", "2", "3", "4", "4f", "9"]'
    text = "name: Mine\nbased_on: v1.2\nsettings: {unit_cap: 100}\nfactions: {orcs: {units: {}, split: SPLIT}}\n"
    found = read_rules_text(text.replace("SPLIT", f"{{units: 60, over: {places}}}"))
    assert (found.rules, [one.code for one in found.findings]) == (None, ["E713"])
    assert "in 869,648,208 ways; 20,000 are the limit" in found.findings[0].message
    assert read_rules_text(text.replace("SPLIT", f"{{units: 5, over: {places}}}")).rules is not None


@pytest.mark.parametrize("path", shipped_rules().values(), ids=lambda path: path.stem)
def test_shipped_rules_are_clean(path: Path) -> None:
    assert check_rules(path) == []


def test_errors_leave_no_rules_and_warnings_do() -> None:
    assert read_rules(FOLDER / "E715.yaml").rules is None
    assert read_rules(FOLDER / "W721.yaml").rules is not None


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"turn_limt": 3}, "E701"),
        ({"turn_limit": "many"}, "E702"),
        ({"turn_limit": 0}, "E704"),
        ({"castles_to_win": 6}, "E715"),
        ({"unit_cap": 4, "orcs.split": {"units": 4, "over": ["1*"]}}, "E713"),
        ({"dwarves.goId": 1}, "E701"),
        ({"settings": 3}, "E702"),
    ],
)
def test_faults_of_settings_name_the_command_line(settings: dict[str, object], code: str) -> None:
    with pytest.raises(RulesError) as caught:
        load_rules("v1.2", settings)
    assert [finding.code for finding in caught.value.findings] == [code]
    assert caught.value.findings[0].place.file == "the command line"


def test_a_contradiction_is_shown_where_the_file_makes_it() -> None:
    """The Elves' units stand in the rules that it is based on; the file changed the cap."""
    loaded = read_rules_text("based_on: v1.2\nname: few\nsettings:\n  unit_cap: 4\nfactions:\n  dwarves: {gold: 7}\n")
    assert {(finding.code, finding.place.line) for finding in loaded.findings} == {("E713", 4)}


def test_an_unknown_power_on_the_command_line() -> None:
    with pytest.raises(UnusableInput, match="plundering"):
        load_rules("v1.2", None, ["plundering"])


def test_unknown_rules_are_refused_with_a_suggestion() -> None:
    with pytest.raises(RulesError) as caught:
        find_rules("rev8")
    assert caught.value.findings[0].help == "Did you mean 'rev9'?"


def test_rules_based_on_themselves_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("based_on: b.yaml\nname: a\n")
    (tmp_path / "b.yaml").write_text("based_on: a.yaml\nname: b\n")
    findings = check_rules(tmp_path / "a.yaml")
    assert [finding.code for finding in findings] == ["E705"]


@pytest.mark.parametrize(
    "text", ["", "[]", "7", "name", "a: [", "settings: 3\nfactions: []\n", "based_on: 3\n", "map: {touches: {x: []}}\n"]
)
def test_any_text_gives_findings_and_never_an_exception(text: str) -> None:
    loaded = read_rules_text(text)
    assert loaded.rules is None
    assert loaded.findings
