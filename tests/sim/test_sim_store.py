"""Run folders: what is written, what is refused, what is played again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from support.places import SUPPORT
from support.toy_game import DiceGame, DicePlan, toy_environment

from workbench.sim import disk
from workbench.sim.duke.plan import Plan
from workbench.sim.job import play_here
from workbench.sim.plan import RunPlan
from workbench.sim.run import Finished, Progress, simulate
from workbench.sim.seam import SimError
from workbench.sim.store import open_run, start_run

PLAN = DicePlan(games=500, chunk=100, ladder=2)


def play(path: Path, plan: DicePlan = PLAN, game: DiceGame = DiceGame(), resume: bool = False) -> Finished:
    return simulate(game, plan, path, lambda queue: play_here, resume=resume)


def opened(path: Path):
    return open_run(path, DicePlan)


def test_a_run_has_every_game_once_in_order_and_its_sums(tmp_path: Path) -> None:
    assert play(tmp_path / "run").played == 1000
    run = opened(tmp_path / "run")
    rows = run.rows().collect()
    assert run.complete
    second = list(range(10**9, 10**9 + 500))
    assert rows["game"].to_list() == [*range(500), *second]
    assert dict(rows.schema) == dict(DiceGame().columns())
    thrown = np.bincount([*rows["one"].explode(), *rows["other"].explode()], minlength=7)
    assert run.sums()["pips"].tolist() == thrown.tolist()
    assert run.rows(rung=1).collect()["game"].to_list() == second
    assert run.sums(rung=1)["results"].sum() == 500
    assert {p.name for p in run.path.iterdir()} >= {"plan.yaml", "manifest.json", "log"}
    assert pl.read_parquet(run.path / "games-*.parquet").height == 1000


def test_progress_counts_games_and_carries_the_headline(tmp_path: Path) -> None:
    seen: list[Progress] = []
    simulate(DiceGame(), PLAN, tmp_path / "run", lambda queue: play_here, report=seen.append)
    assert [p.done for p in seen] == list(range(0, 1001, 100))
    assert seen[0].headline == ""
    assert seen[0].seconds_left is None
    assert seen[-1].headline.startswith("rung 1: ")
    assert seen[-1].seconds_left == 0
    assert (seen[-1].timed_games, seen[-1].played) == (900, 1000)


def test_a_stopped_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    chunks_seen = iter(range(100))
    stopped = simulate(
        DiceGame(), PLAN, tmp_path / "part", lambda queue: play_here, stop=lambda: next(chunks_seen) >= 3
    )
    assert stopped.stopped
    assert stopped.played == 300
    went_on = play(tmp_path / "part", resume=True)
    play(tmp_path / "whole")
    assert went_on.played == 700
    assert opened(tmp_path / "part").content_hash() == opened(tmp_path / "whole").content_hash()


def test_resume_of_a_missing_an_empty_and_a_complete_folder(tmp_path: Path) -> None:
    assert play(tmp_path / "missing", resume=True).played == 1000
    (tmp_path / "empty").mkdir()
    assert play(tmp_path / "empty", resume=True).played == 1000
    assert play(tmp_path / "empty", resume=True).played == 0


def test_a_finished_run_is_not_overwritten_without_resume(tmp_path: Path) -> None:
    play(tmp_path / "run")
    with pytest.raises(SimError, match="already holds a run: add --resume"):
        play(tmp_path / "run")


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])


def flip_a_byte(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("name", ["games-00003.parquet", "counts-00003.json"])
@pytest.mark.parametrize("harm", [truncate, flip_a_byte, empty, Path.unlink])
def test_a_damaged_or_lost_chunk_is_played_again(tmp_path: Path, name: str, harm) -> None:
    play(tmp_path / "run")
    whole = opened(tmp_path / "run").content_hash()
    harm(tmp_path / "run" / name)
    assert [f.chunk.number for f in opened(tmp_path / "run").unfinished()] == [3]
    assert play(tmp_path / "run", resume=True).played == 100
    assert opened(tmp_path / "run").content_hash() == whole


def test_a_chunk_of_another_run_or_another_place_is_played_again(tmp_path: Path) -> None:
    play(tmp_path / "run")
    play(tmp_path / "other", plan=PLAN.model_copy(update={"seed": 9}))
    whole = opened(tmp_path / "run").content_hash()
    for name in ("games-00001.parquet", "counts-00001.json"):
        shutil.copy(tmp_path / "other" / name, tmp_path / "run" / name)
    shutil.copy(tmp_path / "run/games-00004.parquet", tmp_path / "run/games-00003.parquet")
    shutil.copy(tmp_path / "run/counts-00004.json", tmp_path / "run/counts-00003.json")
    shutil.copy(tmp_path / "run/games-00004.parquet", tmp_path / "run/games-00077.parquet")
    assert play(tmp_path / "run", resume=True).played == 200
    assert opened(tmp_path / "run").content_hash() == whole
    assert (tmp_path / "run/games-00077.parquet.foreign").exists()
    assert "belongs to another run" in (tmp_path / "run/log").read_text()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 600}, "games is 500 in the run, 600 now"),
        ({"seed": 2}, "seed is 1 in the run, 2 now"),
        ({"dice": 3}, "dice is 2 in the run, 3 now"),
    ],
)
def test_a_changed_plan_refuses_and_says_what_differs(tmp_path: Path, change: dict[str, int], said: str):
    play(tmp_path / "run")
    with pytest.raises(SimError, match=said):
        play(tmp_path / "run", plan=PLAN.model_copy(update=change), resume=True)


def test_a_run_that_goes_on_has_the_rows_of_one_asked_for_at_once(tmp_path: Path) -> None:
    plan = PLAN.model_copy(update={"games": 130, "chunk": 0})
    play(tmp_path / "grown", plan)
    before = {file.name: file.read_bytes() for file in (tmp_path / "grown").glob("games-*")}
    for more in (200, 170):
        plan = plan.grown(more)
        assert play(tmp_path / "grown", plan, resume=True).played == 2 * more
    play(tmp_path / "whole", PLAN)
    grown, whole = opened(tmp_path / "grown"), opened(tmp_path / "whole")
    for rung in (0, 1, None):
        assert grown.rows(rung).collect().equals(whole.rows(rung).collect())
        assert {k: v.tolist() for k, v in grown.sums(rung).items()} == {
            k: v.tolist() for k, v in whole.sums(rung).items()
        }
    assert {name: (tmp_path / "grown" / name).read_bytes() for name in before} == before
    assert play(tmp_path / "grown", plan, resume=True).played == 0
    with pytest.raises(SimError, match="games is 500 in the run, 330 now"):
        play(tmp_path / "grown", PLAN.model_copy(update={"games": 330}), resume=True)


def test_what_decides_no_game_may_change(tmp_path: Path) -> None:
    play(tmp_path / "run")
    renamed = PLAN.model_copy(update={"pause_ms": 1, "name": "x"})
    assert play(tmp_path / "run", plan=renamed, resume=True).played == 0


def test_a_changed_game_refuses_and_names_the_part(tmp_path: Path) -> None:
    play(tmp_path / "run")
    with pytest.raises(SimError, match="the dice has changed since"):
        play(tmp_path / "run", game=DiceGame(sides=8), resume=True)


def test_an_edited_plan_file_refuses(tmp_path: Path) -> None:
    play(tmp_path / "run")
    file = tmp_path / "run/plan.yaml"
    file.write_text(file.read_text().replace("seed: 1", "seed: 5"))
    with pytest.raises(SimError, match=r"seed is 1 in the run, 5 in its plan\.yaml"):
        play(tmp_path / "run", resume=True)
    file.write_text("games: [")
    with pytest.raises(SimError, match="can no longer be read as a plan"):
        play(tmp_path / "run", resume=True)


def test_two_writers_cannot_share_a_folder(tmp_path: Path) -> None:
    held = start_run(tmp_path / "run", DiceGame(), PLAN, resume=False)
    with held, pytest.raises(SimError, match="another simulation is writing"):
        play(tmp_path / "run", resume=True)
    assert play(tmp_path / "run", resume=True).played == 1000


def test_folders_that_are_no_runs(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/to-aunt.txt").write_text("dear aunt")
    (tmp_path / "file").write_text("x")
    with pytest.raises(SimError, match=r"not empty and not a run folder \(it holds to-aunt\.txt\)"):
        play(tmp_path / "letters", resume=True)
    with pytest.raises(SimError, match="is a file"):
        play(tmp_path / "file")
    with pytest.raises(SimError, match="cannot write"):
        play(tmp_path / "file/inside")
    with pytest.raises(SimError, match="no such run folder"):
        open_run(tmp_path / "nowhere", DicePlan)
    with pytest.raises(SimError, match="not a run folder"):
        open_run(tmp_path / "letters", DicePlan)


def test_a_sound_run_of_another_game_is_not_called_damaged(tmp_path: Path) -> None:
    play(tmp_path / "run")
    with pytest.raises(SimError, match="holds a run of 'dice' that this command cannot read: another command"):
        open_run(tmp_path / "run", Plan)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 1}', '{"format": 99, "plan": {}}'])
def test_a_damaged_manifest_is_one_line(tmp_path: Path, text: str) -> None:
    play(tmp_path / "run")
    (tmp_path / "run/manifest.json").write_text(text)
    with pytest.raises(SimError, match="damaged or from another version"):
        open_run(tmp_path / "run", RunPlan)


def test_leftovers_of_a_killed_writer_are_removed(tmp_path: Path) -> None:
    (tmp_path / "run").mkdir()
    (tmp_path / "run/.games-00000.parquet.1-abcd.tmp").write_bytes(b"half")
    play(tmp_path / "run", resume=True)
    assert not list((tmp_path / "run").glob(".*.tmp"))


def test_a_full_disk_ends_with_one_line_and_loses_nothing(tmp_path: Path, monkeypatch) -> None:
    room = iter(range(5))

    def write_bytes(path: Path, data: bytes) -> int:
        with open(path, "wb") as file:
            if path.name.startswith(".games") and next(room, None) is None:
                file.write(data[:10])
                raise OSError(28, os.strerror(28))
            return file.write(data)

    monkeypatch.setattr(disk.Path, "write_bytes", write_bytes)
    with pytest.raises(SimError, match=r"cannot write .*games-00001\.parquet: No space left .*; make room"):
        play(tmp_path / "run")
    monkeypatch.undo()
    assert opened(tmp_path / "run").games_done == 500
    assert not list((tmp_path / "run").glob(".*.tmp"))
    assert play(tmp_path / "run", resume=True).played == 500


def test_a_real_limit_on_file_sizes_is_one_line(tmp_path: Path) -> None:
    """The limit meets a real process: the kernel, not the test, refuses the write."""
    command = f"ulimit -f 1; exec {sys.executable} {SUPPORT / 'toy_game.py'} {tmp_path / 'run'}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=toy_environment())
    assert done.returncode == 1
    assert done.stderr.startswith("error: cannot write ")
    assert done.stderr.count("\n") == 1


def test_an_error_inside_the_game_is_one_line_and_in_the_log(tmp_path: Path) -> None:
    with pytest.raises(SimError, match=r"the dice fell off the table\); details are in .*log"):
        play(tmp_path / "run", game=DiceGame(broken_from=250))
    assert opened(tmp_path / "run").games_done == 200
    assert "Traceback" in (tmp_path / "run/log").read_text()


def test_the_manifest_says_what_made_the_run(tmp_path: Path) -> None:
    play(tmp_path / "run")
    manifest = json.loads((tmp_path / "run/manifest.json").read_text())
    assert manifest["about"] == {"sides": 6}
    assert manifest["identity"] == {"the dice": "6"}
    assert manifest["games"] == 1000
    assert {"workbench", "python", "polars"} <= manifest["versions"].keys()
