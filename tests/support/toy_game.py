"""A second game behind the simulation's seam: two players throw dice, the higher sum wins.

Run as a program it simulates into a folder, so that tests can kill a real process.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import polars as pl

from support.patience import PATIENCE_SECONDS
from support.places import ROOT, TESTS
from workbench.sim.job import Player
from workbench.sim.plan import RunPlan
from workbench.sim.seam import Batch, SimError, Sums


def toy_environment() -> dict[str, str]:
    """For processes that must find this module and the package."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(TESTS)])}


HELD_FROM = 400


class DicePlan(RunPlan):
    # How long a batch takes is nothing that decides its games.
    compared_by_content: ClassVar[frozenset[str]] = frozenset({"pause_ms", "hold"})

    dice: int = 2
    ladder: int = 1
    pause_ms: int = 0
    hold: str = ""
    """While this file is there, only the first chunks come to an end: a test has all the time that it needs."""

    @property
    def rungs(self) -> int:
        return self.ladder


@dataclass(frozen=True)
class DiceGame:
    sides: int = 6
    broken_from: int = -1  # the first game whose batch fails, to see what then happens

    name: ClassVar[str] = "dice"

    def columns(self) -> Mapping[str, pl.DataType]:
        hand = pl.List(pl.Int16())
        return {"game": pl.Int64(), "one": hand, "other": hand, "winner": pl.Int8()}

    def identity(self) -> dict[str, str]:
        return {"the dice": str(self.sides)}

    def about(self) -> dict[str, Any]:
        return {"sides": self.sides}

    def prepare(self) -> None:
        pass

    def play_batch(self, plan: Any, first: int, count: int) -> Batch:
        assert isinstance(plan, DicePlan)
        if 0 <= self.broken_from < first + count:
            raise ValueError("the dice fell off the table")
        time.sleep(plan.pause_ms / 1000)
        while plan.hold and first >= HELD_FROM and Path(plan.hold).exists():
            time.sleep(0.02)
        throws = [self._throws(plan, game) for game in range(first, first + count)]
        winners = [int(np.sign(sum(one) - sum(other))) for one, other in throws]
        rows = pl.DataFrame(
            {
                "game": range(first, first + count),
                "one": [one for one, _ in throws],
                "other": [other for _, other in throws],
                "winner": winners,
            },
            schema=self.columns(),
        )
        pips = np.bincount([p for pair in throws for hand in pair for p in hand], minlength=self.sides + 1)
        results = np.array([winners.count(1), winners.count(-1), winners.count(0)])
        return Batch(rows, {"pips": pips.astype(np.int64), "results": results.astype(np.int64)})

    def _throws(self, plan: DicePlan, game: int) -> tuple[list[int], list[int]]:
        luck = hashlib.sha256(f"{plan.seed}/{game}".encode()).digest()
        hand = [1 + byte % self.sides for byte in luck]
        return hand[: plan.dice], hand[plan.dice : 2 * plan.dice]

    def headline(self, plan: Any, rung: int, sums: Sums) -> str:
        return f"rung {rung}: {sums['results'][0]} won"


def be_patient_with_clusters(set_to: Callable[[Any, str, Any], None] = setattr) -> None:
    """On a busy machine a scheduler answers late, and workers join late."""
    from workbench.sim import cluster

    for name in ("CONNECT_SECONDS", "ANSWER_SECONDS", "PATIENCE_SECONDS"):
        set_to(cluster, name, PATIENCE_SECONDS)


def main() -> None:
    from workbench.sim.cluster import Cluster
    from workbench.sim.pool import Pool, use_forkserver
    from workbench.sim.run import simulate

    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--pause", type=int, default=0)
    parser.add_argument("--hold", default="")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cluster", default="")
    given = parser.parse_args()

    def player(queue: Any) -> Player:
        return Cluster(given.cluster) if given.cluster else Pool(given.workers, queue)

    use_forkserver()
    be_patient_with_clusters()
    plan = DicePlan(games=given.games, chunk=50, pause_ms=given.pause, hold=given.hold)
    try:
        simulate(DiceGame(), plan, given.out, player, resume=True)
    except SimError as problem:
        sys.exit(f"error: {problem}")


if __name__ == "__main__":
    main()
