"""From twin games to an effect and a verdict; and a player that stops as soon as the verdict is settled.

A run is looked at after every chunk, in the order of the chunks, whoever finished them first: the same plan
stops at the same pair with any number of workers, and after any interruption.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from workbench.lab.plan import LabPlan
from workbench.sim.chunkfile import PackedChunk
from workbench.sim.job import Job, Player, Stop
from workbench.sim.plan import Chunk
from workbench.sim.seam import Sums, add_sums
from workbench.sim.store import Run, open_run
from workbench.stats.interval import Estimate
from workbench.stats.paired import PairCounts, discordant, paired_difference
from workbench.stats.sequential import ThreeWay, confidence_sequence, three_way

POINTS = 100.0


@dataclass(frozen=True)
class Effect:
    """What one arm does to the score of the army that has it, in points of win rate, for one bot.

    `shown` has the interval that holds whenever the games were stopped; `raw` is for a number of pairs fixed before.
    """

    label: str
    bot: str
    verdict: ThreeWay
    raw: Estimate
    shown: Estimate
    pairs: int
    games: int
    discordant: int


def counts_of(row: Sequence[int] | np.ndarray) -> PairCounts:
    """Counts of differences in half points from -2 to +2 -> pairs by their difference in [-1, 1]."""
    return {(place - 2) / 2: int(count) for place, count in enumerate(row) if count}


def effect_of(plan: LabPlan, bot: str, label: str, sums: Sums, arm: int = 0) -> Effect:
    """The effect of an arm from the sums of the chunks that count."""
    counts = counts_of(sums["differences"][arm])
    pairs = sum(counts.values())
    raw = paired_difference(counts).scaled(POINTS)
    shown = confidence_sequence(counts).scaled(POINTS) if plan.settles else raw
    verdict = three_way(shown, plan.margin_points)
    games = int(sums["games"][0])
    return Effect(label, bot, verdict, raw, shown, pairs, games, discordant(counts))


class Looks:
    """The sums of one bot's chunks, added in their order and looked at after each."""

    def __init__(self, plan: LabPlan, rung: int) -> None:
        self.plan = plan
        self.waiting = deque(plan.chunks_of(rung))
        self.arrived: dict[int, Sums] = {}
        self.total: Sums = {}
        self.settled = False

    def add(self, number: int, sums: Sums) -> None:
        """A finished chunk; those after a gap wait for it."""
        self.arrived[number] = sums
        while self.waiting and self.waiting[0] in self.arrived and not self.settled:
            add_sums(self.total, self.arrived.pop(self.waiting.popleft()))
            counts = counts_of(self.total["differences"][0])
            margin = self.plan.margin_points / POINTS
            self.settled = self.plan.settles and three_way(confidence_sequence(counts), margin) != "undecided"

    @property
    def done(self) -> bool:
        return self.settled or not self.waiting


def looks_of(run: Run[Any], rung: int) -> Looks:
    """What the finished chunks of a run say about one bot, up to where the verdict was settled."""
    looks = Looks(run.plan, rung)
    for number in tuple(looks.waiting):
        found = run.chunk(number)
        if found.fault or looks.settled:
            break
        looks.add(number, run.chunk_sums(number))
    return looks


@dataclass(frozen=True)
class Settling:
    """A player that plays each bot's chunks in order until that bot's verdict is settled."""

    path: Path
    inner: Player

    def __call__(self, job: Job, todo: Sequence[Chunk], stop: Stop) -> Iterator[PackedChunk]:
        plan = job.plan
        assert isinstance(plan, LabPlan)
        before = open_run(self.path, LabPlan)
        for rung in range(plan.rungs):
            looks = looks_of(before, rung)
            here = [chunk for chunk in todo if chunk.rung == rung]
            if not here or looks.done or stop():
                continue
            missing = {chunk.number for chunk in here}
            for number in looks.waiting:  # finished by an earlier session, after a gap
                if number not in missing and number not in looks.arrived:
                    looks.arrived[number] = before.chunk_sums(number)

            def settled(looks: Looks = looks) -> bool:
                return stop() or looks.settled

            for packed in self.inner(job, here, settled):
                looks.add(packed.chunk.number, packed.sums)
                yield packed
