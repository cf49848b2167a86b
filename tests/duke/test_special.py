"""Special builds: the folded source plays the same games as the general one, and nothing else is folded."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from support.places import ROOT, SUPPORT
from support.seeded_games import FAMILIES, GAMES, game_of_family, outcomes, played

from workbench.duke.board import features
from workbench.duke.board.special import folded
from workbench.duke.board.tables import RULES
from workbench.sim.duke.beside import BuildsBeside
from workbench.sim.run import Progress

# Plays the seeded games of a family with modules that were imported folded.
FOLDED = """
import json, runpy, sys
from workbench.duke.board.special import specialise
values, script, family = sys.argv[1:]
specialise(json.loads(values))
sys.argv = [script, family]
runpy.run_path(script, run_name="__main__")
"""
SHORT = ("base", "siege and terrain", "counting coup")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("if R.rough:\n    a()\nelse:\n    b()", "b()"),
        ("if R.guard:\n    a()", "a()"),
        ("if R.guard and c():\n    a()", "if c():\n    a()"),
        ("if R.rough or R.guard == 2:\n    a()", ""),
        ("x = R.rough and c()", "x = 0"),
        ("x = R.guard or c()", "x = 3"),
        ("x = c() and R.guard", "x = c() and 3"),
        ("x = 1 if R.rough else c(R.guard)", "x = c(3)"),
        ("x = not R.rough", "x = True"),
        ("x = has(R.guard, owner)", "x = True"),
        ("x = has(R.rough, owner)", "x = False"),
        ("x = has(3, square)", "x = has(3, square)"),
        ("x = s.guard + R.types", "x = s.guard + R.types"),
        ("R.guard = 4", "R.guard = 4"),
        ("def f():\n    if R.guard:\n        return 1\n    return 2", "def f():\n    return 1"),
        ("def f():\n    if R.rough:\n        return 1", "def f():\n    pass"),
    ],
)
def test_folding(text: str, expected: str) -> None:
    assert ast.unparse(folded(text, {"rough": 0, "guard": 3})) == expected


def values_of(family: str) -> dict[str, int]:
    return dict(features.signature_of(game_of_family(family).referee.tables[0]))


def folded_games(family: str, values: dict[str, int]) -> Any:
    command = [sys.executable, "-c", FOLDED, json.dumps(values), str(SUPPORT / "seeded_games.py"), family]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}", "NUMBA_DISABLE_JIT": "1"}
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=900)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)[family]


@pytest.mark.parametrize(
    "family", [family if family in SHORT else pytest.param(family, marks=pytest.mark.long) for family in FAMILIES]
)
def test_the_folded_source_plays_the_same_games(family: str) -> None:
    """In plain Python; the general source agrees with the oracle."""
    assert folded_games(family, values_of(family)) == [played(family, number) for number in range(GAMES)]


def test_a_wrong_flag_is_noticed() -> None:
    """Else the test above would show nothing."""
    values = {**values_of("counting coup"), "has_dragon": 0}
    assert folded_games("counting coup", values) != [played("counting coup", number) for number in range(GAMES)]


@pytest.mark.long
@pytest.mark.parametrize("family", ["base", "siege and terrain"])
def test_a_compiled_special_build_plays_the_same_games(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy as np

    from workbench.bots.mirror import play_random_games
    from workbench.duke.board import compile as jit
    from workbench.duke.board.compile_apart import Beside
    from workbench.duke.board.state import new_pool

    rules = game_of_family(family).referee.rules
    with jit.captured() as wanted:
        play_random_games(rules, new_pool(), 0, 0, *(np.zeros(1, np.int64) for _ in range(3)))
    Beside(wanted, rules).finish()
    assert wanted[0][0].file_for(features.signature_of(rules)).is_file()
    jit.look_for_special_builds()
    special = outcomes(family, 2000)
    monkeypatch.setattr(jit, "GENERAL_ONLY", True)
    assert outcomes(family, 2000) == special


def test_a_child_that_ends_before_it_has_read_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C reaches it as it starts. What is sent is more than a pipe holds, so that the sender waits for its end."""
    from workbench.duke.board import compile_apart

    monkeypatch.setattr(compile_apart, "PROGRAM", "raise SystemExit(130)")
    child = compile_apart.Child([], lambda done, total: None, bytes(1_000_000))
    child.finish()
    assert child.process.returncode == 130


def test_flags_are_read_where_they_lie() -> None:
    first, last = (RULES.fields[name][1] for name in (features.FIRST, features.LAST))
    for name in (*features.EXACT, *features.IF_ZERO):
        assert first <= RULES.fields[name][1] <= last, f"{name} lies elsewhere: a change of it would go unseen"


def test_a_changed_flag_is_another_game() -> None:
    tables = game_of_family("base").referee.tables.copy()
    rules = tables.view(type(game_of_family("base").referee.tables))[0]
    before = features.flag_bytes(rules)
    rules.guard = 0
    assert features.flag_bytes(rules) != before
    assert dict(features.signature_of(rules))["guard"] == 0


class Builds:
    def __init__(self) -> None:
        self.begun = self.ended = 0

    def special_builds(self) -> list[Any]:
        self.begun += 1
        return [self]

    def end(self) -> None:
        self.ended += 1


def test_builds_begin_only_where_a_run_repays_them() -> None:
    short, long = Builds(), Builds()
    for builds, left in ((short, 1_000), (long, 1_000_000)):
        with BuildsBeside(builds, lambda progress: None) as report:
            report(Progress(0, left, 0))
            for done in (100, 200):
                report(Progress(done, left, done, timed_games=done, timed_seconds=done / 1000))
    assert (short.begun, short.ended) == (0, 0)
    assert (long.begun, long.ended) == (1, 1)
