"""Rules, plans, records, scenarios and options of Dragon Dune that were harmed: refused in words, or they work."""

from __future__ import annotations

import contextlib
import json
import os
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.mutations import EXAMPLES, FEW, SCRAPS, harmed, harmed_data
from support.places import TESTS
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.dune.bots import RandomBot
from workbench.dune.load import load_rules, read_rules_text, shipped_rules
from workbench.dune.play import play_game
from workbench.dune.record import GameRecord, RecordError, Taken, build_head, format_game, parse_game
from workbench.dune.scenario import run_lines
from workbench.dune.session import Session
from workbench.finding import UnusableInput
from workbench.sim.dune.plan import DunePlan
from workbench.sim.dune.planfile import read_dune_plan
from workbench.sim.seam import SimError

CHANGES = """name: Mine
based_on: v1.2
advanced: [elite, plunder]
settings: {unit_cap: 30, turn_limit: 3, income: 4, red_dragon_match: suit, zero_army: false}
factions:
  orcs: {gold: 4, conscript: 3, split: {units: 5, over: ["1*", "9f", "16f"]}}
  elves: {units: {"7f": 3, "10*": 2}, revive_max: 3}
events:
  7C: {at: "11", gold: 6}
"""
PLAN = {
    "name": "x",
    "rules": "v1.2",
    "advanced": ["elite"],
    "settings": {"turn_limit": 3},
    "bots": ["random", "seeker", "random", "random"],
    "games": 8,
    "seed": 1,
    "chunk": 4,
    "variants": ["plunder", {"name": "long", "settings": {"turn_limit": 5}}],
}
OPTIONS = {
    "dune check": [],
    "dune rules": [],
    "dune map": ["--rules", "--svg"],
    "dune sim no-such-plan": ["--games", "--bots", "--rules", "--advanced", "--setting", "--seed", "--workers"],
    "dune compare --games 3": ["--to", "--advanced", "--setting", "--rules", "--bots", "--cluster"],
    "dune play --as hobbits": ["--bots", "--rules", "--advanced", "--setting", "--seed", "--game", "--record"],
    "dune replay no-such-game": ["--game", "--variant", "--record"],
}
GOOD = ["v1.2", "rev9", "all", "none", "elite", "turn_limit=3", "factions.orcs.gold=9", "seeker", "O=seeker", "8"]
SEEDS = st.integers(0, 2**32)


@pytest.fixture(scope="module", autouse=True)
def _elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    here = os.getcwd()
    os.chdir(tmp_path_factory.mktemp("dune"))
    yield
    os.chdir(here)


@cache
def record() -> str:
    rules = load_rules("v1.2", {"turn_limit": "2"})
    session = Session(rules, 3, 0, [RandomBot()] * 4)
    while not session.is_over:
        session.let_bot_decide()
    head = build_head(rules, "v1.2", 3, 0, dict.fromkeys(range(4), "random"))
    return format_game(GameRecord(head, [Taken(*one) for one in session.taken]))


@cache
def scenarios() -> list[Any]:
    lines = (TESTS / "dune/scenarios.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@settings(**FEW)
@given(SEEDS, st.booleans())
def test_rules(seed: int, whole: bool) -> None:
    text = shipped_rules()["v1.2"].read_text(encoding="utf-8") if whole else CHANGES
    read_rules_text(harmed(text, seed).replace("\ud800", "?"))


@settings(**{**FEW, "max_examples": max(EXAMPLES // 3, 10)})
@given(SEEDS)
def test_rules_are_played(seed: int) -> None:
    """Whatever passes the check is played to its end."""
    chance = random.Random(seed)
    found = read_rules_text(harmed(CHANGES, seed).replace("\ud800", "?"))
    if found.rules is not None and found.rules.settings.turn_limit <= 20:
        assert play_game(found.rules, chance.randrange(2**32), 0, [RandomBot()] * 4).winner >= 0


@settings(**FEW)
@given(SEEDS)
def test_plans(seed: int) -> None:
    data = harmed_data(PLAN, seed)
    with contextlib.suppress(ValueError):
        plan = DunePlan.model_validate(data)
        assert DunePlan.model_validate(plan.written()).deciding() == plan.deciding()
    Path("plan.json").write_text(json.dumps(data), encoding="utf-8")
    with contextlib.suppress(UnusableInput, SimError):
        read_dune_plan("plan.json", {})


@settings(**FEW)
@given(SEEDS)
def test_records(seed: int) -> None:
    with contextlib.suppress(RecordError, UnusableInput):
        parse_game(harmed(record(), seed)).state(load_rules("v1.2", {"turn_limit": "2"}))


@settings(**FEW)
@given(st.integers(0, 500), SEEDS)
def test_scenarios(number: int, seed: int) -> None:
    lines = scenarios()
    report = run_lines([harmed_data(lines[number % len(lines)], seed)])
    assert report.passed + len(report.failed) + len(report.unsupported) == 1


@settings(**FEW)
@given(SEEDS)
def test_options(seed: int) -> None:
    chance = random.Random(seed)
    command = chance.choice(list(OPTIONS))
    words = command.split()
    for _ in range(chance.randint(1, 2)):
        value = chance.choice((chance.choice(SCRAPS), chance.choice(GOOD)))
        value = harmed(value, chance.randrange(2**32)) if chance.random() < 0.4 else value
        words += [chance.choice(OPTIONS[command]), value] if OPTIONS[command] else [value]
    words = [word.replace("\x00", "") for word in words]
    result = CliRunner().invoke(app, words)
    raised: Any = result.exception
    assert raised is None or isinstance(raised, SystemExit | UnusableInput | OSError), (words, raised)
    assert result.exit_code in (0, 1, 2), words
