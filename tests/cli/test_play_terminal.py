"""Games in a real terminal: typed by two people, to the end, for every objective, terrain and ability."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support.places import ROOT
from support.scripted_games import KINDS, find_script, typed
from support.terminal import HAS_TMUX, Terminal

pytestmark = pytest.mark.skipif(not HAS_TMUX, reason="needs tmux")
ESC = "\x1b["


def play_in_terminal(name: str, folder: Path) -> str:
    """Type the script of a kind of game line by line; returns all that was shown."""
    kind, script = find_script(KINDS[name])
    with Terminal(["play", *kind.words], folder=folder) as window:
        for number, line in enumerate(typed(script), 1):
            window.wait_for("South>", "North>", times=number)
            if number == 1:
                assert ESC in window.screen(colours=True)
            window.type(line)
        return window.wait_for("[exit 0]")


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.long) for name in KINDS if name != "dark_rider"])
def test_every_kind_of_game_in_a_terminal(name: str, tmp_path: Path) -> None:
    shown = play_in_terminal(name, tmp_path)
    assert "The game is over after" in shown
    assert "no turn and no command" not in shown


def test_a_game_in_a_terminal(tmp_path: Path) -> None:
    """The shortest kind, in the usual profile; it is kept as a recording."""
    shown = play_in_terminal("dark_rider", tmp_path)
    assert "South wins: " in shown or "North wins: " in shown
    compare_recording("dark-rider.txt", shown)


def test_looking_around_in_a_terminal(tmp_path: Path) -> None:
    start = "2fodu2/6/6/6/2FO1KN1/2DUFO2 S BoPi3/BoPi3 off=x:Se/- 9"
    lines = ["help", "e2?", "tile e2", "why e2-e4", "e2 d4", "d6?", "quit"]
    with Terminal(["play", "--from", start, "--hot-seat", "--seed", "1"], folder=tmp_path) as window:
        for number, line in enumerate(lines, 1):
            window.wait_for("South>", "North>", times=number)
            window.type(line)
        shown = window.wait_for("[exit 0]")
    assert "Guard! North's Duke could be captured" in shown
    compare_recording("looking-around.txt", shown)


def test_the_whole_table_fits_a_small_terminal(tmp_path: Path) -> None:
    """24 lines and 80 columns: all ranks, both bags and the question are seen at once."""
    with Terminal(["play", "--seed", "1", "--hot-seat"], lines=24, folder=tmp_path) as window:
        shown = window.wait_on_screen("Put your Duke on c1 or d1.", "South>")
        window.type("quit")
    assert [line[0] for line in shown.splitlines() if line[1:3] == " │" and line[0] != " "] == list("654321")
    assert "North's bag (16)" in shown


def compare_recording(name: str, shown: str) -> None:
    """With WORKBENCH_UPDATE=1 the recording is written anew; then read the difference."""
    file = ROOT / "docs" / "recordings" / name
    text = shown.split("[exit 0]")[0].rstrip() + "\n"
    if os.environ.get("WORKBENCH_UPDATE"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 80


def test_what_is_typed_while_a_bot_thinks_is_no_turn(tmp_path: Path) -> None:
    """Two lines at once: the first is a turn, the second comes while the bot thinks about it and is dropped."""
    start = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
    words = ["play", "--from", start, "--bots", "search:depth=1", "--think", "1", "--seed", "1"]
    with Terminal(words, folder=tmp_path) as window:
        window.wait_for("South>")
        window.type("d1-e1\nc2-c3\n", enter=False)
        window.wait_for("South>", times=2)
        window.type("line")
        shown = window.wait_for(" 11\n")
        assert "South's Footman goes from c2 to c3" not in shown
        window.type("quit")
        assert "To go on later: workbench play --from" in window.wait_for("[exit 0]")


def test_who_works_is_seen_and_hears_nothing(tmp_path: Path) -> None:
    """The spinner turns as long as the work takes, however slow the machine; then what was typed is forgotten."""
    go = tmp_path / "go"
    program = (
        "import time; from pathlib import Path; from workbench.cli.waiting import working\n"
        "with working('somebody is thinking'):\n"
        "    while not Path('go').exists(): time.sleep(0.05)\n"
        "print('heard', input('asked> '))"
    )
    with Terminal([], folder=tmp_path, program=program) as window:
        window.wait_for("somebody is thinking (")
        window.type("early")
        window.screen()  # tmux has handed it on
        go.touch()
        window.wait_for("asked>")
        window.type("late")
        shown = window.wait_for("[exit 0]")
    assert "heard late" in shown
    assert "is thinking" not in shown
