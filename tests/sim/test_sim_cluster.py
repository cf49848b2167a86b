"""The same tables on a Dask cluster: a real scheduler and real worker processes, killed and joined."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.toy_game import HERE, DiceGame, DicePlan, toy_environment

from workbench.sim.cluster import Cluster
from workbench.sim.job import play_here
from workbench.sim.run import Finished, Progress, simulate
from workbench.sim.seam import SimError
from workbench.sim.store import open_run

pytest.importorskip("distributed")
PLAN = DicePlan(games=1200, chunk=50)
DASK = [sys.executable, "-m", "dask"]


class Machines:
    """A scheduler and workers as separate programs, as on separate machines."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.folder = folder
        self.running: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [*DASK, *arguments],
            env=environment or toy_environment(),
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.running.append(process)
        return process

    def scheduler(self) -> subprocess.Popen[bytes]:
        process = self.start("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        deadline = time.monotonic() + 30
        while socket.socket().connect_ex(("127.0.0.1", self.port)):
            assert time.monotonic() < deadline, "the scheduler does not come up"
            time.sleep(0.05)
        return process

    def worker(self, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        # Without a nanny a killed worker stays dead.
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        return self.start("worker", self.address, *options, environment=environment)

    def wait_until_joined(self, worker: subprocess.Popen[bytes]) -> None:
        from distributed import Client

        deadline = time.monotonic() + 60
        with Client(self.address, set_as_default=False) as client:
            while worker.pid not in client.run(os.getpid, on_error="ignore").values():
                assert time.monotonic() < deadline, "the worker does not join"
                time.sleep(0.1)

    def stop(self) -> None:
        for process in self.running:
            process.kill()
            process.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    found = Machines(tmp_path)
    yield found
    found.stop()


def on_cluster(path: Path, address: str, plan: DicePlan = PLAN, **more) -> Finished:
    return simulate(DiceGame(), plan, path, lambda queue: Cluster(address), **more)


@pytest.fixture
def expected(tmp_path: Path) -> str:
    simulate(DiceGame(), PLAN, tmp_path / "alone", lambda queue: play_here)
    return open_run(tmp_path / "alone", DicePlan).content_hash()


def test_a_killed_worker_and_a_late_one_change_nothing(machines: Machines, tmp_path: Path, expected: str):
    machines.scheduler()
    victim, _ = machines.worker(), machines.worker()
    machines.wait_until_joined(victim)
    late: list[subprocess.Popen[bytes]] = []

    def disturb(progress: Progress) -> None:
        if progress.played >= 200 and not late:
            os.kill(victim.pid, signal.SIGKILL)
            late.append(machines.worker())
            machines.wait_until_joined(late[0])

    plan = PLAN.model_copy(update={"pause_ms": 100})
    assert on_cluster(tmp_path / "run", machines.address, plan, report=disturb).played == 1200
    run = open_run(tmp_path / "run", DicePlan)
    log = (tmp_path / "run/log").read_text()
    assert f"[{victim.pid}] chunk" in log
    assert f"[{late[0].pid}] chunk" in log
    assert victim.wait() == -signal.SIGKILL
    assert run.complete
    assert run.content_hash() == expected


def test_a_cluster_of_our_own_gives_the_same_tables(tmp_path: Path, expected: str, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONPATH", toy_environment()["PYTHONPATH"])
    on_cluster(tmp_path / "run", "local:2")
    assert open_run(tmp_path / "run", DicePlan).content_hash() == expected


def test_no_scheduler_is_one_line(machines: Machines, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("workbench.sim.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(SimError, match=f"there is no Dask scheduler at {machines.address}"):
        on_cluster(tmp_path / "run", machines.address)


def test_a_scheduler_without_workers_is_one_line(machines: Machines, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("workbench.sim.cluster.PATIENCE_SECONDS", 0.5)
    machines.scheduler()
    with pytest.raises(SimError, match="has no workers: start some with `dask worker tcp://"):
        on_cluster(tmp_path / "run", machines.address)


def test_workers_with_another_version_are_one_line(machines: Machines, tmp_path: Path) -> None:
    shutil.copytree(HERE.parents[1] / "workbench", tmp_path / "old/workbench")
    init = tmp_path / "old/workbench/__init__.py"
    init.write_text(init.read_text().replace('__version__ = "', '__version__ = "0.0.9-'))
    machines.scheduler()
    old = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "old"), str(HERE.parent)])}
    machines.worker(environment=old)
    with pytest.raises(SimError, match=r"does not match: it has workbench 0\.0\.9-.* install the same"):
        on_cluster(tmp_path / "run", machines.address)


def test_a_scheduler_that_dies_loses_nothing(machines: Machines, tmp_path: Path, expected: str) -> None:
    scheduler = machines.scheduler()
    machines.worker()

    def disturb(progress: Progress) -> None:
        if progress.played >= 200:
            scheduler.kill()

    plan = PLAN.model_copy(update={"pause_ms": 20})
    with pytest.raises(SimError, match="lost the scheduler at"):
        on_cluster(tmp_path / "run", machines.address, plan, report=disturb)
    run = open_run(tmp_path / "run", DicePlan)
    assert 200 <= run.games_done < 1200
    simulate(DiceGame(), PLAN, tmp_path / "run", lambda queue: play_here, resume=True)
    assert open_run(tmp_path / "run", DicePlan).content_hash() == expected


@pytest.mark.parametrize("address", ["", "localhost", "local:0", "local:-1", "tcp://nowhere", "http://a:1"])
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(SimError, match="--cluster takes"):
        Cluster(address)
