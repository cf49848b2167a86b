"""What a game offers to be simulated, and the one error that a simulation ends with.

The pool, the store and the cluster know a game through this seam alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from workbench.sim.plan import RunPlan

if TYPE_CHECKING:
    import polars as pl

Sums = dict[str, NDArray[np.int64]]


class SimError(Exception):
    """Why a simulation cannot start or go on: one line for the person at the screen."""


@dataclass(frozen=True)
class Batch:
    """Some games, played: one row each, and what is only summed over them."""

    rows: pl.DataFrame  # first column `game`
    sums: Sums = field(default_factory=dict)  # whole numbers; the same shapes in every batch


class Game(Protocol):
    """A game that can be simulated. It is sent to other processes, so it must pickle."""

    @property
    def name(self) -> str: ...

    def columns(self) -> Mapping[str, pl.DataType]:
        """The row schema; `game` comes first."""
        ...

    def identity(self) -> dict[str, str]:
        """What decides the games besides the plan, such as hashes of rules and of tile sets, by name."""
        ...

    def about(self) -> dict[str, Any]:
        """What a reader of the rows must know (names of numbers, armies), as JSON data."""
        ...

    def prepare(self) -> None:
        """Do once in each process what makes the first batch slow, such as compiling."""
        ...

    def play_batch(self, plan: Any, first: int, count: int) -> Batch:
        """Play games `first` to `first + count - 1`; nothing but plan and number may matter."""
        ...

    def headline(self, plan: Any, rung: int, sums: Sums) -> str:
        """The result so far in a few words, from the sums of one rung."""
        ...


def add_sums(total: Sums, more: Mapping[str, NDArray[np.int64]]) -> None:
    """Add `more` to `total` in place."""
    for key, values in more.items():
        total[key] = total[key] + values if key in total else np.array(values, dtype=np.int64)


def check_batch(game: Game, plan: RunPlan, batch: Batch, first: int, count: int) -> None:
    """A game that breaks the seam must not fill a run folder with wrong tables."""
    expected = dict(game.columns())
    if dict(batch.rows.schema) != expected:
        raise SimError(f"{game.name}: the rows of game {first} on have another schema than the game declares")
    if batch.rows.height != count or batch.rows["game"].to_list() != list(range(first, first + count)):
        raise SimError(f"{game.name}: the batch of {count} games from {first} on has the wrong games in it")
