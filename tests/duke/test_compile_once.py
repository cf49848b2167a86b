"""Functions of the engine are optimised once, inside the entry: a newer Numba must not switch this off unnoticed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
from packaging.requirements import Requirement
from support.places import ROOT

from workbench.duke.board import compile_once
from workbench.duke.board.compile import RARE, CompiledEntry
from workbench.duke.rules import guard, moves
from workbench.duke.turn import legal

# A tiny entry in a module that seems to be one of ours, and what LLVM is asked to optimise for it.
COUNT = """
import json, sys, types
from numba.core import codegen
from workbench.duke.board import compile, compile_once

optimised = []
original = codegen.CPUCodeLibrary._optimize_final_module

def counting(self):
    names = [f.name for f in self._final_module.functions if not f.is_declaration]
    if any(compile_once.OURS in name for name in names):
        optimised.append(self.name)
    original(self)

codegen.CPUCodeLibrary._optimize_final_module = counting
if sys.argv[1] == "without":
    compile_once.missing_parts = lambda: ["something"]
from workbench.duke.turn import engine
from workbench.duke.board import dispatchers
from workbench.duke.board.state import new_states

dispatchers.compile_entry(engine.deal_luck, (new_states(1)[0], 7, 8, 0))
unchanged = codegen.CPUCodeLibrary.finalize.__module__ == "numba.core.codegen"
print(json.dumps({"optimised": len(optimised), "unchanged": unchanged}))
"""


def compiled(how: str, cache: Path) -> Any:
    """Compile an entry of the engine that calls a few functions, in a process of its own."""
    inherited = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    environment = {**inherited, "WORKBENCH_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", COUNT, how]
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


def test_what_is_rare_is_not_inlined() -> None:
    """Compiled code names the functions that stay apart; where LLVM has inlined one, its name is gone."""
    from workbench.bots.mirror import play_random_games
    from workbench.cli.bench_engine import Player

    Player("base").batch(0)
    assert isinstance(play_random_games, CompiledEntry)
    code = play_random_games.file.read_bytes()
    apart = [legal.try_other, legal.still_refusal, guard.slot_attacks, moves.go_covered_earlier]
    assert {plain(one) for one in apart} <= RARE
    assert [one.__name__ for one in apart if symbol_of(one) not in code] == []
    assert symbol_of(legal.try_slot) not in code, "this one is always inlined"


def plain(function: Callable[..., Any]) -> Any:
    """The function itself, where Numba has taken its place."""
    return getattr(function, "py_func", function)


def symbol_of(function: Callable[..., Any]) -> bytes:
    """How the name of a compiled function begins."""
    function = plain(function)
    parts = [*function.__module__.split("."), function.__name__]
    return f"_ZN{''.join(f'{len(part)}{part}' for part in parts)}B".encode()


def test_this_numba_has_all_that_is_changed() -> None:
    missing = compile_once.missing_parts()
    assert not missing, (
        f"Numba {numba.__version__} lacks {', '.join(missing)}: the engine compiles several times as slowly. "
        "Mend duke/board/compile_once.py, or lower the upper bound of Numba in pyproject.toml."
    )


def test_this_numba_is_in_the_range_that_was_tried() -> None:
    """tests/numba_range.sh tries both ends."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ours = next(one for one in map(Requirement, project["dependencies"]) if one.name == "numba")
    assert {one.operator for one in ours.specifier} == {">=", "<"}, "the lowest that works, and the first not tried"
    assert numba.__version__ in ours.specifier


def test_an_entry_is_optimised_once(tmp_path: Path) -> None:
    found = compiled("with", tmp_path / "with")
    assert found["optimised"] == 1, f"Numba {numba.__version__} optimises each function again: see compile_once.py"
    assert found["unchanged"], "afterwards all is as it was"


def test_without_the_change_every_function_is_optimised(tmp_path: Path) -> None:
    """Else the test above would show nothing."""
    assert compiled("without", tmp_path / "without")["optimised"] > 1
