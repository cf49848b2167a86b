"""Experiments of the lab in the report: HTML, Markdown and JSON carry the same numbers."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from support.places import FIXTURES

from workbench.games import find_runs
from workbench.lab.icons import plan_icons
from workbench.lab.ladder import plan_ladder
from workbench.lab.plan import LabPlan
from workbench.lab.run import Experiment, load_background
from workbench.lab.skill import Match, Skill
from workbench.lab.swap import plan_swap, swap_effects
from workbench.lab.tune import Target, plan_tune, tune
from workbench.report.build import build_report
from workbench.report.duke.lab import skill_rows
from workbench.report.duke.model import report_schema
from workbench.report.duke.report import LAB
from workbench.report.html import render_html
from workbench.report.text import render_json, render_markdown
from workbench.sim.store import Run, open_run

OVER, LAME = str(FIXTURES / "lab-over.yaml"), str(FIXTURES / "lab-lame.yaml")


def play(experiment: Experiment, path: Path) -> Run[LabPlan]:
    experiment.run(path)
    return open_run(path, LabPlan)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One small run of every experiment."""
    folder, base = tmp_path_factory.mktemp("lab"), load_background()
    play(plan_swap(base, "Knight", "Wizard", bots=("random",), pairs=60), folder / "swap")
    play(plan_icons(load_background([LAME]), "Hopper", bots=("random",), pairs=300), folder / "icons")
    play(plan_ladder(base, "Ranger", bots=("random",), pairs=20), folder / "ladder")
    task = plan_tune(
        load_background([OVER]), "Overlord", Target(0, 1), bot="random", keep="symmetric,total<=11",
        first_pairs=20, final_pairs=20, winners=2,
    )  # fmt: skip
    tune(task, folder / "tune", play)
    return {name: folder / name for name in ("swap", "icons", "ladder", "tune")}


@pytest.mark.parametrize("name", ["swap", "icons", "ladder", "tune"])
def test_every_experiment_has_a_report(runs: dict[str, Path], name: str) -> None:
    made = build_report(find_runs([runs[name]]))
    Draft202012Validator(report_schema()).validate(json.loads(render_json(made)))
    html = render_html(made, find_runs([runs[name]]))
    text = render_markdown(made, LAB)
    assert "Twin games" in html
    assert "<svg" in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert made.runs[0].command.startswith("workbench lab ")
    assert made.runs[0].command.split()[2] == name
    assert made.sections[0].title in text


def test_the_numbers_are_those_of_the_run(runs: dict[str, Path]) -> None:
    (effect,) = swap_effects(open_run(runs["swap"], LabPlan))
    data = json.loads(render_json(build_report(find_runs([runs["swap"]]))))
    line = data["sections"][0]["lines"][0]
    assert line["effect_points"]["value"] == round(effect.raw.value, 2)
    assert (line["pairs"], line["games"], line["discordant"]) == (60, effect.games, effect.discordant)
    assert data["runs"][0]["games"] == data["runs"][0]["planned_games"] == effect.games


def test_heat_is_painted_on_the_tiles_own_face(runs: dict[str, Path]) -> None:
    made = build_report(find_runs([runs["icons"]]))
    (section,) = made.sections
    colours = {*section.heat[0].values(), *section.heat[1].values()}
    assert len(section.heat[0]) == sum(part.sure and part.right is not None for part in section.parts)  # and no others
    html = render_html(made, find_runs([runs["icons"]]))
    assert colours
    assert all(colour in html for colour in colours)


def test_lab_runs_and_simulations_stand_side_by_side(runs: dict[str, Path]) -> None:
    made = build_report(find_runs([runs["swap"], runs["icons"]]))
    assert [section.kind for section in made.sections] == ["comparison", "lab_effects", "lab_icons"]


def test_bots_of_a_ladder_stand_in_a_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Skill(("random", "greedy"), (Match(0, 1, (1, 0, 2, 0, 17)),))
    monkeypatch.setattr("workbench.report.duke.lab.read_skill", lambda folder, bots: found)
    run: Any = SimpleNamespace(path=Path(), plan=SimpleNamespace(rungs=2, bots=found.bots))
    weak, strong = skill_rows(run)
    assert (weak.elo.value, strong.elo.value > 200) == (0.0, True)
    assert weak.scores_percent[0] is None
    assert strong.scores_percent[1] is None
    assert (weak.scores_percent[1].value, strong.scores_percent[0].value) == (10.0, 90.0)  # type: ignore[union-attr]
    assert strong.scores_percent[0].low < 90.0 < strong.scores_percent[0].high  # type: ignore[union-attr, operator]
