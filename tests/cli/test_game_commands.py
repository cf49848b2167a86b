"""show, why, play, replay, perft and bench engine, as a user runs them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.duke.game import game_of
from workbench.duke.record import BadRecord, GameRecord, RecordLine, format_record, parse_record

RUN = CliRunner()
LINE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
SIEGE = "3du2/6/6/6/TR5/2DU3 S Kn/- pool=Ba 0"


def run(*words: str, code: int = 0, typed: str | None = None) -> str:
    result = RUN.invoke(app, list(words), input=typed)
    assert result.exit_code == code, result.output
    return result.output


# show and why


def test_show_draws_the_board() -> None:
    text = run("show", LINE, "--ascii")
    assert "3 |      |      |      | KN'  |      |      | 3" in text
    assert "South to move; 9 turns made." in text
    assert "South's bag (4): Bowman, 3 x Pikeman." in text
    assert LINE in text


def test_show_lists_turns_by_tile() -> None:
    text = run("show", LINE, "--turns")
    assert "Knight d3   d3-f1" in text
    assert "13 legal turns" in text or "12 legal turns" in text
    chance = run("show", LINE.replace("- 9", "ph=?draw 9"), "--turns")
    assert "+Pi  3/4" in chance


def test_show_terrain_and_the_end() -> None:
    text = run("show", "3du2/6/6/6/6/2DU3 S -/- mt=a3;ft=c2;dr=d4W! 0", "--ascii")
    legend = " ".join(text[text.rindex("a      b") :].split())
    assert "/\\ Mountain: nobody enters it" in legend
    assert "[] Fort: no jump enters it" in legend
    assert "D<! Dragon on d4: enraged, looks west" in legend
    assert "North wins: the Duke is captured." in run("show", "3du2/6/6/6/6/6 N -/- ph=over:N:duke 3", "--turns")
    assert "Beside the board: Ballista" in run("show", SIEGE, "--sets", "siege-engines")


def test_show_for_programs() -> None:
    data = json.loads(run("show", LINE, "--json"))
    assert (data["version"], data["position"], data["owner"], data["reason"]) == (1, LINE, "south", None)
    assert "d3xd5" in data["turns"]
    assert json.loads(run("show", "start", "--json"))["turns"] == ["Du@c1", "Du@d1"]


@pytest.mark.rule("GUARD-8")
def test_show_marks_who_is_in_guard() -> None:
    threat = "2fodu2/6/6/3KN'2/2FO3/2DUFO2 N BoPi3/BoPi3 - 9"
    assert "Guard: South threatens North's Duke (GUARD-8)." in run("show", threat)
    assert json.loads(run("show", threat, "--json"))["guard"] == "north"
    assert json.loads(run("show", LINE, "--json"))["guard"] is None
    assert "Guard" not in run("show", LINE)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["show", "3du2/6/6/6/QQ5/DU1DU3 S Du/- - 0"], "South has two Dukes"),
        (["show", LINE, "--sets", "nowhere"], "no tile set of this name"),
        (["show", LINE, "--setting", "colour=red"], "colour"),
        (["show", LINE, "--setting", "max_turns"], "max_turns"),
        (["show", LINE, "--terrain", "mountain=99"], "terrain.mountain"),
        (["why", LINE, "castle"], "is not the text of a turn"),
        (["perft", "nonsense", "1"], "five fields"),
        (["play", "--bot", "randon"], "id you mean 'random'?"),
        (["play", "--bot", "random", "--bot", "random", "--bot", "random"], "at most two bots"),
        (["replay", "/nowhere/at/all"], "nowhere"),
        (["bench", "engine", "--family", "chess"], "no family 'chess'"),
    ],
)
def test_bad_input_ends_with_code_2(words: list[str], told: str) -> None:
    from workbench.cli import app as module

    result = RUN.invoke(app, words)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        # findings and missing files are printed by main(), which wraps the application
        assert told in str(result.exception), result.exception
        assert module.main
        return
    assert result.exit_code == 2, result.output
    assert told in result.output


def test_why_in_words() -> None:
    text = run("why", LINE, "d3xd5")
    assert "d3xd5 is legal (SLIDE-1)" in text
    text = run("why", LINE, "c1-c2", code=1)
    assert "c1-c2 is not legal (TURN-1): the Duke on c1" in text
    data = json.loads(run("why", LINE, "c1-e1", "--json", code=1))
    assert (data["legal"], data["rule"]) == (False, "MOVE-2")
    assert data["text"]


def test_perft() -> None:
    assert run("perft", LINE, "0").strip() == "1"
    data = json.loads(run("perft", LINE, "1", "--divide", "--json"))
    assert sum(data["divide"].values()) == data["total"] == 13
    assert run("perft", LINE, "1", "--divide").splitlines()[-1] == "13"


# play and replay


def test_bots_play_a_game_that_can_be_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    words = ("--bot", "random", "--bot", "random", "--seed", "5", "--quiet")
    text = run("play", *words, "--record", str(file))
    assert "The game is over after" in text
    record = parse_record(file.read_text())
    assert format_record(record) == file.read_text()
    again = tmp_path / "again.txt"
    run("play", *words, "--record", str(again))
    assert again.read_text() == file.read_text()
    replayed = run("replay", str(file))
    assert record.entries[3].text in replayed
    assert text.splitlines()[-2] in replayed
    winner, reason, plies = record.header["result"].split()
    *_, (_, last) = record.positions()
    assert f"ph=over:{winner}:{reason}" in last.line
    assert last.line.endswith(f" {plies}")


def test_a_human_plays_asks_and_takes_back(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typed = "\n".join(
        ["help", "Du@c1", "Fo@b1,Fo@c2", "turns", "why c1-c6", "why", "castle", "c1-c6", "board", "line",
         "c2-c3", "undo", "c2-d2", "quit"]
    )  # fmt: skip
    text = run("play", "--seed", "3", "--record", str(file), typed=typed + "\n")
    for words in ("undo          take back", "legal turns", "not legal (TURN-1)", "Stopped."):
        assert words in text
    assert "'castle' is no turn and no command." in text
    record = parse_record(file.read_text())
    assert record.header["result"] == "unfinished"
    mine = [entry.text for entry in record.entries if entry.who == "S"]
    assert mine[:3] == ["Du@c1", "Fo@b1,Fo@c2", "c2-d2"]
    assert list(record.positions())


def test_nothing_to_take_back_and_the_end_of_input() -> None:
    text = run("play", "--seed", "3", typed="undo\n")
    assert "There is nothing to take back." in text
    assert "Stopped." in text


def test_play_from_a_position_as_north(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = run(
        "play", "--seat", "north", "--from", LINE.replace(" S ", " N "), "--seed", "1", "--record", str(file),
        typed="d6-e6\nquit\n",
    )  # fmt: skip
    assert "random (South, CAPITALS) against human (North)" in text
    record = parse_record(file.read_text())
    assert record.header["start"] == LINE.replace(" S ", " N ")
    assert str(record.entries[0]) == "9 N d6-e6"


@pytest.mark.parametrize(
    ("sets", "settings", "seed"),
    [
        (["--sets", "siege-engines"], ["-s", "enhanced=both"], 11),
        ([], ["--terrain", "mountain=1", "--terrain", "fort=1", "--terrain", "dragon"], 2),
        ([], ["--objective", "counting_coup", "--terrain", "dragon"], 4),
        ([], ["--objective", "dark_rider"], 6),
        ([], ["--objective", "dynastic_dispute"], 8),
    ],
)
def test_records_of_every_kind_of_game_replay(sets: list[str], settings: list[str], seed: int, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    bots = ["--bot", "random", "--bot", "random", "-q", "-s", "max_turns=60"]
    run("play", *bots, *sets, *settings, "--seed", str(seed), "--record", str(file))
    record = parse_record(file.read_text())
    positions = list(record.positions())
    assert positions[-1][1].is_over
    assert all(entry is None or entry.text for entry, _ in positions)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1"),
        ("duke game record 1\nbanana\n", "line 2: 'banana' is not a header line"),
        ("duke game record 1\n\n0 S\n", "line 3"),
        ("duke game record 1\n\n0 Q Du@c1\n", "line 3"),
    ],
)
def test_records_that_cannot_be_read(text: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        parse_record(text)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (GameRecord({}, (RecordLine(0, "S", "Du@a1"),)), "at '0 S Du@a1'"),
        (GameRecord({"start": "x"}), "start: "),
        (GameRecord({"settings": "{"}), "settings: "),
        (GameRecord({"light": "east"}), "light: "),
    ],
)
def test_records_that_cannot_be_replayed(record: GameRecord, words: str, tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=words):
        list(record.positions())
    file = tmp_path / "game.txt"
    file.write_text(format_record(record))
    assert words.split()[0] in run("replay", str(file), code=2)


def test_replay_draws_every_step(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    entries = (RecordLine(0, "S", "Du@c1"), RecordLine(0, "S", "Fo@b1,Fo@c2"))
    file.write_text(format_record(GameRecord({"south": "someone"}, entries)))
    text = run("replay", str(file), "--all")
    assert text.count("a      b      c") == 6
    assert "[2/2] 0 S Fo@b1,Fo@c2" in text
    assert "one game" in run("replay", str(file), "--game", "1", code=2)


def test_a_simulated_game_replays_as_it_was_played(tmp_path: Path) -> None:
    import polars as pl

    from workbench.cli.replay import simulated_game

    folder = tmp_path / "run"
    run("sim", "--games", "6", "--out", str(folder), "--seed", "9", "-w", "1", "--chunk", "6")
    rows = pl.concat([pl.read_parquet(path) for path in sorted(folder.glob("games-*.parquet"))])
    for row in rows.head(3).iter_rows(named=True):
        record = simulated_game(folder, row["game"])
        _, reason, plies = record.header["result"].split()
        assert (int(plies), reason) == (row["plies"], row["reason"])
    text = run("replay", str(folder), "--game", "0", "--record", str(tmp_path / "g.txt"))
    assert "The game is over" in text
    assert "games 0 to 5" in run("replay", str(folder), "--game", "77", code=2)
    assert "say which" in run("replay", str(folder), code=2)


def test_light_and_sets_are_kept_in_records() -> None:
    assert game_of(("siege-engines",)).sets == ("siege-engines",)
    record = GameRecord({"sets": "base siege-engines", "light": "north", "settings": '{"enhanced": "both"}'})
    assert record.game().composition.settings.enhanced == "both"


@pytest.mark.skipif("NUMBA_DISABLE_JIT" in os.environ, reason="about the compiled engine")
def test_bench_engine() -> None:
    data = json.loads(
        RUN.invoke(app, ["bench", "engine", "--family", "dark_rider", "--seconds", "0.05", "--json"]).stdout
    )
    assert data["version"] == 1
    (row,) = data["families"]
    assert row["family"] == "dark_rider"
    assert row["plies_per_s"] > 0
    assert row["all_cores_plies_per_s"] > 0
    assert abs(row["wins"]["south"] + row["wins"]["north"] + row["draws"] - 1) < 1e-9
    assert abs(sum(row["reasons"].values()) - 1) < 1e-9
    assert set(data["start"]) == {"cold_s", "warm_s"}
