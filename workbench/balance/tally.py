"""Rounds of games of one bot -> the effect of every tile asked about, with intervals that hold at every look.

The score is regressed on draw luck, own less opponent's, of all types at once; an effect is what one draw of a tile is
worth against an average draw of the base tiles, in points of win rate. Errors are robust and by luck, so that twins
count once. After each round the intervals are looked at; what all looks have in common decides.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from workbench.balance.base import BaseEffects
from workbench.balance.luck import draw_luck, luck_columns
from workbench.balance.question import COLOURS, FEWEST_COPIES, ArmyName, Asked, Question
from workbench.balance.verdict import Verdict, judge
from workbench.stats.anytime import ALPHA, Boundary, Narrowing
from workbench.stats.interval import Estimate, FloatArray, two_sided_z
from workbench.stats.linear import RoundsFit

if TYPE_CHECKING:
    import polars as pl

POINTS = 100.0
QUICK = frozenset({"random", "greedy"})
BEFORE_TYPES = 2  # columns of the design: South's edge, the light army's
NEAR = 1.0  # SDs: a base tile farther off is not called near
UNITS_A_TYPE = 10  # with fewer games the fit follows its data, and errors come out too small, down to 0


def boundary_for(bot: str, share: int = 1) -> Boundary:
    """When a bot's games are first looked at, and where its intervals are narrowest; the error is shared by `share`."""
    quick = bot.partition(":")[0] in QUICK
    return Boundary(ALPHA / share, 20_000 if quick else 5_000, 2_000 if quick else 1_000)


@dataclass(frozen=True)
class TileAnswer:
    """What one bot's games say of one tile: effects in points, or nothing and why."""

    asked: Asked
    bot: str
    games: int
    verdict: Verdict | None
    effect: Estimate | None  # the interval that decides
    sds: float | None
    half_sds: float = math.inf  # of the last look alone
    error_points: float = math.inf  # standard error
    nearest: str | None = None
    average: str | None = None  # the base tile in its bag that is nearest to an average one
    why_not: str = ""


@dataclass(frozen=True)
class ArmyEdge:
    """The light army's score against the dark one, in points above 50, and who is surely favoured."""

    points: Estimate
    favoured: ArmyName | None


