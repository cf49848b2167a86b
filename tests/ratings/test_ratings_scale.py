"""Places, nearest tiles and agreement of levels, on ratings whose truth is planted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest

from workbench.ratings.file import (
    BagLevel,
    BagRatings,
    Made,
    Points,
    Ratings,
    RatingsError,
    TileLevel,
    TileRating,
    read_ratings_file,
    shipped_ratings,
    write_ratings,
)
from workbench.ratings.scale import agreements, nearest_official, placed, skill_changes
from workbench.ratings.words import army_words, strength_words
from workbench.stats.interval import two_sided_z

Z = two_sided_z()
NOTHING = Points(points=0.0, interval=(-1.0, 1.0))


def level(bot: str, points: float, error: float, sd: float = 1.0) -> TileLevel:
    ends = points - Z * error, points + Z * error
    return TileLevel(
        points=points, interval=ends, bot=bot, games=100, error=error, sds=points / sd, verdict="open", nearest=None
    )


def ratings_of(tiles: Mapping[str, Sequence[float]], errors: Sequence[float], sds: Sequence[float] = ()) -> Ratings:
    """One bag; by tile its points at each level."""
    bots = [f"level{number}" for number in range(len(errors))]
    scale = list(sds) or [1.0] * len(bots)
    rated = [
        TileRating(
            name=name,
            set="mine",
            how="drawn",
            levels=tuple(
                level(bot, at, error, sd) for bot, at, error, sd in zip(bots, points, errors, scale, strict=True)
            ),
        )
        for name, points in tiles.items()
    ]
    levels = [
        BagLevel(
            bot=bot, games=100, wanted=200, yardstick="icons", sd_points=sd, first_player=NOTHING, draw_percent=NOTHING
        )
        for bot, sd in zip(bots, scale, strict=True)
    ]
    bag = BagRatings(name="mine", title="Mine", settings={}, levels=tuple(levels), tiles=tuple(rated))
    made = Made(workbench="1", engine="e", worths="w", sets={"mine": "m"}, seed=1, level=0.95)
    plan = {bot: {"games": 200, "games_of_two_armies": 200, "pairs": 2} for bot in bots}
    return Ratings(version=1, made=made, plan=plan, bags=(bag,))


def test_places_are_as_wide_as_the_intervals_allow() -> None:
    found = placed(ratings_of({"A": [5.0], "B": [1.0], "C": [0.9], "D": [-4.0]}, [0.5]), "level0")
    assert [(one.tile.name, one.place, one.first, one.last) for one in found] == [
        ("A", 1, 1, 1),
        ("B", 2, 2, 3),
        ("C", 3, 2, 3),
        ("D", 4, 4, 4),
    ]
    assert [one.words for one in found][:2] == ["1 of 4", "2 of 4 (2 to 3)"]


def test_places_cover_the_true_ones() -> None:
    """Of simulated measurements: the true place lies within the places told for at least 95 of 100 tiles."""
    rng = np.random.default_rng(1)
    hits = total = 0
    for _ in range(60):
        truth = rng.normal(0, 2, 20)
        seen = truth + rng.normal(0, 0.5, 20)
        found = placed(ratings_of({str(n): [float(x)] for n, x in enumerate(seen)}, [0.5]), "level0")
        true_place = {str(n): 1 + int((truth > x).sum()) for n, x in enumerate(truth)}
        hits += sum(one.first <= true_place[one.tile.name] <= one.last for one in found)
        total += len(found)
    assert hits / total >= 0.95


def test_the_nearest_tile_is_near_and_another() -> None:
    ratings = ratings_of({"A": [5.0], "B": [1.0], "C": [0.9]}, [0.1])
    near = nearest_official(ratings, "level0", 1.1, 1.0)
    assert near is not None
    assert near.tile.name == "B"
    other = nearest_official(ratings, "level0", 1.0, 1.0, but="B")
    assert other is not None
    assert other.tile.name == "C"
    assert nearest_official(ratings, "level0", -3.0, 1.0) is None
    assert nearest_official(ratings, "unknown", 1.0, math.inf) is None


def test_agreement_without_noise_is_nearer_to_the_truth() -> None:
    """Planted: two levels with a true correlation of 0.9, the second measured with much noise."""
    rng = np.random.default_rng(2)
    raw, clean, covered = [], [], 0
    for _ in range(100):
        truth = rng.normal(0, 2, 50)
        second = 0.9 * truth + math.sqrt(1 - 0.81) * rng.normal(0, 2, 50)
        seen = second + rng.normal(0, 1.5, 50)
        tiles = {str(n): [float(x), float(y)] for n, (x, y) in enumerate(zip(truth, seen, strict=True))}
        (found,) = agreements(ratings_of(tiles, [0.01, 1.5]))
        assert found.without_noise is not None
        raw.append(found.correlation.value)
        clean.append(found.without_noise)
        covered += found.correlation.low <= 0.72 <= found.correlation.high  # 0.9 times what noise leaves of it
    assert np.mean(raw) == pytest.approx(0.72, abs=0.03)
    assert np.mean(clean) == pytest.approx(0.9, abs=0.03)
    assert covered >= 88


def test_a_change_with_skill_is_told_in_spreads_of_each_level() -> None:
    """Twice the points at a level with twice the spread are no change; a planted rise and a wave are found."""
    tiles = {"Same": [1.0, 2.0, 2.0], "Rise": [-1.0, 0.0, 6.0], "Wave": [0.0, 8.0, 0.2]}
    found = {one.tile.name: one.change.trend for one in skill_changes(ratings_of(tiles, [0.1, 0.1, 0.1], [1, 2, 2]))}
    assert found == {"Same": "none shown", "Rise": "more", "Wave": "not steady"}


def test_nothing_changes_where_nothing_does() -> None:
    """Noise alone: any tile of twenty is called changed in at most about one of twenty files."""
    rng = np.random.default_rng(3)
    wrong = 0
    for _ in range(100):
        tiles = {str(n): [float(x) for x in rng.normal(0, 1, 2)] for n in range(20)}
        wrong += any(one.change.trend != "none shown" for one in skill_changes(ratings_of(tiles, [1.0, 1.0])))
    assert wrong <= 11


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    ratings = ratings_of({"A": [5.0], "B": [1.0]}, [0.5])
    write_ratings(tmp_path / "ratings.json", ratings)
    assert read_ratings_file(tmp_path / "ratings.json") == ratings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "it is no JSON"),
        ("[]", "holds no ratings"),
        ('{"version": 9}', "version"),
        ("[" * 100_000, "holds no ratings"),
    ],
)
def test_what_is_no_file_of_ratings_is_said(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "ratings.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RatingsError, match=told):
        read_ratings_file(path)
    with pytest.raises(RatingsError, match="No such file"):
        read_ratings_file(tmp_path / "missing.json")


def test_what_has_changed_since_is_said_in_words() -> None:
    ratings = ratings_of({"A": [5.0]}, [0.5])
    now = {"engine": "e", "worths": "w", "sets": {"mine": "m"}}
    assert ratings.outdated(now) == []
    assert ratings.outdated({**now, "engine": "f"}) == ["the rules engine is a newer one"]
    later = {"engine": "f", "worths": "x", "sets": {"mine": "n", "other": "o"}}
    assert ratings.outdated(later) == [
        "the rules engine is a newer one",
        "the bots value tiles otherwise",
        "changed sets: mine",
        "not rated yet: other",
    ]


def test_a_favoured_army_is_named_only_when_that_is_sure() -> None:
    ratings = ratings_of({"A": [5.0]}, [0.5])
    bag, here = ratings.bags[0], ratings.bags[0].levels[0]
    assert army_words(bag, here) == ""
    for points, ends, told in (
        (12.0, (10.0, 14.0), "the light army is favoured: it wins about 62 of 100 games"),
        (-3.0, (-5.0, -1.0), "the dark army is favoured: it wins about 53 of 100 games"),
        (1.0, (-1.0, 3.0), "neither army is surely favoured"),
    ):
        edge = here.model_copy(update={"light": Points(points=points, interval=ends)})
        assert army_words(bag, edge).startswith(told)


def test_the_shipped_file_is_as_exact_as_it_says() -> None:
    """Within 0.3 points for random and greedy players, within 1 for search:depth=1, of every tile that is drawn."""
    ratings = shipped_ratings()
    assert ratings is not None
    for bot, most in (("random", 0.3), ("greedy", 0.3), ("search:depth=1", 1.0)):
        levels = [(tile.name, tile.at(bot)) for _, tile in ratings.tiles() if tile.how == "drawn"]
        assert all(one is not None for _, one in levels)
        wide = [(name, one.half_width) for name, one in levels if one is not None and one.half_width > most]
        assert wide == []


def test_words_of_a_tile_name_the_level() -> None:
    ratings = ratings_of({"A": [5.0]}, [0.5])
    tile = ratings.bags[0].tiles[0]
    assert strength_words(tile, "level0") == "open, +5.0 points a draw (+4.0 to +6.0) to level0 players"
    assert strength_words(tile, "nobody") == ""
