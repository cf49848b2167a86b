"""Pool mode (SIEGE): how often a tile was swapped in, and what the swap was worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.bots.registry import BOT_TYPES
from workbench.duke.board.packed import offer_owner, offer_taken, offer_type
from workbench.report.duke.model import PoolSection, PoolTile, side_words
from workbench.report.duke.records import FloatArray, IntArray, OwnerRows, Rung
from workbench.report.numbers import as_num
from workbench.stats.cluster import group_means, ratio_estimates
from workbench.stats.interval import Estimate, two_sided_z


def build_pool(run: str, rung: Rung, side: OwnerRows, about: dict[str, Any]) -> PoolSection | None:
    """None where there is no pool."""
    pool = about.get("pool") or []
    if not pool or not rung.has("swaps", "south_first_draw"):
        return None
    offered, taken, at_first = _offers(rung, side)
    shares = ratio_estimates(taken, offered, side.unit)
    first = rung.first_draws(side)
    by_lot = side.bot in BOT_TYPES and BOT_TYPES[side.bot].by_lot
    tiles = []
    for entry in pool:
        tile, base = rung.tiles[entry["tile"]], rung.tiles[entry["replaces"]]
        share = shares[base.number]
        share = Estimate(share.value, max(share.low, 0.0), min(share.high, 1.0), share.n)
        swing = swap_swing(side.score, np.where(first == base.number, at_first, -1), side.seat, side.unit)
        tiles.append(
            PoolTile(
                name=tile.name,
                code=tile.code,
                custom=tile.custom,
                replaces=base.name,
                chances=int(offered[:, base.number].sum()),
                swapped_in_percent=as_num(share, 100),
                swap_swing_points=as_num(swing, 100) if swing else None,
            )
        )
    return PoolSection(
        run=run,
        bot=side_words(side.label, side.bot, side.opponent),
        games=rung.games,
        chosen_at_random=by_lot,
        tiles=tuple(tiles),
    )


def _offers(rung: Rung, side: OwnerRows) -> tuple[IntArray, IntArray, IntArray]:
    """Per owner row and drawn type how often a swap was offered and taken; and whether the first offer of the
    first drawn type was taken (1), declined (0), or never made (-1).

    An offer is recorded as `packed.pack_offer` packs it.
    """
    codes = rung.list_matrix("swaps")
    types = len(rung.tiles)
    offered = np.zeros((len(side.row), types), dtype=np.int64)
    taken = np.zeros_like(offered)
    at_first = np.full(len(side.row), -1, dtype=np.int64)
    first = rung.first_draws(side)
    rows = np.arange(len(side.row))
    for place in range(codes.shape[1]):
        code = codes[side.row, place].astype(np.int64)
        own = (code >= 0) & (offer_owner(code) == side.seat)
        tile_type, took = offer_type(code), offer_taken(code)
        np.add.at(offered, (rows[own], tile_type[own]), 1)
        np.add.at(taken, (rows[own], tile_type[own]), took[own])
        fresh = own & (tile_type == first) & (at_first < 0)
        at_first[fresh] = took[fresh]
    return offered, taken, at_first


def swap_swing(score: FloatArray, taken: IntArray, seat: IntArray, unit: IntArray) -> Estimate | None:
    """Score with the swap less without it, within each seat and averaged; `taken` is -1 for no offer."""
    group = np.where(taken >= 0, 2 * seat + taken, -1)
    means = group_means(score, group, unit, 4)
    seats = [s for s in (0, 1) if means.rows[2 * s] > 1 and means.rows[2 * s + 1] > 1]
    if not seats:
        return None
    weights = np.zeros(4)
    for s in seats:
        weights[2 * s], weights[2 * s + 1] = -1 / len(seats), 1 / len(seats)
    value, error = means.combined(weights)
    half = two_sided_z() * error
    return Estimate(value, value - half, value + half, int(means.rows.sum()))
