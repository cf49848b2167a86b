"""The words of an answer. Every one is said only when it is sure; else the question is open.

fair: inside one SD of the official tiles. strong, weak: outside it. too strong, too weak: besides, above or below each
single official tile. on the line: within a quarter SD of the one-SD line, where no number of games will tell.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

Verdict = Literal["fair", "strong", "weak", "too strong", "too weak", "on the line", "open"]
NEAR_THE_LINE = 0.25  # SDs
PLAIN: tuple[Verdict, ...] = ("open", "on the line", "weak", "strong", "fair")


def place(low: ArrayLike, high: ArrayLike, margin: float = 1.0) -> NDArray[np.int64]:
    """Where intervals (in SDs) lie, as numbers into PLAIN; a sure word goes before "on the line"."""
    lo, hi = np.asarray(low, dtype=np.float64), np.asarray(high, dtype=np.float64)
    found = np.zeros(np.broadcast(lo, hi).shape, np.int64)
    for line in (margin, -margin):
        found[(lo >= line - NEAR_THE_LINE) & (hi <= line + NEAR_THE_LINE)] = 1
    found[hi < -margin] = 2
    found[lo > margin] = 3
    found[(lo >= -margin) & (hi <= margin)] = 4
    return found


def judge(low: float, high: float, beaten_by_all: bool, beats_all: bool, margin: float = 1.0) -> Verdict:
    """The verdict on one tile, from its interval in SDs and whether it is sure to be above or below every base tile."""
    found = PLAIN[int(place([low], [high], margin)[0])]
    if found == "strong" and beats_all:
        return "too strong"
    if found == "weak" and beaten_by_all:
        return "too weak"
    return found


def agreement(sds: tuple[float, float], half_widths: tuple[float, float]) -> bool | None:
    """Whether two bots agree on a tile: False when they surely differ by more than one SD, None with too few games.

    Effects and half widths are in SDs, each of its own bot; the games are independent, so that the squares add.
    """
    half = float(np.hypot(*half_widths))
    if not half <= 1.0:
        return None
    return abs(sds[0] - sds[1]) - half <= 1.0


def of_a_hundred(points: float) -> str:
    """An effect for people: games won of a hundred when the tile comes."""
    wins = round(50 + points)
    if wins == 50:
        return "wins about 50 of 100 games when it comes, as an average official tile does"
    return f"wins about {wins} of 100 games instead of 50 when it comes"
