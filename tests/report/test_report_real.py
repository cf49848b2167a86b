"""The example set's promise, kept by real games: the strong tile is flagged, the fair one is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.report.build import build_report
from workbench.report.duke.model import TilesSection, VerdictsSection
from workbench.sim.duke.planfile import read_plan
from workbench.sim.duke.play import DukeGame
from workbench.sim.job import play_here
from workbench.sim.run import simulate


@pytest.mark.long
def test_example_set_is_judged_as_it_was_meant(tmp_path: Path) -> None:
    plan = read_plan(["workshop"], {"games": 100_000, "bots": "random", "seed": 7})
    simulate(DukeGame.from_plan(plan), plan, tmp_path / "run", lambda queue: play_here)
    report = build_report([tmp_path / "run"])
    verdicts = {
        line.name: line.verdict
        for section in report.sections
        if isinstance(section, VerdictsSection)
        for line in section.lines
    }
    assert verdicts["Archmage"] == "too_strong"
    assert verdicts["Lancer"] == "balanced"
    assert verdicts["Page"] in {"undecided", "weak", "too_weak"}
    (table,) = (s for s in report.sections if isinstance(s, TilesSection))
    page = next(t for t in table.tiles if t.name == "Page")
    assert page.swing_points is not None
    assert page.swing_points.value < 0
    assert page.differs_p is not None
    assert page.differs_p < 0.05
