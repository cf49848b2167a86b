"""Positions, turns, records and scenarios that were harmed: refused in words, never a traceback or a hang."""

from __future__ import annotations

import contextlib
import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.mutations import EXAMPLES, FEW, harmed, harmed_data
from support.places import TESTS

from workbench.duke import BadPosition, BadTurn, IllegalTurn, Position, legal_turns, play
from workbench.duke.game import Game, game_of
from workbench.duke.record import BadRecord, parse_record
from workbench.duke.scenario.run import run_scenarios
from workbench.duke.scenario.tiles import BadTiles
from workbench.finding import UnusableInput

SETS = ("siege-engines",)
POSITIONS = (
    "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S AsBoPi3/BoPi3 - 12",
    "3du2/6/6/6/6/2DU3 S Pi/Kn ph=place:Kn 4",
    "3du2/6/6/6/6/2DU3 N -/BoKn off=x:Fo3/o:Pi;np=7 33",
    "3du2/6/6/EN5/6/2DU3 S Kn/- no=Kn/- 8",
    "6/6/6/6/6/6 S Pi3/Pi3 ph=duke 0",
)
TURNS = [
    *("c1-c2", "c1xd2", "+", "+Kn@d2", "c1*d3", "c1:d2-e3", "c1**d2,d3", "Du@c1", "Fo@c2,Fo@d1", "b2&c3-d4"),
    *("$Kn:Pi-c3", "c1~d2/d2-d3", "c1?Kn:Kn@c2-PiBo", "c1%+Kn@b2", "#-", "pick:Kn", "c1~+Kn!Pi@c2", "c1>c2s"),
]
RECORD = """duke game record 1
sets: base
south: random
seed: 3

0 S Du@c1
1 N Du@d6
2 S Fo@b1,Fo@c2
3 N Fo@d5,Fo@c6
"""
SEEDS = st.integers(0, 2**32)


@cache
def game() -> Game:
    return game_of(SETS)


@cache
def scenarios() -> tuple[list[Any], Any]:
    lines = (TESTS / "data/scenarios.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines], json.loads((TESTS / "data/scenario-tiles.json").read_text())


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """What is compiled on first use is not counted as a hang."""
    legal_turns(game().position(POSITIONS[0]))
    for line in POSITIONS:
        for turn in TURNS:
            with contextlib.suppress(BadTurn, IllegalTurn):
                play(game().position(line), turn)
    run_scenarios(*scenarios())


@settings(**FEW)
@given(st.sampled_from(POSITIONS), SEEDS)
def test_positions(line: str, seed: int) -> None:
    text = harmed(line, seed)
    with contextlib.suppress(BadPosition):
        found = game().position(text)
        again = Position(found.line, game=game())
        assert again == found
        legal_turns(found)


@settings(**FEW)
@given(st.sampled_from(POSITIONS), st.sampled_from(TURNS), SEEDS)
def test_turns(line: str, turn: str, seed: int) -> None:
    with contextlib.suppress(BadTurn, IllegalTurn):
        play(game().position(line), harmed(turn, seed))


@settings(**FEW)
@given(SEEDS)
def test_records(seed: int) -> None:
    with contextlib.suppress(BadRecord, UnusableInput):
        for _ in parse_record(harmed(RECORD, seed)).positions():
            pass


@settings(**FEW)
@given(st.integers(0, 61), SEEDS)
def test_scenarios(number: int, seed: int) -> None:
    lines, tiles = scenarios()
    line = harmed_data(lines[number % len(lines)], seed)
    report = run_scenarios([line], tiles)
    assert report.passed + len(report.failed) + len(report.unsupported) == 1


@settings(**{**FEW, "max_examples": max(EXAMPLES // 100, 5)})
@given(st.integers(0, 61), SEEDS)
def test_tiles_of_scenarios(number: int, seed: int) -> None:
    """New tiles need new tables, which take a second to build: fewer of them."""
    lines, tiles = scenarios()
    with contextlib.suppress(BadTiles, UnusableInput):
        run_scenarios([lines[number % len(lines)]], harmed_data(tiles, seed))
