"""Every finding code has a fixture, and every fixture gives exactly its golden text.

Run with WORKBENCH_UPDATE=1 to write the goldens anew, then read the difference.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import pytest
from support.places import FIXTURES, ROOT
from typer.testing import CliRunner

from workbench.check.run import run_check
from workbench.cli.app import app
from workbench.codes import CODES, FAMILIES
from workbench.document import MAX_BYTES

FOLDER = FIXTURES / "findings"
PLAYED = {"E409", "E410"}  # the first needs the engine (test_check_play.py), the second two sets (test_compose.py)


def make_missing(folder: Path) -> str:
    (folder / "E101-other.yaml").write_text("name: x\n")
    return "E101-othr.yaml"


def make_empty_folder(folder: Path) -> str:
    (folder / "E102").mkdir()
    (folder / "E102" / "readme.txt").write_text("no sets here")
    return "E102"


def make_large(folder: Path) -> str:
    (folder / "E105.yaml").write_bytes(b"# x\n" * (MAX_BYTES // 4 + 1))
    return "E105.yaml"


# Findings about paths and sizes: made when needed instead of being kept in the repository.
MADE = {"E101": make_missing, "E102": make_empty_folder, "E105": make_large}


def fixture_codes() -> list[str]:
    return sorted({path.stem for path in FOLDER.glob("*.yaml")} | set(MADE))


def test_every_code_has_a_fixture_and_every_fixture_a_code() -> None:
    elsewhere = {code for code in CODES if code[1] == "7"}  # rules of Dragon Dune: tests/dune
    assert sorted(set(CODES) - PLAYED - elsewhere) == fixture_codes()


@pytest.mark.parametrize("code", fixture_codes())
def test_fixture_gives_its_golden(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if code in MADE:
        monkeypatch.chdir(tmp_path)
        path = MADE[code](tmp_path)
        options: list[str] = []
    else:
        monkeypatch.chdir(FOLDER)
        path = f"{code}.yaml"
        first = (FOLDER / path).read_text(encoding="utf-8").split("\n")[0]
        options = shlex.split(first.removeprefix("# check:")) if first.startswith("# check:") else []
    result = CliRunner().invoke(app, ["check", path, *options])
    golden = FOLDER / f"{code}.txt"
    if os.environ.get("WORKBENCH_UPDATE"):
        golden.write_text(result.stdout, encoding="utf-8")
    assert result.stdout == golden.read_text(encoding="utf-8")
    concise = CliRunner().invoke(app, ["check", path, *options, "--format", "concise"]).output.splitlines()
    assert len(concise) == 1
    assert f": {code} " in concise[0]
    assert result.exit_code == (2 if code in ("E101", "E102") else 1 if code.startswith("E") else 0)


def test_fixture_is_said_once_and_by_severity() -> None:
    for code in sorted(set(fixture_codes()) - set(MADE) - {"N604"}):
        checked = run_check([str(FOLDER / f"{code}.yaml")])
        assert [finding.code for finding in checked.findings] == [code]
        assert checked.findings[0].severity is CODES[code].severity
        assert checked.findings[0].help, f"{code} does not say what to do"


def test_codes_are_explained() -> None:
    for code, rule in CODES.items():
        assert code[:2] in FAMILIES
        assert all((rule.title, rule.what, rule.why, rule.example, rule.fix)), code
        assert not rule.title.endswith("."), code
        assert rule.what.endswith("."), code


def test_shipped_sets_show_only_the_count_of_accepted_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(app, ["check", "tilesets"])
    golden = FOLDER.parent / "check-tilesets.txt"
    if os.environ.get("WORKBENCH_UPDATE"):
        golden.write_text(result.stdout, encoding="utf-8")
    assert result.exit_code == 0
    assert result.stdout == golden.read_text(encoding="utf-8")
    assert len(result.output.splitlines()) == 1
