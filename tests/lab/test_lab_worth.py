"""Learning worths: what was planted is found again, and values of several runs agree on one scale."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import Runner

from workbench.bots.profile import FEATURE_NAMES, fingerprints, icon_features
from workbench.bots.worths import FILE, LEAST, by_feature, shipped_worths, tile_worths, yardstick_of
from workbench.duke.board.tables import build_rules
from workbench.lab.arms import ArmTables
from workbench.lab.contest import Arm, find_tile, plan_contest
from workbench.lab.worth import Worths, fit_worths, merge_worths, read_worths
from workbench.lab.worth_play import COLUMNS, GAME, MOBILITY, TEMPO
from workbench.tileset.compose import Composition, compose
from workbench.tileset.load import load_sets
from workbench.tileset.settings import Settings
from workbench.words import Owner

POSITIONS = 20_000
PLANTED = {"Knight": 0.9, "Wizard": 0.3, "Pikeman": 0.6}
OTHERS = 0.5
A_WAY_TO_GO = 0.05


def composition(*sets: str) -> Composition:
    return compose(load_sets(list(sets)), Settings(), Owner.SOUTH)


@pytest.fixture(scope="module")
def learned() -> Worths:
    """Made-up positions whose winners are drawn by known log odds; a Knight has ten ways to go, the others none."""
    game = composition()
    rng = np.random.default_rng(5)
    odds = np.array([PLANTED.get(tile.name, OTHERS) for tile in game.tiles])
    rows = np.zeros((POSITIONS, COLUMNS), np.int64)
    types = len(game.tiles)
    rows[:, :types] = rng.integers(-1, 2, (POSITIONS, types))
    knight = next(number for number, tile in enumerate(game.tiles) if tile.name == "Knight")
    duke = next(number for number, tile in enumerate(game.tiles) if tile.name == "Duke")
    rows[:, duke] = 0
    rows[:, MOBILITY] = 10 * rows[:, knight]
    rows[:, TEMPO] = rng.choice([-1, 1], POSITIONS)
    rows[:, GAME] = np.arange(POSITIONS)
    total = rows[:, :types] @ odds + A_WAY_TO_GO * rows[:, MOBILITY]
    winners = (rng.random(POSITIONS) > 1 / (1 + np.exp(-total))).astype(np.int64)
    tables = build_rules(game)
    return fit_worths(game, tables[0], rows, winners, 1)


def test_planted_worths_are_found(learned: Worths) -> None:
    found = {tile.name: tile for tile in learned.tiles}
    for name, odds in {**PLANTED, "Knight": PLANTED["Knight"] + 10 * A_WAY_TO_GO, "Seer": OTHERS}.items():
        half = found[name].half_width
        assert half is not None
        assert 0 < half < 25
        assert abs(found[name].worth - odds * learned.logit) < 2 * half, name
    assert found["Duke"].half_width is None, "it never comes or goes"


def test_a_middling_tile_has_a_hundred_points(learned: Worths) -> None:
    game = composition()
    bag = [learned.tiles[kind].worth for kind in game.armies[0].bag]
    assert np.mean(bag) == pytest.approx(100)


def as_learned(data: Any, factor: float, tmp_path: Path) -> Path:
    """A file of other games, on another scale."""
    for tile in data["tiles"]:
        tile["worth"] *= factor
        tile["beyond"] *= factor
    path = tmp_path / "worths.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_new_tiles_join_a_file_on_its_scale(learned: Worths, tmp_path: Path) -> None:
    data = learned.as_data()
    knight = next(tile for tile in data["tiles"] if tile["name"] == "Knight")
    expected = 2 * knight["worth"]
    data["tiles"] = [tile for tile in data["tiles"] if tile["name"] != "Knight"]
    merged = merge_worths(read_worths(as_learned(data, 2.0, tmp_path)), learned)
    joined = next(tile for tile in merged["tiles"] if tile["name"] == "Knight")
    assert joined["worth"] == pytest.approx(expected, rel=0.01)
    assert len(merged["plans"]) == 2


@pytest.mark.parametrize("text", ["no json", "[1]", '{"version": 1, "tiles": []}'])
def test_a_file_that_holds_no_worths_is_refused_before_any_game(workbench: Runner, tmp_path: Path, text: str) -> None:
    path = tmp_path / "worths.json"
    path.write_text(text, encoding="utf-8")
    done = workbench("lab", "worth", "--games", "200", "--out", str(path))
    assert done.code == 2
    assert "holds no worths of version 3" in done.err
    assert path.read_text(encoding="utf-8") == text


def test_a_file_that_tells_icons_by_number_is_refused_in_words(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "worths.json"
    path.write_text('{"version": 2, "tiles": [], "icons": {"worth": [1.0]}}', encoding="utf-8")
    done = workbench("lab", "worth", "--games", "200", "--out", str(path))
    assert done.code == 2
    assert "holds worths of version 2, which told icons by number: name another file" in done.err


def test_an_icon_nobody_has_learned_counts_like_the_plainest_of_its_use() -> None:
    values = {"level": 50.0, "move": 2.0, "strike": 3.0}
    told = dict(zip(FEATURE_NAMES, by_feature(values), strict=True))
    assert told["level"] == 50.0
    assert told["smash"] == told["move"] == 2.0
    assert told["hammer"] == 3.0
    assert told["command"] == told["blank"] == told["summon"] == 0.0


def test_the_shipped_file_knows_all_official_troops_and_how_they_were_learned() -> None:
    data = shipped_worths()
    assert {"sets", "bot", "seed", "games", "positions", "rounds"} <= set(data["plans"][0])
    known = {tile["fingerprint"] for tile in data["tiles"] if tile["half_width"] is not None}
    assert len(known) >= 40
    for tile in data["tiles"]:
        assert {"name", "worth", "half_width", "beyond"} <= set(tile)
    assert FILE.read_text(encoding="utf-8").endswith("}\n")


def test_the_marks_of_tiles_hold_plain_names_alone() -> None:
    """A class that is renamed, or a number that moves, must not make known tiles strangers."""
    game = composition()
    prints = dict(zip((tile.name for tile in game.tiles), fingerprints(build_rules(game)[0]), strict=True))
    assert (prints["Duke"], prints["Knight"]) == ("2d3fd9c1df6f5db6", "65ab60754dacca08")
    assert all(type(name) is str for name in FEATURE_NAMES)


def test_a_tile_nobody_has_seen_gets_a_worth_by_its_icons() -> None:
    game = composition("workshop")
    tables = build_rules(game)
    number = next(number for number, tile in enumerate(game.tiles) if tile.name == "Lancer")
    assert fingerprints(tables[0])[number] not in {tile["fingerprint"] for tile in shipped_worths()["tiles"]}
    by_icons = icon_features(tables[0])[number] @ by_feature(shipped_worths()["icons"]["worth"])
    assert LEAST < by_icons < 300
    assert tile_worths(tables[0])[number] == round(by_icons)


def test_one_yardstick_for_all_tiles_of_a_game() -> None:
    """As learned where every tile is known; where one must be guessed, official tiles are guessed too."""
    games = composition(), composition("workshop")
    base, custom = (build_rules(game)[0] for game in games)
    assert (yardstick_of(base), yardstick_of(custom)) == ("shipped", "icons")
    learned, guessed = (
        dict(zip([tile.name for tile in game.tiles], tile_worths(rules).tolist(), strict=True))
        for game, rules in zip(games, (base, custom), strict=True)
    )
    priest = next(tile for tile in shipped_worths()["tiles"] if tile["name"] == "Priest")
    by_icons = dict(zip(learned, tile_worths(base, yardstick="icons").tolist(), strict=True))
    assert learned["Priest"] == round(priest["worth"])
    assert guessed["Priest"] == by_icons["Priest"] != learned["Priest"]
    assert {name: worth for name, worth in guessed.items() if name in by_icons}.items() <= by_icons.items()


@pytest.mark.parametrize(("new", "yardstick"), [("Wizard", "shipped"), ("Lancer", "icons")])
def test_both_arms_of_a_comparison_are_valued_alike(new: str, yardstick: str) -> None:
    """The control's own tiles are all known; what the arm brings decides for both."""
    tile = find_tile(new, load_sets(["workshop"]))
    contest = plan_contest(composition(), find_tile("Knight", []), ("Knight",))
    tables = ArmTables(contest, (Arm(new, tile),))
    assert yardstick_of(tables.control[0][0]) == "shipped"
    assert tables.yardstick == yardstick
