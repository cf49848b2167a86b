"""--bots-from on the command line: play, sim and replay with a bot of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.command import Runner

from workbench.sim.duke.plan import Plan
from workbench.sim.store import open_run

CAUTIOUS = """\
class Cautious:
    def choose(self, position, turns):
        captures = [turn for turn in turns if "x" in turn]
        return (captures or turns)[0]
"""
MOODY = """\
class Moody:
    def choose(self, position, turns):
        if position.ply == 6:
            return turns[len(turns)]
        return turns[0]
"""
MINE = ("--bots-from", "mine.py:Cautious")


@pytest.fixture(autouse=True)
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(CAUTIOUS, encoding="utf-8")
    (tmp_path / "moody.py").write_text(MOODY, encoding="utf-8")
    return tmp_path


def sim(workbench: Runner, *arguments: str, code: int = 0) -> str:
    done = workbench("sim", *arguments, "--workers", "2")
    assert done.code == code, done.err
    assert "Traceback" not in done.err
    return done.out + done.err


def test_named_alone_it_sits_on_both_sides(workbench: Runner) -> None:
    out = sim(workbench, "base", *MINE, "--games", "60", "--out", "two")
    assert "cautious: South scores" in out
    assert workbench("sim", "base", *MINE, "--games", "60", "--out", "one", "--workers", "1").code == 0
    assert open_run("one", Plan).content_hash() == open_run("two", Plan).content_hash()
    again = sim(workbench, "--out", "two", "--resume", code=2)
    assert (
        "two was played by cautious, whose code is only run if you name it: add --bots-from mine.py:Cautious" in again
    )
    assert "all 60 games are there already" in sim(workbench, "--out", "two", "--resume", *MINE)
    Path("mine.py").write_text(CAUTIOUS + "# another thought\n", encoding="utf-8")
    assert "the bot cautious has changed since" in sim(workbench, "--out", "two", "--resume", *MINE, code=2)


def test_its_run_can_be_reported(workbench: Runner) -> None:
    """Nobody has measured what official tiles are worth to it, so that there is no verdict; all else is told."""
    sim(workbench, "workshop", *MINE, "--games", "4", "--out", "run")
    code, out, err = workbench("report", "run", "--format", "md")
    assert code == 0, err
    assert "**Lancer: open.** No verdict, for it is not known what official tiles are worth to cautious players" in out
    assert "To ask the bots that are measured: workbench balance workshop" in out
    assert "workbench sim workshop --games 4 --seed 1 --bots cautious --bots-from mine.py:Cautious" in out
    tiles = out.partition("## All tiles")[2].partition("##")[0]
    assert "Lancer" in tiles
    assert not re.search(r"\d \([-+]\d", tiles)  # four games leave no interval to tell


def test_it_meets_shipped_bots_and_its_games_can_be_watched(workbench: Runner) -> None:
    out = sim(workbench, "base", *MINE, "--south", "cautious", "--north", "random", "--games", "4", "--out", "run")
    assert "against random in pairs" in out
    told = sim(workbench, "base", *MINE, "--south", "cautious", "--north", "sly", "--out", "sly", code=2)
    assert "there is no bot 'sly'" in told
    assert "yours is 'cautious'" in told
    refused = workbench("replay", "run", "--game", "1")
    assert refused.code == 2
    assert "add --bots-from mine.py:Cautious" in refused.err
    rows = open_run("run", Plan).rows().collect()
    for number in range(4):
        shown = workbench("replay", "run", "--game", str(number), *MINE)
        assert shown.code == 0, shown.err
        row = rows.row(number, named=True)
        assert f"result: {'SN='[row['winner']]} {row['reason']} {row['plies']}" in shown.out


def test_a_plan_may_name_it_but_not_have_it_run(workbench: Runner) -> None:
    Path("plan.yaml").write_text("bots: [cautious, random]\ngames: 2\n", encoding="utf-8")
    told = sim(workbench, "plan.yaml", "--out", "run", code=2)
    assert "there is no bot 'cautious'" in told
    assert "a bot of your own is named with --bots-from FILE.py:Class" in told
    assert not Path("run").exists()
    out = sim(workbench, "plan.yaml", *MINE, "--out", "run")
    assert "cautious: South scores" in out
    assert "random: South scores" in out


@pytest.mark.parametrize(
    "line", ["bots_from: mine.py:Cautious", "bots_from: [mine.py:Cautious]", "bots: [mine.py:Cautious]"]
)
def test_a_plan_that_names_code_is_told_the_option(workbench: Runner, line: str) -> None:
    Path("mine.py").write_text("raise SystemExit('this was run')\n", encoding="utf-8")
    Path("plan.yaml").write_text(f"{line}\ngames: 2\n", encoding="utf-8")
    told = sim(workbench, "plan.yaml", code=2)
    assert "only the command line can name a bot of one's own" in told
    assert "Add to the command: --bots-from mine.py:Cautious" in told
    assert "plan.yaml:1:" in told
    assert "this was run" not in told


def test_a_fault_ends_the_run_with_its_line(workbench: Runner) -> None:
    told = sim(workbench, "base", "--bots-from", "moody.py:Moody", "--games", "4", "--out", "run", code=2)
    assert "error: moody.py:4: IndexError: tuple index out of range (return turns[len(turns)]); Moody was asked" in told
    for name in ("moody.py:Gone", "moody.py", "gone.py:Gone"):
        assert "error: --bots-from" in sim(workbench, "base", "--bots-from", name, code=2)


def test_games_that_are_there_are_kept_and_the_command_goes_on_with_them(workbench: Runner) -> None:
    late = MOODY.replace("position.ply == 6", "GAME > 60").replace("class", "GAME = 0\nclass", 1)
    late = late.replace(
        "        if", "        global GAME\n        GAME += position.ply == 0 and 'Du' in turns[0]\n        if"
    )
    Path("late.py").write_text(late.replace("Moody", "Late"), encoding="utf-8")
    own = ("--bots-from", "late.py:Late")
    done = workbench("sim", "base", *own, "--games", "100", "--chunk", "20", "--out", "run", "--workers", "1")
    assert done.code == 2
    assert "late.py:7: IndexError" in done.err
    assert (
        "20 finished games are kept; go on with: workbench sim --out run --resume --bots-from late.py:Late" in done.err
    )


def test_a_bot_without_a_seat_is_a_slip(workbench: Runner) -> None:
    told = sim(workbench, "base", *MINE, "--bots", "random", code=2)
    assert "in no seat" in told
    assert "'cautious'" in told
    assert "in no seat" in workbench("play", *MINE, "--bot", "random").err


def test_two_bots_play_at_the_table(workbench: Runner) -> None:
    command = ("play", *MINE, "--bot", "cautious", "--bot", "random", "--seed", "4", "--quiet", "--record")
    for name in ("one.txt", "two.txt"):
        done = workbench(*command, name)
        assert done.code == 0, done.err
    assert Path("one.txt").read_text() == Path("two.txt").read_text()
    assert "south: cautious" in Path("one.txt").read_text()


def test_a_fault_at_the_table_keeps_the_record(workbench: Runner) -> None:
    moody = ("--bots-from", "moody.py:Moody", "--bot", "moody", "--bot", "random")
    done = workbench("play", *moody, "--seed", "1", "--record", "game.txt")
    assert done.code == 2
    assert "error: moody.py:4: IndexError" in done.err
    assert "Traceback" not in done.err
    assert "5 N " in Path("game.txt").read_text()
    assert workbench("replay", "game.txt").code == 0


def test_alone_at_the_table_it_is_your_opponent(workbench: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_input(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", no_input)
    done = workbench("play", *MINE, "--seed", "1")
    assert done.code == 0
    assert "human (South, CAPITALS) against cautious (North)" in done.out
    told = workbench("play", "--bot", "cautious")
    assert told.code == 2
    assert "--bots-from" in told.err
