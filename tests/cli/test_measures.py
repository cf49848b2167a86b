"""Numbers on the command line and in saved printers: finite, within bounds, given once; and no empty options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command import Runner

GOOD = {"correction": {"scale_x": 1.0, "scale_y": 1.0, "offset_x": 0.1, "offset_y": 0.0}, "back_offset": [0.0, 0.0]}


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)


def refused(workbench: Runner, *arguments: str) -> str:
    result = workbench(*arguments)
    assert result.code == 2, result.out
    assert "Traceback" not in result.err
    assert not [path for path in Path().iterdir() if path.name != "config"], "nothing is written"
    return " ".join(result.err.split())


@pytest.mark.parametrize("option", ["--gap-mm", "--bleed-mm", "--spine-mm", "--tile-mm"])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "1e308", "-1", "1e999", "201.5e3"])
def test_measures_of_sheets_are_finite_and_bounded(workbench: Runner, option: str, value: str) -> None:
    for more in ([], ["--layout", "fold"], ["--icons"]):
        told = refused(workbench, "sheet", "workshop", "-o", "x.pdf", option, value, *more)
        assert option in told or "gap, bleed and spine are 0 to 200 mm" in told or "size" in told


@pytest.mark.parametrize(
    "arguments",
    [
        ["stocks", "--fits", "nan"],
        ["render", "base", "-o", "faces", "--size-mm", "nan"],
        ["report", "run", "--margin", "nan"],
        ["lab", "swap", "Knight", "Wizard", "--margin", "nan"],
        ["play", "--think", "nan"],
    ],
)
def test_no_command_takes_a_number_that_is_none(workbench: Runner, arguments: list[str]) -> None:
    assert arguments[-2] in refused(workbench, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sheet", "workshop", "-o", "x.pdf", "--paper", ""],
        ["sheet", "workshop", "-o", "x.pdf", "--stock", ""],
        ["sheet", "workshop", "-o", "x.pdf", "--printer", " "],
        ["sheet", "workshop", "-o", "x.pdf", "--scale", ""],
        ["sheet", "workshop", "-o", "x.pdf", "--copies", ""],
        ["sheet", "workshop", "-o", "x.pdf", "--tiles", ""],
        ["sheet", "workshop", "-o", ""],
        ["sim", "base", "--out", ""],
        ["sim", "base", "--name", ""],
        ["sim", "base", "--bots", ""],
        ["sim", "base", "--cluster", ""],
        ["show", "start", "--sets", ""],
        ["lab", "swap", "Knight", "Wizard", "--in", ""],
        ["calibrate", "--save", "", "--measured", "width=100"],
        ["new", "x.yaml", "--tile", ""],
    ],
)
def test_an_empty_option_is_not_one_left_out(workbench: Runner, arguments: list[str]) -> None:
    assert "is empty" in refused(workbench, *arguments)


@pytest.mark.parametrize(
    "arguments",
    [
        ["sheet", "workshop", "-o", "x.pdf", "--gap-mm", "3", "--gap-mm", "4"],
        ["sheet", "workshop", "-o", "x.pdf", "--out", "y.pdf"],
        ["sim", "base", "-n", "10", "--games", "20"],
        ["lab", "swap", "Knight", "Wizard", "--bots", "random", "--bots", "greedy"],
        ["calibrate", "--save", "a", "--measured", "width=99,width=101"],
    ],
)
def test_a_single_value_given_twice_is_refused(workbench: Runner, arguments: list[str]) -> None:
    assert "twice" in refused(workbench, *arguments)


def test_what_may_be_repeated_may_be_repeated(workbench: Runner) -> None:
    result = workbench("sheet", "workshop", "--plan-json", "x.json", "--copies", "Lancer=2", "--copies", "Page=3")
    assert result.code == 0, result.err


def changed(*path: str, to: Any) -> str:
    entry = json.loads(json.dumps(GOOD))
    inner = entry
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return json.dumps({"office": entry})


DAMAGED = {
    "text for a number": changed("correction", "scale_x", to="1.0"),
    "not a number": changed("correction", "offset_x", to=float("nan")),
    "infinity": changed("back_offset", to=[float("inf"), 0]),
    "true": changed("correction", "scale_y", to=True),
    "huge": changed("correction", "offset_y", to=10**400),
    "zero scale": changed("correction", "scale_x", to=0),
    "one too few": changed("back_offset", to=[1]),
    "one too many": changed("back_offset", to=[1, 2, 3]),
    "text as pair": changed("back_offset", to="12"),
    "another key": changed("correction", "tilt", to=1),
    "null": changed("correction", to=None),
    "a list": "[]",
    "a number": "3",
    "empty": "",
    "deep": "[" * 100_000,
    "deep in": '{"office":' * 50_000,
    "too large": " " * 1_000_001,
}


@pytest.mark.parametrize("what", DAMAGED)
def test_damaged_printers_are_one_line(workbench: Runner, tmp_path: Path, what: str) -> None:
    path = tmp_path / "config/duke-workbench/printers.json"
    path.parent.mkdir(parents=True)
    path.write_text(DAMAGED[what])
    for arguments in (
        ["calibrate", "--list"],
        ["sheet", "workshop", "-o", "x.pdf", "--printer", "office"],
        ["calibrate", "--save", "b", "--measured", "width=100"],
    ):
        told = refused(workbench, *arguments)
        assert "printers.json cannot be read; mend or delete it" in told
    assert path.read_text() == DAMAGED[what], "what is damaged is not overwritten"


def test_a_whole_printer_file_is_used(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "config/duke-workbench/printers.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"office": GOOD}))
    assert "office" in workbench("calibrate", "--list").out
