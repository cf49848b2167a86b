"""A game to watch: one that a tile decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from workbench.balance.luck import SEATS
from workbench.sim.duke.baglog import count_drawn, count_types

if TYPE_CHECKING:
    import polars as pl


def decided_game(frame: pl.DataFrame, number: int, types: int, won: bool) -> int | None:
    """The number of a game in which one owner alone drew the tile, and won (or lost); None if there is none.

    Of these the one in which the tile captured most (or was captured), then the shortest: what happened in it is the
    tile's doing as much as in any.
    """
    drawn = np.stack([count_drawn(frame[f"{seat}_bag_log"], types)[:, number] > 0 for seat in SEATS])
    winner = frame["winner"].to_numpy()
    best: tuple[int, int, int] | None = None
    for seat in (0, 1):
        wanted = drawn[seat] & ~drawn[1 - seat] & (winner == (seat if won else 1 - seat))
        rows = np.flatnonzero(wanted)
        if not len(rows):
            continue
        events = _events(frame[rows], f"{'made' if won else 'lost'}_{SEATS[seat]}", number, types)
        plies = frame["plies"].to_numpy()[rows]
        place = int(np.lexsort((plies, -events))[0])
        found = (-int(events[place]), int(plies[place]), int(frame["game"][int(rows[place])]))
        best = found if best is None else min(best, found)
    return None if best is None else best[2]


def _events(frame: pl.DataFrame, column: str, number: int, types: int) -> np.ndarray:
    """How many captures the tile made, or was lost to, by game; 0 where the run does not record them."""
    if column not in frame.columns:
        return np.zeros(frame.height, np.int64)
    return count_types(frame[column], types)[:, number]
