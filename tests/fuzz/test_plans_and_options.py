"""Plans and command lines that were harmed: refused in words with exit code 1 or 2, never a traceback."""

from __future__ import annotations

import contextlib
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.mutations import FEW, SCRAPS, VALUES, harmed, harmed_data
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.finding import UnusableInput
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.planfile import read_plan
from workbench.sim.seam import SimError

PLAN = {
    "name": "x",
    "sets": ["base"],
    "games": 100,
    "seed": 1,
    "chunk": 10,
    "bots": ["random", "greedy"],
    "record": ["draws"],
    "light": "south",
    "settings": {"max_turns": 50, "terrain": {"mountain": 1, "dragon": True}, "objective": "counting_coup"},
}
SEEDS = st.integers(0, 2**32)
# Options that only read or only plan, so that no example plays games or fills the disk.
COMMANDS: dict[str, list[str]] = {
    "sheet workshop --plan-json out.json --force": [
        "--gap-mm", "--bleed-mm", "--spine-mm", "--tile-mm", "--paper", "--stock", "--start-at", "--tiles", "--armies",
        "--copies", "--layout", "--flip", "--marks", "--theme", "--scale", "--offset-mm", "--back-offset-mm",
        "--printer", "--icon-counts", "--dpi",
    ],
    "stocks": ["--fits"],
    "calibrate --save p": ["--measured"],
    "check base": ["--select", "--ignore", "--format", "--objective"],
    "tile Knight": ["--set"],
    "show start": ["--sets", "--setting", "--terrain", "--objective"],
    "sim no-such-plan": [
        "--games", "--bots", "--seed", "--setting", "--terrain", "--chunk", "--name", "--record", "--workers",
        "--cluster", "--south",
    ],
    "explain": [],
    "rules": [],
}  # fmt: skip
NUMBERS = [
    "0",
    "-1",
    "1",
    "2.5",
    "nan",
    "inf",
    "-inf",
    "1e308",
    "1e-308",
    "1e999",
    "²",
    "٣",
    "0x10",
    "1_000",
    "9" * 30,
    "1,2",
    ",",
]
GOOD = [
    "a4",
    "100x150mm",
    "Lancer",
    "Lancer=2",
    "light",
    "duplex",
    "move=3",
    "max_turns=5",
    "dragon",
    "mountain=2",
    "width=99",
]


@pytest.fixture(scope="module", autouse=True)
def _elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    here, there = os.getcwd(), tmp_path_factory.mktemp("options")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(there / "config"))
        os.chdir(there)
        yield
        os.chdir(here)


@settings(**FEW)
@given(SEEDS)
def test_plans_as_data(seed: int) -> None:
    with contextlib.suppress(ValueError):
        plan = Plan.model_validate(harmed_data(PLAN, seed))
        assert plan.chunk_count <= 100_000
        assert Plan.model_validate(plan.written()).deciding() == plan.deciding()


@settings(**FEW)
@given(SEEDS, st.booleans())
def test_plans_as_files(seed: int, whole: bool) -> None:
    path = Path("plan.json" if whole else "plan.yaml")
    text = json.dumps(harmed_data(PLAN, seed) if whole else PLAN, indent=1)
    path.write_text(text if whole else harmed(text, seed), encoding="utf-8", errors="replace")
    with contextlib.suppress(UnusableInput, SimError):
        read_plan([str(path)], {})


def arguments(seed: int) -> list[str]:
    chance = random.Random(seed)
    command = chance.choice(list(COMMANDS))
    words = command.split()
    for _ in range(chance.randint(1, 3)):
        value = chance.choice(
            (chance.choice(NUMBERS), chance.choice(SCRAPS), chance.choice(GOOD), str(chance.choice(VALUES)))
        )
        value = harmed(value, chance.randrange(2**32)) if chance.random() < 0.4 else value
        options = COMMANDS[command]
        words += [chance.choice(options), value] if options else [value]
    return [word.replace("\x00", "") for word in words]  # no system hands a NUL to a program


@settings(**FEW)
@given(SEEDS)
def test_options(seed: int) -> None:
    words = arguments(seed)
    result = CliRunner().invoke(app, words)
    raised: Any = result.exception
    assert raised is None or isinstance(raised, SystemExit | UnusableInput | OSError), (words, raised)
    assert result.exit_code in (0, 1, 2), words
