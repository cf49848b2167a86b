"""What it takes: how many more games will settle a tile, with a chance of four in five.

The truth may lie anywhere that the estimate allows. Truths are drawn from there, each goes on as chance would have it,
and the number is the first at which one look would settle four of five of them. It never says never: an interval that
reaches over a line settles at the latest when it lies within a quarter SD of it.
"""

from __future__ import annotations

import math

import numpy as np

from workbench.balance.tally import Tally, TileAnswer
from workbench.balance.verdict import NEAR_THE_LINE, place
from workbench.stats.anytime import Boundary
from workbench.stats.equivalence import round_up

PATHS = 400
SHARE = 0.8
STEP = 1.04  # from one number of games tried to the next


def games_to_settle(
    sds: float,
    error_sds: float,
    games: int,
    boundary: Boundary,
    margin: float = 1.0,
    kept: tuple[float, float] = (-math.inf, math.inf),
    seed: int = 1,
) -> int:
    """More games for an effect known so far, in SDs; `kept` is the interval that all looks have in common."""
    deviation = error_sds * math.sqrt(games)
    most = max(boundary.units_for(NEAR_THE_LINE / 2, deviation), games + 1)
    steps = max(math.ceil(math.log(most / games) / math.log(STEP)), 1)
    tried = np.unique(np.ceil(games * (most / games) ** (np.arange(1, steps + 1) / steps)).astype(np.int64))
    rng = np.random.default_rng(seed)
    truth = rng.normal(sds, error_sds, (PATHS, 1))
    more = tried - games
    noise = np.cumsum(rng.normal(size=(PATHS, len(tried))) * np.sqrt(np.diff(more, prepend=0)), axis=1)
    value = (games * sds + more * truth + deviation * noise) / tried
    half = boundary.factor(tried) * deviation / np.sqrt(tried)
    low, high = np.clip(value - half, *kept), np.clip(value + half, *kept)
    settled = (place(low, high, margin) > 0).mean(axis=0)
    enough = np.flatnonzero(settled >= SHARE)
    return round_up(int(more[enough[0]] if len(enough) else more[-1]))


def what_it_takes(tally: Tally, answer: TileAnswer) -> int:
    """More games of this bot that will settle the tile; 0 when it is settled or cannot be."""
    if answer.verdict != "open" or answer.effect is None or answer.sds is None:
        return 0
    sd = tally.base.sd_points
    kept = answer.effect.low / sd, answer.effect.high / sd
    return games_to_settle(
        answer.sds, answer.error_points / sd, max(tally.games, 1), tally.boundary, tally.margin, kept
    )
