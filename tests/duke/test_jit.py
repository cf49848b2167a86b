"""Compiled code is kept, and never outlives an edit of any source that went into it."""

from __future__ import annotations

import getpass
import json
import logging
import os
import pickle
import re
import shutil
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.places import ROOT

from workbench.duke.board import sources

CALLEE = """
from workbench.duke.board.compile import jit

@jit
def worth(number: int) -> int:
    return number + 1
"""
CALLER = """
from workbench.duke.board.compile import entry
from workbench.duke.callee import worth

@entry
def twice_worth(number: int) -> int:
    return 2 * worth(number)
"""
ASK = """
import json, sys
from workbench.duke.board.compile import is_compiled
from workbench.duke.board.sources import cache_folder
from workbench.duke.caller import twice_worth
before = is_compiled(twice_worth)
result, folder = twice_worth(20), str(cache_folder("workbench.duke.caller"))
found = {"result": result, "before": before, "after": is_compiled(twice_worth), "folder": folder}
print(json.dumps({**found, "numba": "numba" in sys.modules}))
"""
ENGINE = ("compile", "compile_once", "compile_apart", "compile_told", "anywhere", "objects", "dispatchers", "sources")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A tiny engine in the place of the real one: a compiled function that calls one of another module."""
    duke = tmp_path / "workbench" / "duke"
    (duke / "board").mkdir(parents=True)
    for folder in (duke.parent, duke, duke / "board"):
        (folder / "__init__.py").touch()
    for name in ENGINE:
        shutil.copy(ROOT / "workbench" / "duke" / "board" / f"{name}.py", duke / "board")
    shutil.copy(ROOT / "workbench" / "cache.py", duke.parent)
    (duke / "callee.py").write_text(CALLEE)
    (duke / "caller.py").write_text(CALLER)
    return tmp_path


def ask(package: Path, **environment: str) -> Any:
    """Call the tiny engine in a process of its own."""
    home = {"WORKBENCH_CACHE_DIR": str(package / "cache"), "PYTHONPATH": str(package)}
    inherited = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    made = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=package,
        env={**inherited, **home, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    assert "damaged" not in made.stderr
    return json.loads(made.stdout)


def test_an_edited_callee_is_compiled_anew(package: Path) -> None:
    """Numba alone would go on with the cached caller, the old callee inside."""
    cold = ask(package)
    assert (cold["result"], cold["before"], cold["after"]) == (42, False, True)
    warm = ask(package)
    assert warm == {**cold, "before": True}
    callee = package / "workbench" / "duke" / "callee.py"
    callee.write_text(CALLEE.replace("number + 1", "number + 2"))
    edited = ask(package)
    assert (edited["result"], edited["before"]) == (44, False)
    assert edited["folder"] != cold["folder"]
    callee.write_text(CALLEE)
    assert ask(package) == warm, "the old folder serves again"


def test_plain_python_needs_no_compiled_code(package: Path) -> None:
    plain = ask(package, NUMBA_DISABLE_JIT="1")
    assert (plain["result"], plain["before"]) == (42, True)
    assert not list((package / "cache").rglob("*.nbi"))


def test_a_cache_that_cannot_be_written_falls_back(package: Path) -> None:
    """Even root cannot make a folder where a file is."""
    (package / "cache").write_text("in the way")
    temporary = package / "temporary"
    temporary.mkdir()
    found = ask(package, TMPDIR=str(temporary))
    assert (found["result"], found["after"]) == (42, True)
    assert Path(found["folder"]).is_relative_to(temporary)
    assert not list(temporary.iterdir()), "the private folder goes with its run"


def test_kept_code_runs_without_numba(package: Path) -> None:
    assert not ask(package)["numba"], "compiled in a process of its own"
    assert not ask(package)["numba"]


def cut_short(data: bytes) -> bytes:
    return data[:-100]


def alter_a_byte(data: bytes) -> bytes:
    return data[:-100] + bytes([data[-100] ^ 1]) + data[-99:]


def empty(data: bytes) -> bytes:
    return b""


def make_for_another_machine(data: bytes) -> bytes:
    line, _, code = data.partition(b"\n")
    return json.dumps({**json.loads(line), "machine": "another"}).encode() + b"\n" + code


def need_what_is_not_there(data: bytes) -> bytes:
    line, _, code = data.partition(b"\n")
    return json.dumps({**json.loads(line), "needs": ["no_such_symbol"]}).encode() + b"\n" + code


@pytest.mark.parametrize("damage", [cut_short, alter_a_byte, empty, make_for_another_machine, need_what_is_not_there])
def test_kept_code_that_does_not_fit_falls_back(package: Path, damage: Callable[[bytes], bytes]) -> None:
    """Without a word: Numba and its own cache take over."""
    ask(package)
    (kept,) = (package / "cache").rglob("*.object")
    kept.write_bytes(damage(kept.read_bytes()))
    found = ask(package)
    assert (found["result"], found["numba"]) == (42, True)


def test_other_arguments_than_kept_code_is_made_for(package: Path) -> None:
    ask(package)
    code = "from workbench.duke.caller import twice_worth; print(twice_worth(20), twice_worth(0.5), twice_worth(1))"
    home = {"WORKBENCH_CACHE_DIR": str(package / "cache"), "PYTHONPATH": str(package)}
    inherited = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=package, env={**inherited, **home}, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == ["42", "3.0", "4"]


class RunsACommand:
    """Unpickled, it leaves a file behind: what a stranger could do with any command."""

    def __init__(self, proof: Path) -> None:
        self.proof = proof

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.proof),)


def open_it(folder: Path) -> None:
    folder.chmod(0o777)


def give_it_away(folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder to another user")
    os.chown(folder, 12345, 12345)


def link_it(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))


@pytest.mark.parametrize("plant", [open_it, give_it_away, link_it])
def test_code_that_others_could_plant_is_not_run(package: Path, plant: Callable[[Path], None]) -> None:
    proof, engine = package / "proof", package / "cache/duke-workbench/engine"
    ask(package)
    for kept in (*engine.rglob("*.nbi"), *engine.rglob("*.object")):
        kept.write_bytes(pickle.dumps(RunsACommand(proof)))
    plant(engine)
    assert ask(package)["result"] == 42
    assert not proof.exists()


def test_the_predictable_folder_of_old_is_not_looked_at(package: Path) -> None:
    temporary, proof = package / "temporary", package / "proof"
    folder = Path(ask(package)["folder"])
    old = temporary / f"duke-workbench-{getpass.getuser()}"
    shutil.copytree(folder.parent, old)
    for index in old.rglob("*.nbi"):
        index.write_bytes(pickle.dumps(RunsACommand(proof)))
    shutil.rmtree(package / "cache")
    (package / "cache").write_text("in the way")
    assert ask(package, TMPDIR=str(temporary))["result"] == 42
    assert not proof.exists()


def test_every_source_behind_the_engine_counts() -> None:
    """A module with a decorator of ours that is reached but left out of the hash could go stale."""
    package = ROOT / "workbench"
    counted = set(sources.sources_of("workbench.duke.turn.engine"))
    assert {package / "duke" / f"{name}.py" for name in ("rules/guard", "turn/candidates", "board/luck")} <= counted
    assert {package / "duke" / "board" / f"{name}.py" for name in ("icons", "tables")} <= counted
    for path in counted:
        for name in re.findall(
            r"(?m)^ *(?:from|import) (workbench\.(?:duke|bots|sim|lab)[\w.]+\w)", path.read_text(encoding="utf-8")
        ):
            source = package.parent.joinpath(*name.split(".")).with_suffix(".py")
            assert source in counted or not source.is_file(), f"{path.name} uses {name}"


def test_the_hash_looks_at_what_is_imported_and_at_nothing_else(package: Path) -> None:
    root = package / "workbench"
    duke = root / "duke"

    def hashed() -> str:
        for known in (sources._imports, sources._read, sources.source_hash):
            known.cache_clear()
        return sources.source_hash("workbench.duke.caller", root)

    first = hashed()
    seen = {path.stem for path in sources.sources_of("workbench.duke.caller", root)}
    assert seen == {*ENGINE, "callee", "caller"}
    (duke / "another.py").write_text("STEP = 1\n")
    assert hashed() == first
    (duke / "callee.py").write_text(CALLEE.replace("import jit\n", "import jit\nfrom workbench.duke import another\n"))
    second = hashed()
    (duke / "another.py").write_text("STEP = 2\n")
    assert len({first, second, hashed()}) == 3


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "greedy", "search:depth=1", "mcts:sims=30"])
def test_no_index_leaves_its_array(bot: str, tmp_path: Path) -> None:
    """Compiled anew with every index checked, from below too: all families of rules, recorded as in a simulation."""
    code = f"""
