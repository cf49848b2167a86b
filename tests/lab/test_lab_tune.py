"""Edits of a tile, and bringing it to a target."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.places import FIXTURES

from workbench.lab.contest import find_tile
from workbench.lab.edits import Candidate, is_sound, is_symmetric, neighbours, parse_rules
from workbench.lab.plan import LabPlan
from workbench.lab.run import Experiment, load_background
from workbench.lab.tune import Racer, Target, _nearest, parse_target, plan_tune, planned_games, read_tuned, tune
from workbench.sim.seam import SimError
from workbench.sim.store import Run, open_run
from workbench.stats.interval import Estimate
from workbench.tileset.load import load_tileset_text
from workbench.tileset.model import Tile
from workbench.tileset.rewrite import format_tile

OVER = str(FIXTURES / "lab-over.yaml")


def play(experiment: Experiment, path: Path) -> Run[LabPlan]:
    experiment.run(path, resume=True)
    return open_run(path, LabPlan)


@pytest.mark.parametrize(
    ("text", "points", "tolerance"),
    [("+2 +-1", 2, 1), ("0 ± 0.5", 0, 0.5), ("-1.5+/-2", -1.5, 2), ("2±1", 2, 1)],
)
def test_targets(text: str, points: float, tolerance: float) -> None:
    assert parse_target(text) == Target(points, tolerance)


@pytest.mark.parametrize("text", ["2", "+2 +-0", "two", "+2 -1", "99 +-1", ""])
def test_no_targets(text: str) -> None:
    with pytest.raises(SimError, match="no target"):
        parse_target(text)


def test_a_target_is_met_only_by_a_whole_interval() -> None:
    target = Target(2, 1)
    judged = [target.judge(Estimate(sum(ends) / 2, *ends, 1)) for ends in ((1.2, 2.8), (1, 4), (2, 5), (4, 5))]
    assert judged == ["meets", "likely", "unlikely", "misses"]


def test_who_is_known_least_is_not_kept_longest() -> None:
    """Both may be right on the target; the one that seems nearer goes first, however noisy the other is."""
    target, tile = Target(0.0, 1.0), Candidate(find_tile("Knight", []))
    near = Racer(tile, {1.0: 505, 0.0: 9000, -1.0: 495})
    noisy = Racer(tile, {1.0: 30, 0.0: 150, -1.0: 20})
    assert noisy.effect.half_width > 5 * near.effect.half_width
    assert near.may_be_near(target) == noisy.may_be_near(target) == 0.0
    task = plan_tune(load_background(), "Knight", target, against="Footman")
    assert _nearest(task, [noisy, near]) == [near, noisy]


def test_edits_are_sound_different_and_one_change_away() -> None:
    knight = find_tile("Knight", ())
    found = list(neighbours(Candidate(knight), []))
    assert len({(frozenset(c.tile.starting.icons), frozenset(c.tile.other.icons)) for c in found}) == len(found)
    assert all(is_sound(one.tile) and one.distance == 1 and len(one.edits) == 1 for one in found)
    words = " ".join(one.label for one in found)
    assert all(word in words for word in ("add", "drop", "move", "becomes", "swap the sides"))
    icons = len(knight.starting.icons) + len(knight.other.icons)
    assert sum("drop" in one.label for one in found) == icons


def test_what_must_be_kept_is_kept() -> None:
    knight = find_tile("Knight", ())
    found = list(neighbours(Candidate(knight), parse_rules("symmetric, icons<=6")))
    assert found
    assert all(is_symmetric(one.tile) for one in found)
    assert all(len(face.icons) <= 6 for one in found for face in (one.tile.starting, one.tile.other))
    pairs = [one for one in found if one.distance == 2]  # mirrored, and named by both halves
    assert any("drop jump 2 ahead, 1 right and 2 ahead, 1 left" in one.label for one in pairs)
    assert all(" and " in one.label for one in pairs)
    total = list(neighbours(Candidate(knight), parse_rules("total<=10")))
    assert total
    assert all("drop" in one.label for one in total)


def test_a_tuning_knows_its_games_before() -> None:
    task = plan_tune(
        load_background([OVER]), "Overlord", Target(0, 2), bot="random",
        keep="symmetric,icons<=7,total<=12", first_pairs=20, final_pairs=100, winners=3,
    )  # fmt: skip
    entrants = 1 + len(list(neighbours(Candidate(task.tile), task.rules)))
    assert planned_games(task) == sum((lap.entrants + 1) * lap.pairs for lap in task.rounds(entrants)) + 5 * 100


def test_a_tuned_tile_can_be_pasted(tmp_path: Path) -> None:
    background = load_background([OVER])
    over = find_tile("Overlord", background.sets)
    edited = next(iter(neighbours(Candidate(over), []))).tile
    text = "name: Pasted\ntiles:\n" + "\n".join(format_tile(edited, 2)) + "\n"
    (read,) = load_tileset_text(text).require().tiles
    assert (set(read.starting.icons), set(read.other.icons)) == (
        set(edited.starting.icons),
        set(edited.other.icons),
    )


def test_tuning_ends_with_fresh_games_and_resumes(tmp_path: Path) -> None:
    task = plan_tune(
        load_background([OVER]), "Overlord", Target(0, 2), bot="random",
        keep="symmetric,icons<=7,total<=12", first_pairs=20, final_pairs=100, winners=3,
    )  # fmt: skip
    _run, found = tune(task, tmp_path, play)
    races = sorted(tmp_path.glob("race-*"))
    assert len(races) >= 2
    seeds = {open_run(path, LabPlan).plan.seed for path in (*races, tmp_path / "winners")}
    assert len(seeds) == len(races) + 1  # nobody plays the same luck twice
    assert [one.candidate.distance for one in found].count(0) == 1
    nearest = [abs(one.effect.raw.value) for one in found]
    assert nearest == sorted(nearest)
    assert found[0].is_best
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}
    again, same = tune(task, tmp_path, play)
    assert same == found
    assert read_tuned(again) == found
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.parquet")}


def test_two_edits_go_on_from_the_best_of_one(tmp_path: Path) -> None:
    task = plan_tune(
        load_background([OVER]), "Overlord", Target(0, 2), bot="random", edits=2,
        keep="symmetric,icons<=7,total<=11", first_pairs=20, final_pairs=40, winners=2,
    )  # fmt: skip
    _, found = tune(task, tmp_path, play)
    assert list(tmp_path.glob("again-*"))
    assert max(len(one.candidate.edits) for one in found) <= 2


@pytest.mark.long
def test_a_tile_with_one_icon_too_many_is_brought_to_its_target(tmp_path: Path) -> None:
    """The winner's true effect, measured on 200,000 fresh games, is within the target."""
    background = load_background([OVER])
    task = plan_tune(background, "Overlord", Target(0, 2), bot="greedy", keep="symmetric", seed=3)
    _, found = tune(task, tmp_path, play)
    best = next(one for one in found if one.candidate.edits)
    assert best.judgement in ("meets", "likely")
    from workbench.lab.contest import Arm
    from workbench.lab.run import effects

    last = Experiment.make(
        background, task.contest, [Arm("best", best.candidate.tile)], experiment="swap", tile="Knight",
        bots=("greedy",), games=100_000, seed=77,
    )  # fmt: skip
    (effect,) = effects(play(last, tmp_path / "truth"), 0)
    assert abs(effect.raw.value) < 2
    original = next(one for one in found if not one.candidate.edits)
    assert abs(effect.raw.value) < abs(original.effect.raw.value)


def test_rounds_halve_the_field() -> None:
    task = plan_tune(load_background([OVER]), "Overlord", Target(0, 1), winners=4, first_pairs=100)
    laps = task.rounds(64)
    assert [lap.entrants for lap in laps] == [64, 32, 16, 8]
    assert all(np.diff([lap.pairs for lap in laps]) > 0)
    assert isinstance(task.tile, Tile)
