"""Whole games of bots, compiled: strength, and the same games again."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.places import SUPPORT

from workbench.sim.duke.ladder import meet
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame


def test_greedy_beats_random() -> None:
    score, half_width = meet("greedy", "random", 1000)
    assert score - half_width >= 0.9


def test_the_same_games_in_any_batch() -> None:
    plan = Plan(games=40, seed=3, south="greedy", north="random")
    game = DukeGame.from_plan(plan)
    whole = game.play_batch(plan, 0, 40).rows
    parts = [game.play_batch(plan, first, 10).rows for first in (30, 0, 20, 10)]
    again = {row["game"]: row for part in parts for row in part.to_dicts()}
    assert [again[number] for number in range(40)] == whole.to_dicts()


@pytest.mark.long
@pytest.mark.parametrize("bots", [("greedy", "random"), ("mcts:sims=20", "mcts:sims=20"), ("mcts:sims=20", "greedy")])
def test_a_game_is_replayed_exactly(bots: tuple[str, str], tmp_path: Path) -> None:
    """Also where bots remember: in the run, games of a batch follow each other with one memory."""
    from workbench.cli.replay import simulated_game
    from workbench.sim.job import play_here
    from workbench.sim.run import simulate

    plan = Plan(games=4, seed=3, south=bots[0], north=bots[1])
    game = DukeGame.from_plan(plan)
    simulate(game, plan, tmp_path / "run", lambda queue: play_here)
    rows = game.play_batch(plan, 0, 4).rows
    for number in (0, 3):
        record = simulated_game(tmp_path / "run", number)
        who, reason, plies = record.header["result"].split()
        assert {"S": 0, "N": 1}.get(who, -1) == rows["winner"][number]
        assert (reason, int(plies)) == (rows["reason"][number], rows["plies"][number])


@pytest.mark.long
@pytest.mark.parametrize("bot", ["search:depth=2", "mcts:sims=400"])
def test_thinkers_beat_greedy(bot: str) -> None:
    score, half_width = meet(bot, "greedy", 200)
    assert score - half_width >= 0.85


@pytest.mark.long
def test_compiled_thinkers_decide_as_in_plain_python() -> None:
    import json
    import os
    import subprocess
    import sys

    from support.bots_unjitted import MIDDLE, THINKERS, consider

    from workbench.duke.game import Position

    script = SUPPORT / "bots_unjitted.py"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    made = subprocess.run([sys.executable, script], env=environment, capture_output=True, text=True, check=True)
    plain = json.loads(made.stdout)["orders"]
    for bot in THINKERS:
        assert list(consider(bot, Position(MIDDLE), 1, 0)) == plain[bot][0]
