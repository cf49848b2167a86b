"""The trials of the fault run: each harms a simulation in its own way and says what went wrong, or nothing.

All of them work in a private folder, end only processes that they have started, and compare the tables with those of a
run that nobody disturbed.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from support.mutations import harmed
from support.places import ROOT
from support.toy_game import DiceGame, DicePlan, toy_environment

from workbench.sim.job import play_here
from workbench.sim.run import simulate
from workbench.sim.seam import SimError
from workbench.sim.store import MANIFEST, open_run

GAMES = 600
PLAN = DicePlan(games=GAMES, chunk=50)
FRIGHTENING = ("Traceback", "Exception ignored", "leaked")
PATIENCE_SECONDS = 300.0  # a machine may be busy


class Failure(Exception):
    """A trial that did not go as it should."""


def demand(held: bool, otherwise: str) -> None:
    if not held:
        raise Failure(otherwise)


def toy(out: Path, *more: str, prefix: str = "") -> subprocess.Popen[str]:
    code = "from support.toy_game import main; main()"
    program = [sys.executable, "-c", code, str(out), "--games", str(GAMES), *more]
    command = ["bash", "-c", f'{prefix} exec "$0" "$@"', *program] if prefix else program
    return subprocess.Popen(
        command,
        env=toy_environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    """What a process says on stderr until it ends; one that hangs is ended with its group."""
    try:
        return process.communicate(timeout=PATIENCE_SECONDS)[1]
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise Failure("it hangs") from None


def wait_for_chunks(out: Path, number: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while len(list(out.glob("counts-*.json"))) < number and process.poll() is None:
        demand(time.monotonic() < deadline, "it does not get going")
        time.sleep(0.01)


def demand_whole(out: Path, folder: Path) -> None:
    """After one more session the tables are those of an undisturbed run."""
    simulate(DiceGame(), PLAN, out, lambda queue: play_here, resume=True)
    whole = folder / "whole"
    if not whole.exists():
        simulate(DiceGame(), PLAN, whole, lambda queue: play_here)
    found, wanted = open_run(out, DicePlan), open_run(whole, DicePlan)
    demand(found.complete, "the resumed run is not complete")
    demand(found.content_hash() == wanted.content_hash(), "the tables differ")
    demand(not list(out.glob(".*.tmp")), "scratch files are left")


def children_of_group(group: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            if int(fields[2]) == group and fields[0] != "Z" and int(entry.name) != group:
                found.append(int(entry.name))
    return found


def kill_the_parent(folder: Path, chance: random.Random) -> None:
    out = folder / "run"
    process = toy(out, "--pause", "30")
    time.sleep(chance.uniform(0.1, 2.5))
    process.kill()
    finish(process)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while children_of_group(process.pid):
        demand(time.monotonic() < deadline, "workers outlive their parent")
        time.sleep(0.05)
    demand_whole(out, folder)


def kill_a_worker(folder: Path, chance: random.Random) -> None:
    out = folder / "run"
    process = toy(out, "--pause", "30")
    wait_for_chunks(out, chance.randint(1, 6), process)
    workers = children_of_group(process.pid)
    if workers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(chance.choice(workers), signal.SIGKILL)
    told = finish(process)
    demand(process.returncode in (0, 1), f"it ends with {process.returncode}: {told[-300:]}")
    demand_whole(out, folder)


def interrupt(folder: Path, chance: random.Random) -> None:
    """Signals at any moment to the real program, on the engine in plain Python, which needs no compiling."""
    out = folder / "run"
    begin = "from workbench.cli import interrupts, main; print('begun', flush=True); main()"
    program = [sys.executable, "-c", begin, "sim", "base", "--games", "40", "--chunk", "2", "--workers", "2"]
    process = subprocess.Popen(
        [*program, "--out", str(out)],
        env={**toy_environment(), "NUMBA_DISABLE_JIT": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(chance.uniform(0.2, 6.0))
    for _ in range(chance.randint(1, 3)):
        with contextlib.suppress(ProcessLookupError):
            if chance.random() < 0.5:
                os.killpg(process.pid, signal.SIGINT)
            else:
                os.kill(process.pid, signal.SIGTERM)
        time.sleep(chance.choice((0.0, 0.05, 0.3)))
    told = finish(process)
    demand(process.returncode in (0, 130), f"it ends with {process.returncode}: {told[-300:]}")
    demand(not any(word in told for word in FRIGHTENING), told[-500:])


def harm_a_file(path: Path, chance: random.Random) -> None:
    data = path.read_bytes()
    kind = chance.randrange(8)
    if kind == 0:
        path.write_bytes(data[: chance.randrange(len(data) + 1)])
    elif kind == 1 and data:
        flipped = bytearray(data)
        flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(bytes(flipped))
    elif kind == 2:
        path.write_bytes(b"")
    elif kind == 3:
        path.write_bytes(data + chance.randbytes(20))
    elif kind == 4:
        path.write_bytes(chance.randbytes(len(data)))
    elif kind == 5:
        path.write_text(harmed(data.decode("latin-1"), chance.randrange(2**32)), encoding="utf-8", errors="replace")
    elif kind == 6:
        path.unlink()
        os.mkfifo(path)
    else:
        path.unlink()


def damage_files(folder: Path, chance: random.Random) -> None:
    out = folder / "run"
    simulate(DiceGame(), PLAN, out, lambda queue: play_here)
    for path in chance.sample(sorted(out.iterdir()), chance.randint(1, 4)):
        if path.name != "lock":
            harm_a_file(path, chance)
    try:
        demand_whole(out, folder)
    except SimError as refused:  # the manifest, the plan or the log: told in one line, nothing written
        text = str(refused)
        demand("\n" not in text, f"more than one line: {text}")
        demand(any(name in text for name in (MANIFEST, "plan.yaml", "log", "not a run folder")), text)


def fill_the_disk(folder: Path, chance: random.Random) -> None:
    """A tiny file system where the user may mount one, else a limit on the size of files."""
    disk = folder / "disk"
    disk.mkdir()
    size = chance.randint(8, 60)
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(disk)], capture_output=True, check=False
        ).returncode
    )
    out = disk / "run"
    try:
        process = toy(out, prefix="" if mounted else f"ulimit -f {chance.randint(1, 2)};")
        told = finish(process)
        demand(process.returncode in (0, 1), f"it ends with {process.returncode}: {told[-300:]}")
        demand(process.returncode == 0 or "cannot write" in told, told[-300:])
        demand("Traceback" not in told, told[-500:])
        if (out / MANIFEST).exists():
            shutil.copytree(out, folder / "run")
    finally:
        if mounted:
            subprocess.run(["umount", str(disk)], check=True)
    if (folder / "run").exists():
        demand_whole(folder / "run", folder)


def set_limits(folder: Path, chance: random.Random) -> None:
    limit = chance.choice((f"-n {chance.randint(10, 80)}", f"-v {chance.randint(200, 2000) * 1000}"))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"}
    code = "from workbench.cli import main; main()"
    arguments = chance.choice(
        (
            ["check", "base"],
            ["sheet", "base", "-o", "x.pdf"],
            ["render", "workshop", "-o", "pictures"],
            ["sim", "base", "-n", "4", "--out", "r"],
            ["dune", "sim", "-n", "4", "--bots", "random", "--out", "r"],
            ["dune", "play", "--watch", "--bots", "random", "--setting", "turn_limit=1"],
        )
    )
    done = subprocess.run(
        ["bash", "-c", f'ulimit {limit}; exec "$0" -c "{code}" "$@"', sys.executable, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    demand(done.returncode in (0, 2), f"{limit} {arguments}: it ends with {done.returncode}: {done.stderr[-400:]}")
    demand("Traceback" not in done.stderr, f"{limit} {arguments}: {done.stderr[-500:]}")


def disturb_dask(folder: Path, chance: random.Random) -> None:
    """A scheduler and two workers as programs of their own; one of them is killed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    dask, quiet = [sys.executable, "-m", "dask"], {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
    worker = [*dask, "worker", f"tcp://127.0.0.1:{port}", "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    others = [subprocess.Popen(scheduler, env=toy_environment(), cwd=folder, **quiet)]
    out = folder / "run"
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while socket.socket().connect_ex(("127.0.0.1", port)):
            demand(time.monotonic() < deadline, "the scheduler does not come up")
            time.sleep(0.05)
        others += [subprocess.Popen(worker, env=toy_environment(), cwd=folder, **quiet) for _ in range(2)]
        process = toy(out, "--pause", "50", "--cluster", f"tcp://127.0.0.1:{port}")
        wait_for_chunks(out, chance.randint(1, 4), process)
        chance.choice(others).kill()
        told = finish(process)
        demand(process.returncode in (0, 1), f"it ends with {process.returncode}: {told[-300:]}")
        demand("Traceback" not in told, told[-500:])
    finally:
        for other in others:
            other.kill()
            other.wait()
    demand_whole(out, folder)


TRIALS: dict[str, Callable[[Path, random.Random], None]] = {
    "kill the parent": kill_the_parent,
    "kill a worker": kill_a_worker,
    "interrupt": interrupt,
    "damage files": damage_files,
    "fill the disk": fill_the_disk,
    "set limits": set_limits,
    "disturb dask": disturb_dask,
}
SLOW = ("interrupt", "set limits", "disturb dask")
