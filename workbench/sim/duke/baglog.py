"""What left and entered a bag during a game, in order: one small number each, as `packed.pack_log` packs it.

With what the bag held at first, this tells what it held before every draw. Tiles that are only looked at (a hand that
is put back, a bag that is searched) leave no trace: the bag holds the same before and after.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from workbench.duke.board.packed import log_how, log_type

if TYPE_CHECKING:
    import polars as pl

TURN_DRAW, OTHER_DRAW, LOST, BACK = range(4)  # by a DRAW turn; by an ability; gone without being placed; returned


def flat_lists(lists: pl.Series) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """The lengths of the lists, and all their values one after the other: numbers of types, where they are names."""
    lengths = lists.list.len().fill_null(0).to_numpy().astype(np.int64)
    return lengths, lists.explode().drop_nulls().to_physical().to_numpy()


def count_types(lists: pl.Series, types: int) -> NDArray[np.int16]:
    """(games, types): how often each type stands in a list of names."""
    lengths, listed = flat_lists(lists)
    return _counted(np.repeat(np.arange(len(lists)), lengths), listed, len(lists), types)


def count_drawn(lists: pl.Series, types: int) -> NDArray[np.int16]:
    """(games, types): how often each type was drawn, by a DRAW turn or by an ability."""
    lengths, log = flat_lists(lists)
    drawn = log_how(log) < LOST
    game = np.repeat(np.arange(len(lists)), lengths)[drawn]
    return _counted(game, log_type(log[drawn]), len(lists), types)


def _counted(game: NDArray[Any], tile_type: NDArray[Any], games: int, types: int) -> NDArray[np.int16]:
    counts = np.bincount(game * types + tile_type, minlength=games * types)
    return counts.astype(np.int16).reshape(games, types)
