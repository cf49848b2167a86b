"""What bots decide: mates in one, the same luck the same choice, and nothing of what is hidden."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from support.bots_unjitted import ACTS, BOTS, MATES, MIDDLE, THINKERS
from support.places import SUPPORT

SCRIPT = SUPPORT / "bots_unjitted.py"
MATING = (("c3-e3", "c2-d4"), ("d5-e5",), ("d4-c3",))


@pytest.fixture(scope="module")
def found() -> Any:
    """All decisions at once, in plain Python: that is quicker than compiling every bot."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    made = subprocess.run([sys.executable, SCRIPT], env=environment, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


@pytest.mark.parametrize("bot", BOTS)
def test_mates_in_one_are_found(found: Any, bot: str) -> None:
    for line, mates, choice in zip(MATES, MATING, found["mates"][bot], strict=True):
        assert choice in mates, line


@pytest.mark.parametrize("bot", THINKERS)
def test_the_hidden_order_of_the_bags_changes_no_choice(found: Any, bot: str) -> None:
    """The look-ahead begins from the bags as multisets: choice and expectation are the very same, not just alike."""
    assert len(set(found["top"])) > 1, "the shuffles must differ in what is drawn next"
    assert len({tuple(one) for one in found["orders"][bot]}) == 1, MIDDLE
    assert found["orders"][bot][0][1] is not None


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_luck_gives_the_same_choice(found: Any, bot: str) -> None:
    first, second = found["twice"][bot]
    assert first == second


def test_the_tree_of_the_last_decision_is_kept(found: Any) -> None:
    """A sound tree has one root, and every other node hangs on just one edge."""
    assert found["kept"][0]["kept"] == 0
    assert any(one["kept"] > 0 for one in found["kept"]), "a drawn tile was in the tree already"
    for one in found["kept"]:
        assert one["children"] == one["different"] == one["nodes"] - 1
        assert 0 <= one["seen_and_not_tried"] <= 1, "a node is seen once more than its turns are tried: when it is new"


def test_nobody_steps_where_the_dragon_eats_the_duke(found: Any) -> None:
    for bot, choices in found["lured"].items():
        assert "c1xc3" not in choices, bot


def test_the_dragons_act_is_foreseen_as_it_is_rolled(found: Any) -> None:
    for line, (toll, mean) in zip(ACTS, found["tolls"], strict=True):
        assert abs(toll - mean) <= 2, line
    assert sum(abs(mean) > 2 for _, mean in found["tolls"]) >= 6, "the Dragon must take something"


def test_greedy_takes_what_hangs_but_not_what_is_held(found: Any) -> None:
    assert set(found["hanging"]) == {"c3xd5"}
    assert "c3xd5" not in found["held"], "a Knight for a Footman"


@pytest.mark.parametrize("sign", [-1, 1])
def test_search_expects_a_score_where_a_draw_may_decide_the_game(sign: int) -> None:
    """The mean over drawn tiles lies far from any evaluation, but short of a game that is surely won or lost."""
    from workbench.bots.choose import open_bot
    from workbench.bots.evaluate import WON
    from workbench.bots.registry import parse_bot
    from workbench.duke.game import game_of

    bot = open_bot(parse_bot("search:depth=1"), game_of().referee.rules)
    bot.memory.limits.nodes, bot.memory.limits.value = 1, sign * (WON // 2)
    assert bot.expected_score == pytest.approx(float(sign > 0))