@dataclass
class Tally:
    """The games of one bot so far. Rows go in by rounds and are not kept."""

    question: Question
    base: BaseEffects
    bot: str
    margin: float = 1.0
    fit: RoundsFit = field(init=False)
    effects: Narrowing = field(init=False)  # of the drawn tiles, in points
    pairs: Narrowing = field(init=False)  # drawn tile less base tile
    army: Narrowing = field(init=False)
    looks: int = 0
    _army_sums: FloatArray = field(default_factory=lambda: np.zeros(3))  # units, light's score, its squares

    def __post_init__(self) -> None:
        self.fit = RoundsFit(BEFORE_TYPES + len(self.question.names))
        drawn = len(self.question.drawn)
        self.effects = Narrowing.unknown(drawn)
        self.pairs = Narrowing.unknown((drawn, len(self.base.effects)))
        self.army = Narrowing.unknown(1)

    @property
    def games(self) -> int:
        return self.fit.rows

    @property
    def boundary(self) -> Boundary:
        return boundary_for(self.bot, self.question.share_of_error)

    @property
    def columns(self) -> tuple[str, ...]:
        """What is asked of the rows: most of what `sim` records is for others, and reading it takes longer."""
        return ("winner", "pair", *luck_columns(self.question.drafted))

    def add_round(self, frame: pl.DataFrame) -> None:
        """The rows of a round, then a look."""
        self.add(frame)
        self.look()

    def add(self, frame: pl.DataFrame) -> None:
        """Rows of whole lucks, as `sim` records them with `draws`."""
        winner = frame["winner"].to_numpy()
        score = np.where(winner < 0, 0.5, winner == 0).astype(np.float64)
        unit = frame["pair"].to_numpy().astype(np.int64)
        design = np.zeros((frame.height, self.fit.columns))
        design[:, 0] = 1.0
        if self.question.armies_differ:
            light_south = frame["south_army"].to_numpy() == self.question.light
            design[:, 1] = np.where(light_south, 1.0, -1.0)
            self._add_army(np.where(light_south, score, 1 - score), unit)
        design[:, BEFORE_TYPES:] = draw_luck(frame, self.question.bags, self.question.drafted)
        self.fit.add(design, score, unit)

    def _add_army(self, light: FloatArray, unit: np.ndarray) -> None:
        _, index, rows = np.unique(unit, return_inverse=True, return_counts=True)
        means = np.bincount(index, light) / rows
        self._army_sums += (len(means), means.sum(), (means**2).sum())

    def look(self) -> None:
        """Take the intervals as they are now into account for good."""
        self.looks += 1
        if self.games < self.boundary.first:
            return  # too early for any interval
        factor = float(self.boundary.factor(self.games))
        value, error = self.measured()
        self.effects.look(value - factor * error, value + factor * error)
        value, error = self.against_base()
        self.pairs.look(value - factor * error, value + factor * error)
        edge = self._army_now()
        if edge is not None:
            self.army.look(np.array([edge.low]), np.array([edge.high]))

    def measured(self, types: Sequence[int] | None = None) -> tuple[FloatArray, FloatArray]:
        """Effects in points with their standard errors, as this look alone has them; of the tiles asked about."""
        numbers = [one.number for one in self.question.drawn] if types is None else types
        weights = np.zeros((len(numbers), self.fit.columns))
        shift = np.zeros(len(weights))
        for row, number in enumerate(numbers):
            reference = self.question.reference(number, self.base.effects)
            weights[row, BEFORE_TYPES:] = -reference
            weights[row, BEFORE_TYPES + number] += 1.0
            shift[row] = sum(
                weight * self.base.points(name)
                for weight, name in zip(reference, self.question.names, strict=True)
                if weight
            )
        value, covariance = self.fit.contrasts(weights)
        return POINTS * value + shift, POINTS * np.sqrt(np.maximum(np.diag(covariance), 0.0))

    def type_effects(self) -> dict[int, Estimate]:
        """Points of every type in the bags, base tiles too; intervals for this number of games alone, for tables."""
        numbers = [number for number in range(len(self.question.names)) if self.question.holders(number)]
        value, error = self.measured(numbers)
        half = two_sided_z() * error
        if self.fit.units < UNITS_A_TYPE * len(numbers):
            half = np.full(len(numbers), np.inf)
        return {
            number: Estimate(float(at), float(at - wide), float(at + wide), self.games)
            for number, at, wide in zip(numbers, value, half, strict=True)
        }

    def against_base(self) -> tuple[FloatArray, FloatArray]:
        """Each drawn tile less each base tile: one in the bags by these games, another by its shipped effect."""
        question = self.question
        numbers = {
            name: number
            for number, name in enumerate(question.names)
            if question.base[number] and question.holders(number)
        }
        value, error = np.zeros(self.pairs.low.shape), np.zeros(self.pairs.low.shape)
        effect, effect_error = self.measured()
        for column, (name, shipped) in enumerate(self.base.effects.items()):
            if name in numbers:
                weights = np.zeros((len(effect), self.fit.columns))
                weights[:, BEFORE_TYPES + numbers[name]] = -1.0
                for row, one in enumerate(question.drawn):
                    weights[row, BEFORE_TYPES + one.number] += 1.0
                found, covariance = self.fit.contrasts(weights)
                value[:, column] = POINTS * found
                error[:, column] = POINTS * np.sqrt(np.maximum(np.diag(covariance), 0.0))
            else:
                value[:, column] = effect - shipped.points
                error[:, column] = np.hypot(effect_error, shipped.error)
        return value, error

    def answers(self) -> list[TileAnswer]:
        """Of all tiles asked about, in their order; those that are not drawn have no verdict here."""
        if not self.games:
            return [self._no_answer(one) for one in self.question.asked]
        value, error = self.measured()
        row = {one.number: place for place, one in enumerate(self.question.drawn)}
        return [
            self._answer(one, row[one.number], value, error) if one.how == "drawn" else self._no_answer(one)
            for one in self.question.asked
        ]

    def _answer(self, one: Asked, row: int, value: FloatArray, error: FloatArray) -> TileAnswer:
        copies = self.question.base_copies(one.number, self.base.effects)
        if copies < FEWEST_COPIES:
            left = "one base tile is" if copies == 1 else f"{copies} base tiles are"
            why = f"only {left} left in the bag, and it takes {FEWEST_COPIES} to measure against"
            return TileAnswer(one, self.bot, self.games, None, None, None, why_not=why)
        low, high, sd = float(self.effects.low[row]), float(self.effects.high[row]), self.base.sd_points
        beats = bool((self.pairs.low[row] > 0).all())
        beaten = bool((self.pairs.high[row] < 0).all())
        verdict = judge(low / sd, high / sd, beaten, beats, self.margin)
        shown = min(max(float(value[row]), low), high)
        half = float(self.boundary.factor(self.games)) * float(error[row]) / sd
        effect = Estimate(shown, low, high, self.games)
        nearest = self.base.nearest(shown, NEAR * sd) if half <= 1.0 else None
        return TileAnswer(
            one,
            self.bot,
            self.games,
            verdict,
            effect,
            shown / sd,
            half,
            float(error[row]),
            nearest,
            self._average(one),
        )

    def _average(self, one: Asked) -> str | None:
        """Whoever is as strong as this base tile is fair; it is in the same bag, so that the lab can swap them."""
        weights = self.question.reference(one.number, self.base.effects)
        names = [name for name, weight in zip(self.question.names, weights, strict=True) if weight]
        return min(names, key=lambda name: abs(self.base.points(name)), default=None)

    def _no_answer(self, one: Asked) -> TileAnswer:
        why = {
            "drawn": "no round of games is finished yet",
            "pool": "it lies in the pool and is never a random draw: rate it with siege_mode in_bag",
            "starts": "it is on the board from the start: swap it for what it replaces",
            "terrain": "terrain is not rated",
        }[one.how]
        return TileAnswer(one, self.bot, self.games, None, None, None, why_not=why)

    def army_edge(self) -> ArmyEdge | None:
        """Which army is favoured; None where both are the same, or nothing is known yet."""
        now = self._army_now()
        if now is None or not self.looks:
            return None
        low, high = float(self.army.low[0]), float(self.army.high[0])
        favoured = COLOURS[0] if low > 0 else COLOURS[1] if high < 0 else None
        return ArmyEdge(Estimate(min(max(now.value, low), high), low, high, now.n), favoured)

    def _army_now(self) -> Estimate | None:
        units, total, squares = self._army_sums
        if units < 2:
            return None
        mean = total / units
        error = math.sqrt(max(squares / units - mean**2, 0.0) / (units - 1))
        half = float(boundary_for(self.bot).factor(self.games)) * POINTS * error
        edge = POINTS * (mean - 0.5)
        return Estimate(edge, edge - half, edge + half, self.games)
