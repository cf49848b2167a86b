"""Stepping through games: by single keys on a terminal, runs of the lab, and twins in 80 columns."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from support.terminal import HAS_TMUX, Terminal
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.cli.keys import moved
from workbench.cli.lab_twins import arm_words
from workbench.duke.record import GameRecord, RecordLine, format_record

RUN = CliRunner()


def run(*words: str, code: int = 0) -> str:
    result = RUN.invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(scope="module")
def lab_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two bots, so that it matters whose pair is shown."""
    folder = tmp_path_factory.mktemp("lab") / "run"
    run("lab", "swap", "Pikeman", "Wizard", "--bots", "random,greedy", "--until", "40", "--out", str(folder), "-w", "1")
    return folder


@pytest.mark.parametrize(
    ("key", "there"),
    [(" ", 6), ("\x1b[C", 6), ("b", 4), ("\x1b[D", 4), ("g", 0), ("e", 9), ("\x1b[6~", 9), ("\x1b[5~", 0), ("z", 5)],
)
def test_where_a_key_leads(key: str, there: int) -> None:
    assert moved(key, 5, 0, 9) == there


def test_a_game_of_a_lab_run(lab_run: Path) -> None:
    text = run("replay", str(lab_run), "--game", "3", "--bots", "greedy")
    assert "bots: greedy" in text
    assert "played: North with Wizard" in text
    assert "The game is over" in text
    assert "played: North with Pikeman" in run("replay", str(lab_run), "--game", "3", "--arm", "control")
    assert "'nobody' is not in this run" in run("replay", str(lab_run), "--game", "3", "--bots", "nobody", code=2)
    refused = run("replay", str(lab_run), "--game", "3", "--record", "x.txt", code=2)
    assert "no record can name" in " ".join(refused.replace("│", " ").split())


def test_twins_name_the_bot_whose_pair_is_shown(lab_run: Path) -> None:
    listed = run("lab", "twins", str(lab_run), "--bots", "greedy", "--count", "1")
    assert "--bots greedy" in listed
    pair = listed.splitlines()[1].split()[0]
    shown = run("lab", "twins", str(lab_run), "--bots", "greedy", "--pair", pair)
    assert f"pair {pair} of greedy" in shown
    assert "(--bots shows those of random)" in shown
    assert f"pair {pair} of random" in run("lab", "twins", str(lab_run), "--pair", pair)


@pytest.mark.parametrize(("experiment", "words"), [("icons", "without slide ahead"), ("tune", "with slide ahead")])
def test_an_arm_of_icons_is_the_tile_without_them(experiment: str, words: str) -> None:
    run_of = SimpleNamespace(plan=SimpleNamespace(experiment=experiment), about={"arms": [{"label": "slide ahead"}]})
    assert arm_words(run_of, 0) == words  # type: ignore[arg-type]


def test_twins_fit_80_columns(lab_run: Path) -> None:
    pair = run("lab", "twins", str(lab_run), "--count", "1").splitlines()[1].split()[0]
    text = run("lab", "twins", str(lab_run), "--pair", pair, "--all")
    boards = [line for line in text.splitlines() if "│" in line or "|" in line]
    assert boards
    assert max(map(len, text.splitlines())) <= 80


def test_options_say_otherwise_than_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    entries = (RecordLine(0, "S", "Du@c1"), RecordLine(0, "S", "Fo@b1,Fo@c2"))
    file.write_text(format_record(GameRecord({"sets": "base gone.yaml"}, entries)))
    assert "gone.yaml" in str(RUN.invoke(app, ["replay", str(file)]).exception)
    assert "[2/2]" in run("replay", str(file), "--set", "workshop")


@pytest.mark.skipif(not HAS_TMUX, reason="needs tmux")
def test_single_keys_step_forwards_and_back(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    entries = (RecordLine(0, "S", "Du@c1"), RecordLine(0, "S", "Fo@b1,Fo@c2"), RecordLine(0, "N", "Du@d6"))
    file.write_text(format_record(GameRecord({"south": "human", "north": "random"}, entries)))
    with Terminal(["replay", str(file)]) as window:
        window.wait_on_screen("[0/3] start", "q quit")
        window.press("Right")
        window.wait_on_screen("South puts the Duke on c1.", "q quit")
        window.press("Space")
        window.wait_on_screen("[2/3]", "q quit")
        window.press("Left")
        window.wait_on_screen("[1/3]", "q quit")
        window.type("3")
        window.wait_on_screen("[3/3]", "q quit")
        window.press("g")
        shown = window.wait_on_screen("[0/3]", "q quit")
        assert max(map(len, shown.splitlines())) <= 80
        window.press("q")
        window.wait_for("[exit 0]")


@pytest.mark.skipif(not HAS_TMUX, reason="needs tmux")
def test_twins_step_by_keys(lab_run: Path) -> None:
    pair = run("lab", "twins", str(lab_run), "--count", "1").splitlines()[1].split()[0]
    with Terminal(["lab", "twins", str(lab_run), "--pair", pair]) as window:
        first = _step_shown(window.wait_on_screen("q quit"))
        window.press("Right")
        window.wait_on_screen(f"[{first + 1}]", "q quit")
        window.press("b")
        shown = window.wait_on_screen(f"[{first}]", "q quit")
        assert f"pair {pair} of random" in shown
        assert max(map(len, shown.splitlines())) <= 80
        window.press("q")
        window.wait_for("[exit 0]")


def _step_shown(screen: str) -> int:
    return int(screen.split("[")[1].split("]")[0])
