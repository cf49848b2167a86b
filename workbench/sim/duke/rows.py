"""Records of games -> the rows of the table, and the sums beside it.

One row a game. `winner` is 0 South, 1 North, -1 draw. Tile types are numbers into the manifest's list of
tiles; `*_bag_log` tells what left and entered a bag (see `baglog`); `*_first_draw` is -1 without a DRAW turn;
bags hold names of tiles in hidden order, next to be drawn first; `made_*` holds the names of the tiles that
captured, one for each capture, `lost_*` of those that were captured and did not return; `swaps` holds offers as
`packed.pack_offer` packs them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from workbench.duke.board import icons
from workbench.duke.board.kinds import KIND_NAMES
from workbench.duke.board.packed import spilt_entry, spilt_game, spilt_list
from workbench.duke.board.state import REASONS
from workbench.icons import BY_NAME
from workbench.sim.duke.batch import LOG_LIST, LOST_LIST, MADE_LIST
from workbench.sim.seam import Sums

if TYPE_CHECKING:
    import polars as pl

    from workbench.sim.duke.batch import Games

# Kinds of the `icon_uses` sums: the icons of faces, then area-effect groups as a whole.
ICON_NAMES = (*BY_NAME, "area")
SEATS = ("south", "north")


def columns(record: Collection[str], pool: bool, tiles: Sequence[str]) -> dict[str, pl.DataType]:
    """The row schema for what the plan wants recorded; `tiles` are the names of the types."""
    import polars as pl

    numbers, small = pl.List(pl.Int16()), pl.List(pl.UInt8())
    names = pl.List(pl.Enum(tiles))  # a third of the time and half the size of numbers
    found: dict[str, pl.DataType] = {
        "game": pl.Int64(),
        "pair": pl.Int64(),
        "twin": pl.Int8(),
        "rung": pl.Int16(),
        "south_army": pl.Int8(),
        "south_bot": pl.String(),
        "north_bot": pl.String(),
        "winner": pl.Int8(),
        "reason": pl.Enum(REASONS[1:]),
        "plies": pl.Int32(),
    }
    if "draws" in record:
        found |= {f"{seat}_bag_log": small for seat in SEATS}
        found |= {f"{seat}_first_draw": pl.Int16() for seat in SEATS}
        if pool:
            found["swaps"] = numbers
    if "bags" in record:
        found |= {f"{seat}_bag": names for seat in SEATS}
    if "captures" in record:
        found |= {f"{what}_{seat}": names for what in ("made", "lost") for seat in SEATS}
    if "setup" in record:
        found["setup"] = pl.List(pl.Int8())
    return found


def build_rows(games: Games, sums: Any, given: dict[str, Any], schema: dict[str, pl.DataType]) -> pl.DataFrame:
    """The rows of a batch: `given` holds the columns that do not come from the records."""
    import polars as pl

    results = games.results
    made: dict[str, Any] = {
        **given,
        "winner": results["winner"],
        "reason": pl.Series(REASONS[1:], dtype=schema["reason"]).gather(results["reason"] - 1),
        "plies": results["plies"],
    }
    for number, seat in enumerate(SEATS):
        made[f"{seat}_first_draw"] = results["first_draw"][:, number]
    frame = pl.DataFrame({name: made[name] for name in schema if name in made}, schema_overrides=schema)
    lists = _list_columns(games, sums)
    frame = frame.with_columns(_lists(name, schema[name], *lists[name]) for name in schema if name in lists)
    return frame.select(list(schema))


def _list_columns(games: Games, sums: Any) -> dict[str, tuple[NDArray[Any], NDArray[Any]]]:
    """The list columns, each as a table and the lengths of its rows."""
    results = games.results
    found: dict[str, tuple[NDArray[Any], NDArray[Any]]] = {
        "swaps": (games.swaps, results["nswaps"]),
        "setup": (games.setup, results["nsetup"]),
    }
    for number, seat in enumerate(SEATS):
        found |= {
            f"{seat}_bag_log": _whole(games.log[number], results["nlog"][:, number], sums, LOG_LIST + number),
            f"{seat}_bag": (games.bag[number], results["nbag"][:, number]),
            f"made_{seat}": _whole(games.made[number], results["nmade"][:, number], sums, MADE_LIST + number),
            f"lost_{seat}": _whole(games.lost[number], results["nlost"][:, number], sums, LOST_LIST + number),
        }
    return found


def _whole(
    table: NDArray[np.uint8], lengths: NDArray[Any], sums: Any, listed: int
) -> tuple[NDArray[np.uint8], NDArray[Any]]:
    """A list of all games with what did not fit into their rows."""
    count, room = table.shape
    longest = int(lengths.max(initial=0))
    if longest <= room:
        return table, lengths
    whole = np.zeros((count, longest), np.uint8)
    whole[:, :room] = table
    filled = np.full(count, room)
    for spilt in sums.spill[: sums.nspill].tolist():
        if spilt_list(spilt) == listed:
            game = spilt_game(spilt)
            whole[game, filled[game]] = spilt_entry(spilt)
            filled[game] += 1
    return whole, lengths


def _lists(name: str, stored: Any, values: NDArray[Any], lengths: NDArray[Any]) -> pl.Series:
    """The first `lengths[i]` values of row i as a list; numbers of an Enum become its names."""
    import polars as pl

    longest = int(lengths.max(initial=0))
    if longest == 0:
        return pl.Series(name, [[]] * len(values), dtype=stored)
    flat = pl.Series(name, np.ascontiguousarray(values[:, :longest]).ravel())
    if isinstance(stored.inner, pl.Enum):
        flat = pl.Series(name, stored.inner.categories, dtype=stored.inner).gather(flat.cast(pl.UInt32))
    whole = flat.reshape((len(values), longest)).arr.to_list()
    if int(lengths.min()) == longest:
        return whole
    frame = pl.DataFrame({name: whole, "length": lengths.astype(np.uint32)})
    return frame.select(pl.col(name).list.head(pl.col("length"))).to_series()


def build_sums(sums: Any, results: NDArray[Any], record: Collection[str], types: int) -> Sums:
    """The sums of a batch under the names that readers know."""
    winners = results["winner"]
    found: Sums = {
        "results": np.array([np.sum(winners == 0), np.sum(winners == 1), np.sum(winners < 0)], np.int64),
        "plies": np.array([results["plies"].sum()], np.int64),
        "turns": np.array(sums.turns[: len(KIND_NAMES)], np.int64),
        "draws": np.array(sums.draws[:types]),
        "deploys": np.array(sums.deploys[:types]),
        "survival_plies": np.array(sums.survival_plies[:types]),
    }
    if "uses" in record:
        found["icon_uses"] = _by_icon(np.array(sums.icon_uses[:types]))
    if "squares" in record:
        found["squares"] = np.array(sums.squares[:types])
    return found


def _by_icon(uses: NDArray[np.int64]) -> NDArray[np.int64]:
    """(types, sides, engine numbers) -> (types, sides, ICON_NAMES)."""
    found = np.zeros((*uses.shape[:2], len(ICON_NAMES)), np.int64)
    for icon, number in icons.NUMBERS.items():
        found[:, :, ICON_NAMES.index(icon.value)] = uses[:, :, number]
    found[:, :, ICON_NAMES.index("area")] = uses[:, :, icons.AREA]
    return found
