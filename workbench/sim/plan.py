"""What to run. A plan and a seed decide every game; who plays the chunks, and in which order, does not.

`RunPlan` is what the pool, the store and the cluster know of the plan of any game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

LARGEST_CHUNK = 5000
SMALLEST_CHUNK = 50
CHUNKS_AIMED_AT = 16
RUNG_STRIDE = 10**9  # games are numbered by rung and within it, however many there are
LAYOUT = ("games", "steps", "chunk")  # how many games and in which portions: decides none of them
LARGEST_CHUNK_GIVEN = 100_000  # games; all rows of a chunk are in memory at once
MOST_CHUNKS = 100_000


NAME = r"^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9_-])?$"
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}  # by Windows


def plain_name(text: str) -> str:
    """A name made of a text, for a folder on any system."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = "".join(c if c.isalnum() or c in "._-" else "-" for c in letters)[:80].strip("._-") or "run"
    return f"run-{name}"[:80] if is_reserved(name) else name


def is_reserved(name: str) -> bool:
    return name.partition(".")[0].casefold() in RESERVED


@dataclass(frozen=True, slots=True, order=True)
class Chunk:
    """Games `first` to `first + count - 1`: what one worker plays in one go and one file holds."""

    number: int
    first: int
    count: int
    rung: int


class RunPlan(BaseModel):
    """The part of a plan that every game shares."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # Fields that are compared by what they refer to (hashes in the manifest), not by how they are written.
    compared_by_content: ClassVar[frozenset[str]] = frozenset()

    name: Annotated[str, Field(pattern=NAME, max_length=80)] = "run"
    """What the run is called; also the name of its folder."""
    games: Annotated[int, Field(ge=1, le=10**9)] = 10_000
    """How many games on each rung of the ladder."""
    seed: Annotated[int, Field(ge=0, lt=2**32)] = 1
    """Where all luck comes from: the same plan and seed give the same games."""
    chunk: Annotated[int, Field(ge=0, le=LARGEST_CHUNK_GIVEN)] = 0
    """How many games are played and written in one go; 0 chooses by the number of games."""
    steps: tuple[Annotated[int, Field(ge=1)], ...] = ()
    """How many games were asked for at a time, where a run went on with `--more`; together they are `games`."""

    @model_validator(mode="after")
    def _steps_add_up(self) -> Self:
        if self.steps and sum(self.steps) != self.games:
            raise ValueError(f"steps add up to {sum(self.steps)}, not to the {self.games} games: leave them out")
        return self

    def check_about(self, about: Mapping[str, Any]) -> None:
        """Refuses, with any error of its shape, what a run says of its game if readers could not go by it."""

    @property
    def rungs(self) -> int:
        """How many pairings of bots the plan has; each plays `games` games."""
        return 1

    @property
    def total_games(self) -> int:
        return self.games * self.rungs

    @property
    def chunk_size(self) -> int:
        return self.chunk_of(self.games)

    def chunk_of(self, games: int) -> int:
        """Games in a chunk where so many are asked for at once; even, so that twins are never parted."""
        if self.chunk:
            return self.chunk + self.chunk % 2
        size = min(max(-(-games // CHUNKS_AIMED_AT), SMALLEST_CHUNK), LARGEST_CHUNK)
        return max(size + size % 2, min(self.least_chunk, LARGEST_CHUNK_GIVEN))

    @property
    def least_chunk(self) -> int:
        """The smallest size of chunks with which their number stays within the limit."""
        size = -(-self.games // max(MOST_CHUNKS // max(self.rungs, 1), 1))
        return size + size % 2

    # Chunks are counted, not listed: a plan may have very many. A chunk's number takes turns among the rungs, so that
    # chunks keep theirs when a run grows.

    @property
    def _portions(self) -> tuple[int, ...]:
        return self.steps or (self.games,)

    @property
    def chunks_on_a_rung(self) -> int:
        return sum(-(-step // self.chunk_of(step)) for step in self._portions)

    @property
    def chunk_count(self) -> int:
        return self.rungs * self.chunks_on_a_rung

    def chunk_at(self, number: int) -> Chunk:
        """The chunk of this number; none crosses from one rung or step to the next."""
        place, rung = divmod(number, self.rungs)
        done = 0
        for step in self._portions:
            size = self.chunk_of(step)
            chunks = -(-step // size)
            if place < chunks:
                start = place * size
                return Chunk(number, rung * RUNG_STRIDE + done + start, min(size, step - start), rung)
            place -= chunks
            done += step
        raise IndexError(f"the plan has {self.chunk_count} chunks, and none of number {number}")

    def chunks_of(self, rung: int) -> range:
        """The numbers of the chunks of one rung, in order of game number."""
        return range(rung, self.chunk_count, self.rungs)

    def chunks(self) -> Iterator[Chunk]:
        """All chunks in order of game number, one after the other."""
        return (self.chunk_at(number) for rung in range(self.rungs) for number in self.chunks_of(rung))

    def grown(self, more: int) -> Self:
        """The plan that goes on with this one: `more` games on each rung. It says the same of the games there are."""
        steps = (*(self.steps or (self.games,)), more)
        return type(self).model_validate({**self.model_dump(), "games": self.games + more, "steps": steps})

    def grows_from(self, earlier: RunPlan) -> bool:
        """Whether the earlier plan, grown once or more, is this one."""
        before, now = (plan.steps or (plan.games,) for plan in (earlier, self))
        return now[: len(before)] == before and earlier.chunk == self.chunk

    @model_validator(mode="after")
    def _has_a_name_for_any_system(self) -> Self:
        if is_reserved(self.name):
            raise ValueError(f"name: Windows keeps the name '{self.name}' for itself; choose another")
        return self

    @model_validator(mode="after")
    def _has_few_enough_chunks(self) -> Self:
        if self.chunk_count > MOST_CHUNKS:
            too_many = f"{self.total_games:,} games in chunks of {self.chunk_size:,} make {self.chunk_count:,} chunks"
            size, most = self.least_chunk, MOST_CHUNKS // max(self.rungs, 1) * LARGEST_CHUNK_GIVEN
            way = (
                f"a chunk of {size} or more, or fewer games"
                if size <= LARGEST_CHUNK_GIVEN
                else f"at most {most:,} games"
            )
            raise ValueError(f"{too_many}, each with files of its own; {MOST_CHUNKS:,} are the limit: choose {way}")
        return self

    def rung_of(self, game: int) -> int:
        return game // RUNG_STRIDE

    def has_game(self, game: int) -> bool:
        return 0 <= self.rung_of(game) < self.rungs and game % RUNG_STRIDE < self.games

    def written(self) -> dict[str, Any]:
        """The plan as plain data, as it is written to the run folder."""
        return self.model_dump(mode="json")

    def deciding(self) -> dict[str, Any]:
        """What of the plan decides the games and the tables; two runs that agree on it may share chunks."""
        aside = {"name", *LAYOUT, *self.compared_by_content}
        return {k: v for k, v in self.written().items() if k not in aside}

    def layout(self) -> dict[str, Any]:
        """How many games there are, and how they are cut into chunks."""
        return {"games": self.games, "chunk": self.chunk}
