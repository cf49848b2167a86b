"""Every rule has a test, and no test or source file cites a rule that does not exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from support.places import TESTS

from workbench.cli.rules import read_rules
from workbench.duke.board.kinds import KINDS
from workbench.duke.board.refusals import RULE_IDS
from workbench.duke.explain_words import REFUSED
from workbench.icons import ICONS
from workbench.tileset.settings import Settings

ID = re.compile(r"[A-Z]+(?:-[IVX]+)?-\d+[a-z]?|[A-Z]\d+")
# Not rules of play but of the work around it: checked by the tests of tile sets and of `workbench check`.
ELSEWHERE = {"CUSTOM-5", "PACK-2"}
# Rules that no line of code decides, and why.
UNDECIDED = {
    "G-9": "captures take keys from the lists of troops, which hold no terrain",
    "G-10": "says how to read the other rules; owners are 0 and 1 throughout",
    "SETUP-2": "whoever begins is called South; who that is, is settled before the game",
    "CAP-3": "nothing forces anything: every legal turn is listed",
    "FORT-3": "as every square: MOVE-3 and CMD-2 know no Forts",
    "FORT-9": "Camelot is a Fort in its set's data, without any power",
    "STUCK-1": "a tile without slots has no turn of its own; nothing else looks at that",
    "CUSTOM-1": "the engine knows no tile by name: all of them are data",
    "CUSTOM-3": "an added tile is one more entry of the bag",
    "CUSTOM-4": "there are no tokens: what returns to a bag is the tile itself",
}


@cache
def deciding() -> dict[Path, str]:
    """The sources in which a citation counts: not the lists of ids and their words."""
    words = ("board/refusals.py", "duke/explain_words.py", "workbench/codes.py")
    paths = sorted((TESTS.parent / "workbench").rglob("*.py"))
    return {path: path.read_text(encoding="utf-8") for path in paths if not path.as_posix().endswith(words)}


def is_cited(rule: str, text: str) -> bool:
    """As the id itself, or as the constant of a refusal."""
    constant = rule.replace("-", "_")
    if rule not in text and constant not in text:  # said at once, where the pattern looks at every letter
        return False
    return re.search(rf"(?<![\w-])(?:{rule}|{constant})(?!\w)", text) is not None


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
    for path in sorted(set(TESTS.rglob("test_*.py")) - set((TESTS / "dune").rglob("*.py"))):
        if only_engine and path.name.startswith("test_oracle"):
            continue
        for rule, tests in cited(path).items():
            total.setdefault(rule, []).extend(tests)
    return total


def test_every_rule_has_a_test_of_the_engine() -> None:
    known = set(read_rules()[0])
    missing = sorted(known - set(all_cited(only_engine=True)) - ELSEWHERE)
    assert missing == []


@pytest.mark.parametrize("rule", sorted(read_rules()[0]))
def test_every_rule_is_cited_where_it_acts(rule: str) -> None:
    where = [path.name for path, text in deciding().items() if is_cited(rule, text)]
    if rule in UNDECIDED:
        assert where == [], "it need not stand in the list"
    else:
        assert where, "cite it at the line that decides, or say in UNDECIDED why there is none"


def test_a_part_of_an_id_is_no_citation() -> None:
    assert is_cited("MOVE-2", "stops here (MOVE-2)")
    assert is_cited("MOVE-2", "return MOVE_2")
    assert not is_cited("MOVE-2", "MOVE-21, CAN_MOVE-2, MOVE-2b")


def test_every_ruling_is_told_of_and_nothing_else() -> None:
    """Marks in the rules, rows of the table, and settings named in the table of settings agree."""
    entries, sections = read_rules()
    marked = {rule for rule, text in entries.items() if re.search(r"\*ruling", text, re.IGNORECASE)}
    rows = [row.strip("| ").split(" | ") for row in sections["RULINGS"].splitlines() if re.match(r"\| [A-Z]+-", row)]
    told = [rule for row in rows for rule in row[0].split(", ")]
    assert sorted(told) == sorted(marked)
    assert all(len(row) == 4 and all(row) for row in rows)
    in_force = {name for row in rows for name in re.findall(r"`(\w+)", row[2])}
    assert in_force <= set(Settings.model_fields)
    for name in in_force:
        assert name in sections["SETTINGS"]


def test_every_setting_is_in_the_table_of_settings() -> None:
    table = read_rules()[1]["SETTINGS"]
    missing = [name for name in Settings.model_fields if not re.search(rf"^\|.*\b{name}\b", table, re.MULTILINE)]
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


@pytest.mark.parametrize("rule", [rule for rule in RULE_IDS if rule])
def test_every_refusal_names_a_rule_and_has_words(rule: str) -> None:
    assert rule in read_rules()[0]
    assert REFUSED[rule]


def test_every_reason_for_legality_names_a_rule() -> None:
    known = read_rules()[0]
    named = {kind.rule for kind in KINDS.values() if kind.rule} | {icon.row.rule for icon in ICONS}
    assert named - set(known) == set()


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
