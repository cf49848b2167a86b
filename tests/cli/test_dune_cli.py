"""The commands of Dragon Dune as a user calls them: answers, exit codes, one clear line for what is wrong."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import pty
import subprocess
import sys
import termios
from itertools import cycle
from pathlib import Path

import pytest
from support.command import Runner
from support.places import ROOT, TESTS

from workbench.cli.dune_play import HELP_TEXT, choose, list_choices
from workbench.cli.dune_words import draw_table, heard, question
from workbench.dune.bots import RandomBot
from workbench.dune.decision import Decision, Ranged
from workbench.dune.load import load_rules
from workbench.dune.names import format_card
from workbench.dune.play import play_game
from workbench.dune.record import GameRecord, RecordError, Taken, format_game, parse_game
from workbench.dune.session import Session
from workbench.dune.text import QUESTIONS
from workbench.sim.dune.plan import DunePlan
from workbench.sim.store import open_run

SCENARIOS = TESTS / "dune" / "scenarios.jsonl"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ------------------------------------------------------------------------------------------------- sim and compare
def test_sim_then_report(workbench: Runner) -> None:
    ran = workbench("dune", "sim", "--games", "8", "--workers", "1", "--seed", "3")
    assert ran.code == 0, ran.err
    assert "next: workbench report runs/dune-seeker" in ran.out
    told = workbench("report", "runs/dune-seeker")
    assert told.code == 0, told.err
    assert told.out.startswith("The Orcs win")
    assert Path("runs/dune-seeker/report.html").exists()
    again = workbench("dune", "sim", "--out", "runs/dune-seeker", "--resume")
    assert "all 8 games are there already" in again.out
    other = workbench("dune", "sim", "--out", "runs/dune-seeker", "--resume", "--setting", "turn_limit=9")
    assert other.code == 2
    assert "settings.turn_limit is not given in the run, 9 now" in other.err
    assert workbench("dune", "sim", "--out", "runs/dune-seeker", "--more", "6").code == 2
    other = workbench("dune", "sim", "--out", "runs/dune-seeker", "--more", "4", "--rules", "rev9", "--workers", "1")
    assert other.code == 2
    assert "the rule set has changed since" in other.err
    more = workbench("dune", "sim", "--out", "runs/dune-seeker", "--more", "4", "--workers", "1")
    assert more.code == 0, more.err
    assert "4 games in" in more.out
    assert workbench("dune", "sim", "--games", "12", "--seed", "3", "--workers", "1", "--out", "all").code == 0
    rows = [open_run(path, DunePlan).rows().collect() for path in ("runs/dune-seeker", "all")]
    assert rows[0].equals(rows[1])
    data = json.loads(workbench("report", "runs/dune-seeker", "--format", "json").out)
    assert data["runs"][0]["command"] == "workbench dune sim --games 12 --seed 3 --bots seeker"


def test_compare_says_what_changes(workbench: Runner) -> None:
    ran = workbench("dune", "compare", "--advanced", "plunder", "--games", "8", "--workers", "1")
    assert ran.code == 0, ran.err
    assert "plunder  Orcs" in ran.out
    assert "plunder: no sure change" in ran.out
    replayed = workbench("dune", "replay", "runs/dune-seeker-plunder", "--game", "1", "--variant", "plunder")
    assert "advanced: plunder" in replayed.out
    assert (
        "there are plunder"
        in workbench("dune", "replay", "runs/dune-seeker-plunder", "--game", "1", "--variant", "x").err
    )
    changed = workbench("dune", "compare", "--setting", "turn_limit=2", "--games", "8", "--workers", "1")
    assert "turn_limit=2  Orcs" in changed.out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["sim", "--bots", "X=random"], 2, "'X' is no faction"),
        (["sim", "--bots", "randm"], 2, "there is no bot 'randm'"),
        (["sim", "--advanced", "plundr"], 2, "did you mean"),
        (["sim", "--setting", "turn_limt=3"], 2, "Did you mean 'turn_limit'?"),
        (["sim", "--setting", "turn_limit"], 2, "is not KEY=VALUE"),
        (["sim", "--rules", "v1.3"], 2, "no rules of this name"),
        (["sim", "--games", "10"], 2, "take 8 or 12"),
        (["sim", "no-such-plan"], 2, "no plan of Dragon Dune"),
        (["sim", "--cluster", "moon"], 2, "is not tcp://HOST:PORT"),
        (["compare", "--advanced", "none"], 2, "name the powers"),
        (["compare", "--to", "v1.2"], 2, "changes nothing"),
        (["check", "no-such.yaml"], 2, "cannot be read"),
        (["rules", "DBAT-99"], 2, "there is no rule 'DBAT-99'"),
        (["map", "--rules", "nowhere"], 2, "no rules of this name"),
        (["scenario", "no-such.jsonl"], 2, "cannot be read"),
        (["replay", "no-such.txt"], 2, "no such file"),
        (["play", "--as", "hobbits"], 2, "'hobbits' is no faction"),
        (["play", "--watch", "--as", "orcs"], 2, "leave --as out"),
    ],
)
def test_bad_input_gets_one_clear_line(workbench: Runner, arguments: list[str], code: int, told: str) -> None:
    found = workbench("dune", *arguments)
    assert found.code == code
    assert told in " ".join(found.err.replace("│", " ").split())
    assert "Traceback" not in found.err
    assert not Path("runs").exists()


# ------------------------------------------------------------------------------------------------------- looking up
def test_check_tells_where(workbench: Runner) -> None:
    Path("own.yaml").write_text("based_on: v1.2\nname: own\nsettings:\n  hire_prise: 3\n", encoding="utf-8")
    found = workbench("dune", "check", "own.yaml")
    assert found.code == 1
    assert "own.yaml:4:3" in found.out
    assert json.loads(workbench("dune", "check", "own.yaml", "--json").out)["summary"]["errors"] == 1
    assert workbench("dune", "check", "v1.2", "rev9").code == 0


def test_rules_by_id_section_and_as_data(workbench: Runner) -> None:
    assert workbench("dune", "rules", "dtre-1").out.startswith("DTRE-1 After plans are shown")
    assert workbench("dune", "rules", "DVIC").out.count("DVIC-") >= 3
    told = json.loads(workbench("dune", "rules", "DVIC", "--json").out)["rules"]
    assert {one["id"].split("-")[0] for one in told} == {"DVIC"}
    assert "CC BY-SA 4.0" in workbench("dune", "rules").out


def test_map_as_text_svg_and_data(workbench: Runner) -> None:
    text = workbench("dune", "map").out
    assert all(name in text for name in load_rules().territories)
    assert max(map(len, text.splitlines())) <= 80
    assert workbench("dune", "map", "--svg", "map.svg").code == 0
    drawn = Path("map.svg").read_text(encoding="utf-8")
    assert drawn.count("<title>") == 28
    assert all("Vincent von Guard, CC BY-SA 4.0" in one for one in (text, drawn))
    assert workbench("dune", "map", "--svg", "map.svg").code == 2  # nothing is overwritten without leave
    assert len(json.loads(workbench("dune", "map", "--json").out)["territories"]) == 28


def test_scenarios(workbench: Runner) -> None:
    found = json.loads(workbench("dune", "scenario", str(SCENARIOS), "--json").out)
    assert found["failed"] == []
    lines = SCENARIOS.read_text(encoding="utf-8").splitlines()
    wrong = json.loads(lines[0])
    wrong["expect"] = {"illegal": "perhaps"}
    Path("wrong.jsonl").write_text(json.dumps(wrong) + "\n", encoding="utf-8")
    told = workbench("dune", "scenario", "wrong.jsonl")
    assert told.code == 1
    assert f"failed {wrong['id']}" in told.out


def test_bench(workbench: Runner) -> None:
    found = json.loads(workbench("bench", "dune", "--seconds", "0.1", "--bot", "random", "--json").out)
    (one,) = found["games_per_cpu_second"]
    assert one["bot"] == "random"
    assert one["bare"] > 0 < one["recorded"]


# --------------------------------------------------------------------------------------------------- play and replay
def test_a_session_of_bots_is_the_simulated_game() -> None:
    rules = load_rules(advanced=["plunder"])
    session = Session(rules, 5, 2, [RandomBot()] * 4)
    while not session.is_over:
        session.let_bot_decide()
    simulated = play_game(rules, 5, 2, [RandomBot()] * 4, log=True)
    assert session.state.log == simulated.log


def test_taking_back_forgets_what_came_after() -> None:
    session = Session(load_rules(), 5, 0, [RandomBot(), RandomBot(), RandomBot(), None])
    assert not session.take_back(3)
    first = session.state.decision()
    assert first is not None
    assert first.kind == "orc_setup"
    session.take(first.options[0])
    while not session.waits_for_person:
        session.let_bot_decide()
    assert session.take_back(3)
    assert session.taken == []
    assert session.state.decision() == first
    with pytest.raises(ValueError, match="not among the options"):
        session.take((99, 99, 99))


def record_of(seed: int) -> tuple[GameRecord, list[tuple[object, ...]]]:
    state = play_game(load_rules(), seed, 0, [RandomBot()] * 4, log=True)
    taken = [Taken(e[0], e[1], e[3], e[4], e[5]) for e in state.log if e[2] == "take"]
    return GameRecord({"rules": "v1.2", "seed": str(seed), "game": "0"}, taken), state.log


def test_a_record_gives_the_game_again() -> None:
    record, log = record_of(9)
    again = parse_game(format_game(record))
    assert again == record
    assert again.state(load_rules()).log == log


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda text: "chess\n" + text, "does not begin with"),
        (lambda text: text.replace("seed: 9", "seed: ten"), "needs a number for 'seed'"),
        (lambda text: text.replace(" orc_setup ", " orc_seatup "), "is no decision"),
        (lambda text: text.replace("orc_setup", "bid", 1), "where O orc_setup has to be decided"),
        (lambda text: text.replace("seed: 9", "fingerprint: 1234\nseed: 9"), "the rules are not those"),
        (lambda text: text + "8.7 D bid 3\n", "the game is over before it"),
    ],
)
def test_damaged_records_are_told(wrong, told: str, workbench: Runner) -> None:
    record, _ = record_of(9)
    text = wrong(format_game(record))
    with pytest.raises(RecordError, match=told):
        parse_game(text).state(load_rules())
    Path("game.txt").write_text(text, encoding="utf-8")
    found = workbench("dune", "replay", "game.txt")
    assert found.code == 2
    assert told in found.err


def test_replay_of_a_run(workbench: Runner) -> None:
    workbench("dune", "sim", "--games", "4", "--workers", "1", "--out", "run")
    shown = workbench("dune", "replay", "run", "--game", "3", "--record", "game.txt")
    assert shown.code == 0, shown.err
    assert "--- turn 1" in shown.out
    end = shown.out.splitlines()[-1]
    assert workbench("dune", "replay", "game.txt").out.splitlines()[-1] == end
    assert "games 0 to 3" in workbench("dune", "replay", "run", "--game", "4").err


def test_play_to_the_end_and_see_it_again(workbench: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = cycle(["help", "1", "1 0", "1 1", "2", "2 1", "2 2"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    played = workbench("dune", "play", "--as", "dwarves", "--seed", "2", "--advanced", "all", "--record", "game.txt")
    assert played.code == 0, played.err
    assert played.out.startswith("You are the Dwarves. Order of play: ")
    assert "Your hand:" in played.out
    *_, end, castles = played.out.splitlines()
    assert " win by " in end
    assert castles.startswith("Castles: Dwarves ")
    assert workbench("dune", "replay", "game.txt").code == 0


def test_undo_map_rules_and_quit(workbench: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["undo", "map", "rules DSET-1", "9f", "zebra", "99", "1 1", "1", "undo", "save half.txt", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    played = workbench("dune", "play", "--as", "orcs", "--seed", "2")
    assert played.code == 0, played.err
    assert "There is nothing to take back." in played.out
    assert "the Orcs split 5" in played.out
    assert "No option has 'zebra' in it" in played.out
    assert "There are options 1 to 21." in played.out
    assert "takes no count" in played.out
    assert played.out.count("Where do your units start?") == 2
    assert "Queens and Jacks are dealt after this." in played.out
    assert "Queen of" not in played.out.split("Where do your units start?")[0]
    assert max(map(len, HELP_TEXT.splitlines())) <= 80
    assert played.out.endswith("Stopped.\n")
    assert parse_game(Path("half.txt").read_text(encoding="utf-8")).taken == []


def test_counts_are_asked_for() -> None:
    view = play_game(load_rules(), 1, 0, [RandomBot()] * 4).view(0)
    asked = Decision(0, "bid", Ranged([(2, 5)]), 3)
    choices = list_choices(view, asked)
    assert [choice.text for choice in choices] == ["pass", "2 to 5 gold"]
    assert choose(["2"], choices) is None
    assert choose(["2", "6"], choices) is None
    assert choose(["2", "4"], choices) == (4,)
    assert choose(["1"], choices) == ()


def test_choices_are_plain_words() -> None:
    """Cards of the hand by name, and a small army is no colour."""
    view = play_game(load_rules(), 1, 0, [RandomBot()] * 4).view(2)._replace(hand=(0, 17))
    cards = list_choices(view, Decision(2, "discard", Ranged([(0, 1)]), 6))
    assert [choice.text for choice in cards] == ["pass", "discard AC", "discard 6H"]
    assert choose(["3"], cards) == (1,)
    (army,) = list_choices(view, Decision(2, "answer", Ranged([(0, 2)], passes=False), 5))
    assert army.text == "an army of 0 to 2"
    colours = list_choices(view, Decision(2, "answer", ((0,), (1,)), 5))
    assert [choice.text for choice in colours] == ["no artifact", "a red artifact"]
    (hired,) = list_choices(view, Decision(2, "hire", Ranged([(-1, 1, 1, 4)], passes=False), 4))
    assert hired.text.startswith("hire 1 to 4 units in ")


def test_a_player_hears_nothing_that_is_hidden() -> None:
    """What one seat is told does not name a card that this seat does not see."""
    secret = 0
    for game in range(12):
        state = play_game(load_rules(advanced=["plunder"]), 1, game, [RandomBot()] * 4, log=True)
        for entry in state.log:
            for seat in range(4):
                line = heard(state.tables, entry, seat)
                if entry[2] == "take" and entry[4] in ("plan", "pay_ace", "treachery", "answer", "hide", "move"):
                    assert line == ""
                if entry[2] in ("card", "extra_card") and seat != entry[3] and (seat != 1 or entry[2] == "extra_card"):
                    assert format_card(entry[4]) not in line.replace(f"with {format_card(entry[-1])}", "")
                    secret += 1
    assert secret > 100


def test_every_question_can_be_put_and_shown() -> None:
    """Random games at all seats: the words for what is asked and for the table never fail."""
    seen = set()
    for game in range(16):
        state = Session(load_rules(advanced=["elite", "blessing", "initiative", "plunder"]), 2, game, [RandomBot()] * 4)
        while not state.is_over:
            asked = state.state.decision()
            assert asked is not None
            if asked.kind not in seen:
                view = state.state.view(asked.seat)
                assert QUESTIONS[asked.kind] in question(view, asked)
                assert "(you)" in draw_table(view)
                assert len(list_choices(view, asked)) > 0
                seen.add(asked.kind)
            state.let_bot_decide()
    assert len(seen) > 20


def test_play_in_a_real_terminal_stops_by_ctrl_c_and_keeps_the_record(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from workbench.cli import main; main()", "dune", "play", "--seed", "1"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"}
    outer, inner = pty.openpty()
    game = subprocess.Popen(
        [*command, "--record", "kept.txt"], env=env, cwd=tmp_path, stdin=inner, stdout=inner, stderr=inner,
        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
    )  # fmt: skip
    os.close(inner)

    def read_prompt() -> str:
        text = ""
        while not text.endswith("> "):
            text += os.read(outer, 4096).decode()
        return text

    assert "Where do your units start?" in read_prompt()
    os.write(outer, b"1\n")
    read_prompt()
    # Python's line editor may miss a key pressed in the instant between prompt and waiting: press again, as people do.
    for _ in range(300):
        os.write(outer, b"\x03")
        with contextlib.suppress(subprocess.TimeoutExpired):
            game.wait(timeout=2)
            break
    assert game.returncode == 130
    os.close(outer)
    kept = parse_game((tmp_path / "kept.txt").read_text(encoding="utf-8"))
    assert kept.taken[0].kind == "orc_setup"
