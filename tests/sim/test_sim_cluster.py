"""The same tables on a Dask cluster: a real scheduler and real worker processes, killed and joined."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import socket
import socketserver
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.patience import PATIENCE_SECONDS, wait_until
from support.places import ROOT, TESTS
from support.toy_game import HELD_FROM, DiceGame, DicePlan, be_patient_with_clusters, toy_environment

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
        self.wait_until_up()
        return process

    def wait_until_up(self) -> None:
        def is_up() -> bool:
            with socket.socket() as probe:
                return not probe.connect_ex(("127.0.0.1", self.port))

        wait_until(is_up, "the scheduler does not come up")

    def worker(self, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        # Without a nanny a killed worker stays dead.
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard")
        return self.start("worker", self.address, *options, environment=environment)

    def wait_until_joined(self, worker: subprocess.Popen[bytes]) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False, timeout=PATIENCE_SECONDS) as client:
            there = lambda: worker.pid in client.run(os.getpid, on_error="ignore").values()  # noqa: E731
            wait_until(there, "the worker does not join")

    def stop(self) -> None:
        for process in self.running:
            process.kill()
            process.wait()


@pytest.fixture(autouse=True)
def _patience() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        be_patient_with_clusters(patch.setattr)
        yield


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
    shutil.copytree(ROOT / "workbench", tmp_path / "old/workbench")
    init = tmp_path / "old/workbench/__init__.py"
    init.write_text(init.read_text().replace('__version__ = "', '__version__ = "0.0.9-'))
    machines.scheduler()
    old = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "old"), str(TESTS)])}
    machines.worker(environment=old)
    with pytest.raises(SimError, match=r"does not match: it has workbench 0\.0\.9-.* install the same"):
        on_cluster(tmp_path / "run", machines.address)


def test_a_scheduler_that_dies_loses_nothing(machines: Machines, tmp_path: Path, expected: str) -> None:
    scheduler = machines.scheduler()
    machines.worker()

    def disturb(progress: Progress) -> None:
        if progress.played >= 200:
            scheduler.kill()

    (tmp_path / "hold").touch()
    plan = PLAN.model_copy(update={"hold": str(tmp_path / "hold")})
    with pytest.raises(SimError, match="lost the scheduler at"):
        on_cluster(tmp_path / "run", machines.address, plan, report=disturb)
    run = open_run(tmp_path / "run", DicePlan)
    assert 200 <= run.games_done <= HELD_FROM
    simulate(DiceGame(), PLAN, tmp_path / "run", lambda queue: play_here, resume=True)
    assert open_run(tmp_path / "run", DicePlan).content_hash() == expected


def test_a_scheduler_that_dies_is_one_line_on_the_screen(machines: Machines, tmp_path: Path) -> None:
    scheduler = machines.scheduler()
    machines.worker()
    code = "from support.toy_game import main; main()"  # as a module: workers must find the game by its name
    (tmp_path / "hold").touch()
    program = [sys.executable, "-c", code, str(tmp_path / "run"), "--hold", str(tmp_path / "hold")]
    run = subprocess.Popen(
        [*program, "--cluster", machines.address], env=toy_environment(), stderr=subprocess.PIPE, text=True
    )
    machines.running.append(run)

    def begun() -> bool:
        assert run.poll() is None, run.communicate()
        return len(list((tmp_path / "run").glob("counts-*.json"))) >= 3

    wait_until(begun)
    scheduler.kill()
    told = run.communicate(timeout=PATIENCE_SECONDS)[1]
    assert run.returncode == 1
    assert told.startswith(f"error: lost the scheduler at {machines.address}")
    assert told.count("\n") == 1, told


@pytest.fixture
def stranger() -> Iterator[str]:
    """Somebody listens, takes the connection and never says a word."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        yield f"tcp://127.0.0.1:{silent.getsockname()[1]}"


