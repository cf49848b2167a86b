"""The main path on a system without fcntl, forkserver, prctl, SIGTERM and users, as on Windows (see docs/limits.md)."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import types
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from support.patience import PATIENCE_SECONDS, wait_until
from support.places import ROOT, SUPPORT, TESTS
from support.toy_game import DiceGame, DicePlan

from workbench.cli import keys
from workbench.sim import disk
from workbench.sim.duke.plan import Plan
from workbench.sim.job import play_here
from workbench.sim.plan import RESERVED, plain_name
from workbench.sim.run import simulate
from workbench.sim.seam import SimError
from workbench.sim.store import open_run, start_run

BARE = os.pathsep.join([str(SUPPORT / "bare_system"), str(ROOT), str(TESTS)])


def bare(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "workbench.cli.app", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": BARE, "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_what_is_hidden_is_hidden() -> None:
    ask = """if True:
        import multiprocessing, os, signal
        try:
            import fcntl
        except ImportError:
            print(multiprocessing.get_all_start_methods(), hasattr(os, "geteuid"), hasattr(signal, "SIGTERM"))
        """
    done = subprocess.run(
        [sys.executable, "-c", ask], env={**os.environ, "PYTHONPATH": BARE}, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[0] == "['spawn'] False False"


def test_the_main_path(tmp_path: Path) -> None:
    bare(tmp_path, "new", "own.yaml", "--tile", "Königin", "--from", "Duchess")
    assert "no findings" in bare(tmp_path, "check", "base")
    bare(tmp_path, "sheet", "own.yaml", "-o", "own.pdf")
    assert (tmp_path / "own.pdf").read_bytes().startswith(b"%PDF")
    games = ("base", "--games", "40", "--chunk", "10", "--workers", "2")
    bare(tmp_path, "sim", *games, "--out", "there")
    (tmp_path / "there/games-00002.parquet").unlink()
    assert "10 games in" in bare(tmp_path, "sim", "--out", "there", "--resume")
    here = subprocess.run(
        [sys.executable, "-m", "workbench.cli.app", "sim", *games, "--out", "here"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=True,
    )
    assert b"40 games in" in here.stdout
    assert open_run(tmp_path / "there", Plan).content_hash() == open_run(tmp_path / "here", Plan).content_hash()
    bare(tmp_path, "report", "there")
    bare(tmp_path, "play", "--bot", "random", "--bot", "random", "--quiet", "--seed", "3", "--record", "game.txt")
    assert bare(tmp_path, "replay", "game.txt")


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="two thousand games take minutes in plain Python")
def test_balance(tmp_path: Path) -> None:
    bare(tmp_path, "balance", "workshop", "--bots", "random", "--rounds", "1", "--workers", "2", "--out", "fair")
    assert (tmp_path / "fair/report.html").exists()


def test_dragon_dune(tmp_path: Path) -> None:
    bare(tmp_path, "dune", "sim", "--games", "8", "--bots", "random", "--workers", "2", "--out", "dune")
    bare(tmp_path, "report", "dune")
    watched = ("--watch", "--bots", "random", "--seed", "1", "--setting", "turn_limit=1", "--record", "game.txt")
    bare(tmp_path, "dune", "play", *watched)
    assert "turn 1" in bare(tmp_path, "dune", "replay", "game.txt")


def test_the_studio(tmp_path: Path) -> None:
    studio = subprocess.Popen(
        [sys.executable, "-m", "workbench.cli.app", "studio", str(tmp_path), "--no-open", "--port", str(free_port())],
        env={**os.environ, "PYTHONPATH": BARE, "BARE_SYSTEM_KEEPS": "SIGTERM", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert studio.stdout is not None
    said = ""
    try:
        while "http://" not in said:
            line = studio.stdout.readline()
            assert line, said
            said += line
        address = re.findall(r"http://\S+", said)[0]
        page = build_opener(HTTPCookieProcessor()).open(address, timeout=PATIENCE_SECONDS).read().decode()
        assert "<html" in page
    finally:
        studio.kill()
        studio.wait()
    assert "Traceback" not in said


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of this kind is POSIX")
def test_a_terminal_without_termios(tmp_path: Path) -> None:
    """Spinners and stepping are for terminals, and ask nothing of the system that Windows lacks."""
    import pty

    bare(tmp_path, "play", "--bots", "random,random", "--quiet", "--seed", "3", "--record", "game.txt")
    for words in (["replay", "game.txt"], ["play", "--bots", "random", "--seed", "1"]):
        parent, child = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "workbench.cli.app", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": BARE, "TERM": "xterm", "NO_COLOR": "1"},
            stdin=child,
            stdout=child,
            stderr=child,
            start_new_session=True,
        )
        os.close(child)
        os.write(parent, b"quit\nq\n")
        shown = b""
        with contextlib.suppress(OSError):  # the other side has ended
            while part := os.read(parent, 10_000):
                shown += part
        os.close(parent)
        assert process.wait() == 0, shown.decode()
        assert b"Traceback" not in shown


def test_keys_of_the_console_of_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    pressed = iter(["n", "\xe0", "K", "\x00", "I", "\xe0", "~", "\x03"])
    console = types.SimpleNamespace(getwch=lambda: next(pressed))
    monkeypatch.setattr(keys, "termios", None)
    monkeypatch.setattr(keys, "windows_console", console)
    with keys.single_keys() as read:
        places = [keys.moved(read(), 50, 0, 99) for _ in range(4)]
        with pytest.raises(KeyboardInterrupt):
            read()
    assert places == [51, 49, 40, 50]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_workers_end_with_a_killed_parent(tmp_path: Path) -> None:
    from sim.test_sim_pool import processes_of_group, wait_for_chunks

    (tmp_path / "hold").touch()
    command = [sys.executable, str(SUPPORT / "toy_game.py"), str(tmp_path / "run"), "--hold", str(tmp_path / "hold")]
    run = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": BARE}, start_new_session=True)
    wait_for_chunks(tmp_path / "run", 3)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    wait_until(lambda: not processes_of_group(run.pid), "workers outlived their parent")


def test_two_writers_cannot_share_a_folder_without_flock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "fcntl", None)
    plan = DicePlan(games=100, chunk=50)
    with (
        start_run(tmp_path / "run", DiceGame(), plan, resume=False),
        pytest.raises(SimError, match="another simulation is writing"),
    ):
        simulate(DiceGame(), plan, tmp_path / "run", lambda queue: play_here, resume=True)
    assert simulate(DiceGame(), plan, tmp_path / "run", lambda queue: play_here, resume=True).played == 100


def test_the_lock_of_a_killed_process_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = f"""if True:
        import os, sys
        sys.path.insert(0, {str(SUPPORT / "bare_system")!r})
        import sitecustomize
        from pathlib import Path
        from workbench.sim.disk import held
        with held(Path({str(tmp_path / "lock")!r})):
            print("held", flush=True)
            sys.stdin.read()
        """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    holder = subprocess.Popen([sys.executable, "-c", take], env=environment, stdin=-1, stdout=-1, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    monkeypatch.setattr(disk, "fcntl", None)
    with pytest.raises(SimError, match="another simulation"), disk.held(tmp_path / "lock"):
        pass
    holder.kill()
    holder.wait()
    with disk.held(tmp_path / "lock"):
        pass
    (tmp_path / "letter").write_text("dear aunt, " * 1000)
    with pytest.raises(SimError, match="no lock file"), disk.held(tmp_path / "letter"):
        pass


@pytest.mark.parametrize(
    "text", ["con", "NUL.txt", "aux", "Com1", "königin", "..", "a/b\\c:d*e?", "x" * 300, "騎士", "-a."]
)
def test_made_up_names_are_names_on_every_system(text: str) -> None:
    name = plain_name(text)
    assert Plan(name=name).name == name
    assert name.partition(".")[0].casefold() not in RESERVED
    assert json.dumps(name) == f'"{name}"'