from workbench.cli.bench_engine import FAMILIES
from workbench.duke.game import game_of
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame
for sets, rules in FAMILIES.values():
    game = DukeGame(game_of(sets, rules).composition, (), (({bot!r}, {bot!r}),), ("draws",))
    game.play_batch(Plan(games=40, bots=({bot!r},)), 0, 40 if {bot!r} in ("random", "greedy") else 6)
"""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "WORKBENCH_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_compiled_code_holds_no_more_than_its_last_two_arguments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A run hands it large arrays, new ones for every chunk; nor does the log that a special build is not kept."""
    from workbench.bots.mirror import play_random_games
    from workbench.duke.board.state import new_pool
    from workbench.duke.game import game_of

    rules, pool, held = game_of().referee.rules, new_pool(), []
    caplog.set_level(logging.INFO, "workbench.engine")
    monkeypatch.setattr(play_random_games, "_specials", {})
    monkeypatch.setattr(type(play_random_games), "file_for", lambda self, signature: tmp_path / "absent")
    for first in range(4):
        told = [np.zeros(1, np.int64) for _ in range(3)]
        play_random_games(rules, pool, 1, first, *told)
        held.append(weakref.ref(told[0]))
        del told
    assert "nothing is kept" in caplog.text
    assert [one() for one in held[:-2]] == [None, None]
