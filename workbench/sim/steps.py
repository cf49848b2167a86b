"""A run that grows step by step while it is held: each step is played whole before what it says is read.

Steps that an earlier session has left are read, not played again, so that going on and starting anew are the same.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from workbench.sim.job import Job, Player, Stop
from workbench.sim.logs import LOGGER, logged_failures
from workbench.sim.plan import Chunk
from workbench.sim.seam import Game, SimError
from workbench.sim.store import MANIFEST, P, Run, fingerprint, grow_run, open_run, start_run

if TYPE_CHECKING:
    import polars as pl

Told = Callable[[int, int], None]  # games of the step that are there, and how many it has


@dataclass
class SteppedRun(Generic[P]):
    """A run folder of one rung that is being played; `first` is its plan with the first step alone."""

    run: Run[P]
    game: Game
    player: Player
    fingerprint: str

    def is_there(self, number: int) -> bool:
        """Whether a step is there whole."""
        return number < len(self.steps) and not self._missing(number)

    @property
    def steps(self) -> tuple[int, ...]:
        return self.run.plan.steps or (self.run.plan.games,)

    def play_step(self, number: int, games: int, stop: Stop, told: Told = lambda done, size: None) -> bool:
        """Play what is missing of a step; False where it was stopped before it was whole."""
        if number == len(self.steps):
            self.run = grow_run(self.run, self.run.plan.grown(games))
        if self.steps[number] != games:
            what = f"its round {number + 1} has {self.steps[number]:,} games, not {games:,}"
            raise SimError(f"cannot go on with {self.run.path}: {what}; choose another --out")
        todo = self._missing(number)
        done = games - sum(chunk.count for chunk in todo)
        told(done, games)
        if todo:
            LOGGER.info("%s: step %d, %d of %d games to play", self.run.plan.name, number + 1, games - done, games)
        for packed in self._played(todo, stop):
            self.run.write(packed)
            done += packed.chunk.count
            told(done, games)
        return done == games

    def _played(self, todo: list[Chunk], stop: Stop) -> Iterator[Any]:
        job = Job(self.game, self.run.plan, self.fingerprint)
        with logged_failures("the log"):
            yield from self.player(job, todo, stop) if todo else ()

    def _chunks(self, number: int) -> list[Chunk]:
        begin = sum(self.steps[:number])
        return [one for one in self.run.plan.chunks() if begin <= one.first < begin + self.steps[number]]

    def _missing(self, number: int) -> list[Chunk]:
        return [chunk for chunk in self._chunks(number) if self.run.chunk(chunk.number).fault]

    def rows(self, number: int) -> pl.DataFrame:
        """The rows of a step that is there."""
        import polars as pl

        return pl.concat([self.run.chunk_rows(chunk.number) for chunk in self._chunks(number)])

    def until(self, count: int) -> Run[P]:
        """The run as it was after so many steps."""
        steps = self.steps[:count]
        plan = self.run.plan.model_copy(update={"games": sum(steps), "steps": steps})
        return Run(self.run.path, plan, self.run.manifest)


@contextlib.contextmanager
def stepped_run(path: Path, game: Game, first: P, player: Player) -> Iterator[SteppedRun[P]]:
    """The run folder, new or as an earlier session left it, held until the block ends."""
    plan = first
    if (path / MANIFEST).exists():
        there = open_run(path, type(first)).plan
        if there.grows_from(first):
            plan = first.model_copy(update={"games": there.games, "steps": there.steps})
    with start_run(path, game, plan, resume=True) as run:
        run.sweep()
        yield SteppedRun(run, game, player, fingerprint(game, plan))
