"""How strong the bots are: each against each, and all on one axis, with the tiles that are in question.

Every luck is played twice with the seats changed; the pair is the unit. Matches go to one file in the run folder, each
when it is finished, so that an interrupted measurement goes on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from workbench.sim.disk import canonical, sha256
from workbench.sim.sealed import read_sealed, write_sealed
from workbench.stats.elo import Meeting, fit_elo
from workbench.stats.interval import Estimate, mean_bounds
from workbench.tileset.compose import Composition

FILE = "skill.json"


@dataclass(frozen=True)
class Match:
    """Two bots: how many pairs of games gave the stronger-named one 0, 1/2, 1, 3/2 and 2 points."""

    weak: int
    strong: int
    pairs: tuple[int, ...]

    @property
    def score(self) -> Estimate:
        """Of the strong one, from 0 to 1."""
        counts = np.array(self.pairs, dtype=np.float64)
        n, values = counts.sum(), np.arange(len(counts)) / (len(counts) - 1)
        mean = float(counts @ values / n)
        low, high = mean_bounds(mean, float(counts @ (values - mean) ** 2 / n), n)
        return Estimate(mean, float(low), float(high), int(n))

    def meeting(self) -> Meeting:
        counts = np.array(self.pairs, dtype=np.float64)
        n, values = counts.sum(), np.arange(len(counts)) / (len(counts) - 1)
        mean = float(counts @ values / n)
        error = math.sqrt(float(counts @ (values - mean) ** 2 / n) / max(n - 1, 1))
        return Meeting(self.strong, self.weak, mean, error, int(n))


@dataclass(frozen=True)
class Skill:
    """The bots in the order given, weakest first as a rule, and every match among them."""

    bots: tuple[str, ...]
    matches: tuple[Match, ...]

    @property
    def elo(self) -> list[Estimate]:
        """On one axis, the first bot at 0."""
        return fit_elo([match.meeting() for match in self.matches], len(self.bots))

    def score(self, row: int, column: int) -> Estimate | None:
        """The score of one bot against another; None against itself."""
        for match in self.matches:
            if (match.strong, match.weak) == (row, column):
                return match.score
            if (match.weak, match.strong) == (row, column):
                return match.score.scaled(-1.0, 1.0)
        return None

    def as_data(self) -> dict[str, Any]:
        """For programs: Elo with intervals, and the matrix of scores in percent."""

        def told(one: Estimate | None, digits: int = 1) -> list[float] | None:
            return None if one is None else [round(one.value, digits), round(one.low, digits), round(one.high, digits)]

        def percent(row: int, column: int) -> list[float] | None:
            one = self.score(row, column)
            return told(one.scaled(100.0)) if one else None

        places = range(len(self.bots))
        return {
            "bots": list(self.bots),
            "elo": [told(one, 0) for one in self.elo],
            "scores_percent": [[percent(row, column) for column in places] for row in places],
            "pairs": sum(match.pairs) if (match := next(iter(self.matches), None)) else 0,
        }


def measure_skill(
    composition: Composition,
    bots: Sequence[str],
    games: int,
    seed: int = 1,
    folder: Path | None = None,
    report: Callable[[int, int], None] = lambda done, total: None,
    stop: Callable[[], bool] = lambda: False,
) -> Skill | None:
    """Play each bot against each, `games` each time; None if it was stopped before all matches were there."""
    todo = list(combinations(range(len(bots)), 2))
    key = _key(composition, bots, games, seed)
    found = _read(folder, key)
    for number, (weak, strong) in enumerate(todo):
        if stop():
            return None
        if number >= len(found):
            found.append(Match(weak, strong, _play(composition, bots[strong], bots[weak], games, seed + number)))
            _write(folder, key, found)
        report(number + 1, len(todo))
    return Skill(tuple(bots), tuple(found))


def read_skill(folder: Path, bots: Sequence[str]) -> Skill | None:
    """What an earlier measurement has left in a run folder, if it is whole."""
    try:
        data = read_sealed(folder / FILE)
        matches = tuple(Match(one["weak"], one["strong"], tuple(one["pairs"])) for one in data["matches"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    whole = data.get("bots") == list(bots) and len(matches) == math.comb(len(bots), 2)
    return Skill(tuple(bots), matches) if whole else None


def _key(composition: Composition, bots: Sequence[str], games: int, seed: int) -> dict[str, Any]:
    from pydantic import TypeAdapter

    from workbench.sim.duke.play import rules_hash

    tiles = sha256(canonical(TypeAdapter(Composition).dump_python(composition, mode="json")))
    return {"bots": list(bots), "games": games, "seed": seed, "tiles": tiles, "rules": rules_hash()}


def _read(folder: Path | None, key: dict[str, Any]) -> list[Match]:
    if folder is None or not (folder / FILE).exists():
        return []
    try:
        data = read_sealed(folder / FILE)
        if {name: data.get(name) for name in key} != key:
            return []
        return [Match(one["weak"], one["strong"], tuple(one["pairs"])) for one in data["matches"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def _write(folder: Path | None, key: dict[str, Any], found: Sequence[Match]) -> None:
    if folder is not None:
        matches = [{"weak": one.weak, "strong": one.strong, "pairs": list(one.pairs)} for one in found]
        write_sealed(folder / FILE, {**key, "matches": matches})


def _play(composition: Composition, first: str, second: str, games: int, seed: int) -> tuple[int, ...]:
    from workbench.sim.duke.play import DukeGame, pair_scores

    game = DukeGame(composition, (), ((first, second),), ())
    game.prepare()
    numbers = np.arange(games + games % 2)
    lucks, twins = numbers // 2, numbers % 2
    rows = game.play_results(seed, lucks, twins, (first, second))
    return tuple(int(count) for count in pair_scores(rows["winner"], twins))
