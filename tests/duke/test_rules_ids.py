"""Every rule has a test, and no test or source file cites a rule that does not exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from workbench.cli.rules import read_rules
from workbench.duke.board.refusals import RULES
from workbench.duke.explain_words import LEGAL, LEGAL_GO, REFUSED

TESTS = Path(__file__).parents[1]
ID = re.compile(r"[A-Z]+(?:-[IVX]+)?-\d+[a-z]?|[A-Z]\d+")
# Not rules of play but of the work around it: checked by the tests of tile sets and of `workbench check`.
ELSEWHERE = {"CUSTOM-5", "PACK-2"}


def cited(path: Path) -> dict[str, list[str]]:
    """Rule ids in `pytest.mark.rule(...)` of a test file -> the tests that carry them."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                for argument in mark.args:
                    if isinstance(argument, ast.Constant):
                        found.setdefault(str(argument.value), []).append(f"{path.name}::{node.name}")
    return found


def all_cited(only_engine: bool) -> dict[str, list[str]]:
    total: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        if only_engine and path.name.startswith("test_oracle"):
            continue
        for rule, tests in cited(path).items():
            total.setdefault(rule, []).extend(tests)
    return total


def test_every_rule_has_a_test_of_the_engine() -> None:
    known = set(read_rules()[0])
    missing = sorted(known - set(all_cited(only_engine=True)) - ELSEWHERE)
    assert missing == []


def test_no_test_cites_an_unknown_rule() -> None:
    known = set(read_rules()[0])
    text = (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8")
    unknown = {
        rule: tests
        for rule, tests in all_cited(only_engine=False).items()
        if rule not in known and not (re.fullmatch(r"[A-Z]\d+", rule) and rule in text)
    }
    assert unknown == {}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule])
def test_every_refusal_names_a_rule_and_has_words(rule: str) -> None:
    assert rule in read_rules()[0]
    assert REFUSED[rule]


def test_every_reason_for_legality_names_a_rule() -> None:
    known = read_rules()[0]
    assert [rule for rule, _ in (*LEGAL.values(), *LEGAL_GO.values()) if rule not in known] == []


def test_the_engine_cites_existing_rules() -> None:
    known = set(read_rules()[0])
    groups = {rule.rsplit("-", 1)[0] for rule in known}
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(groups, key=len, reverse=True))})-\d+[a-z]?\b")
    unknown = {
        f"{path.name}: {rule}"
        for path in (TESTS.parent / "workbench" / "duke").rglob("*.py")
        for rule in pattern.findall(path.read_text(encoding="utf-8"))
        if rule not in known
    }
    assert unknown == set()
