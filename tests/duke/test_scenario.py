"""The worked scenarios, and what the runner does with lines it does not know."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from support.places import DATA
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.duke.scenario.run import run_scenarios
from workbench.duke.scenario.tiles import BadTiles

LINES = [json.loads(text) for text in (DATA / "scenarios.jsonl").read_text().splitlines() if text]
TILES = json.loads((DATA / "scenario-tiles.json").read_text())
RUN = CliRunner()


def ask(query: dict[str, Any], expect: Any, tiles: list[str], **more: Any) -> dict[str, Any]:
    line = {"id": "t", "rule": "G-1", "tiles": tiles, "q": query, "expect": expect, **more}
    return run_scenarios([line], TILES).data()


def test_all_worked_scenarios_pass() -> None:
    report = run_scenarios(LINES, TILES)
    assert report.data() == {"passed": len(LINES), "failed": [], "unsupported": []}


@pytest.mark.parametrize("line", LINES, ids=[line["id"] for line in LINES])
def test_a_wrong_answer_fails(line: dict[str, Any]) -> None:
    """The runner can fail: each line with another answer does."""
    expect = line["expect"]
    wrong = not expect if isinstance(expect, bool) else expect + 1 if isinstance(expect, int) else None
    if wrong is None:
        wrong = expect[1:] if expect and not line["q"].keys() & {"after", "link_fire"} else ["0 Knight 0,0 S"]
    report = run_scenarios([{**line, "expect": wrong}], TILES)
    assert [one["id"] for one in report.failed] == [line["id"]]


def test_a_failure_says_what_was_found() -> None:
    found = ask({"targets": "3,1"}, ["1,1"], ["0 Footman 3,1 S"])
    assert found["failed"] == [{"id": "t", "rule": "G-1", "expect": ["1,1"], "got": ["2,1", "3,0", "3,2", "4,1"]}]


@pytest.mark.parametrize(
    ("query", "tiles", "more", "words"),
    [
        ({"targets": "3,1"}, ["0 Nobody 3,1 S"], {}, "unknown tile 'Nobody'"),
        ({"targets": "3,1"}, ["0 Footman 2,1 S"], {}, "no tile stands on 3,1"),
        ({"targets": "9,1"}, ["0 Footman 2,1 S"], {}, "off the board"),
        ({"targets": "2,1"}, ["0 Footman 2,1"], {}, "is not a tile"),
        ({"targets": "2,1"}, ["0 Footman 2,1 S", "1 Footman 2,1 S"], {}, "two tiles stand on 2,1"),
        ({"targets": "2,1"}, ["0 Footman 2,1 S"], {"variant": "tarot"}, "unknown variant"),
        ({"targets": "2,1"}, ["0 Footman 2,1 S"], {"terrain": ["Swamp 1,1"]}, "unknown terrain"),
        ({"colour": "2,1"}, ["0 Footman 2,1 S"], {}, "unknown query"),
        ({}, ["0 Footman 2,1 S"], {}, "unknown query"),
        ({"pseudo": {"k": "DANCE", "from": "2,1"}}, ["0 Footman 2,1 S"], {}, "unknown turn kind"),
        ({"pseudo": {"k": "MOVE"}}, ["0 Footman 2,1 S"], {}, "names neither"),
        ({"pseudo": {"k": "MOVE", "icon": "HOP", "from": "2,1"}}, ["0 Footman 2,1 S"], {}, "unknown icon"),
        ({"places": [0]}, ["0 Duke 2,1 S"], {}, "cannot be read"),
        ({"targets": "2,1"}, ["0 Duke 2,1 S", "0 Richlieu 3,3 S"], {}, "two Dukes"),
    ],
)
def test_what_is_not_supported(query: Any, tiles: list[str], more: dict[str, Any], words: str) -> None:
    found = ask(query, [], tiles, **more)
    assert found["failed"] == []
    assert words in found["unsupported"][0]["reason"]


def test_queries_that_the_worked_lines_leave_out() -> None:
    """Every kind of turn, with and without its fields."""
    army = ["0 Duke 2,0 S", "1 Duke 3,5 S"]
    dragon = {"terrain": ["Dragon 4,0"]}
    cases: list[tuple[dict[str, Any], Any, list[str], dict[str, Any]]] = [
        ({"pseudo": {"k": "MOVE", "from": "0,2"}}, True, ["0 Footman 0,2 S"], {}),
        ({"pseudo": {"k": "MOVE", "to": "0,3", "player": 0}}, True, ["0 Footman 0,2 S"], {}),
        ({"pseudo": {"k": "MOVE", "icon": "JUMP", "from": "0,2"}}, False, ["0 Footman 0,2 S"], {}),
        ({"pseudo": {"k": "STRIKE", "from": "2,2"}}, True, ["0 Bowman 2,2 N", "1 Footman 2,4 S"], {}),
        ({"pseudo": {"k": "STRIKE", "icon": "HAMMER", "from": "2,2"}}, False,
         ["0 Bowman 2,2 N", "1 Footman 2,4 S"], {}),
        ({"pseudo": {"k": "AREA", "from": "2,1"}}, True, ["0 AreaT 2,1 N", "1 Footman 2,4 S"], {}),
        ({"pseudo": {"k": "COMMAND", "commander": "2,2"}}, True, ["0 General 2,2 N", "0 Footman 1,2 S"], {}),
        ({"pseudo": {"k": "PUSH_DRAGON", "from": "2,0", "facing": "none"}}, False, [], dragon),
        ({"pseudo": {"k": "PUSH_DRAGON", "from": "2,0", "facing": "self"}}, True, [], dragon),
        ({"pseudo": {"k": "SUMMON", "tile": "5,3", "to": "2,1"}}, True, ["0 Duchess 5,3 N"], {}),
        ({"pseudo": {"k": "ROTATE", "at": "5,3", "dir": "L"}}, True, ["0 AreaT 5,3 N"], {}),
        ({"pseudo": {"k": "REDEPLOY", "at": "5,3"}}, False, ["0 AreaT 5,3 N"], {}),
        ({"pseudo": {"k": "DIVINE", "at": "5,3"}}, False, ["0 OracleT 5,3 N"], {}),
        ({"pseudo": {"k": "FLIP", "at": "5,3"}}, True, ["0 OracleT 5,3 N"], {}),
        ({"pseudo": {"k": "LINK_CALL", "at": "5,3"}}, False, ["0 EngineerT 5,3 N"], {}),
        ({"pseudo": {"k": "LINK_FLIP", "engineer": "5,3"}}, True, ["0 EngineerT 5,3 S", "0 AreaT 1,1 S"], {}),
        ({"pseudo": {"k": "LINK_FLIP", "engineer": "5,3", "linked": "1,1", "then": None}}, True,
         ["0 EngineerT 5,3 S", "0 AreaT 1,1 S"], {}),
        ({"pseudo": {"k": "LINK_FLIP", "engineer": "5,3", "linked": "1,1", "then": {"k": "AREA"}}}, False,
         ["0 EngineerT 5,3 S", "0 AreaT 1,1 S"], {}),
        ({"pseudo": {"k": "PASS_FLAG", "from": "2,0", "to": "2,1"}}, True, ["0 Footman 2,1 S"],
         {"variant": "coup", "flags": ["0 2,0"]}),
        ({"pseudo": {"k": "DRAW", "player": 0}}, False, [], {}),
        ({"attack": 0}, False, [], {"variant": "coup", "flags": ["1 3,5"]}),
        ({"attack": 0}, True, ["0 Footman 3,4 S"], {}),
        ({"attack": 0}, False, ["0 Footman 3,4 S"], {"variant": "coup", "flags": ["1 3,5"]}),
        ({"kinds": "2,2", "kind": "COMMAND"}, ["1,1", "2,1", "3,1", "3,2"],
         ["0 General 2,2 N", "0 Footman 1,2 S"], {}),
    ]  # fmt: skip
    for query, expect, tiles, more in cases:
        found = ask(query, expect, [*army, *tiles], **more)
        assert found == {"passed": 1, "failed": [], "unsupported": []}, (query, found)


def test_positions_without_dukes_and_turned_tiles_of_any_kind() -> None:
    assert ask({"targets": "1,1"}, ["2,1"], ["0 HammerT 1,1 N r1"])["passed"] == 1
    assert ask({"attack": 0}, False, ["0 Footman 3,4 S"])["passed"] == 1


def test_more_tile_types_than_one_game_can_hold() -> None:
    many = {f"Tile{n}": {"S": [["MOVE", 0, 1]], "N": [["MOVE", 0, -1]]} for n in range(150)}
    asked = {"q": {"targets": "2,2"}, "expect": ["2,3"]}
    lines = [{"id": str(n), "tiles": [f"0 Tile{n} 2,2 S"], **asked} for n in range(150)]
    assert run_scenarios(lines, many).passed == 150


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="about the compiled engine")
def test_1500_lines_take_a_few_seconds() -> None:
    run_scenarios(LINES, TILES)
    began = time.process_time()
    report = run_scenarios(LINES * 25, TILES)
    assert report.passed == 25 * len(LINES)
    assert time.process_time() - began < 60  # two or three; composing the tiles for each line would take minutes


@pytest.mark.parametrize("tiles", [[], {}, {"A": 3}, {"A": {"S": [["FLY", 0, 1]]}}, {"A": {"abil": "IX"}}])
def test_bad_tiles(tiles: Any) -> None:
    with pytest.raises(BadTiles):
        run_scenarios([], tiles)


def test_the_command(tmp_path: Path) -> None:
    tiles = str(DATA / "scenario-tiles.json")
    good = RUN.invoke(app, ["scenario", str(DATA / "scenarios.jsonl"), "--tiles", tiles, "--json"])
    assert good.exit_code == 0
    assert json.loads(good.stdout) == {"passed": len(LINES), "failed": [], "unsupported": []}
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps({**LINES[0], "expect": []}) + "\n\n" + json.dumps({"id": "q"}) + "\n")
    bad = RUN.invoke(app, ["scenario", str(wrong), "--tiles", tiles])
    assert bad.exit_code == 1
    assert "0 passed, 1 failed, 1 unsupported" in bad.stdout
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n[\n")
    unusable = RUN.invoke(app, ["scenario", str(broken), "--tiles", tiles])
    assert unusable.exit_code == 2
    assert "broken.jsonl:2: not JSON" in unusable.output
