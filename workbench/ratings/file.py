"""The file of ratings: what was played, and what each official tile is worth at each level of skill.

Drawn tiles have the effect of a draw in points, and their place on the scale of the base set's tiles (SDs); tiles that
are on the board from the start have what they are worth against what they replace, in points alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError

from workbench.resources import shipped

VERSION: Literal[1] = 1
NAME = "ratings.json"
Count = Annotated[int, Field(ge=0)]
Verdict = Literal["fair", "strong", "weak", "too strong", "too weak", "on the line", "open"]


class RatingsError(ValueError):
    """A file that holds no ratings; the message says why."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Points(_Part):
    """A number with its interval."""

    points: FiniteFloat
    interval: tuple[FiniteFloat, FiniteFloat]

    @property
    def half_width(self) -> float:
        return (self.interval[1] - self.interval[0]) / 2


class TileLevel(Points):
    """One tile at one level. `error` is the standard error, `sds` and `nearest` are for drawn tiles alone."""

    bot: str
    games: Count
    error: Annotated[FiniteFloat, Field(ge=0)]
    sds: FiniteFloat | None = None
    verdict: Verdict
    nearest: str | None = None


class TileRating(_Part):
    """An official tile: how it comes into the game, and what it is worth at each level."""

    name: str
    set: str
    army: Literal["light", "dark"] | None = None
    how: Literal["drawn", "starts", "terrain"]
    replaces: str | None = None
    why_not: str = ""
    levels: tuple[TileLevel, ...] = ()

    def at(self, bot: str) -> TileLevel | None:
        return next((one for one in self.levels if one.bot == bot), None)


class BagLevel(_Part):
    """How the games of one bag went at one level; `wanted` is what the plan asks for."""

    bot: str
    games: Count
    wanted: Count
    yardstick: str
    sd_points: FiniteFloat
    first_player: Points  # the first player's score less the second's
    draw_percent: Points
    light: Points | None = None  # the light army's score above 50, where there are two armies


class BagRatings(_Part):
    """One way to play, and the tiles that are rated in it."""

    name: str
    title: str
    settings: dict[str, Any]
    levels: tuple[BagLevel, ...]
    tiles: tuple[TileRating, ...]

    def at(self, bot: str) -> BagLevel | None:
        return next((one for one in self.levels if one.bot == bot), None)


class Made(_Part):
    """What the ratings depend on: hashes of the rules engine, the bots' worths and the sets.

    `sample` has for each level a hash of its first games of the base set: an engine whose sources differ, but that
    plays these games just so, is as good as the one that was used.
    """

    workbench: str
    engine: str
    sample: dict[str, str] = {}
    worths: str
    sets: dict[str, str]
    seed: int
    level: FiniteFloat


class Ratings(_Part):
    """The whole file; `plan` says how many games were to be played at each level."""

    version: Literal[1]
    made: Made
    plan: dict[str, dict[str, int]]
    bags: tuple[BagRatings, ...]

    @property
    def bots(self) -> tuple[str, ...]:
        """The levels that there are games of, weakest first."""
        there = {one.bot for bag in self.bags for one in bag.levels} | {
            one.bot for bag in self.bags for tile in bag.tiles for one in tile.levels
        }
        return tuple(bot for bot in self.plan if bot in there)

    @property
    def games(self) -> int:
        """All that were played: a pair of a swap has two."""
        drawn = sum(one.games for bag in self.bags for one in bag.levels)
        swaps = (tile for _, tile in self.tiles() if tile.how == "starts")
        return drawn + sum(one.games for tile in swaps for one in tile.levels)

    def tiles(self) -> Iterator[tuple[BagRatings, TileRating]]:
        return ((bag, tile) for bag in self.bags for tile in bag.tiles)

    def find(self, set_id: str, name: str, how: str = "") -> TileRating | None:
        """A tile of a set; of one that is rated in two ways the draw, unless `how` says otherwise."""
        found = [tile for _, tile in self.tiles() if (tile.set, tile.name) == (set_id, name) and how in ("", tile.how)]
        return min(found, key=lambda one: one.how != "drawn", default=None)

    def outdated(self, now: Mapping[str, Any]) -> list[str]:
        """In words, what has changed since these were measured; nothing where they are up to date."""
        found = []
        if now["engine"] != self.made.engine:
            found.append("the rules engine is a newer one")
        if now["worths"] != self.made.worths:
            found.append("the bots value tiles otherwise")
        changed = [name for name, mark in self.made.sets.items() if now["sets"].get(name) != mark]
        if changed:
            found.append(f"changed sets: {', '.join(changed)}")
        missing = [name for name in now["sets"] if name not in self.made.sets]
        if missing:
            found.append(f"not rated yet: {', '.join(missing)}")
        return found


def read_ratings_file(path: Path) -> Ratings:
    """Raises RatingsError for a file that holds none."""
    try:
        return Ratings.model_validate(json.loads(path.read_bytes()))
    except OSError as problem:
        raise RatingsError(f"{path}: {problem.strerror or problem}") from None
    except ValidationError as problem:
        fault = problem.errors()[0]
        where = ".".join(str(part) for part in fault["loc"])
        raise RatingsError(f"{path} holds no ratings: {where}: {fault['msg']}") from None
    except (ValueError, RecursionError):
        raise RatingsError(f"{path} holds no ratings: it is no JSON") from None


def write_ratings(path: Path, ratings: Ratings) -> None:
    """Small numbers on one line each, so that the file can be read and compared."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(ratings.model_dump(mode="json"), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


@lru_cache(maxsize=1)
def shipped_ratings() -> Ratings | None:
    """The ratings that come with the workbench; None where they are not there or cannot be read."""
    try:
        return read_ratings_file(shipped(NAME))
    except RatingsError:
        return None
