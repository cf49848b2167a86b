"""Whatever a file holds: findings with a place, the right exit code, never a traceback, never a hang."""

from __future__ import annotations

import json
import os
import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from workbench.check.run import run_check
from workbench.cli.app import app
from workbench.document import MAX_BYTES
from workbench.tileset.load import load_tileset

TILE = """  - name: Lancer
    code: La
    starting: |
      .  J  .  J  .
      .  .  M  .  .
      .  M  @  M  .
      .  .  .  .  .
      .  .  J  .  .
    other: |
      .  .  M  .  .
      .  .  M  .  .
      .  .  @  .  .
      .  S  .  S  .
      .  .  .  .  .
"""
GOOD = f"name: Set\ntiles:\n{TILE}"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{b}: &{b} [{', '.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
)


def deep_json(levels: int) -> str:
    return '{"name": "x", "tiles": ' + "[" * levels + "]" * levels + "}"


def with_copies(value: str) -> bytes:
    return GOOD.replace("code: La", f"code: La\n    copies: {value}").encode()


# what is wrong -> the bytes of the file, its ending, and the code of the finding that tells it
TABLE: dict[str, tuple[bytes, str, str]] = {
    "empty": (b"", ".yaml", "E103"),
    "white space": (b" \n\n  \n", ".yaml", "E103"),
    "empty json": (b"", ".json", "E103"),
    "only a comment": (b"# later\n", ".yaml", "E103"),
    "latin-1": ("name: Königin\n".encode("latin-1"), ".yaml", "E104"),
    "utf-16": (GOOD.encode("utf-16"), ".yaml", "E104"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", ".yaml", "E104"),
    "nul bytes": (b"name: a\x00b\n", ".yaml", "E104"),
    "escape sequences": (b"name: \x1b[31mred\n", ".yaml", "E104"),
    "lone surrogate": (b'{"name": "\\ud800", "tiles": []}', ".json", "E104"),
    "too large": (b"#" * (MAX_BYTES + 1), ".yaml", "E105"),
    "10,000 levels of yaml": (("tiles: " + "[" * 10_000).encode(), ".yaml", "E106"),
    "10,000 levels of json": (deep_json(10_000).encode(), ".json", "E106"),
    "levels of indentation": (b"".join(b" " * n + b"k:\n" for n in range(2_000)), ".yaml", "E106"),
    "alias bomb": (BOMB.encode(), ".yaml", "E107"),
    "merge keys": (b"a: &a {x: 1}\nb:\n  <<: *a\n", ".yaml", "E107"),
    "an alias to itself": (b"a: &a [*a]\n", ".yaml", "E107"),
    "a tag": (b"name: !!python/object/apply:os.system ['true']\n", ".yaml", "E107"),
    "unclosed bracket": (b"name: [x\n", ".yaml", "E108"),
    "unclosed quote": (b'name: "x\n', ".yaml", "E108"),
    "two documents": (GOOD.encode() + b"---\n" + GOOD.encode(), ".yaml", "E108"),
    "trailing comma": (b'{"name": "x", "tiles": [],}', ".json", "E108"),
    "yaml in a json file": (GOOD.encode(), ".json", "E108"),
    "tabs": (b"tiles:\n\t- name: x\n", ".yaml", "E109"),
    "duplicate keys": (b"name: a\nname: b\ntiles: []\n", ".yaml", "E110"),
    "duplicate json keys": (b'{"name": "a", "name": "b", "tiles": []}', ".json", "E110"),
    "future version": (b"version: 2\n" + GOOD.encode(), ".yaml", "E111"),
    "version as text": (b"version: one\n" + GOOD.encode(), ".yaml", "E111"),
    "a list": (b"- 1\n- 2\n", ".yaml", "E202"),
    "a word": (b"hello\n", ".yaml", "E202"),
    "a number": (b"42\n", ".yaml", "E202"),
    "null": (b"null\n", ".yaml", "E202"),
    "tiles as text": (b"name: x\ntiles: Knight\n", ".yaml", "E202"),
    "tiles as a map": (b"name: x\ntiles: {Knight: 1}\n", ".yaml", "E202"),
    "tiles of numbers": (b"name: x\ntiles: [1, 2]\n", ".yaml", "E202"),
    "number as name": (GOOD.replace("Lancer", "1812").encode(), ".yaml", "E202"),
    "date as name": (GOOD.replace("Lancer", "[2020]").encode(), ".yaml", "E202"),
    "boolean as name": (GOOD.replace("Lancer", "true").encode(), ".yaml", "E202"),
    "number as code": (GOOD.replace("La\n", "12\n").encode(), ".yaml", "E202"),
    "a huge number": (with_copies("9" * 5000), ".yaml", "E202"),
    "infinity": (with_copies(".inf"), ".yaml", "E202"),
    "a fraction": (with_copies("1.5"), ".yaml", "E202"),
    "map as key": (b"name: x\ntiles: []\n? {a: 1}\n: 2\n", ".yaml", "E202"),
    "no tiles": (b"name: x\n", ".yaml", "E203"),
    "empty name": (GOOD.replace("Lancer", "''").encode(), ".yaml", "E205"),
    "blank name": (GOOD.replace("Lancer", "'  '").encode(), ".yaml", "E205"),
    "line break in a name": (GOOD.replace("Lancer", '"Lan\\ncer"').encode(), ".yaml", "E206"),
    "reversed name": (GOOD.replace("Lancer", '"\\u202ereversed"').encode(), ".yaml", "E206"),
    "blank at the end": (GOOD.replace("Lancer", "'Lancer '").encode(), ".yaml", "E206"),
    "empty list of tiles": (b"name: x\ntiles: []\n", ".yaml", "E209"),
    "many tiles": (b"name: x\ntiles: [" + b"1, " * 1_500 + b"1]\n", ".yaml", "E202"),
    "many values": (b"name: x\ntiles: [" + b"1, " * 2_200 + b"1]\n", ".yaml", "E209"),
    "a great many values": (b"name: x\ntiles: [" + b"1, " * 1_000_000 + b"1]\n", ".yaml", "E209"),
    "many lines": (b"- 1\n" * 1_000_000, ".yaml", "E209"),
    "many keys": (b"name: x\n" + b"".join(b"k%d: 1\n" % n for n in range(1_500)), ".yaml", "E201"),
    "an empty grid": (re.sub(r"starting: \|\n( {6}.*\n)+", "starting: ''\n", GOOD).encode(), ".yaml", "E302"),
    "a long line": (GOOD.replace("Lancer", "x" * 100_000).encode(), ".yaml", "E205"),
}


@pytest.fixture(autouse=True)
def _lower_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading up to the real limit takes seconds; the limit is the same a tenth as high."""
    monkeypatch.setattr("workbench.document.MAX_VALUES", 2_000)


@pytest.mark.parametrize("what", TABLE)
def test_bad_file_gives_a_clear_finding(what: str, tmp_path: Path) -> None:
    content, ending, code = TABLE[what]
    path = tmp_path / f"bad{ending}"
    path.write_bytes(content)
    began = time.process_time()
    result = CliRunner().invoke(app, ["check", str(path), "--format", "json"])
    assert time.process_time() - began < 60
    assert result.exit_code == 1, result.output[:500]
    findings = json.loads(result.output)["findings"]
    assert code in [finding["code"] for finding in findings]
    shown = CliRunner().invoke(app, ["check", str(path), "--select", code])
    assert shown.exit_code == 1
    assert "\x1b" not in shown.output
    assert "Traceback" not in shown.output


def test_one_fault_is_one_finding(tmp_path: Path) -> None:
    """Files that cannot be read as data are told in one finding, not in a flood."""
    for what, (content, ending, code) in TABLE.items():
        if code.startswith("E1"):
            path = tmp_path / f"bad{ending}"
            path.write_bytes(content)
            findings = load_tileset(path).findings
            assert [finding.code for finding in findings][:1] == [code], what
            assert len(findings) <= 2, what


@pytest.mark.parametrize(
    ("name", "code"), [("nowhere", "E101"), ("", "E101"), ("a\0b", "E101"), ("no/such/folder.yaml", "E101")]
)
def test_bad_path(name: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["check", name, "--format", "json"])
    assert result.exit_code == 2
    assert [finding["code"] for finding in json.loads(result.output)["findings"]] == [code]


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")
    (tmp_path / "dangling.yaml").symlink_to(tmp_path / "gone.yaml")
    for name in ("pipe.yaml", "loop.yaml", "dangling.yaml"):
        result = CliRunner().invoke(app, ["check", str(tmp_path / name), "--format", "concise"])
        assert result.exit_code == 2, name
        assert ": E101 " in result.output, name


def test_symlink_loops_end_and_are_told(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    (inner / "set.yaml").write_text(GOOD)
    (inner / "back").symlink_to(tmp_path / "a")
    (inner / "self").symlink_to(inner / "self")
    checked = run_check([str(tmp_path)])
    assert checked.files == (str(inner / "set.yaml"),)
    assert [(f.code, Path(f.place.file).name) for f in checked.findings] == [("E101", "back")]
    assert checked.exit_code(strict=False) == 2


def test_folders_that_link_to_each_other_are_walked_once(tmp_path: Path) -> None:
    """Each of 30 folders links twice to the next: two to the thirtieth paths, one file."""
    folders = [tmp_path / f"f{number}" for number in range(30)]
    for folder in folders:
        folder.mkdir()
    for folder, following in pairwise(folders):
        (folder / "x").symlink_to(following)
        (folder / "y").symlink_to(following)
    (folders[-1] / "set.yaml").write_text(GOOD)
    assert len(run_check([str(folders[0])]).files) == 1
