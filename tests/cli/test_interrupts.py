"""Ctrl-C and SIGTERM at any moment: exit code 130, nothing on the screen that frightens, nothing lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.patience import PATIENCE_SECONDS, wait_until
from support.places import ROOT

from workbench.sim.duke.plan import Plan
from workbench.sim.store import open_run

# Sends itself a signal where it should: a quick command may be over before that of another process comes.
# Says when it has begun; what comes before is Python's own start, which no program can watch over.
BEGIN = """
import contextlib, os, signal, sys
from workbench.cli import interrupts, main
heeded, seconds = interrupts.heeded, float(sys.argv.pop(1))
signal.signal(signal.SIGVTALRM, lambda number, frame: os.kill(os.getpid(), signal.SIGTERM))

@contextlib.contextmanager
def told(**options):
    with heeded(**options):
        print("begun", flush=True)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        yield

interrupts.heeded = told
sys.argv[0] = "workbench"
main()
"""
SIM = ("sim", "base", "--games", "4000", "--chunk", "2", "--workers", "1", "--out", "run")
NOISE = ("Traceback", "Exception ignored", "leaked", "Error")


def start(folder: Path, *arguments: str, after_computing: float = 0.0) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", BEGIN, str(after_computing), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1", "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def ended(process: subprocess.Popen[str]) -> str:
    _, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert process.returncode == 130, err
    assert not [word for word in NOISE if word in err], err
    return err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.4, 1.0])
def test_during_start_up(tmp_path: Path, number: signal.Signals, seconds: float) -> None:
    process = start(tmp_path, *SIM)
    time.sleep(seconds)
    os.kill(process.pid, number)
    ended(process)


@pytest.mark.parametrize("arguments", [("check", "base"), ("sheet", "base", "-o", "x.pdf"), ("play", "--seed", "1")])
def test_other_commands_too(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended(start(tmp_path, *arguments, after_computing=0.05))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("pause", [0.0, 0.05, 0.3])
def test_a_second_ctrl_c_is_as_quiet_as_the_first(tmp_path: Path, pause: float) -> None:
    process = start(tmp_path, *SIM)

    def begun() -> bool:
        assert process.poll() is None, process.communicate()
        return len(list((tmp_path / "run").glob("counts-*.json"))) >= 2

    wait_until(begun)
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(pause)
    os.killpg(process.pid, signal.SIGINT)
    ended(process)
    run = open_run(tmp_path / "run", Plan)
    assert run.games_done >= 4
    assert all(found.missing for found in run.unfinished()), "no chunk is half there"


def limited(folder: Path, limit: str, *arguments: str) -> tuple[int, str]:
    code = "from workbench.cli import main; main()"
    command = f'ulimit {limit}; exec "$0" -c "{code}" "$@"'
    done = subprocess.run(
        ["bash", "-c", command, sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("files", [12, 16, 20, 30, 50])
def test_few_open_files_are_told_in_a_sentence(tmp_path: Path, files: int) -> None:
    code, err = limited(tmp_path, f"-n {files}", *SIM[:3], "4", "--workers", "2", "--out", "run")
    assert code == 2
    assert "files may be open at once (ulimit -n), and 2 workers may need 64" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("kilobytes", [250_000, 400_000, 700_000])
def test_little_memory_is_told_in_a_sentence(tmp_path: Path, kilobytes: int) -> None:
    code, err = limited(tmp_path, f"-v {kilobytes}", *SIM[:3], "4", "--workers", "1", "--out", "run")
    assert code in (0, 2), err
    assert "Traceback" not in err
    if code:
        assert "error: " in err
