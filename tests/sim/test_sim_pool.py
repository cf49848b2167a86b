"""Simulations over processes: equal tables however many workers, and whatever is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.patience import wait_until
from support.places import SUPPORT
from support.toy_game import HELD_FROM, DiceGame, DicePlan, toy_environment

from workbench.sim.job import play_here
from workbench.sim.logs import LOGGER, join_log
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
    (tmp_path / "hold").touch()  # the last chunks would never end: they are not waited for
    plan = PLAN.model_copy(update={"hold": str(tmp_path / "hold")})
    stopped = pooled(tmp_path / "run", 2, plan, report=seen.append, stop=lambda: len(seen) > 3)
    assert stopped.stopped
    assert 150 <= stopped.played <= HELD_FROM
    assert opened(tmp_path / "run").games_done == stopped.played
    pooled(tmp_path / "run", 2, resume=True)
    pooled(tmp_path / "whole", 1)
    assert opened(tmp_path / "run").content_hash() == opened(tmp_path / "whole").content_hash()


def test_an_error_inside_a_worker_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SimError, match="the dice fell off the table"):
        pooled(tmp_path / "run", 2, game=DiceGame(broken_from=300))


def start_toy(out: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(SUPPORT / "toy_game.py"), str(out), *more]
    return subprocess.Popen(command, env=toy_environment(), start_new_session=True)


def wait_for_chunks(out: Path, number: int) -> None:
    wait_until(lambda: len(list(out.glob("counts-*.json"))) >= number, "the run does not get going")


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
    (tmp_path / "hold").touch()
    victim = start_toy(tmp_path / "killed", "--hold", str(tmp_path / "hold"))
    wait_for_chunks(tmp_path / "killed", 5)
    victim.kill()  # SIGKILL to the parent alone: its workers must notice by themselves
    victim.wait()
    wait_until(lambda: not processes_of_group(victim.pid), "workers outlived their parent")
    part = opened(tmp_path / "killed")
    assert 250 <= part.games_done <= HELD_FROM
    assert start_toy(tmp_path / "killed").wait() == 0
    assert start_toy(tmp_path / "whole").wait() == 0
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")
    assert opened(tmp_path / "killed").complete


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_a_killed_worker_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "hold").touch()
    run = start_toy(tmp_path / "run", "--hold", str(tmp_path / "hold"))
    wait_for_chunks(tmp_path / "run", 3)
    log = (tmp_path / "run/log").read_text()
    assert "chunk" in log
    workers = [pid for pid in processes_of_group(run.pid) if is_worker(pid)]
    os.kill(workers[0], signal.SIGKILL)
    (tmp_path / "hold").unlink()
    assert run.wait() == 0
    assert "a worker process died" in (tmp_path / "run/log").read_text()
    assert start_toy(tmp_path / "whole").wait() == 0
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


def test_workers_that_just_start_go_with_a_pool_that_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where memory is short, the thread that minds the workers fails after they were begun."""

    def no_thread(self: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("concurrent.futures.process._ExecutorManagerThread.start", no_thread)
    others = set(multiprocessing.active_children())
    with pytest.raises(SimError, match="can't start new thread"):
        simulate(DiceGame(), DicePlan(games=100, chunk=50), tmp_path / "run", lambda queue: Pool(2, queue))
    begun = set(multiprocessing.active_children()) - others
    for child in begun:
        child.join()
    assert not set(multiprocessing.active_children()) - others


def test_a_log_that_cannot_be_sent_is_no_noise(capsys: pytest.CaptureFixture[str]) -> None:
    """With too little memory a queue cannot start its thread; that is not what anybody must read."""

    class NoThread:
        def put_nowait(self, record: object) -> None:
            raise RuntimeError("can't start new thread")

    kept = LOGGER.handlers[:], LOGGER.level, LOGGER.propagate
    try:
        join_log(NoThread())
        LOGGER.info("chunk %d", 1)
    finally:
        LOGGER.handlers[:], LOGGER.level, LOGGER.propagate = kept
    assert capsys.readouterr().err == ""
