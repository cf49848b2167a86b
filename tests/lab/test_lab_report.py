"""Experiments of the lab in the report: HTML, Markdown and JSON carry the same numbers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from workbench.lab.icons import plan_icons
from workbench.lab.ladder import plan_ladder
from workbench.lab.plan import LabPlan
from workbench.lab.run import Experiment, load_background
from workbench.lab.swap import plan_swap, swap_effects
from workbench.lab.tune import Target, plan_tune, tune
from workbench.report.build import build_report, load_faces
from workbench.report.duke.model import report_schema
from workbench.report.html import render_html
from workbench.report.text import render_json, render_markdown
from workbench.sim.store import Run, open_run

OVER = str(Path(__file__).parents[1] / "fixtures" / "lab-over.yaml")


def play(experiment: Experiment, path: Path) -> Run[LabPlan]:
    experiment.run(path)
    return open_run(path, LabPlan)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One small run of every experiment."""
    folder, base = tmp_path_factory.mktemp("lab"), load_background()
    play(plan_swap(base, "Knight", "Wizard", bots=("random",), pairs=60), folder / "swap")
    play(plan_icons(base, "Footman", bots=("random",), pairs=20), folder / "icons")
    play(plan_ladder(base, "Ranger", bots=("random",), pairs=20), folder / "ladder")
    task = plan_tune(
        load_background([OVER]), "Overlord", Target(0, 1), bot="random", keep="symmetric,total<=11",
        first_pairs=20, final_pairs=20, winners=2,
    )  # fmt: skip
    tune(task, folder / "tune", play)
    return {name: folder / name for name in ("swap", "icons", "ladder", "tune")}


@pytest.mark.parametrize("name", ["swap", "icons", "ladder", "tune"])
def test_every_experiment_has_a_report(runs: dict[str, Path], name: str) -> None:
    made = build_report([runs[name]])
    Draft202012Validator(report_schema()).validate(json.loads(render_json(made)))
    html = render_html(made, load_faces([runs[name]]))
    text = render_markdown(made)
    assert "Twin games" in html
    assert "<svg" in html
    assert "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert made.runs[0].command.startswith("workbench lab ")
    assert made.runs[0].command.split()[2] == name
    assert made.sections[0].title in text


def test_the_numbers_are_those_of_the_run(runs: dict[str, Path]) -> None:
    (effect,) = swap_effects(open_run(runs["swap"], LabPlan))
    data = json.loads(render_json(build_report([runs["swap"]])))
    line = data["sections"][0]["lines"][0]
    assert line["effect_points"]["value"] == pytest.approx(effect.raw.value, abs=1e-3)
    assert (line["pairs"], line["games"], line["discordant"]) == (60, effect.games, effect.discordant)
    assert data["runs"][0]["games"] == data["runs"][0]["planned_games"] == effect.games


def test_heat_is_painted_on_the_tiles_own_face(runs: dict[str, Path]) -> None:
    made = build_report([runs["icons"]])
    (section,) = made.sections
    colours = {*section.heat[0].values(), *section.heat[1].values()}
    html = render_html(made, load_faces([runs["icons"]]))
    assert colours
    assert all(colour in html for colour in colours)


def test_lab_runs_and_simulations_stand_side_by_side(runs: dict[str, Path]) -> None:
    made = build_report([runs["swap"], runs["icons"]])
    assert [section.kind for section in made.sections] == ["comparison", "lab_effects", "lab_icons"]
