"""What the ratings say together: places among all official tiles, the nearest one, how far levels agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from workbench.ratings.file import BagRatings, Ratings, TileLevel, TileRating
from workbench.stats.interval import LEVEL, Estimate, two_sided_z
from workbench.stats.ladder import Change, ladder_changes

OLDER_PRINT = "siege-engines-2015"  # the same tiles as in another set: listed, but not counted twice


@dataclass(frozen=True)
class Placed:
    """A drawn tile at one level: its place from the strongest, and the places that it may really have."""

    bag: BagRatings
    tile: TileRating
    level: TileLevel
    place: int
    first: int
    last: int
    of: int

    @property
    def words(self) -> str:
        """'12 of 54 (9 to 16)'."""
        between = f" ({self.first} to {self.last})" if self.first < self.last else ""
        return f"{self.place} of {self.of}{between}"


def placed(ratings: Ratings, bot: str) -> list[Placed]:
    """All drawn tiles at a level, the strongest first.

    A tile may have any place between the number of tiles surely above it and those surely below: differences of two
    are taken as if their games were apart, which for tiles of one bag makes them a little too wide.
    """
    found = [
        (bag, tile, level)
        for bag, tile in ratings.tiles()
        if tile.how == "drawn" and tile.set != OLDER_PRINT and (level := tile.at(bot)) is not None
    ]
    found.sort(key=lambda one: -one[2].points)
    points = np.array([level.points for _, _, level in found])
    errors = np.array([level.error for _, _, level in found])
    z = two_sided_z(LEVEL)
    half = z * np.hypot(errors[:, None], errors[None, :])
    apart = points[None, :] - points[:, None]  # the other's points less one's own
    above, below = (apart > half).sum(axis=1), (-apart > half).sum(axis=1)
    return [
        Placed(bag, tile, level, place + 1, int(above[place]) + 1, len(found) - int(below[place]), len(found))
        for place, (bag, tile, level) in enumerate(found)
    ]


def nearest_official(ratings: Ratings, bot: str, points: float, within: float, but: str = "") -> Placed | None:
    """The official tile nearest in strength among those that are drawn, of whichever set; None when none is so near."""
    known = [one for one in placed(ratings, bot) if one.tile.name != but]
    best = min(known, key=lambda one: abs(one.level.points - points), default=None)
    return best if best is not None and abs(best.level.points - points) <= within else None


@dataclass(frozen=True)
class Agreement:
    """How far two levels agree on the drawn tiles: correlation with its interval, and with the noise taken off."""

    first: str
    second: str
    tiles: int
    correlation: Estimate
    without_noise: float | None


def agreements(ratings: Ratings) -> list[Agreement]:
    return [
        found
        for first, second in combinations(ratings.bots, 2)
        if (found := _agreement(ratings, first, second)) is not None
    ]


def _agreement(ratings: Ratings, first: str, second: str) -> Agreement | None:
    both = [
        (one, other)
        for _, tile in ratings.tiles()
        if tile.how == "drawn" and tile.set != OLDER_PRINT
        if (one := tile.at(first)) is not None and (other := tile.at(second)) is not None
    ]
    if len(both) < 4:
        return None
    x, y = (np.array([pair[side].points for pair in both]) for side in (0, 1))
    r = float(np.corrcoef(x, y)[0, 1])
    half = two_sided_z(LEVEL) / math.sqrt(len(both) - 3)  # Fisher's transformation
    middle = math.atanh(min(max(r, -0.999999), 0.999999))
    found = Estimate(r, math.tanh(middle - half), math.tanh(middle + half), len(both))
    reliable = math.sqrt(
        _reliability(x, [one.error for one, _ in both]) * _reliability(y, [two.error for _, two in both])
    )
    return Agreement(first, second, len(both), found, min(max(r / reliable, -1.0), 1.0) if reliable > 0.5 else None)


def _reliability(points: np.ndarray, errors: Sequence[float]) -> float:
    """The share of the spread that is no noise."""
    spread = float(np.var(points, ddof=1))
    return max(1 - float(np.mean(np.square(errors))) / spread, 0.0) if spread else 0.0


@dataclass(frozen=True)
class SkillChange:
    """Whether a tile is worth more to better players, in SDs of each level: what a point means differs between them."""

    bag: BagRatings
    tile: TileRating
    levels: tuple[TileLevel, ...]  # weakest first
    change: Change


def skill_changes(ratings: Ratings) -> list[SkillChange]:
    """Strongest level less weakest, by Holm over all drawn tiles that are rated at both; greatest change first."""
    bots = ratings.bots
    rows = []
    for bag, tile in ratings.tiles():
        levels = tuple(level for bot in bots if (level := tile.at(bot)) is not None)
        if tile.how == "drawn" and tile.set != OLDER_PRINT and len(levels) == len(bots) > 1:
            rows.append((bag, tile, levels, [_in_sds(bag, level) for level in levels]))
    changes = ladder_changes([row[3] for row in rows]) if rows else []
    found = [SkillChange(bag, tile, levels, one) for (bag, tile, levels, _), one in zip(rows, changes, strict=True)]
    return sorted(found, key=lambda one: -abs(one.change.ends.value))


def _in_sds(bag: BagRatings, level: TileLevel) -> Estimate:
    here = bag.at(level.bot)
    sd = here.sd_points if here is not None else 1.0
    return Estimate(level.points / sd, level.interval[0] / sd, level.interval[1] / sd, level.games)
