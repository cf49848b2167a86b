"""The rows of a run as arrays, and means over them whose unit is the block."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from workbench.dune.names import LETTERS
from workbench.dune.state import CASTLES_REASON
from workbench.report.model import Num
from workbench.report.numbers import as_num
from workbench.sim.dune.rows import most_castles
from workbench.stats.cluster import effective_rows, group_means, numbered, ratio_estimates
from workbench.stats.interval import Estimate, mean_bounds

if TYPE_CHECKING:
    import polars as pl

    from workbench.sim.store import Run

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ROUNDING = 1e-20  # a variance below this is the rounding of equal numbers


@dataclass(frozen=True)
class DuneTable:
    """The games of one set of rules."""

    rows: pl.DataFrame

    @property
    def games(self) -> int:
        return self.rows.height

    @cached_property
    def block(self) -> Ints:
        return self.column("block")

    @cached_property
    def blocks(self) -> int:
        return len(np.unique(self.block))

    def column(self, name: str) -> Ints:
        return self.rows[name].to_numpy().astype(np.int64)

    def by_faction(self, what: str) -> Ints:
        """A row per game, a column per faction."""
        return np.stack([self.column(f"{what}_{letter}") for letter in LETTERS], axis=1)

    @cached_property
    def castles(self) -> Ints:
        return self.by_faction("castles")

    @cached_property
    def most(self) -> Floats:
        return most_castles(self.castles)

    @cached_property
    def wins(self) -> Floats:
        return np.asarray(self.column("winner")[:, None] == np.arange(4), dtype=np.float64)

    @cached_property
    def by_castles(self) -> Floats:
        by_castles: Floats = self.wins * (self.rows["reason"].cast(str).to_numpy() == CASTLES_REASON)[:, None]
        return by_castles

    @cached_property
    def seats(self) -> Ints:
        """0 to 3 by faction."""
        return self.by_faction("seat") - 1

    def players(self, rotate: bool) -> Ints:
        """The number of the bot that played each faction."""
        shift = self.column("shift") if rotate else np.zeros(self.games, dtype=np.int64)
        return (np.arange(4)[None, :] - shift[:, None]) % 4


def read_table(run: Run[Any], rung: int = 0) -> DuneTable:
    return DuneTable(run.rows(rung).collect())


def share_of(score: Floats, block: Ints) -> Estimate:
    """The mean of scores from 0 to 1; games of one block count as one fact.

    Where all blocks are equal nothing is known of how they vary, so that blocks, not games, are counted.
    """
    means = group_means(score, np.zeros(len(score), dtype=np.int64), block, 1)
    varies = float(means.covariance[0, 0]) > ROUNDING
    known = effective_rows(means) if varies else np.array([float(numbered(block)[1])])
    low, high = mean_bounds(means.values, means.spread if varies else np.zeros(1), known)
    return Estimate(float(means.values[0]), float(low[0]), float(high[0]), len(score))


def percent_of(score: Floats, block: Ints) -> Num:
    return as_num(share_of(score, block), 100.0)


def mean_of(values: NDArray[Any], block: Ints) -> Num:
    """The mean of numbers that have no upper bound; never below 0 where no value is."""
    above = values.astype(np.float64)[:, None]
    found = ratio_estimates(above, np.ones_like(above), block)[0]
    low = max(found.low, 0.0) if values.min(initial=0) >= 0 else found.low
    return as_num(Estimate(found.value, low, found.high, found.n))
