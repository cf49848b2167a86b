"""The ratings of the official tiles: what is to be played, that it goes on, and that a part of it comes out again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from ratings_stamp import differing

from workbench.balance.answer import TileVerdict
from workbench.balance.question import Asked
from workbench.balance.rating_plan import (
    BOTS,
    ENHANCED,
    RATING_GAMES,
    Portion,
    RatedBag,
    official_bags,
    official_sets,
    portions,
    rate_bag,
    step_sizes,
)
from workbench.balance.rating_play import play_portion
from workbench.balance.rating_read import current_marks, read_ratings
from workbench.balance.tally import TileAnswer
from workbench.ratings.file import Ratings, TileLevel, shipped_ratings
from workbench.ratings.scale import placed
from workbench.sim.job import play_here
from workbench.stats.interval import Estimate
from workbench.tileset.load import load_sets


def never() -> bool:
    return False


def nobody(portion: Portion, done: int, size: int) -> None:
    """Progress that is not shown."""


def bags_of(*names: str, bots: tuple[str, ...], seed: int = 1) -> list[RatedBag]:
    return [rate_bag(bag, bots, seed) for bag in official_bags(names) if bag.name in names]


def made(bags: list[RatedBag], bots: tuple[str, ...], folder: Path, games: int, seed: int = 1) -> Ratings:
    for portion in portions(bags, bots, games):
        assert play_portion(portion, folder, seed, play_here, never, nobody)
    return read_ratings(bags, bots, folder, seed, games)


@pytest.fixture(scope="module")
def every_bag() -> list[RatedBag]:
    return [rate_bag(bag, BOTS, 1) for bag in official_bags()]


def test_every_official_tile_is_rated_or_said_not_to_be(every_bag: list[RatedBag]) -> None:
    rated = {(one.name, bag.bag.name) for bag in every_bag for one in bag.question.asked}
    for tileset in load_sets(tuple(official_sets())):
        for tile in tileset.tiles:
            bag = ENHANCED if tile.enhanced and tileset.id == "base" else tileset.id
            assert (tile.name, bag) in rated or tile.name == "Duke", tile.name
    starts = {one.name for bag in every_bag for one in bag.starts}
    assert starts == {"Arthur", "Morgana", "D'Artagnan", "Richelieu", "Robin Hood", "Prince John", "Militia"}


def test_pool_tiles_lie_in_the_bag(every_bag: list[RatedBag]) -> None:
    by_name = {bag.bag.name: bag for bag in every_bag}
    for name in ("siege-engines", "robert-e-howard"):
        assert {one.how for one in by_name[name].question.asked} == {"drawn"}


def test_cheap_levels_come_first_and_all_is_played(every_bag: list[RatedBag]) -> None:
    plan = list(portions(every_bag, BOTS))
    first = {bot: next(n for n, one in enumerate(plan) if one.bot == bot) for bot in BOTS}
    assert sorted(first, key=lambda bot: first[bot]) == list(BOTS)
    base = sum(one.size for one in plan if (one.bot, one.bag.bag.name, one.way) == (BOTS[-1], "base", "draws"))
    assert base == RATING_GAMES["mcts:sims=200"][0] == 5_000
    runs = {(one.bot, one.bag.bag.name, one.asked and one.asked.name) for one in plan}
    assert len(runs) == len(BOTS) * (sum(bool(bag.question.drawn) for bag in every_bag) + 7)


def test_portions_add_up_and_never_part_twins() -> None:
    for wanted in (100, 500, 1_000, 5_000, 16_000, 19_000):
        steps = step_sizes(wanted, 4)
        assert sum(steps) == wanted
        assert all(size % 2 == 0 for size in steps)


def test_the_shipped_ratings_are_of_these_sets_or_say_otherwise() -> None:
    """No set is missing; where sets or engine have changed since, that is told, and nothing else is."""
    ratings = shipped_ratings()
    assert ratings is not None
    now = current_marks()
    told = ratings.outdated(now)
    same = (ratings.made.engine, ratings.made.worths, ratings.made.sets) == (now["engine"], now["worths"], now["sets"])
    assert bool(told) != same
    assert not [line for line in told if line.startswith("not rated yet")]
    assert {tile.set for _, tile in ratings.tiles()} == set(official_sets())


def test_the_games_of_the_ratings_are_played_just_so() -> None:
    """The first games of the two cheap levels are the same to the last draw, or the ratings are said to be older."""
    ratings = shipped_ratings()
    assert ratings is not None
    others = differing(ratings, ("random", "greedy"))
    told = ratings.outdated(current_marks())
    assert not others or any(line.startswith(("the rules engine", "the bots", "changed sets")) for line in told)


def test_an_interrupted_making_goes_on_to_the_same_file(tmp_path: Path) -> None:
    bots = ("random",)
    bags = bags_of("events", bots=bots)
    whole = made(bags, bots, tmp_path / "whole", 10_400)  # three chunks
    heard = 0

    def soon() -> bool:
        nonlocal heard
        heard += 1
        return heard > 1

    (portion,) = portions(bags, bots, 10_400)
    assert not play_portion(portion, tmp_path / "parts", 1, play_here, soon, nobody)
    part = read_ratings(bags, bots, tmp_path / "parts", 1, 10_400)
    assert 0 < part.games < whole.games
    level = part.bags[0].at("random")
    assert level is not None
    assert (level.games, level.wanted) == (part.games, 10_400), "what is missing is said"
    assert made(bags, bots, tmp_path / "parts", 10_400) == whole


def test_a_part_of_the_ratings_comes_out_again(tmp_path: Path) -> None:
    """The base set by greedy players on other luck: every tile as rated within what chance allows, in like order."""
    shipped = shipped_ratings()
    assert shipped is not None
    bots = ("greedy",)
    again = made(bags_of("base", bots=bots, seed=2), bots, tmp_path, 8_000, seed=2)
    pairs = [
        (new, old)
        for _, tile in again.tiles()
        if tile.levels and (new := tile.at("greedy")) and (old := _shipped_level(shipped, tile.name)) is not None
    ]
    assert len(pairs) == 14
    apart = [(new.points - old.points) / np.hypot(new.error, old.error) for new, old in pairs]
    assert max(map(abs, apart)) < 4
    assert np.corrcoef([new.points for new, _ in pairs], [old.points for _, old in pairs])[0, 1] > 0.9
    assert sum(new.interval[0] <= old.points <= new.interval[1] for new, old in pairs) >= 11
    new_bag, old_bag = again.bags[0].levels[0], shipped.bags[0].at("greedy")
    assert old_bag is not None
    for new_part, old_part in (
        (new_bag.first_player, old_bag.first_player),
        (new_bag.draw_percent, old_bag.draw_percent),
    ):
        assert abs(new_part.points - old_part.points) < 2.1 * np.hypot(new_part.half_width, old_part.half_width)


def _shipped_level(ratings: Ratings, name: str) -> TileLevel | None:
    tile = ratings.find("base", name)
    return tile.at("greedy") if tile else None


def test_a_starting_tile_comes_out_again(tmp_path: Path) -> None:
    """Arthur by greedy players: surely stronger than the Duke, and by as much as rated."""
    shipped = shipped_ratings()
    assert shipped is not None
    bots = ("greedy",)
    (bag,) = bags_of("arthurian-legends", bots=bots, seed=2)
    swap = [one for one in portions([bag], bots, 1_200) if one.asked is not None and one.asked.name == "Arthur"]
    assert [one.size for one in swap] == [150, 150, 150, 150]
    assert all(play_portion(one, tmp_path, 2, play_here, never, nobody) for one in swap)
    found = read_ratings([bag], bots, tmp_path, 2, 1_200).find("arthurian-legends", "Arthur")
    rated = shipped.find("arthurian-legends", "Arthur")
    assert found is not None
    assert rated is not None
    new, old = found.at("greedy"), rated.at("greedy")
    assert new is not None
    assert old is not None
    assert (found.how, found.replaces, new.verdict) == ("starts", "Duke", "strong")
    assert abs(new.points - old.points) < 4 * np.hypot(new.error, old.error)


def test_a_verdict_names_the_official_tile_that_is_as_strong() -> None:
    """Of whichever set, but never the tile itself; nothing where its strength is not known well."""
    shipped = shipped_ratings()
    assert shipped is not None
    like = placed(shipped, "greedy")[3]
    value = like.level.points
    effect = Estimate(value, value - 0.2, value + 0.2, 100_000)

    def told(name: str, nearest: str | None) -> TileVerdict:
        asked = Asked(name, 5, None, "drawn")
        return TileVerdict(asked, (TileAnswer(asked, "greedy", 100_000, "strong", effect, 1.5, nearest=nearest),))

    of = "" if like.tile.set == "base" else f" ({like.tile.set})"
    ending = f"; about as strong as {like.tile.name}{of}."
    assert told("Mine", "Ranger").brief.endswith(ending)
    assert told("Mine", "Ranger").sentence.endswith(f" points, {value - 0.2:+.1f} to {value + 0.2:+.1f}){ending}")
    assert ending not in told(like.tile.name, "Ranger").sentence
    assert "as strong as" not in told("Mine", None).sentence


def test_terrain_is_not_rated_and_says_so() -> None:
    ratings = shipped_ratings()
    assert ratings is not None
    for set_id, name in (("terrain", "Dragon"), ("events", "Specter")):
        tile = ratings.find(set_id, name)
        assert tile is not None
        assert (tile.how, tile.levels) == ("terrain", ())
        assert "terrain is not rated" in tile.why_not
