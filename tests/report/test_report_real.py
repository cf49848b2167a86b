"""The example set's promise, kept by real games: the strong tile is flagged, the fair one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.games import find_runs
from workbench.report.build import build_report
from workbench.report.duke.balance_model import BalanceSection
from workbench.sim.duke.planfile import read_plan
from workbench.sim.duke.play import DukeGame
from workbench.sim.job import play_here
from workbench.sim.run import simulate


@pytest.mark.long
def test_example_set_is_judged_as_it_was_meant(tmp_path: Path) -> None:
    plan = read_plan(["workshop"], {"games": 100_000, "bots": "random,greedy", "seed": 7})
    simulate(DukeGame.from_plan(plan), plan, tmp_path / "run", lambda queue: play_here)
    section = build_report(find_runs([tmp_path / "run"])).sections[0]
    assert isinstance(section, BalanceSection)
    verdicts = {card.name: card.verdict for card in section.cards}
    assert verdicts["Archmage"] == "too strong"
    assert verdicts["Lancer"] == "fair"
    assert verdicts["Page"] in {"weak", "too weak"}