def test_a_port_that_is_no_scheduler_is_one_line(stranger: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("workbench.sim.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(SimError, match=f"there is no Dask scheduler at {stranger}"):
        on_cluster(tmp_path / "run", stranger)


@pytest.fixture
def talker() -> Iterator[str]:
    """Somebody listens who speaks another language: a web server, say."""

    class Talk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"HTTP/1.1 400 Bad Request\r\n\r\n" * 20)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_a_port_that_speaks_another_language_is_one_line(talker: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("workbench.sim.cluster.CONNECT_SECONDS", 1)
    with pytest.raises(SimError, match=f"there is no Dask scheduler at {talker}"):
        on_cluster(tmp_path / "run", talker)


def test_connecting_can_be_stopped(stranger: str, tmp_path: Path) -> None:
    """A stop that comes while it waits: it could wait for hours."""
    asked = iter([False] * 5)
    stopped = on_cluster(tmp_path / "run", stranger, stop=lambda: next(asked, True))
    assert (stopped.stopped, stopped.played) == (True, 0)
    assert next(asked, None) is None


def test_a_scheduler_that_hangs_can_be_stopped(machines: Machines, tmp_path: Path) -> None:
    scheduler = machines.scheduler()
    machines.worker()
    hung: list[bool] = []
    (tmp_path / "hold").touch()

    def disturb(progress: Progress) -> None:
        if progress.played >= 200 and not hung:
            os.kill(scheduler.pid, signal.SIGSTOP)
            hung.append(True)

    asked = iter([False] * 5)
    stop = lambda: bool(hung) and next(asked, True)  # noqa: E731
    plan = PLAN.model_copy(update={"hold": str(tmp_path / "hold")})
    assert on_cluster(tmp_path / "run", machines.address, plan, report=disturb, stop=stop).stopped


@pytest.mark.parametrize(
    "address", ["tcp://a:123456", "local:1000", "", "localhost", "local:0", "local:-1", "tcp://nowhere", "http://a:1"]
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(SimError, match="--cluster takes"):
        Cluster(address)


def test_tls_without_a_certificate_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(SimError, match="needs a certificate and its key"):
        simulate(DiceGame(), PLAN, tmp_path / "run", lambda queue: Cluster("tls://127.0.0.1:9"))


def recipe() -> list[str]:
    """The commands of SECURITY.md for TLS."""
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in page.splitlines() if line.startswith("      ")]
    assert [line.split()[0] for line in lines] == ["openssl"] * 3 + ["export"] * 5 + ["dask", "dask", "workbench"]
    return lines


@pytest.mark.long
@pytest.mark.skipif(shutil.which("openssl") is None, reason="makes certificates with openssl")
def test_the_recipe_for_tls(machines: Machines, tmp_path: Path, expected: str, monkeypatch) -> None:
    """Only who holds a key that the authority has signed gets in; the tables are the same."""
    for line in recipe():
        if line.startswith("openssl"):
            subprocess.run(line.split(), cwd=tmp_path, check=True, capture_output=True)
        elif line.startswith("export"):
            for setting in line.split()[1:]:
                name, _, value = setting.partition("=")
                monkeypatch.setenv(name, str(tmp_path / value) if value.endswith(".pem") else value)
    trusted = toy_environment()
    machines.start("scheduler", "--host", "tls://127.0.0.1", "--port", str(machines.port), environment=trusted)
    machines.start("worker", f"tls://127.0.0.1:{machines.port}", "--nthreads", "1", environment=trusted)
    out = tmp_path / "run"
    toy = [sys.executable, "-c", "from support.toy_game import main; main()", str(out), "--games", str(PLAN.games)]
    asked = [*toy, "--cluster", f"tls://127.0.0.1:{machines.port}"]
    machines.wait_until_up()
    subprocess.run(asked, env=trusted, check=True, capture_output=True, timeout=PATIENCE_SECONDS)
    assert open_run(out, DicePlan).content_hash() == expected
    alone = "openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=x -keyout k.pem -out c.pem"
    subprocess.run(shlex.split(alone), cwd=tmp_path, check=True, capture_output=True)
    stranger = {**trusted, "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT": str(tmp_path / "c.pem")}
    stranger["DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"] = str(tmp_path / "k.pem")
    asked[asked.index(str(out))] = str(tmp_path / "theirs")
    refused = subprocess.run(asked, env=stranger, check=False, capture_output=True, text=True, timeout=PATIENCE_SECONDS)
    assert refused.returncode != 0
    assert not list((tmp_path / "theirs").glob("counts-*.json"))
