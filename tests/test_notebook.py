"""The room for notebooks: bots asked for a turn, simulations from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Runner

from workbench.bot_options import UnknownBot
from workbench.duke import Position, game_of, legal_turns, play
from workbench.notebook import ask, open_run, simulate
from workbench.sim.duke.planfile import PlanError
from workbench.sim.seam import SimError

LINE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
FIRST = "class First:\n    def choose(self, position, turns):\n        return turns[0]\n"


def test_a_bot_is_asked_for_a_turn() -> None:
    position = Position(LINE)
    assert ask(position) == "d3xd5"
    answers = {ask(position, "random", seed) for seed in range(30)}
    assert answers <= set(legal_turns(position))
    assert len(answers) > 3
    assert ask(position, "random", 7) == ask(position, "random", 7)


def test_a_bot_answers_the_same_whatever_lies_on_top_of_the_bags() -> None:
    position = Position(LINE)
    assert {ask(game_of().shuffled(position, luck), "greedy") for luck in range(5)} == {ask(position, "greedy")}


def test_where_nobody_decides_no_bot_is_asked() -> None:
    with pytest.raises(ValueError, match="chance decides here"):
        ask(play(Position(LINE), "+"))
    with pytest.raises(ValueError, match="the game is over"):
        ask(Position("2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 ph=over:S:mate 9"))
    with pytest.raises(UnknownBot, match="did you mean 'greedy'"):
        ask(Position(LINE), "gredy")


def test_the_same_tables_as_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workbench: Runner
) -> None:
    monkeypatch.chdir(tmp_path)
    here = simulate("base", games=300, seed=4, out="here")
    assert workbench("sim", "base", "--games", "300", "--seed", "4", "--out", "there", "--workers", "1").code == 0
    assert here.complete
    assert here.content_hash() == open_run("there").content_hash()
    again = simulate("base", games=300, seed=4, out="here")
    assert again.manifest["created"] == here.manifest["created"]
    with pytest.raises(SimError, match="games is 300 in the run, 200 now"):
        simulate("base", games=200, seed=4, out="here")
    with pytest.raises(PlanError, match="unknown key 'gmaes'"):
        simulate("base", gmaes=200, out="elsewhere")


def test_a_bot_of_ones_own_can_be_seated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("first.py").write_text(FIRST, encoding="utf-8")
    run = simulate("base", bots_from="first.py:First", games=2, out="run")
    assert run.plan.bots == ("first",)
    assert run.rows().collect()["south_bot"].to_list() == ["first", "first"]
    with pytest.raises(SimError, match=r"first.py:First is in no seat"):
        simulate("base", bots_from=["first.py:First"], bots="random", games=2, out="other")
