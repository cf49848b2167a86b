"""Rounds of games in a run folder: each step of a run's plan is a round, and is looked at once, at its end.

How many games a round has follows from the rounds before it alone. So the same seed and number of rounds give the same
games and the same answer, on any machine and after any interruption; time decides only after which round it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from workbench.balance.base import BaseEffects
from workbench.balance.question import read_question
from workbench.balance.tally import QUICK, Tally
from workbench.sim.plan import RUNG_STRIDE
from workbench.tileset.model import TileSet
from workbench.tileset.settings import Settings

if TYPE_CHECKING:
    import polars as pl

    from workbench.sim.duke.plan import Plan
    from workbench.sim.store import Run

SMALLEST_ROUND = 2_000
SMALLEST_OF_THOUGHTFUL = 1_000


def next_round(bot: str, games: int, smallest: int = 0) -> int:
    """How many games the next round of a bot has, after so many; even, for twins. `smallest` 0 is as usual."""
    least = smallest or (SMALLEST_ROUND if bot.partition(":")[0] in QUICK else SMALLEST_OF_THOUGHTFUL)
    size = max(least, games // 8)
    return size + size % 2


def rated_settings(sets: Sequence[TileSet], settings: Settings) -> Settings:
    """The house rules to rate tiles by: tiles of a pool or a draft lie in the bags, where they are drawn by chance."""
    pooled = any(one.mode == "pool" for one in sets)
    if not pooled:
        return settings
    undrafted = {"howard": "pool"} if settings.howard == "draft" else {}
    return settings.model_copy(update={"siege_mode": "in_bag", **undrafted})


def finished_rounds(
    run: Run[Plan], rung: int = 0, *, to_the_end: bool = False, columns: Sequence[str] | None = None
) -> Iterator[pl.DataFrame]:
    """The rows of each round that is there whole, in order; after a gap there is nothing more to be said.

    With `to_the_end` all else that is there comes as one more round: of a run that was stopped on its way.
    """
    import polars as pl

    chunks = [chunk for chunk in run.plan.chunks() if chunk.rung == rung]
    end = rung * RUNG_STRIDE
    for step in run.plan.steps or (run.plan.games,):
        begin, end = end, end + step
        here = [chunk for chunk in chunks if begin <= chunk.first < end]
        if any(run.chunk(chunk.number).fault for chunk in here):
            rest = [one for one in chunks if one.first >= begin and not run.chunk(one.number).fault]
            if to_the_end and rest:
                yield pl.concat([run.chunk_rows(one.number, columns) for one in rest])
            return
        yield pl.concat([run.chunk_rows(chunk.number, columns) for chunk in here])


def new_tally(about: dict[str, Any], bot: str, base: BaseEffects, margin: float = 1.0) -> Tally:
    """Nothing known yet, for the game that a run (or `DukeGame.about()`) is of."""
    return Tally(read_question(about), base, bot, margin)


def tally_run(
    run: Run[Plan], base: BaseEffects, rung: int = 0, margin: float = 1.0, *, to_the_end: bool = False
) -> Tally:
    """All finished rounds of one bot, looked at one after another."""
    tally = new_tally(run.about, run.plan.pairings[rung][0], base, margin)
    for frame in finished_rounds(run, rung, to_the_end=to_the_end, columns=tally.columns):
        tally.add_round(frame)
    return tally
