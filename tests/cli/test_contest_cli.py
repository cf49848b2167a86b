"""workbench balance FOLDER, as a user calls it."""

from __future__ import annotations

import contextlib
import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.command import Runner
from support.tiles import set_text, tile_text
from test_pages import StandingHere

from workbench.balance.base import MEASURED_GAMES
from workbench.tileset.load import shipped_sets

ROOK = """\
. . . . .
. M M M .
. M @ M .
. . . . .
. . . . .
"""
ASKED = ("balance", "entries", "--bots", "random", "--rounds", "1", "--workers", "1")


@pytest.fixture
def entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "entries"
    (folder / "late").mkdir(parents=True)
    for name, text in {
        "lancer.yaml": set_text(tile_text("Lancer", "Ln", replaces="Knight")),
        "odd, <b>.yaml": set_text(tile_text("Lancer", "Ln", replaces="Footman"), name="Odd"),
        "late/rook.yaml": set_text(tile_text("Rook", "Ro", starting=ROOK)),
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_folder_becomes_one_table_and_one_page(workbench: Runner, entries: Path) -> None:
    (entries / "bad.yaml").write_text(set_text(tile_text("Bad", "Bd", starting="k")), encoding="utf-8")
    (entries / "plan.yaml").write_text("games: 3\n", encoding="utf-8")
    code, out, err = workbench(*ASKED)
    assert code == 1, "an entry was left out"
    assert "left out: bad.yaml (it has errors)" in err
    assert "error[E30" in err
    assert "not tile sets: plan.yaml" in err
    rows = [line for line in out.splitlines() if line[:1].isdigit()]
    assert [row.split()[0] for row in rows] == ["1", "2", "3"]
    assert "3 entries, 6,000 games; each measured by itself against the base set's tiles in the bag" in out
    assert "wrote runs/entries-contest/report.html" in out
    assert "go on with: workbench balance entries --bots random --out runs/entries-contest" in err
    page = Path("runs/entries-contest/report.html").read_text(encoding="utf-8")
    assert "<title>Tile contest: entries</title>" in page
    assert page.count('aria-label="Lancer, starting side"') == 2
    assert page.count('aria-label="Rook, other side"') == 1
    assert "odd, &lt;b&gt;.yaml" in page
    assert "<b>.yaml" not in page
    assert "bad.yaml: it has errors" in page
    assert str(entries.parent) not in page, "a page to share says nothing of this computer"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are played in this process: most of a small contest would be the start of others."""
    monkeypatch.setattr("workbench.sim.pool.StandingPool", StandingHere)


@pytest.mark.usefixtures("here")
def test_programs_and_reports_get_the_same_table(workbench: Runner, entries: Path) -> None:
    data = json.loads(workbench(*ASKED, "--json").out)
    folder = "runs/entries-contest"
    assert data == json.loads(Path(folder, "answer.json").read_text(encoding="utf-8"))
    assert list(data) == ["version", "seed", "seconds", "games", "reference", "tiles", "entries", "left_out"]
    assert {tile["entry"] for tile in data["tiles"]} == {"lancer.yaml", "odd, <b>.yaml", "late/rook.yaml"}
    assert [one["rounds"] for one in data["entries"]] == [1, 1, 1]
    lines = list(csv.DictReader(io.StringIO(workbench("report", folder, "--format", "csv").out)))
    assert [line["entry"] for line in lines] == [tile["entry"] for tile in data["tiles"]]
    assert [float(line["points"]) for line in lines] == [tile["points"] for tile in data["tiles"]]
    told = workbench("report", folder, "--format", "md").out
    assert "# Tile contest: entries" in told
    assert "workbench balance entries --bots random --rounds 1" in told
    made = json.loads(workbench("report", folder, "--format", "json").out)
    assert made["sections"][0]["kind"] == "contest"
    one = workbench("report", *map(str, Path(folder).glob("lancer-*")), "--format", "md").out
    assert "workbench balance lancer.yaml --bots random --rounds 1" in one


@pytest.mark.usefixtures("here")
def test_the_same_command_goes_on_and_others_get_a_folder_of_their_own(workbench: Runner, entries: Path) -> None:
    first = json.loads(workbench(*ASKED, "--json").out)
    again = json.loads(workbench(*ASKED, "--json").out)
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    more = json.loads(workbench(*ASKED[:4], "--rounds", "2", "--workers", "1", "--json").out)
    assert [one["rounds"] for one in more["entries"]] == [2, 2, 2]
    assert workbench(*ASKED, "--seed", "7").code == 0
    assert Path("runs/entries-contest-2/report.html").exists()


@pytest.mark.usefixtures("here")
def test_an_entry_may_bring_house_rules(workbench: Runner, entries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is measured against the base set under these, and the table says so."""
    monkeypatch.setattr("workbench.balance.base._cached", lambda key: entries.parent / "effects.json")
    monkeypatch.setitem(MEASURED_GAMES, "random", 1_000)
    text = set_text(tile_text("Lancer", "Ln", replaces="Knight"), settings="{max_turns: 200}")
    (entries / "ruled.yaml").write_text(text, encoding="utf-8")
    found = workbench(*ASKED, "--json")
    assert found.code == 0, found.err
    assert "ruled.yaml has settings of its own; played with max_turns=200" in found.err
    told = {one["entry"]: one["settings"] for one in json.loads(found.out)["entries"]}
    assert [name for name, rules in told.items() if rules.get("max_turns") == 200] == ["ruled.yaml"]
    page = workbench("report", "runs/entries-contest", "--format", "md").out
    assert "ruled.yaml has other house rules than lancer.yaml (max\\_turns: 200)" in page


@pytest.mark.usefixtures("here")
def test_ctrl_c_keeps_what_is_there(workbench: Runner, entries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def pressed() -> Iterator[Callable[[], bool]]:
        yield lambda: True

    assert workbench(*ASKED).code == 0
    monkeypatch.setattr("workbench.sim.pool.stop_on_signals", pressed)
    code, out, err = workbench("balance", "entries", "--bots", "random", "--time", "5", "--workers", "1")
    assert code == 130
    assert "stopped: 3 entries, 6,000 games" in out, "what was played before is read"
    assert "stopped: what was played is kept in runs/entries-contest" in err
    assert "go on with: workbench balance entries --bots random --out runs/entries-contest" in err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            ("entries", "workshop"),
            2,
            "entries is a folder, a contest of all sets in it: name it alone, without workshop",
        ),
        (("entries", "entries/late"), 2, "without entries/late"),
        (("empty",), 2, "no tile sets in this folder"),
        (("bad",), 1, "no set in bad can be played"),
        (("rocks",), 1, "left out: rocks.yaml (terrain is not rated)"),
        (("copies",), 1, "left out: copy.yaml (it has no tile of its own"),
        (("entries", "--bots", "random,random"), 2, "a bot is named twice"),
    ],
)
def test_bad_input_gets_one_message(
    workbench: Runner, entries: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    for name in ("empty", "bad", "rocks", "copies"):
        Path(name).mkdir()
    Path("bad/bad.yaml").write_text("name: [", encoding="utf-8")
    Path("rocks/rocks.yaml").write_text(shipped_sets()["terrain"].read_text(encoding="utf-8"), encoding="utf-8")
    Path("copies/copy.yaml").write_text(shipped_sets()["base"].read_text(encoding="utf-8"), encoding="utf-8")
    found = workbench("balance", *words)
    assert found.code == code, found.err
    assert message in found.err + found.out
    assert "Traceback" not in found.err
    assert not Path("runs").exists()


@pytest.mark.usefixtures("here")
def test_results_are_no_entries(workbench: Runner, entries: Path) -> None:
    """Neither as the folder of a contest, nor inside it: runs stand beside the sets."""
    assert workbench(*ASKED).code == 0
    answered = workbench("balance", "runs/entries-contest")
    assert answered.code == 2
    assert "To see it: workbench report runs/entries-contest" in answered.err
    both = workbench("report", "runs/entries-contest", "runs/entries-contest")
    assert both.code == 2
    assert "is a contest of many sets: report on it by itself" in both.err
    whole = workbench("balance", ".", *ASKED[2:])
    assert whole.code == 0, whole.err
    assert "3 entries" in whole.out
    assert workbench("check", ".").code == 0


def test_too_many_entries_are_refused(workbench: Runner, entries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workbench.balance.contest.MOST_ENTRIES", 2)
    found = workbench(*ASKED)
    assert found.code == 2
    assert "3 entries are too many for one contest, which holds 2" in found.err


@pytest.mark.usefixtures("here")
def test_a_story_that_was_changed_is_not_believed(workbench: Runner, entries: Path) -> None:
    assert workbench(*ASKED).code == 0
    story = Path("runs/entries-contest/contest.json")
    story.write_text(story.read_text(encoding="utf-8").replace('"seed": 1', '"seed": 2'), encoding="utf-8")
    found = workbench("report", "runs/entries-contest")
    assert found.code == 2
    assert "contest.json is damaged or from another version" in found.err


def test_no_number_of_the_table_is_minus_zero() -> None:
    from workbench.cli.contest_show import _points

    assert _points({"points": -0.01, "interval": [-0.04, 0.03]}) == "+0.0 (+0.0 to +0.0)"
