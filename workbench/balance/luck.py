"""Draw luck: over an owner's DRAW turns, the tile drawn less its odds just before.

The decision to draw is made before the tile is seen, so that every term is 0 on average whatever the players do: a
martingale difference. Tiles drawn by abilities change the bag and with it the odds, but are no luck of this kind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from workbench.duke.board.packed import log_how, log_type
from workbench.sim.duke.baglog import BACK, TURN_DRAW, flat_lists
from workbench.stats.interval import FloatArray

if TYPE_CHECKING:
    import polars as pl

SEATS = ("south", "north")


def luck_columns(drafted: bool = False) -> tuple[str, ...]:
    """What draw luck is found from."""
    recorded = ("bag_log", "bag") if drafted else ("bag_log",)
    return ("south_army", *(f"{seat}_{name}" for name in recorded for seat in SEATS))


def draw_luck(frame: pl.DataFrame, bags: tuple[FloatArray, FloatArray], drafted: bool = False) -> FloatArray:
    """(games, types): South's draw luck less North's. `bags` are the armies' copies by type.

    With `drafted` bags each game's own bag is taken from its row: players have chosen what is in it.
    """
    south_army = frame["south_army"].to_numpy().astype(np.int64)
    found = np.zeros((frame.height, len(bags[0])))
    for seat, (name, sign) in enumerate(zip(SEATS, (1.0, -1.0), strict=True)):
        army = south_army ^ seat
        held = _recorded_bags(frame[f"{name}_bag"], len(bags[0])) if drafted else np.stack(bags)[army]
        _add_luck(found, frame[f"{name}_bag_log"], held.astype(np.float64), sign)
    return found


def _recorded_bags(lists: pl.Series, types: int) -> FloatArray:
    lengths, tile_types = flat_lists(lists)
    game = np.repeat(np.arange(len(lists)), lengths)
    return (
        np.bincount(game * types + tile_types, minlength=len(lists) * types)
        .reshape(len(lists), types)
        .astype(np.float64)
    )


def _add_luck(found: FloatArray, lists: pl.Series, held: FloatArray, sign: float) -> None:
    """Go through all logs at once, entry by entry: `held` is what each bag has left.

    The longest logs come first, so that those that still have an entry are always the first so many.
    """
    lengths, log = flat_lists(lists)
    order = np.argsort(-lengths, kind="stable")
    starts = (np.cumsum(lengths) - lengths)[order]
    held, left, luck = held[order], held[order].sum(axis=1), found[order]
    lasting = np.searchsorted(-lengths[order], -np.arange(int(lengths.max(initial=0))))
    for place, games in enumerate(lasting.tolist()):
        entry = log[starts[:games] + place]
        how, tile_type = log_how(entry), log_type(entry).astype(np.int64)
        is_drawn = how == TURN_DRAW
        drawn: slice | NDArray[np.int64] = slice(games) if is_drawn.all() else np.flatnonzero(is_drawn)
        luck[drawn] -= held[drawn] / (sign * left[drawn])[:, np.newaxis]
        row = np.arange(games)
        luck[row[drawn], tile_type[drawn]] += sign
        change = np.where(how == BACK, 1.0, -1.0)
        held[row, tile_type] += change
        left[:games] += change
    found[order] = luck
