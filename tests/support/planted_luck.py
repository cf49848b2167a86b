"""Games that are nothing but draws, with a planted worth of every draw: what the tally must find again.

The chance to win is one half, South's edge, and the sum of own less opponent's draw luck times the planted effects.
Who is lucky draws on more often, which spoils every number that counts draws.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from workbench.balance.base import BaseEffect, BaseEffects
from workbench.balance.luck import draw_luck
from workbench.balance.question import Asked, Question

BASE_COPIES = {"Footman": 1, "Pikeman": 3, "Knight": 1, "Ranger": 1, "Priest": 1, "Wizard": 1, "General": 1, "Seer": 1}
BASE_EFFECTS = {
    "Footman": -4.0, "Pikeman": -3.0, "Knight": 2.0, "Ranger": 5.0, "Priest": 1.0, "Wizard": 0.5, "General": 3.0,
    "Seer": -1.0,
}  # fmt: skip


def planted_base() -> BaseEffects:
    """The base set's own effects, against its copy-weighted mean."""
    mean = sum(BASE_EFFECTS[name] * copies for name, copies in BASE_COPIES.items()) / sum(BASE_COPIES.values())
    effects = {name: BaseEffect(BASE_EFFECTS[name] - mean, 0.0) for name in BASE_COPIES}
    sd = float(np.std(list(BASE_EFFECTS.values()), ddof=1))
    return BaseEffects("greedy", "shipped", effects, sd, 10**6, {})


def true_effect(points: float) -> float:
    """Of a tile worth so much, on the scale of BASE_EFFECTS."""
    return points - (BASE_EFFECTS["Footman"] - planted_base().effects["Footman"].points)


@dataclass(frozen=True)
class PlantedLuck:
    """Custom tiles by name: their worth, and the base tile whose place they take ('' for none)."""

    custom: dict[str, tuple[float, str]]
    edge: float = 0.02
    dark_lacks: str = ""  # a tile that the dark army does not have
    light_points: float = 0.0  # how far the light army is favoured

    @property
    def names(self) -> tuple[str, ...]:
        gone = {place for _, place in self.custom.values()}
        return (*(name for name in BASE_COPIES if name not in gone), *self.custom)

    @property
    def worths(self) -> np.ndarray:
        return np.array([self.custom[name][0] if name in self.custom else BASE_EFFECTS[name] for name in self.names])

    @property
    def question(self) -> Question:
        bag = np.array([BASE_COPIES.get(name, 1) for name in self.names], dtype=np.float64)
        dark = np.where(np.array(self.names) == self.dark_lacks, 0.0, bag)
        lacking = {self.dark_lacks: "light"}
        asked = tuple(Asked(n, self.names.index(n), lacking.get(n), "drawn") for n in self.custom)  # type: ignore[arg-type]
        return Question(self.names, (bag, dark), tuple(n in BASE_COPIES for n in self.names), asked)

    def frame(self, rng: np.random.Generator, games: int, first: int = 0) -> pl.DataFrame:
        question = self.question
        paired = question.armies_differ
        number = np.arange(first, first + games)
        army = number % 2 if paired else np.zeros(games, np.int64)
        logs = [self._logs(rng, question.bags, army ^ seat) for seat in (0, 1)]
        data: dict[str, Any] = {"pair": number // 2 if paired else number, "south_army": army}
        data |= {f"{seat}_bag_log": log for seat, log in zip(("south", "north"), logs, strict=True)}
        frame = pl.DataFrame(data)
        chance = 0.5 + self.edge + draw_luck(frame, question.bags) @ self.worths / 100
        chance += np.where(army == 0, 1, -1) * self.light_points / 100
        won = rng.random(games) < np.clip(chance, 0, 1)
        return frame.with_columns(pl.Series("winner", np.where(won, 0, 1)))

    def _logs(self, rng: np.random.Generator, bags: tuple[np.ndarray, np.ndarray], army: np.ndarray) -> pl.Series:
        """Shuffled bags, cut where their owners stopped to draw."""
        size = int(max(bag.sum() for bag in bags))
        whole = np.zeros((len(army), size), np.uint8)
        for number, bag in enumerate(bags):
            kinds = np.repeat(np.arange(len(bag)), bag.astype(int)).astype(np.uint8)
            here = np.flatnonzero(army == number)
            whole[here, : len(kinds)] = rng.permuted(np.tile(kinds, (len(here), 1)), axis=1)
        drawn = 1 + rng.poisson(2.0, len(army)) + 2 * (self.worths[whole[:, 0]] > 2)
        least = min(int(bag.sum()) for bag in bags)
        frame = pl.DataFrame({"x": pl.Series(whole).arr.to_list(), "n": np.minimum(drawn, least).astype(np.uint32)})
        return frame.select(pl.col("x").list.head(pl.col("n"))).to_series()
