"""Twin games behind the simulation's seam: one row a pair, the control's game and one of each arm.

The changed army sits South in even pairs and North in odd ones. Control and arms share the luck of the pair;
an arm whose tile is never drawn in the control's game need not be played: it is the same game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from workbench.lab.contest import Arm, Contest
from workbench.lab.plan import LabPlan
from workbench.sim.disk import canonical, sha256
from workbench.sim.duke.play import rules_hash, set_hash
from workbench.sim.plan import RUNG_STRIDE
from workbench.sim.seam import Batch, SimError, Sums
from workbench.tileset.model import TileSet

if TYPE_CHECKING:
    import polars as pl

    from workbench.duke.board.compile_apart import Beside
    from workbench.lab.arms import ArmTables
    from workbench.sim.store import Run

OUTCOMES = 5  # a pair's difference in half points, from -2 to +2
SKIPPED = -1


@dataclass(frozen=True)
class LabGame:
    """The armies, arms and bots of one experiment."""

    contest: Contest
    arms: tuple[Arm, ...]
    bots: tuple[str, ...]
    forced: bool
    sets: tuple[TileSet, ...] = ()
    story: dict[str, Any] = field(default_factory=dict)  # what a report must know of how the arms came about

    name: ClassVar[str] = "duke-lab"

    @classmethod
    def from_run(cls, run: Run[LabPlan]) -> LabGame:
        """As it was when the run began, whatever has become of the tile sets since."""
        from pydantic import TypeAdapter, ValidationError

        try:
            contest = TypeAdapter(Contest).validate_python(run.about.get("contest"))
            arms = TypeAdapter(tuple[Arm, ...]).validate_python(run.about.get("arms"))
        except (ValidationError, RecursionError):
            raise SimError(f"{run.path}: its manifest holds no experiment that can be played") from None
        for faults in (contest.composition.faults(), *(contest.with_tile(arm.tile).faults() for arm in arms)):
            if faults:
                raise SimError(f"{run.path}: its manifest holds no experiment that can be played ({faults[0]})")
        return cls(contest, arms, run.plan.bots, run.plan.forced, story=run.about.get("story", {}))

    def columns(self) -> dict[str, pl.DataType]:
        import polars as pl

        return {
            "game": pl.Int64(),
            "rung": pl.Int16(),
            "seat": pl.Int8(),  # of the changed army
            "control": pl.Int8(),  # half points of the changed army
            "plies": pl.Int32(),
            "drawn": pl.Boolean(),
            "arms": pl.List(pl.Int8()),  # half points in each arm; -1: the same game, not played
            "arm_plies": pl.List(pl.Int32()),
        }

    def identity(self) -> dict[str, str]:
        tiles = sha256(canonical([self._dumped(self.contest), self._dumped(self.arms)]))
        found = {f"tile set {one.id}": set_hash(one) for one in self.sets}
        return {"the rules engine": rules_hash(), "the tiles compared": tiles, **found}

    def about(self) -> dict[str, Any]:
        return {
            "contest": self._dumped(self.contest),
            "arms": self._dumped(self.arms),
            "story": self.story,
            "settings": self.contest.composition.settings.model_dump(mode="json"),
        }

    def _dumped(self, value: Any) -> Any:
        from pydantic import TypeAdapter

        return TypeAdapter(Contest if isinstance(value, Contest) else tuple[Arm, ...]).dump_python(value, mode="json")

    def prepare(self) -> None:
        """Compile what no earlier run has compiled; the simulation's own bots are used."""
        from workbench.sim.duke.play import DukeGame

        pairings = tuple((bot, bot) for bot in self.bots)
        DukeGame(self.contest.composition, (), pairings, ()).prepare()

    def is_prepared(self) -> bool:
        from workbench.sim.duke.play import DukeGame

        pairings = tuple((bot, bot) for bot in self.bots)
        return DukeGame(self.contest.composition, (), pairings, ()).is_prepared()

    def special_builds(self) -> list[Beside]:
        """Begin to compile the engine for this kind of game alone."""
        from workbench.sim.duke.beside import builds_of
        from workbench.sim.duke.play import DukeGame

        pairings = tuple((bot, bot) for bot in self.bots)
        wanted = DukeGame(self.contest.composition, (), pairings, ()).compiled_parts()
        return builds_of(wanted, [rules[0] for rules in self.tables.control])

    @cached_property
    def tables(self) -> ArmTables:
        from workbench.lab.arms import ArmTables

        return ArmTables(self.contest, self.arms)

    @cached_property
    def _pool(self) -> Any:
        from workbench.duke.board.state import new_pool
        from workbench.sim.duke.carry import LANES

        return new_pool(LANES)

    def __getstate__(self) -> dict[str, Any]:
        """Tables are large and made again where they are needed."""
        return {name: value for name, value in self.__dict__.items() if name not in ("tables", "_pool")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def south_army(self, seat: int) -> int:
        """Which army sits South when the changed army has this seat: luck follows the army."""
        return seat ^ self.contest.army

    def tops(self, seat: int) -> tuple[int, int]:
        """Bag places of South and North that are drawn first, by the seat of the changed army."""
        if not self.forced:
            return -1, -1
        return (self.contest.top, -1) if seat == 0 else (-1, self.contest.top)

    def play_pairs(self, seed: int, bot: str, pairs: NDArray[Any]) -> Pairs:
        """The pairs of these numbers; a pair's number is its luck, and its parity the changed army's seat."""
        made = Pairs.empty(len(pairs), len(self.arms))
        skip = [self.tables.may_skip(arm, bot) for arm in range(len(self.arms))]
        for seat in (0, 1):
            here = np.flatnonzero(pairs % 2 == seat)
            if not len(here):
                continue
            rows = self._play(self.tables.control[seat], bot, seed, pairs[here], seat, True)
            made.control[here], made.plies[here] = half_points(rows["winner"], seat), rows["plies"]
            drawn = was_drawn(rows, seat, self.contest.changed_type)
            made.drawn[here] = drawn
            for arm in range(len(self.arms)):
                todo = here[drawn] if skip[arm] else here
                played = self._play(self.tables.treated(arm, seat), bot, seed, pairs[todo], seat, False)
                made.arms[todo, arm] = half_points(played["winner"], seat)
                made.arm_plies[todo, arm] = played["plies"]
        return made

    def _play(self, rules: Any, bot: str, seed: int, lucks: NDArray[Any], seat: int, recorded: bool) -> NDArray[Any]:
        from workbench.duke.board.packed import pack_deal
        from workbench.sim.duke.play import play_games

        dealt = pack_deal(self.south_army(seat), *self.tops(seat))
        yardstick = self.tables.yardstick
        return play_games(rules[0], self._pool, seed, lucks, dealt, (bot, bot), recorded, yardstick=yardstick).results

    def play_batch(self, plan: LabPlan, first: int, count: int) -> Batch:
        import polars as pl

        from workbench.duke.board.compile import look_for_special_builds

        look_for_special_builds()
        rung = plan.rung_of(first)
        numbers = np.arange(first, first + count)
        pairs = numbers % RUNG_STRIDE
        made = self.play_pairs(plan.seed, plan.bots[rung], pairs)
        columns = {
            "game": numbers,
            "rung": np.full(count, rung),
            "seat": pairs % 2,
            "control": made.control,
            "plies": made.plies,
            "drawn": made.drawn,
            "arms": list(made.arms),
            "arm_plies": list(made.arm_plies),
        }
        return Batch(pl.DataFrame(columns, schema=self.columns()), made.sums())

    def headline(self, plan: LabPlan, rung: int, sums: Sums) -> str:
        """With the interval that will decide, so that the last line says what the answer says."""
        from workbench.lab.measure import effect_of

        bot, arms = plan.bots[rung], len(self.arms)
        effects = [effect_of(plan, bot, "", sums, arm) for arm in range(arms)]
        if arms > 1:
            return f"{bot}: {arms} arms, ± {max(one.shown.half_width for one in effects):.1f} points"
        (one,) = effects
        pairs = f" in {one.pairs:,} pairs" if plan.rungs > 1 else ""
        return f"{bot}: {one.shown.value:+.1f} ± {one.shown.half_width:.1f} points{pairs}"


def was_drawn(rows: NDArray[Any], seat: int, tile_type: int) -> NDArray[np.bool_]:
    """In which games a type was drawn."""
    from workbench.duke.board.packed import bit

    return np.asarray(rows["drawn"][:, seat] & bit(tile_type) != 0)


def half_points(winners: NDArray[Any], seat: int) -> NDArray[np.int8]:
    return np.where(winners < 0, 1, 2 * (winners == seat)).astype(np.int8)


@dataclass
class Pairs:
    """Results of some pairs: the control's and, by column, each arm's."""

    control: NDArray[np.int8]
    plies: NDArray[np.int32]
    drawn: NDArray[np.bool_]
    arms: NDArray[np.int8]
    arm_plies: NDArray[np.int32]

    @classmethod
    def empty(cls, pairs: int, arms: int) -> Pairs:
        return cls(
            np.zeros(pairs, np.int8),
            np.zeros(pairs, np.int32),
            np.ones(pairs, np.bool_),
            np.full((pairs, arms), SKIPPED, np.int8),
            np.zeros((pairs, arms), np.int32),
        )

    def differences(self) -> NDArray[np.int64]:
        """Half points of each arm less the control's; a skipped twin differs by nothing."""
        given = np.where(self.arms == SKIPPED, self.control[:, None], self.arms)
        return np.asarray(given.astype(np.int64) - self.control[:, None])

    def sums(self) -> Sums:
        found = self.differences() + 2
        shape = [np.bincount(column, minlength=OUTCOMES) for column in found.T]
        scores = np.where(self.arms == SKIPPED, self.control[:, None], self.arms)
        by_score = [np.bincount(column, minlength=3) for column in scores.T]
        return {
            "differences": np.array(shape, np.int64),
            "control": np.bincount(self.control, minlength=3).astype(np.int64),
            "scores": np.array(by_score, np.int64),
            "drawn": np.array([self.drawn.sum()], np.int64),
            "games": np.array([len(self.control) + int((self.arms != SKIPPED).sum())], np.int64),
        }
