"""workbench sim as a program: real processes, interrupted and killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support import sudden_end
from support.patience import PATIENCE_SECONDS, wait_until
from support.places import ROOT
from support.toy_game import toy_environment

from workbench.sim.duke.plan import Plan
from workbench.sim.store import open_run

GAMES, CHUNK = 2_000, 100
MANY = 2_000_000  # far more than are played until a signal comes


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "workbench.cli.app", "sim", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "120", "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode, out, err


def run(folder: Path, *arguments: str) -> tuple[int, str, str]:
    return finish(start(folder, *arguments))


def wait_for_chunks(process: subprocess.Popen[str], folder: Path, number: int) -> None:
    def begun() -> bool:
        assert process.poll() is None, process.communicate()
        return (folder / "manifest.json").exists() and len(list(folder.glob("counts-*.json"))) >= number

    wait_until(begun, "the run does not get going")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody disturbs."""
    folder = tmp_path_factory.mktemp("sim")
    code, out, err = run(folder, "base", "--games", "1000", "--seed", "5", "--workers", "2", "--out", "whole")
    assert code == 0, err
    assert "1,000 games in" in out
    assert "random: South scores" in out
    assert "next: workbench report whole" in out
    assert "base-random: 1,000 of 1,000 games" in err
    return folder


def test_one_worker_gives_the_same_tables(whole: Path) -> None:
    plain = ("--games", "1000", "--seed", "5")
    code, _, err = run(whole, "base", *plain, "--workers", "1", "--out", "one", "-v")
    assert code == 0, err
    assert "chunk 0: games 0-" in err
    assert open_run(whole / "one", Plan).content_hash() == open_run(whole / "whole", Plan).content_hash()
    for name in ("games-00000.parquet", "counts-00003.json"):
        assert (whole / "one" / name).read_bytes() == (whole / "whole" / name).read_bytes()


def test_kill_minus_nine_and_resume(tmp_path: Path) -> None:
    games = ("--games", str(GAMES), "--chunk", str(CHUNK))
    command = sudden_end.command("sim", "base", *games, "--out", "killed")
    victim = subprocess.run(command, cwd=tmp_path, env=toy_environment(), capture_output=True, check=False)
    assert victim.returncode == -signal.SIGKILL
    kept = open_run(tmp_path / "killed", Plan).games_done
    assert kept == sudden_end.CHUNKS_WRITTEN * CHUNK
    code, out, err = run(tmp_path, "--out", "killed", "--resume", "--workers", "1")
    assert code == 0, err
    assert f"{GAMES - kept:,} games in" in out
    assert run(tmp_path, "base", *games, "--out", "whole")[0] == 0
    assert open_run(tmp_path / "killed", Plan).content_hash() == open_run(tmp_path / "whole", Plan).content_hash()


@pytest.mark.parametrize(("chunks", "file"), [(0, "manifest.json"), (2, "log")])
def test_ctrl_c_keeps_whole_chunks_and_says_how_to_go_on(tmp_path: Path, chunks: int, file: str) -> None:
    process = start(tmp_path, "base", "--games", str(MANY), "--chunk", str(CHUNK))
    wait_for_chunks(process, tmp_path / "runs/base-random", chunks)  # 0 chunks: while the workers start
    wait_until((tmp_path / "runs/base-random" / file).exists)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the group
    code, _, err = finish(process)
    stopped = open_run(tmp_path / "runs/base-random", Plan)
    assert code == 130
    assert f"stopped: {stopped.games_done:,} of {MANY:,} games are kept in runs/base-random" in err
    assert "go on with: workbench sim --out runs/base-random --resume" in err
    assert "Traceback" not in err
    assert all(found.missing for found in stopped.unfinished())


def test_resuming_a_complete_run_plays_nothing(whole: Path) -> None:
    code, out, _ = run(whole, "--out", "whole", "--resume")
    assert code == 0
    assert "all 1,000 games are there already" in out


