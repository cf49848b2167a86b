"""Text of strangers is made safe for a terminal, for Markdown and for tables."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import Runner
from support.places import ROOT
from support.planted_game import PlantedGame, base_tiles, write_run
from support.tiles import set_text, tile_text

from workbench.games import find_runs
from workbench.report.build import build_report
from workbench.report.duke.report import DUKE
from workbench.report.text import render_csv, render_markdown
from workbench.safe_text import for_csv, for_markdown, for_markdown_fence, for_terminal
from workbench.sim.duke.plan import Plan
from workbench.sim.store import MANIFEST

EVIL = "\x1b]0;gone\x07\x1b[2J\u202eevil\u2066\x9b31m\r"
DANGEROUS = ("\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\r")


@given(st.text())
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    safe = for_terminal(text)
    for character in safe:
        assert character in "\n\t" or unicodedata.category(character) not in ("Cc", "Cs", "Zl", "Zp"), ascii(text)
        assert unicodedata.bidirectional(character) not in (
            "LRE",
            "RLE",
            "LRO",
            "RLO",
            "PDF",
            "LRI",
            "RLI",
            "FSI",
            "PDI",
        )
    assert for_terminal(safe) == safe
    assert for_terminal(for_terminal(text, colours=True)) == for_terminal(text)


@given(st.text())
def test_json_stays_json_with_the_same_meaning(text: str) -> None:
    clean = text.encode("utf-8", "ignore").decode()
    assert json.loads(for_terminal(json.dumps([clean], ensure_ascii=False))) == [clean]


def test_colours_of_our_own_stay_where_they_are_wanted() -> None:
    assert for_terminal("\x1b[1;31merror\x1b[0m", colours=True) == "\x1b[1;31merror\x1b[0m"
    assert "\x1b" not in for_terminal("\x1b[1;31merror\x1b[0m")
    assert "\x1b" not in for_terminal("\x1b[2J\x1b]0;x", colours=True)


@given(st.text(alphabet="ab|<>&[]()`*_~#!\\@:/.w\n\r\t =+-"))
def test_markdown_stays_one_line_of_text(text: str) -> None:
    safe = for_markdown(text)
    assert "\n" not in safe
    assert "<" not in safe
    assert "://" not in safe
    bare = re.sub("&#?[a-z0-9]+;", "", safe.replace("\\\\", ""))
    for mark in "|[]`*_~#!":
        assert bare.count(mark) == bare.count(f"\\{mark}"), (text, safe)
    assert "```" not in for_markdown_fence(text)


@pytest.mark.parametrize("cell", ["=cmd|' /C calc'!A0", "@SUM(A1)", "+1", "-2+3", "\t=1", "＝1"])
def test_cells_are_no_formulas(cell: str) -> None:
    assert for_csv(cell).startswith("'")
    assert for_csv(-1.5) == -1.5
    assert for_csv("Knight") == "Knight"


EVIL_NAME = '=HYPERLINK("http://evil")|<script>alert(1)</script> [x](javascript:1) `r`'


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run whose tile has a name that would do harm everywhere."""
    tiles = tuple(tile for tile in base_tiles() if tile.name not in ("Duchess", "Oracle"))
    knight = next(tile for tile in tiles if tile.name == "Knight")
    evil = knight.model_copy(update={"name": EVIL_NAME + EVIL, "code": "Ev"})
    path = tmp_path_factory.mktemp("evil") / "run"
    write_run(path, PlantedGame((*tiles, evil)), Plan(games=60, chunk=20))
    assert EVIL_NAME[:6] in (path / MANIFEST).read_text(encoding="utf-8")
    return path


def test_reports_show_a_hostile_name_as_text(run: Path) -> None:
    found = find_runs([run])
    report = build_report(found)
    text = render_markdown(report, DUKE)
    assert "<script" not in text
    assert "[x](javascript" not in text
    assert "\\[x\\](javascript" in text
    assert "http://evil" not in text
    assert not [mark for mark in DANGEROUS if mark in text]
    tables = [line for line in text.splitlines() if line.startswith("|")]
    evil = [line for line in tables if "HYPERLINK" in line]
    assert evil
    bars = {line.replace("\\|", "").count("|") for line in evil}
    assert bars <= {line.replace("\\|", "").count("|") for line in tables if "HYPERLINK" not in line}
    cells = [row["name"] for row in csv.DictReader(io.StringIO(render_csv(report, DUKE)))]
    assert any(cell.startswith("'=HYPERLINK") for cell in cells)
    assert not any(cell.startswith(("=", "@", "+", "-")) for cell in cells)


@pytest.mark.parametrize("format", ["md", "csv", "json", "html"])
def test_a_foreign_run_cannot_steer_the_terminal(workbench: Runner, run: Path, format: str, tmp_path: Path) -> None:
    printed = workbench("report", str(run), "--format", format, "--out", "-")
    written = workbench("report", str(run), "--out", str(tmp_path / f"x.{format}"))
    for result in (printed, written):
        assert result.code == 0, result.err
        assert not [mark for mark in DANGEROUS if mark in result.out + result.err]


def test_notes_and_positions_cannot_either(workbench: Runner, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text(
        set_text(tile_text("Lancer", "Zx", notes='"harmless \\u202eevil \\u2066 \\u200f"')), encoding="utf-8"
    )
    for arguments in (["tile", "Lancer", "--set", str(own)], ["check", str(own)], ["show", f"x{EVIL}"], [f"x{EVIL}"]):
        result = workbench(*arguments)
        assert not [mark for mark in DANGEROUS if mark in result.out + result.err], arguments


def test_a_small_alphabet_is_no_obstacle(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)}
    program = [sys.executable, "-m", "workbench.cli.app"]
    for arguments in (["tile", "Knight"], ["check", os.fsdecode(b"no\xffwhere.yaml")], ["tiles", "base"]):
        done = subprocess.run([*program, *arguments], env=environment, capture_output=True, cwd=tmp_path, check=False)
        assert done.returncode in (0, 2)
        assert b"Traceback" not in done.stderr
