"""The plan of an experiment: what is compared, by whom, and when to stop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from workbench.bots.registry import BOT_TYPES
from workbench.sim.duke.plan import Bots, Names
from workbench.sim.plan import RunPlan
from workbench.tileset.settings import Settings

ExperimentName = Literal["swap", "icons", "ladder", "race", "winners"]
MOST_PAIRS = 200_000  # where a test is allowed to run on until it is settled


class _Story(BaseModel):
    """What is read of how the arms came about; only `lab tune` has one."""

    target: tuple[float, float] | None = None
    edits: list[list[str]] = []
    distances: list[int] = []
    options: str = ""
    seed: int = 0


class LabPlan(RunPlan):
    """Twin games of an experiment. `games` counts pairs; every bot plays them all, or until it is settled."""

    model_config = ConfigDict(title="Lab plan")
    compared_by_content: ClassVar[frozenset[str]] = frozenset({"sets"})

    experiment: ExperimentName
    tile: str
    """The tile in question."""
    against: str = ""
    """What it is compared with."""
    sets: Names = ()
    settings: Settings = Settings()
    light: Literal["south", "north"] = "south"
    bots: Bots = ("random",)
    forced: bool = True
    """Whether the tile is the first that its owner draws."""
    margin_points: Annotated[float, Field(gt=0, le=50)] = 1.0
    settles: bool = False
    """Whether a bot's games end as soon as the verdict is settled."""

    @property
    def rungs(self) -> int:
        return len(self.bots)

    def check_about(self, about: Mapping[str, Any]) -> None:
        from workbench.lab.contest import Arm, Contest

        TypeAdapter(Contest).validate_python(about["contest"])
        arms = TypeAdapter(tuple[Arm, ...]).validate_python(about["arms"])
        story = _Story.model_validate(about["story"])
        is_tuned = self.experiment in ("race", "winners")
        if not arms or (is_tuned and not (story.target and len(arms) == len(story.edits) == len(story.distances))):
            raise ValueError("the arms are not those of such an experiment")

    def chunk_of(self, games: int) -> int:
        """By the slowest bot; seats alternate, so it is even."""
        if self.chunk:
            return self.chunk + self.chunk % 2
        known = (BOT_TYPES.get(bot.partition(":")[0]) for bot in self.bots)  # unknown ones are refused elsewhere
        size = min((one.pairs_in_chunk for one in known if one), default=50)
        return min(size, games + games % 2)

    def written(self) -> dict[str, Any]:
        return {**super().written(), "chunk": self.chunk_size}

    def deciding(self) -> dict[str, Any]:
        """Looks are taken after each chunk, so that its size decides where a run ends."""
        return {**super().deciding(), "chunk": self.chunk_size}


def shared_chunk(pairs: int, arms: int) -> int:
    """Where many arms share a control: about as many games in a chunk whatever their number, and several."""
    size = max(min(4000 // (arms + 1), pairs // 8), 10)
    return size + size % 2