def test_a_changed_plan_refuses(whole: Path) -> None:
    code, _, err = run(whole, "--out", "whole", "--resume", "--games", "2000", "-s", "max_turns=50")
    assert code == 2
    assert "error: cannot resume whole: " in err
    assert "games is 1000 in the run, 2000 now" in err
    assert "settings.max_turns is 600 in the run, 50 now" in err


def test_a_changed_tile_set_refuses(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    text = (ROOT / "tilesets/examples/workshop.yaml").read_text()
    own.write_text(text)
    assert run(tmp_path, "own.yaml", "--games", "50", "--out", "run")[0] == 0
    own.write_text(text.replace("name: Page", "name: Squire"))
    code, _, err = run(tmp_path, "--out", "run", "--resume")
    assert code == 2
    assert "tile set own has changed since" in err


def test_everything_of_a_plan_can_be_said_on_the_command_line(tmp_path: Path) -> None:
    given = "--games 20 --seed 9 --chunk 10 --name mine --light north --record draws,uses"
    more = "--terrain mountain=2 --terrain dragon -s no_turn=draw --bots random --objective counting_coup"
    code, _, err = run(tmp_path, "base", *given.split(), *more.split())
    assert code == 0, err
    plan = json.loads((tmp_path / "runs/mine/manifest.json").read_text())["plan"]
    assert plan["games"] == 20
    assert plan["record"] == ["draws", "uses"]
    assert plan["light"] == "north"
    assert plan["settings"]["terrain"] == {"mountain": 2, "fort": 0, "dragon": True}
    assert plan["settings"]["objective"] == "counting_coup"
    assert plan["settings"]["no_turn"] == "draw"
    assert run(tmp_path, "base", *given.split(), *more.split())[0] == 0
    assert (tmp_path / "runs/mine-2/manifest.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["base-randm"], "Did you mean 'base-random'?"),
        (["base", "--bots", "grandmaster"], "there is no bot 'grandmaster'"),
        (["base", "--games", "0"], "greater than or equal to 1"),
        (["base", "--setting", "max_turn=3"], "Did you mean 'max_turns'?"),
        (["base", "--setting", "max_turns"], "is not KEY=VALUE"),
        (["base", "--terrain", "swamp"], "there is no terrain 'swamp': mountain=N, fort=N or dragon"),
        (["base", "--south", "random"], "south and north must be given together"),
        (["base", "--cluster", "somewhere"], "not tcp://HOST:PORT or local:N"),
        (["base", "--cluster", "local:2", "--workers", "2"], "leave --workers out"),
        (["missing.yaml"], "missing.yaml"),
        (["base", "--out", "/proc/nowhere"], "error: cannot write /proc/nowhere"),
        (["base", "--out", "."], "choose another --out"),
    ],
)
def test_bad_input_is_one_message(workbench, tmp_path: Path, monkeypatch, arguments: list[str], said: str):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letter.txt").write_text("dear aunt")
    result = workbench("sim", *arguments)
    assert result.code == 2
    assert said in " ".join(result.err.replace("│", " ").split())
    assert "Traceback" not in result.err


def test_a_cluster_gives_the_same_tables(whole: Path) -> None:
    pytest.importorskip("distributed")
    plain = ("--games", "1000", "--seed", "5")
    code, _, err = run(whole, "base", *plain, "--cluster", "local:2", "--out", "cluster")
    assert code == 0, err
    assert open_run(whole / "cluster", Plan).content_hash() == open_run(whole / "whole", Plan).content_hash()


def test_sets_by_option_stand_beside_sets_and_instead_of_a_plans(tmp_path: Path) -> None:
    from workbench.cli.sim import _with_sets

    options: dict[str, object] = {}
    assert _with_sets(["workshop"], ["terrain,events"], options) == ["workshop", "terrain", "events"]
    assert _with_sets([], ["workshop"], options) == ["workshop"]
    assert options == {}
    assert _with_sets(["base-random"], ["workshop"], options) == ["base-random"]
    assert options == {"sets": ["workshop"]}
