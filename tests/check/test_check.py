"""The check and explain commands: formats, exit codes, choosing, accepting, walking."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import Result
from support.places import FIXTURES
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.cli.findings import format_text, visible
from workbench.codes import CODES, found
from workbench.finding import Place

FINDINGS = FIXTURES / "findings"
LANCER = (FINDINGS / "W505.yaml").read_text(encoding="utf-8").replace("J  .  .  .\n", "J  .  J  .\n")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def check_json(*arguments: str) -> dict[str, object]:
    result: dict[str, object] = json.loads(run("check", *arguments, "--format", "json").output)
    return result


@pytest.fixture
def lancer(tmp_path: Path) -> Path:
    path = tmp_path / "lancer.yaml"
    path.write_text(LANCER, encoding="utf-8")
    return path


def test_clean_set(lancer: Path) -> None:
    result = run("check", str(lancer))
    assert (result.exit_code, result.stdout) == (0, "1 file checked, no findings\n")
    for format in ("concise", "github"):
        assert run("check", str(lancer), "--format", format).output == ""


def test_json_has_the_promised_shape() -> None:
    path = str(FINDINGS / "E208.yaml")
    assert check_json(path) == {
        "version": 1,
        "findings": [
            {
                "code": "E208",
                "severity": "error",
                "file": path,
                "line": 5,
                "column": 17,
                "end_column": 22,
                "message": "'sumon' is no ability",
                "help": "Did you mean 'summon'?",
                "tile": "Lancer",
            }
        ],
        "summary": {"files": 1, "errors": 1, "warnings": 0, "accepted": 0},
    }


def test_concise_and_github(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FINDINGS)
    assert run("check", "W504.yaml", "--format", "concise").output == (
        "W504.yaml:11:5: W504 both sides of Lancer are alike\n"
    )
    assert run("check", "W504.yaml", "--format", "github").output == (
        "::warning file=W504.yaml,line=11,col=5,endColumn=10,title=W504 both sides alike"
        "::both sides of Lancer are alike (Change one side, or accept: [W504] if it is meant.)\n"
    )


def test_warnings_fail_only_when_strict() -> None:
    path = str(FINDINGS / "W504.yaml")
    assert run("check", path).exit_code == 0
    assert run("check", path, "--strict").exit_code == 1
    assert run("check", str(FINDINGS / "N603.yaml"), "--strict").exit_code == 0
    assert run("check", str(FINDINGS / "E301.yaml")).exit_code == 1
    assert run("check", "no-such-set.yaml").exit_code == 2


def test_select_and_ignore_by_the_beginning_of_codes() -> None:
    paths = [str(FINDINGS / f"{code}.yaml") for code in ("E301", "E302", "W504", "N605")]

    def codes(*options: str) -> list[str]:
        findings = json.loads(run("check", *paths, "--format", "json", *options).output)["findings"]
        return [finding["code"] for finding in findings]

    assert codes() == ["E301", "E302", "W504", "N605"]
    assert codes("--select", "e3") == ["E301", "E302"]
    assert codes("--select", "E301,W", "--select", "N605") == ["E301", "W504", "N605"]
    assert codes("--ignore", "E,N") == ["W504"]
    assert codes("--select", "E3", "--ignore", "E301") == ["E302"]
    assert run("check", *paths, "--ignore", "E").exit_code == 0


@pytest.mark.parametrize("codes", ["E999", "nonsense", "E3O1"])
def test_unknown_code_is_a_usage_error(codes: str) -> None:
    result = run("check", "tilesets", "--select", codes)
    assert result.exit_code == 2
    assert "no finding code begins with" in re.sub(r"[\s│]+", " ", result.output + result.stderr)


def test_accepted_findings_are_hidden_and_counted(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    text = (FINDINGS / "W504.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("code: La\n", "code: La\n    accept: [W504]\n"), encoding="utf-8")
    result = run("check", str(path), "--strict")
    assert result.exit_code == 0
    assert result.stdout == "1 file checked, no findings; 1 accepted finding (hidden; see --accepted)\n"
    assert check_json(str(path))["summary"] == {"files": 1, "errors": 0, "warnings": 0, "accepted": 1}
    assert "warning[W504]" in run("check", str(path), "--accepted").output


def test_an_error_cannot_be_accepted(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    text = (FINDINGS / "E301.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("code: La\n", "code: La\n    accept: [E301]\n"), encoding="utf-8")
    output = run("check", str(path), "--format", "concise").output
    assert re.findall(r": ([EWN]\d+) ", output) == ["E210", "E301"]


def test_folders_are_walked_and_other_files_skipped(tmp_path: Path) -> None:
    inner = tmp_path / "sets" / "mine"
    inner.mkdir(parents=True)
    (inner / "one.yaml").write_text(LANCER, encoding="utf-8")
    (inner / "two.yml").write_text(LANCER, encoding="utf-8")
    (tmp_path / "sets" / "plan.yaml").write_text("sets: [base]\ngames: 10\n")
    (tmp_path / "sets" / "package.json").write_text('{"scripts": {}}')
    (tmp_path / "sets" / "tile.yaml").write_text("name: x\ntile: []\n")
    (tmp_path / "sets" / ".hidden.yaml").write_text("[")
    (tmp_path / "sets" / "broken.json").write_text("{")
    result = run("check", str(tmp_path / "sets"))
    assert result.exit_code == 1
    assert result.output.endswith("3 errors in 4 files; 2 other files skipped\n")
    named = run("check", str(tmp_path / "sets" / "plan.yaml"), "--format", "concise")
    assert ": E201 " in named.output


def test_a_folder_of_other_files_has_no_sets(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text("sets: [base]\n")
    result = run("check", str(tmp_path))
    assert result.exit_code == 2
    assert "E102" in result.output


def test_a_file_named_twice_is_checked_once(lancer: Path) -> None:
    result = run("check", str(lancer), str(lancer.parent), str(lancer))
    assert result.stdout == "1 file checked, no findings\n"


def test_alternative_sets_in_one_folder_may_repeat_names(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(LANCER, encoding="utf-8")
    assert run("check", str(tmp_path)).stdout == "2 files checked, no findings\n"


def test_shipped_sets_by_name() -> None:
    assert run("check", "base", "siege-engines").exit_code == 0


def test_all_findings_at_once(tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    text = LANCER.replace("code: La", "code: L1\n    copies: many\n    colour: red")
    path.write_text(text.replace("@  M  .", "@  Q  ."), encoding="utf-8")
    output = run("check", str(path), "--format", "concise").output
    assert sorted(re.findall(r": ([EWN]\d+) ", output)) == ["E201", "E202", "E207", "E301"]


def test_colour_only_when_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(FINDINGS / "E301.yaml")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    assert "\x1b" not in run("check", path).output
    monkeypatch.setenv("FORCE_COLOR", "1")
    coloured = CliRunner().invoke(app, ["check", path], color=True).output
    assert "\x1b[1;31merror[E301]\x1b[0m" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in CliRunner().invoke(app, ["check", path], color=True).output


def test_caret_stands_under_wide_and_hidden_characters(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text('a: "騎\u202e士" !\n', encoding="utf-8")
    place = Place(str(path), 1, 10, 11)
    rows = format_text([found("E108", place, "odd", "help")]).splitlines()
    assert rows[3] == '1 | a: "騎\\u202e士" !'
    assert rows[4].index("^") == len('1 | a: "') + 2 + len("\\u202e") + 2 + len('" ')


def test_long_lines_are_cut_around_the_caret(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("a" * 5000 + "!" + "b" * 5000, encoding="utf-8")
    rows = format_text([found("E108", Place(str(path), 1, 5001, 5002), "odd")]).splitlines()
    assert len(rows[3]) < 120
    assert rows[3][rows[4].index("^")] == "!"


def test_visible_text_cannot_steer_a_terminal() -> None:
    assert visible("a\x1b[31m\u202eb\nc") == "a\\u001b[31m\\u202eb\\u000ac"
    assert visible("Jägerin 騎士 ♞") == "Jägerin 騎士 ♞"


def test_explain_tells_each_code_and_lists_all() -> None:
    listed = run("explain")
    assert listed.exit_code == 0
    for code, rule in CODES.items():
        assert f"  {code}  {rule.title}" in listed.output
        told = run("explain", code.lower())
        assert told.exit_code == 0
        for part in (code, rule.title, "What\n", "Why\n", "Example\n", "What to do\n"):
            assert part in told.output
    assert len(json.loads(run("explain", "--json").output)["codes"]) == len(CODES)
    assert json.loads(run("explain", "W502", "--json").output)["codes"][0]["severity"] == "warning"


def test_explain_unknown_code_suggests() -> None:
    result = run("explain", "W599")
    assert result.exit_code == 2
    assert "W509" in result.output + result.stderr
    family = run("explain", "n6")
    assert family.exit_code == 0
    assert "N601" in family.output
    assert "E101" not in family.output


def test_commands_have_help() -> None:
    for command in ("check", "explain"):
        result = run(command, "--help")
        assert result.exit_code == 0
        assert "Usage" in result.output


def test_objective_brings_the_dread_notice() -> None:
    path = str(FINDINGS / "N604.yaml")
    assert run("check", path).stdout == "1 file checked, no findings\n"
    for objective in ("counting_coup", "trophy_hunters", "dark_rider", "dynastic_dispute"):
        assert "N604" in run("check", path, "--objective", objective).output
