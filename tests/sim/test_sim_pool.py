"""Simulations over processes: equal tables however many workers, and whatever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.toy_game import HERE, DiceGame, DicePlan, toy_environment

from workbench.sim.job import play_here
from workbench.sim.pool import Pool, cores, use_forkserver
from workbench.sim.run import Finished, Progress, simulate
from workbench.sim.seam import SimError
from workbench.sim.store import Run, open_run

PLAN = DicePlan(games=600, chunk=50)


@pytest.fixture(autouse=True)
def _forkserver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", toy_environment()["PYTHONPATH"])
    use_forkserver()


def pooled(path: Path, workers: int, plan: DicePlan = PLAN, game: DiceGame = DiceGame(), **more) -> Finished:
    return simulate(game, plan, path, lambda queue: Pool(workers, queue), **more)


def opened(path: Path) -> Run:
    return open_run(path, DicePlan)


def tables(path: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in path.iterdir() if p.name.startswith(("games-", "counts-"))}


def test_one_two_and_three_workers_and_none_give_the_same_bytes(tmp_path: Path) -> None:
    simulate(DiceGame(), PLAN, tmp_path / "here", lambda queue: play_here)
    for workers in (1, 2, 3):
        pooled(tmp_path / str(workers), workers)
        assert tables(tmp_path / str(workers)) == tables(tmp_path / "here")
        assert opened(tmp_path / str(workers)).content_hash() == opened(tmp_path / "here").content_hash()


def test_lines_of_the_workers_reach_the_log(tmp_path: Path) -> None:
    pooled(tmp_path / "run", 2)
    lines = (tmp_path / "run/log").read_text().splitlines()
    played = [line for line in lines if ": games " in line and " in " in line]
    assert len(played) == 12
    assert all("ForkServerProcess" in line for line in played)
    assert "complete: 600 games" in lines[-1]


def test_stopping_keeps_what_is_finished_and_leaves_no_process(tmp_path: Path) -> None:
    seen: list[Progress] = []
    plan = PLAN.model_copy(update={"pause_ms": 150})
    began = time.monotonic()
    stopped = pooled(tmp_path / "run", 2, plan, report=seen.append, stop=lambda: len(seen) > 3)
    assert stopped.stopped
    assert 150 <= stopped.played < 600
    assert time.monotonic() - began < 10
    assert opened(tmp_path / "run").games_done == stopped.played
    pooled(tmp_path / "run", 2, resume=True)
    pooled(tmp_path / "whole", 1)
    assert opened(tmp_path / "run").content_hash() == opened(tmp_path / "whole").content_hash()


def test_an_error_inside_a_worker_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SimError, match="the dice fell off the table"):
        pooled(tmp_path / "run", 2, game=DiceGame(broken_from=300))


def start_toy(out: Path, pause_ms: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(HERE / "toy_game.py"), str(out), "--pause", str(pause_ms)]
    return subprocess.Popen(command, env=toy_environment(), start_new_session=True)


def wait_for_chunks(out: Path, number: int) -> None:
    deadline = time.monotonic() + 30
    while len(list(out.glob("counts-*.json"))) < number:
        assert time.monotonic() < deadline, "the run does not get going"
        time.sleep(0.02)


def processes_of_group(group: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == group and fields[0] != "Z":
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_kill_minus_nine_then_resume_gives_the_same_tables(tmp_path: Path) -> None:
    victim = start_toy(tmp_path / "killed", pause_ms=60)
    wait_for_chunks(tmp_path / "killed", 5)
    victim.kill()  # SIGKILL to the parent alone: its workers must notice by themselves
    victim.wait()
    deadline = time.monotonic() + 10
    while processes_of_group(victim.pid):
        assert time.monotonic() < deadline, "workers outlived their parent"
        time.sleep(0.05)
    part = opened(tmp_path / "killed")
    assert 250 <= part.games_done < 2000
    assert start_toy(tmp_path / "killed", pause_ms=0).wait() == 0
    assert start_toy(tmp_path / "whole", pause_ms=0).wait() == 0
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")
    assert opened(tmp_path / "killed").complete


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_killed_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    run = start_toy(tmp_path / "run", pause_ms=60)
    wait_for_chunks(tmp_path / "run", 3)
    log = (tmp_path / "run/log").read_text()
    assert "chunk" in log
    workers = [pid for pid in processes_of_group(run.pid) if is_worker(pid)]
    os.kill(workers[0], signal.SIGKILL)
    assert run.wait() == 0
    assert "a worker process died" in (tmp_path / "run/log").read_text()
    assert start_toy(tmp_path / "whole", pause_ms=0).wait() == 0
    assert tables(tmp_path / "run") == tables(tmp_path / "whole")


def is_worker(pid: int) -> bool:
    """Workers are the children of the fork server."""
    parent = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return b"forkserver" in Path(f"/proc/{parent}/cmdline").read_bytes()


def test_cores_are_those_we_may_use() -> None:
    before = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(before)})
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, before)
