"""Compiled code is kept, and never outlives an edit of any source that went into it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from workbench.duke.board import compile as jit

ROOT = Path(__file__).parents[2]
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
import json
from workbench.duke.board import compile as jit
module = "workbench.duke.caller"
before = jit.is_compiled(module)
from workbench.duke.caller import twice_worth
result, folder = twice_worth(20), str(jit.cache_folder(module))
print(json.dumps({"result": result, "before": before, "after": jit.is_compiled(module), "folder": folder}))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A tiny engine in the place of the real one: a compiled function that calls one of another module."""
    duke = tmp_path / "workbench" / "duke"
    board = duke / "board"
    board.mkdir(parents=True)
    for folder in (duke.parent, duke, board):
        (folder / "__init__.py").touch()
    shutil.copy(ROOT / "workbench" / "duke" / "board" / "compile.py", board)
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
    assert found["result"] == 42
    assert Path(found["folder"]).is_relative_to(temporary)
    assert list(temporary.rglob("*.nbi")), "compiled code is kept there"


def test_every_source_behind_the_engine_counts() -> None:
    """A module with a decorator of ours that is reached but left out of the hash could go stale."""
    package = ROOT / "workbench"
    counted = set(jit.sources_of("workbench.duke.turn.engine"))
    named = ("rules/guard", "turn/candidates", "board/luck", "board/icons", "board/tables")
    assert {package / "duke" / f"{name}.py" for name in named} <= counted
    for path in counted:
        for name in re.findall(r"workbench\.(?:duke|bots|sim|lab)(?:\.\w+)+", path.read_text(encoding="utf-8")):
            source = package.parent.joinpath(*name.split(".")).with_suffix(".py")
            assert source in counted or not source.is_file(), f"{path.name} uses {name}"


def test_the_hash_looks_at_what_is_imported_and_at_nothing_else(package: Path) -> None:
    root = package / "workbench"
    duke = root / "duke"

    def hashed() -> str:
        jit.source_hash.cache_clear()
        return jit.source_hash("workbench.duke.caller", root)

    first = hashed()
    assert {path.name for path in jit.sources_of("workbench.duke.caller", root)} == {
        "compile.py",
        "callee.py",
        "caller.py",
    }
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
from workbench.sim.plan import Plan
from workbench.sim.duke.play import DukeGame
for sets, rules in FAMILIES.values():
    game = DukeGame(game_of(sets, rules).composition, (), (({bot!r}, {bot!r}),), ("draws",))
    game.play_batch(Plan(games=40, bots=({bot!r},)), 0, 40 if {bot!r} in ("random", "greedy") else 6)
"""
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "WORKBENCH_CACHE_DIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
