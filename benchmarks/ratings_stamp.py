"""Are the shipped ratings still those of this engine? python benchmarks/ratings_stamp.py

Plays the first games of each level again. Where they are the same to the last draw, the file gets the mark of the
engine as it is now: its sources have changed, its games have not. Where they differ, ratings are to be made anew.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from workbench.balance.question import BASE
from workbench.balance.rating_plan import BOTS, Bag, RatedBag, portions, rate_bag
from workbench.balance.rating_play import play_portion
from workbench.balance.rating_read import SAMPLE, current_marks, sample_of
from workbench.ratings.file import NAME, Ratings, read_ratings_file, write_ratings
from workbench.resources import shipped
from workbench.sim.job import play_here


def replayed(bag: RatedBag, bot: str, bots: tuple[str, ...], seed: int) -> str | None:
    """The mark of a level's first games, played now."""
    with tempfile.TemporaryDirectory() as scratch:
        portion = next(one for one in portions([bag], bots, SAMPLE) if one.bot == bot)
        play_portion(portion, Path(scratch), seed, play_here, lambda: False, lambda one, done, size: None)
        return sample_of(bag, bot, Path(scratch))


def differing(ratings: Ratings, bots: tuple[str, ...]) -> list[str]:
    """The levels whose games are others now."""
    known = tuple(ratings.plan)
    bag = rate_bag(Bag(BASE, ()), known, ratings.made.seed)
    return [bot for bot in bots if replayed(bag, bot, known, ratings.made.seed) != ratings.made.sample.get(bot)]


def main() -> None:
    path = shipped(NAME)
    ratings = read_ratings_file(path)
    other = differing(ratings, BOTS)
    if other:
        sys.exit(f"{', '.join(other)}: games are others now; make the ratings anew (workbench ratings make)")
    made = ratings.made.model_copy(update={"engine": current_marks()["engine"]})
    write_ratings(path, ratings.model_copy(update={"made": made}))
    print(f"the first {SAMPLE} games of every level are the same: {path} has the mark of this engine")


if __name__ == "__main__":
    main()
