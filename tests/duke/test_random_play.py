"""The random bot is uniform; its games depend on tiles, seed and number alone: not on run, process or compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare
from support.places import ROOT, SUPPORT
from support.seeded_games import FAMILIES, GAMES, SEED, choose, game_of_family, outcomes, played, walk
from support.tiles import make_set, tile_text

from workbench.duke.game import Game, Position
from workbench.tileset.compose import compose
from workbench.tileset.settings import Settings

SCRIPT = SUPPORT / "seeded_games.py"
FALSE_ALARM = 1e-6  # of all positions together (Bonferroni)
PER_TURN = 120  # draws for each legal turn
MOST_TURNS = 40


def decisions_of(family: str) -> list[Position]:
    """Decisions of a few games: one of each phase, then the ones with fewest turns, then some of the others."""
    found: dict[str, Position] = {}
    for number in range(3):
        for _, position in walk(game_of_family(family), SEED, number):
            if 2 <= len(position.turns()) <= MOST_TURNS:
                found.setdefault(position.line, position)
    by_phase: dict[str, Position] = {}
    for position in found.values():
        by_phase.setdefault(str(int(position.state[0]["phase"])), position)
    few = sorted(found.values(), key=lambda position: len(position.turns()))[:3]
    others = list(found.values())[:: max(1, len(found) // 3)]
    return list({position.line: position for position in [*by_phase.values(), *few, *others]}.values())


def shares(position: Position) -> Counter[int]:
    """How often each turn is chosen, over many streams and over many decisions of one stream."""
    half = PER_TURN * len(position.turns()) // 2
    drawn = [choose(position, streams=number) for number in range(half)]
    drawn += [choose(position, streams=1, decision=number) for number in range(half)]
    return Counter(drawn)


@pytest.fixture(scope="module")
def positions() -> dict[str, list[Position]]:
    return {family: decisions_of(family) for family in FAMILIES}


def test_the_random_bot_is_uniform(positions: dict[str, list[Position]]) -> None:
    every = [position for some in positions.values() for position in some]
    assert len(every) >= 60
    assert len({int(position.state[0]["phase"]) for position in every}) >= 8
    for position in every:
        drawn = shares(position)
        legal = position.turns().values()
        assert set(drawn) <= set(legal), position.line
        p = chisquare([drawn[turn] for turn in legal]).pvalue
        named = {text: drawn[turn] for text, turn in position.turns().items()}
        assert p > FALSE_ALARM / len(every), f"{position.line}\np = {p:.1e}: {named}"


def test_a_bias_would_be_seen(positions: dict[str, list[Position]]) -> None:
    """The test above has teeth: one turn listed twice among the candidates is found out."""
    for position in positions["base"]:
        drawn = shares(position)
        turns = list(position.turns().values())
        if len(turns) < 4:
            continue
        twice = [drawn[turn] * (2 if turn == turns[0] else 1) for turn in turns]
        scale = sum(drawn.values()) / sum(twice)
        assert chisquare([count * scale for count in twice]).pvalue < FALSE_ALARM, position.line


def test_draws_count_once() -> None:
    """Sixteen tiles in the bag do not make a draw likelier than any other turn."""
    position = game_of_family("base").position("3du2/6/6/6/6/2DU3 S AsBoChDrFoGeKnLoMaPi3PrRaSeWi/- - 0")
    drawn = shares(position)
    expected = sum(drawn.values()) / len(position.turns())
    assert abs(drawn[position.turns()["+"]] - expected) < 6 * expected**0.5


def games_elsewhere(*families: str, **environment: str) -> Any:
    command = [sys.executable, str(SCRIPT), *families]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    made = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=600)
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


@pytest.fixture(scope="module")
def plain() -> Any:
    """The games in plain Python, in a process of its own."""
    return games_elsewhere(NUMBA_DISABLE_JIT="1")


@pytest.mark.parametrize("family", FAMILIES)
def test_compiled_and_plain_games_are_the_same(family: str, plain: Any) -> None:
    for number, expected in enumerate(plain[family]):
        assert played(family, number) == expected
    assert len({game["end"] for game in plain[family]}) == GAMES, "other numbers are other games"


@pytest.mark.parametrize("family", ["base", "siege and terrain"])
def test_the_fast_loop_plays_the_same_games(family: str, plain: Any) -> None:
    expected = [(game["winner"], game["reason"], game["plies"]) for game in plain[family]]
    assert outcomes(family, GAMES) == expected


def test_the_same_seed_gives_the_same_games_in_any_process() -> None:
    here = [played("siege", number) for number in range(GAMES)]
    assert [played("siege", number) for number in range(GAMES)] == here
    assert games_elsewhere("siege")["siege"] == here


@pytest.fixture(scope="module")
def twins() -> tuple[Game, Game]:
    """The base game, and the same with another tile in the Wizard's place."""
    witch = tile_text("Witch", "Wt", replaces="Wizard")
    house = Settings()
    return Game(compose([], house)), Game(compose([make_set(witch)], house))


def test_a_swapped_tile_changes_nothing_before_it_is_drawn(twins: tuple[Game, Game]) -> None:
    drawn = 0
    for number in range(12):
        ours, theirs = (walk(game, SEED, number) for game in twins)
        for (text, here), (other, there) in zip(ours, theirs, strict=False):
            if text == "+Wi":
                assert other == "+Wt"
                drawn += 1
                break
            assert other == text
            assert there.line.replace("Wt", "Wi") == here.line
        else:
            assert len(ours) == len(theirs), "it never came, so the games are the same"
    assert 2 <= drawn < 12, "some games must draw it and some must not"


def test_luck_follows_the_army_to_the_other_seat() -> None:
    """Bags are shuffled by the army's own stream: on the other seat the same tiles come in the same order."""
    game = game_of_family("base")
    here, there = (game.dealt(SEED, 5, south_army=seat).state[0] for seat in (0, 1))
    for owner in (0, 1):
        count = int(here["nbag"][owner])
        assert here["bag"][owner, :count].tolist() == there["bag"][1 - owner, :count].tolist()
    assert here["bag"][0].tolist() != here["bag"][1].tolist()
