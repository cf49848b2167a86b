"""Bring a tile to a target: race edits of it on common luck, then measure the winners on fresh games.

A race is a bandit by halving: every round plays the tiles still in it on new luck that all of them share,
adds that to what is known of each, and keeps the half that may still be nearest to the target. What a race
says of its winners is too good to be true, for they were chosen by it; so only the fresh games count.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from workbench.lab.contest import Arm, Contest, find_tile, plan_contest, reference_of
from workbench.lab.edits import Candidate, Rule, neighbours, parse_rules
from workbench.lab.measure import POINTS, Effect, counts_of, looks_of
from workbench.lab.plan import LabPlan, shared_chunk
from workbench.lab.run import Background, Experiment, effects
from workbench.lab.swap import run_name
from workbench.sim.seam import SimError
from workbench.sim.store import Run
from workbench.stats.interval import Estimate
from workbench.stats.paired import PairCounts, paired_difference
from workbench.tileset.model import Tile

Play = Callable[[Experiment, Path], Run[LabPlan]]
Judgement = Literal["meets", "likely", "unlikely", "misses"]
WINNERS_SEED = 1_000_003  # added to the seed: games that no race has seen


@dataclass(frozen=True)
class Target:
    """Points of win rate to aim at, and how far off is still fine."""

    points: float
    tolerance: float

    def distance(self, value: float) -> float:
        return abs(value - self.points)

    def least_distance(self, found: Estimate) -> float:
        """How near the effect may be, as far as its interval tells."""
        return max(self.distance(found.value) - found.half_width, 0.0)

    def most_distance(self, found: Estimate) -> float:
        """How far off it may be."""
        return self.distance(found.value) + found.half_width

    def judge(self, found: Estimate) -> Judgement:
        low, high = self.points - self.tolerance, self.points + self.tolerance
        if low <= found.low and found.high <= high:
            return "meets"
        if found.high < low or found.low > high:
            return "misses"
        return "likely" if low <= found.value <= high else "unlikely"

    def __str__(self) -> str:
        return f"{self.points:+g} ± {self.tolerance:g}"


def parse_target(text: str) -> Target:
    """'+2 +-1', '+2 ± 1' or '-1.5±0.5'."""
    number = r"\d+(?:\.\d+)?"
    found = re.fullmatch(rf"\s*([+-]?{number})\s*(?:\+-|±|\+/-)\s*({number})\s*", text)
    if not found or float(found[2]) <= 0 or abs(float(found[1])) > 50:
        raise SimError(f"'{text}' is no target: write it like \"+2 +-1\", in points of win rate")
    return Target(float(found[1]), float(found[2]))


@dataclass(frozen=True)
class Round:
    """How many candidates may enter, and how many pairs they play."""

    entrants: int
    pairs: int


@dataclass(frozen=True)
class TuneTask:
    """What is to be tuned, how, and with how much effort."""

    background: Background
    tile: Tile
    reference: Tile
    contest: Contest
    target: Target
    bot: str
    keep: str = ""
    edits: int = 1
    forced: bool = True
    seed: int = 1
    winners: int = 6
    first_pairs: int = 200
    final_pairs: int = 20_000

    @property
    def name(self) -> str:
        return run_name("tune", self.tile.name)

    @property
    def rules(self) -> list[Rule]:
        return parse_rules(self.keep)

    @property
    def options(self) -> str:
        """As on the command line."""
        words = ["--target", f"{self.target.points:+g} +-{self.target.tolerance:g}", "--at", self.bot]
        words += ["--against", self.reference.name, "--edits", str(self.edits)]
        words += ["--keep", self.keep] if self.keep else []
        words += ["--pairs", str(self.first_pairs), "--final", str(self.final_pairs)]
        return shlex.join([*words, "--winners", str(self.winners)])

    def rounds(self, entrants: int) -> list[Round]:
        """Half of the tiles stay each time and play two and a half times as many pairs."""
        found, pairs = [], self.first_pairs
        while entrants > self.winners:
            found.append(Round(entrants, pairs + pairs % 2))
            entrants, pairs = max((entrants + 1) // 2, self.winners), pairs * 5 // 2
        return found or [Round(entrants, self.first_pairs)]


def plan_tune(
    background: Background, name: str, target: Target, *, against: str | None = None, **fields: object
) -> TuneTask:
    tile = find_tile(name, background.sets)
    other = find_tile(against, background.sets) if against else reference_of(tile, background.sets)
    contest = plan_contest(background.composition, other, (tile.name, other.name), tile.copies, rivals="control")
    return replace(
        TuneTask(background, tile, other, contest, target, "greedy"),
        **fields,  # type: ignore[arg-type]
    )


@dataclass
class Racer:
    """A candidate in a race, and what is known of it so far."""

    candidate: Candidate
    counts: dict[float, int] = field(default_factory=dict)

    def add(self, more: PairCounts) -> None:
        for value, count in more.items():
            self.counts[value] = self.counts.get(value, 0) + count

    @property
    def effect(self) -> Estimate:
        return paired_difference(self.counts).scaled(POINTS)

    def may_be_near(self, target: Target) -> float:
        """How near to the target its effect may yet be, optimistically: one half width is granted, and no more.

        Nothing is nearer than 0: else whoever is known least would be kept longest.
        """
        return target.least_distance(self.effect)


@dataclass(frozen=True)
class Tuned:
    """A winner, measured on fresh games."""

    candidate: Candidate
    effect: Effect
    judgement: Judgement
    is_best: bool  # no other winner seems both nearer to the target and is nearer to the original
    ranks: tuple[int, int]  # in nearness to the target: the best and the worst place that the games leave open


def tune(task: TuneTask, path: Path, play: Play) -> tuple[Run[LabPlan], list[Tuned]]:
    """Race, then measure. Each round is a run folder of its own inside `path`, so all can be resumed."""
    start = Candidate(task.tile)
    finalists = _race(task, path, play, "race", [start, *neighbours(start, task.rules)])
    if task.edits > 1:
        further: dict[str, Candidate] = {}
        for racer in finalists[: max(task.winners // 2, 2)]:
            for candidate in neighbours(racer.candidate, task.rules):
                further.setdefault(candidate.tile.model_dump_json(), candidate)
        second = _race(task, path, play, "again", [start, *further.values()])
        finalists = _nearest(task, [*finalists, *second])
    chosen = [racer.candidate for racer in finalists[: task.winners]]
    if start not in chosen:
        chosen.append(start)
    last = _experiment(task, "winners", chosen, task.final_pairs, task.seed + WINNERS_SEED)
    run = play(last, path / "winners")
    return run, read_tuned(run, task.target)


def planned_games(task: TuneTask) -> int:
    """About how many games a tuning has in all; every tile shares the control's games."""
    entrants = 1 + sum(1 for _ in neighbours(Candidate(task.tile), task.rules))
    race = sum((lap.entrants + 1) * lap.pairs for lap in task.rounds(entrants))
    return race * task.edits + (task.winners + 2) * task.final_pairs


