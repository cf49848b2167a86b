"""The plan of an experiment: what is compared, by whom, and when to stop."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from workbench.sim.plan import Bots, Names, RunPlan
from workbench.tileset.settings import Settings

Experiment = Literal["swap", "icons", "ladder", "race", "winners"]
MOST_PAIRS = 200_000  # where a test is allowed to run on until it is settled
FAST = {"random": 2000, "greedy": 500}  # pairs in a chunk; thoughtful bots take longer
THOUGHTFUL = 50


class LabPlan(RunPlan):
    """Twin games of an experiment. `games` counts pairs; every bot plays them all, or until it is settled."""

    model_config = ConfigDict(title="Lab plan")
    compared_by_content: ClassVar[frozenset[str]] = frozenset({"sets"})

    experiment: Experiment
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

    @property
    def chunk_size(self) -> int:
        """By the slowest bot; seats alternate, so it is even."""
        if self.chunk:
            return self.chunk + self.chunk % 2
        size = min(FAST.get(bot.partition(":")[0], THOUGHTFUL) for bot in self.bots)
        return min(size, self.games + self.games % 2)

    def written(self) -> dict[str, Any]:
        return {**super().written(), "chunk": self.chunk_size}


def shared_chunk(pairs: int, arms: int) -> int:
    """Where many arms share a control: about as many games in a chunk whatever their number, and several."""
    size = max(min(4000 // (arms + 1), pairs // 8), 10)
    return size + size % 2
