"""What to run. A plan and a seed decide every game; who plays the chunks, and in which order, does not.

`RunPlan` is what the pool, the store and the cluster know of any game; `Plan` is the plan of The Duke.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from workbench.bots.registry import split_bots
from workbench.tileset.settings import Objective, Settings, Terrain

LARGEST_CHUNK = 5000
SMALLEST_CHUNK = 50
CHUNKS_AIMED_AT = 64

Recorded = Literal["draws", "bags", "captures", "setup", "uses", "squares"]
EVERYTHING: tuple[Recorded, ...] = get_args(Recorded)


@dataclass(frozen=True, slots=True, order=True)
class Chunk:
    """Games `first` to `first + count - 1`: what one worker plays in one go and one file holds."""

    number: int
    first: int
    count: int
    rung: int


class RunPlan(BaseModel):
    """The part of a plan that every game shares."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    # Fields that are compared by what they refer to (hashes in the manifest), not by how they are written.
    compared_by_content: ClassVar[frozenset[str]] = frozenset()

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=80)] = "run"
    """What the run is called; also the name of its folder."""
    games: Annotated[int, Field(ge=1, le=10**9)] = 10_000
    """How many games on each rung of the ladder."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 1
    """Where all luck comes from: the same plan and seed give the same games."""
    chunk: Annotated[int, Field(ge=0, le=10**6)] = 0
    """How many games are played and written in one go; 0 chooses by the number of games."""

    @property
    def rungs(self) -> int:
        """How many pairings of bots the plan has; each plays `games` games."""
        return 1

    @property
    def total_games(self) -> int:
        return self.games * self.rungs

    @property
    def chunk_size(self) -> int:
        """Even, so that the two games of a pair are never parted."""
        if self.chunk:
            return self.chunk + self.chunk % 2
        size = min(max(-(-self.games // CHUNKS_AIMED_AT), SMALLEST_CHUNK), LARGEST_CHUNK)
        return size + size % 2

    def chunks(self) -> tuple[Chunk, ...]:
        """All chunks in order of game number; none crosses from one rung to the next."""
        found: list[Chunk] = []
        for rung in range(self.rungs):
            for start in range(0, self.games, self.chunk_size):
                count = min(self.chunk_size, self.games - start)
                found.append(Chunk(len(found), rung * self.games + start, count, rung))
        return tuple(found)

    def rung_of(self, game: int) -> int:
        return game // self.games

    def written(self) -> dict[str, Any]:
        """The plan as plain data, as it is written to the run folder."""
        return self.model_dump(mode="json")

    def deciding(self) -> dict[str, Any]:
        """What of the plan decides the games and the tables; two runs that agree on it may share chunks."""
        return {k: v for k, v in self.written().items() if k != "name" and k not in self.compared_by_content}


def _as_list(value: object) -> object:
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


def _as_bots(value: object) -> object:
    return split_bots(value) if isinstance(value, str) else value


BotName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(:[A-Za-z0-9_.=:,-]+)?$")]
SetName = Annotated[str, Field(min_length=1)]
# A list may also be written as one string with commas, as on the command line.
Names = Annotated[tuple[SetName, ...], BeforeValidator(_as_list, json_schema_input_type=list[SetName] | str)]
Bots = Annotated[tuple[BotName, ...], BeforeValidator(_as_bots, json_schema_input_type=list[BotName] | str)]
Kept = Annotated[tuple[Recorded, ...], BeforeValidator(_as_list, json_schema_input_type=list[Recorded] | str)]


class Plan(RunPlan):
    """A simulation of The Duke."""

    model_config = ConfigDict(title="Simulation plan")
    compared_by_content: ClassVar[frozenset[str]] = frozenset({"sets"})

    sets: Names = ("base",)
    """Tile sets: names of shipped ones, or files (relative to the plan)."""
    settings: Settings = Settings()
    """House rules that differ from the default."""
    terrain: Terrain | None = None
    """Terrain in play; short for `settings: {terrain: ...}`."""
    objective: Objective | None = None
    """What wins the game; short for `settings: {objective: ...}`."""
    light: Literal["south", "north"] = "south"
    """Which owner plays the light army, where tiles belong to one army only."""
    bots: Bots = ()
    """One bot for both seats, or several: a ladder on which each bot plays itself. Default: random."""
    south: BotName | None = None
    """South's bot, where the two differ: then every game is played twice, with seats changed."""
    north: BotName | None = None
    """North's bot, where the two differ."""
    record: Kept = EVERYTHING
    """What is kept of each game besides its result."""

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Plan:
        if (self.south is None) != (self.north is None):
            raise ValueError("south and north must be given together")
        if self.south is not None and self.bots:
            raise ValueError("give either bots or south and north, not both")
        if len(set(self.bots)) != len(self.bots):
            raise ValueError("the ladder of bots names a bot twice")
        for short in ("terrain", "objective"):
            given = getattr(self, short)
            inner = getattr(self.settings, short) if short in self.settings.model_fields_set else given
            if given is not None and given != inner:
                raise ValueError(f"{short} is given twice, differently: at the top and in settings")
        rules = self.house_rules
        if not rules.max_turns and not rules.no_progress:
            raise ValueError("max_turns and no_progress are both 0: some games would never end (TURN-5)")
        if self.unlike_bots and self.games % 2:
            raise ValueError(odd_games(self.games))
        return self

    @property
    def house_rules(self) -> Settings:
        """The settings with the short forms put in."""
        short: Mapping[str, object] = {"terrain": self.terrain, "objective": self.objective}
        return self.settings.model_copy(update={k: v for k, v in short.items() if v is not None})

    @property
    def pairings(self) -> tuple[tuple[str, str], ...]:
        """The bots (A, B) of each rung. A sits South, except in the seat-swapped twins."""
        if self.south is not None and self.north is not None:
            return ((self.south, self.north),)
        return tuple((bot, bot) for bot in self.bots or ("random",))

    @property
    def unlike_bots(self) -> bool:
        return any(one != other for one, other in self.pairings)

    @property
    def rungs(self) -> int:
        return len(self.pairings)

    def written(self) -> dict[str, Any]:
        """One way of writing for plans that mean the same: no short forms, all defaults spelt out."""
        data = super().written()
        data["settings"] = self.house_rules.model_dump(mode="json")
        del data["terrain"], data["objective"]
        if self.south is None or self.south == self.north:
            data["bots"] = [one for one, _ in self.pairings]
            del data["south"], data["north"]
        else:
            del data["bots"]
        data["chunk"] = self.chunk_size
        data["record"] = [part for part in EVERYTHING if part in self.record]
        return data


def odd_games(games: int) -> str:
    return (
        f"{games} games is an odd number, and every game has a twin with the seats changed: "
        f"take {games - 1 or 2} or {games + 1}"
    )