def _race(task: TuneTask, path: Path, play: Play, name: str, candidates: Sequence[Candidate]) -> list[Racer]:
    """The racers that are left, nearest to the target first."""
    if len(candidates) < 2:
        raise SimError(f"no edit of '{task.tile.name}' keeps what --keep asks for")
    racers = [Racer(candidate) for candidate in candidates]
    for number, lap in enumerate(task.rounds(len(racers)), 1):
        seed = task.seed + 7919 * number + (104_729 if name == "again" else 0)
        experiment = _experiment(task, "race", [one.candidate for one in racers], lap.pairs, seed)
        run = play(experiment, path / f"{name}-{number}")
        total = looks_of(run, 0).total
        for racer, row in zip(racers, total["differences"], strict=True):
            racer.add(counts_of(row))
        racers = _nearest(task, racers)[: max((len(racers) + 1) // 2, task.winners)]
    return sorted(racers, key=lambda one: (task.target.distance(one.effect.value), one.candidate.distance))


def _nearest(task: TuneTask, racers: Sequence[Racer]) -> list[Racer]:
    """By how near they may be, then by how near they seem; of racers alike the one with fewer changes comes first."""

    def order(one: Racer) -> tuple[float, float, int]:
        return one.may_be_near(task.target), task.target.distance(one.effect.value), one.candidate.distance

    return sorted(racers, key=order)


def _experiment(task: TuneTask, experiment: str, candidates: Sequence[Candidate], pairs: int, seed: int) -> Experiment:
    story = {
        "target": [task.target.points, task.target.tolerance],
        "edits": [list(one.edits) for one in candidates],
        "distances": [one.distance for one in candidates],
        "original": task.tile.model_dump(mode="json"),
        "options": task.options,
        "seed": task.seed,
    }
    return Experiment.make(
        task.background,
        task.contest,
        [Arm(one.label, one.tile) for one in candidates],
        story,
        experiment=experiment,
        name=task.name,
        tile=task.reference.name,
        against=task.tile.name,
        bots=(task.bot,),
        forced=task.forced,
        games=pairs,
        seed=seed % 2**32,
        chunk=shared_chunk(pairs, len(candidates)),
    )


def read_tuned(run: Run[LabPlan], target: Target | None = None) -> list[Tuned]:
    """The winners of a finished run, nearest to the target first; the original is among them."""
    story = run.about["story"]
    aim = target or Target(*story["target"])
    found = [
        (Candidate(Tile.model_validate(arm["tile"]), tuple(words), distance), effect)
        for arm, words, distance, effect in zip(
            run.about["arms"], story["edits"], story["distances"], effects(run, 0), strict=True
        )
    ]
    found.sort(key=lambda pair: (aim.distance(pair[1].raw.value), pair[0].distance))
    tuned = []
    for candidate, effect in found:
        nearer = [one for one in found if aim.most_distance(one[1].raw) < aim.least_distance(effect.raw)]
        farther = [one for one in found if aim.least_distance(one[1].raw) > aim.most_distance(effect.raw)]
        off = aim.distance(effect.raw.value)
        beaten = any(
            other.distance <= candidate.distance and aim.distance(rival.raw.value) < off
            for other, rival in found
            if other != candidate
        )
        ranks = 1 + len(nearer), len(found) - len(farther)
        tuned.append(Tuned(candidate, effect, aim.judge(effect.raw), not beaten, ranks))
    return tuned
