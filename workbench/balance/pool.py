"""How often bots take a tile from the pool when it is offered; told beside the verdict, for it is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.duke.board.packed import offer_taken, offer_type
from workbench.sim.duke.baglog import flat_lists
from workbench.stats.cluster import ratio_estimates
from workbench.stats.interval import Estimate

if TYPE_CHECKING:
    import polars as pl


def taken_shares(frame: pl.DataFrame, about: dict[str, Any]) -> dict[str, Estimate]:
    """By the name of the pool tile: the share of offers taken, in games with the pool beside the board."""
    pool: Sequence[dict[str, int]] = about.get("pool") or ()
    if not pool or "swaps" not in frame.columns:
        return {}
    types = len(about["tiles"])
    lengths, offers = flat_lists(frame["swaps"])
    game = np.repeat(np.arange(frame.height), lengths)
    place = game * types + offer_type(offers.astype(np.int64))
    taken = offer_taken(offers.astype(np.int64))
    shape = (frame.height, types)
    offered = np.bincount(place, minlength=frame.height * types).reshape(shape)
    chosen = np.bincount(place, taken, frame.height * types).reshape(shape)
    shares = ratio_estimates(chosen, offered, frame["pair"].to_numpy().astype(np.int64))
    return {about["tiles"][one["tile"]]["name"]: shares[one["replaces"]] for one in pool}
