"""Every rule of the ledger is shown by a scenario or a test, and no source cites a rule that does not exist."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

from workbench.dune import names
from workbench.dune.ledger import ID, ledger_text, read_ledger
from workbench.resources import PACKAGE, shipped

TESTS = Path(__file__).parent
ENTRIES, SECTIONS = read_ledger()


def in_scenarios() -> set[str]:
    text = (TESTS / "scenarios.jsonl").read_text(encoding="utf-8")
    return {rule for line in text.splitlines() for rule in json.loads(line)["rule"].split(",")}


def in_tests() -> set[str]:
    found: set[str] = set()
    for path in TESTS.glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
                found |= {str(one.value) for one in node.args if isinstance(one, ast.Constant)}
    return found


def test_every_rule_is_shown() -> None:
    assert sorted(set(ENTRIES) - in_scenarios() - in_tests()) == []


def test_no_test_cites_an_unknown_rule() -> None:
    assert sorted((in_scenarios() | in_tests()) - set(ENTRIES)) == []


def test_sources_cite_rules_that_exist() -> None:
    cited = {}
    for path in [*(PACKAGE / "dune").glob("*.py"), *(PACKAGE / "dune" / "rules").glob("*.yaml")]:
        for rule in ID.findall(path.read_text(encoding="utf-8")):
            cited.setdefault(rule, path.name)
    assert {rule: file for rule, file in cited.items() if rule not in ENTRIES} == {}
    assert len(cited) > 50


def test_ids_are_given_once_and_differ_from_those_of_the_duke() -> None:
    ids = re.findall(r"^- \*\*([A-Z]+-[0-9]+)\*\*", ledger_text(), re.MULTILINE)
    assert len(ids) == len(set(ids)) == len(ENTRIES) > 80
    duke = shipped("docs/rules.md").read_text(encoding="utf-8")
    assert [rule for rule in ids if f"**{rule}**" in duke] == []
    assert set(SECTIONS) == {rule.split("-")[0] for rule in ids}


def test_the_ledger_names_author_licence_and_repository() -> None:
    files = [shipped("docs/dune-rules.md"), *(PACKAGE / "dune" / "rules").glob("*.yaml")]
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "Vincent von Guard" in text
        assert "CC BY-SA 4.0" in text
        assert "github dragon-dune/dragon-dune" in text
        assert "Changes made" in text
    derived = (Path(__file__).parent / "scenarios.jsonl", shipped("schemas") / "dune-rules.schema.json")
    for path in derived:
        assert "CC BY-SA 4.0" in path.read_text(encoding="utf-8")


def test_settings_that_the_ledger_names_exist() -> None:
    from workbench.dune.written import FactionText, MapText, RuleSet, Settings

    known = {*Settings.model_fields, *FactionText.model_fields, *RuleSet.model_fields}
    known |= {f"map.{key}" for key in MapText.model_fields} | set(names.ADVANCED)
    known |= {f"{faction}.{key}" for faction in names.FACTION_KEYS for key in FactionText.model_fields}
    words = set(re.findall(r"`([a-z_.]+)`", ledger_text()))
    assert sorted(words - known - {"code", "f", "settings"}) == []
    assert sorted(set(Settings.model_fields) - set(re.findall(r"`([a-z_]+)(?:: [a-z]+)?`", ledger_text()))) == []
