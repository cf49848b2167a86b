"""workbench ratings, and where else it is said how strong a tile is."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from support.command import Runner
from support.tiles import set_text, tile_text

from workbench.ratings.file import Ratings, shipped_ratings


@pytest.fixture
def ratings() -> Ratings:
    found = shipped_ratings()
    assert found is not None
    return found


def test_a_set_is_shown_with_every_level(workbench: Runner, ratings: Ratings) -> None:
    code, out, _ = workbench("ratings", "robin-hood")
    assert code == 0
    head = out.splitlines()[1]
    assert all(bot in head for bot in ratings.bots)
    for name in ("Maid Marion (light)", "Sheriff (dark)", "Robin Hood (light), for Duke"):
        assert name in out
    assert "With greedy players " in out
    assert "army is favoured" in out or "neither army" in out


def test_one_level_is_shown_in_full(workbench: Runner, ratings: Ratings) -> None:
    code, out, _ = workbench("ratings", "base", "--bots", "greedy")
    assert code == 0
    ranger = next(line for line in out.splitlines() if line.startswith("Ranger"))
    level = ratings.find("base", "Ranger").at("greedy")  # type: ignore[union-attr]
    assert level is not None
    assert f"{level.points:+.1f} ({level.interval[0]:+.1f} to {level.interval[1]:+.1f})" in ranger
    assert " of " in ranger
    assert ranger.rstrip().endswith("strong")
    assert "First player " in out
    assert "draws " in out


def test_programs_get_all_of_it_with_places(workbench: Runner, ratings: Ratings) -> None:
    data = json.loads(workbench("ratings", "events", "--bots", "greedy", "--json").out)
    assert [bag["name"] for bag in data["bags"]] == ["events"]
    jester, specter = data["bags"][0]["tiles"]
    assert [level["bot"] for level in jester["levels"]] == ["greedy"]
    place, first, last, of = jester["levels"][0]["place"]
    assert 1 <= first <= place <= last <= of
    assert specter["why_not"]
    assert data["made"]["engine"] == ratings.made.engine
    assert set(data) >= {"version", "made", "plan", "bags", "outdated"}


def test_all_sets_are_shown_without_one(workbench: Runner) -> None:
    out = workbench("ratings").out
    assert "Lord's Legacy (lords-legacy)" in out
    assert "Dragon: not rated, for it is terrain" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("robin-hod",), "did you mean 'robin-hood'?"),
        (("base", "--bots", "search:depth=7"), "there are no ratings by 'search:depth=7'"),
        (("base", "--file", "nothing.json"), "nothing.json"),
        (("make", "--sets", "workshop"), "'workshop' is no official set"),
    ],
)
def test_what_is_not_there_is_said(workbench: Runner, words: tuple[str, ...], told: str) -> None:
    code, _, err = workbench("ratings", *words)
    assert code == 2
    assert told in err
    assert "Traceback" not in err


def test_older_ratings_say_so(workbench: Runner, ratings: Ratings, tmp_path: Path) -> None:
    made = ratings.made.model_copy(update={"engine": "0" * 16})
    path = tmp_path / "old.json"
    path.write_text(ratings.model_copy(update={"made": made}).model_dump_json(), encoding="utf-8")
    code, _, err = workbench("ratings", "events", "--file", str(path))
    assert code == 0
    assert "these ratings are older than the workbench: the rules engine is a newer one" in err


def test_ratings_of_ones_own_are_made_and_shown(
    workbench: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ("ratings", "make", "--sets", "events", "--bots", "random", "--games", "400", "--workers", "1")
    code, out, err = workbench(*asked)
    assert code == 0, err
    assert "wrote ratings.json: 2 tiles, 400 games" in out
    assert "Jester" in workbench("ratings", "events", "--file", "ratings.json", "--bots", "random").out
    before = Path("ratings.json").read_bytes()
    assert workbench(*asked).code == 0, "what is there is read, not played again"
    assert Path("ratings.json").read_bytes() == before


def test_check_says_how_strong_tiles_may_be(workbench: Runner, tmp_path: Path, ratings: Ratings) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(set_text(tile_text("Lancer", "Ln", replaces="Knight")), encoding="utf-8")
    code, _, err = workbench("check", str(path))
    assert code == 0
    assert "a guess from the icons alone, in points a draw to greedy players, give or take " in err
    assert "  Lancer: about as strong as " in err
    assert f"to measure it: workbench balance {shlex.quote(str(path))}\n" in err
    assert "to measure it: workbench balance workshop\n" in workbench("check", "workshop").err
    assert "how strong its tiles are: workbench ratings base" in workbench("check", "base").err
    assert "guess" not in workbench("check", str(path), "--format", "json").err


def test_check_knows_an_official_tile_under_another_name(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    assert workbench("new", str(path), "--tile", "Rover", "--from", "Ranger").code == 0
    err = workbench("check", str(path)).err
    assert "Rover plays like Ranger, which is strong, +" in err
    assert "points a draw" in err


def test_a_drawn_tile_tells_its_strength(workbench: Runner) -> None:
    out = workbench("tile", "Ranger").out
    assert "Strength: strong, +" in out
    assert "(workbench ratings base)" in out
    assert "Strength" not in workbench("tile", "Lancer", "--set", "workshop").out


def test_too_strong_is_explained_where_it_is_said(workbench: Runner) -> None:
    """Too strong is beyond every base tile of the same bag: another set's Ranger may well have more points."""
    said = "surely above or below every single base tile in the same bag"
    for options in ((), ("--bots", "greedy")):
        assert said in workbench("ratings", "arthurian-legends", *options).out
        assert said not in workbench("ratings", "siege-engines", *options).out
