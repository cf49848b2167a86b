"""Tiles on the board from the start, acting Dukes among them: a paired swap with what they replace, both seats.

They are never a random draw, and worth far more than drawn tiles: so they are told in points, surely stronger or weaker
than what they replace or not, and not in SDs of drawn tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from workbench.balance.question import Asked
from workbench.balance.verdict import Verdict
from workbench.lab.contest import find_tile, reference_of
from workbench.lab.measure import POINTS, counts_of, looks_of
from workbench.lab.plan import LabPlan
from workbench.lab.run import Background, Experiment
from workbench.lab.swap import plan_swap
from workbench.sim.store import Run
from workbench.stats.anytime import ALPHA, Boundary
from workbench.stats.interval import Estimate
from workbench.stats.sequential import PAIRS, confidence_sequence

FAIR_POINTS = 2.0


@dataclass(frozen=True)
class StartAnswer:
    """What a starting tile does for its army against the one it replaces; the interval holds at every look."""

    name: str
    replaces: str
    bot: str
    pairs: int
    points: Estimate
    surely: Literal["stronger", "weaker"] | None

    @property
    def verdict(self) -> Verdict:
        """Without SDs: strong or weak is against what it replaces, fair within FAIR_POINTS of it."""
        if self.surely is not None:
            return "strong" if self.surely == "stronger" else "weak"
        return "fair" if max(abs(self.points.low), abs(self.points.high)) <= FAIR_POINTS else "open"

    @property
    def sentence(self) -> str:
        size = f"{abs(self.points.value):.1f} ± {self.points.half_width:.1f} points"
        if self.verdict == "fair":
            return f"{self.name} is as strong as {self.replaces}, within {size}, with {self.bot} players."
        if self.surely is None:
            return f"{self.name} against {self.replaces}: open for {self.bot} players after {self.pairs:,} pairs."
        return f"{self.name} is {size} {self.surely} than {self.replaces}, with {self.bot} players."


def plan_start(
    background: Background, asked: Asked, bots: Sequence[str], seed: int = 1, pairs: int | None = None
) -> Experiment:
    """The experiment for one starting tile; it ends when its own test is settled, or after so many pairs."""
    tile = find_tile(asked.name, background.sets)
    other = reference_of(tile, background.sets)
    return plan_swap(background, other.name, tile.name, bots=bots, forced=False, seed=seed, pairs=pairs)


def read_start(run: Run[LabPlan], rung: int = 0, share: int = 1) -> StartAnswer | None:
    """What its pairs say; the chance of an error is shared by so many tiles. None before the first pairs are there."""
    looks: dict[str, Any] = looks_of(run, rung).total
    if not looks:
        return None
    counts = counts_of(looks["differences"][0])
    boundary = Boundary(ALPHA / share, PAIRS.tuned_for, PAIRS.first)
    points = confidence_sequence(counts, boundary).scaled(POINTS)
    surely: Literal["stronger", "weaker"] | None = (
        "stronger" if points.low > 0 else "weaker" if points.high < 0 else None
    )
    return StartAnswer(run.plan.against, run.plan.tile, run.plan.bots[rung], points.n, points, surely)
