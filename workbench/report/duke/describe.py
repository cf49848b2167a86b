"""Descriptive numbers of tiles: what happened, not what the tile is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from workbench.report.duke.model import Described, IconUse
from workbench.report.duke.records import BoolArray, IntArray, OwnerRows, Rung, SmallArray
from workbench.report.model import Num
from workbench.report.numbers import as_num
from workbench.stats.batch import batch_ratios
from workbench.stats.cluster import difference, group_means, mean_estimate, rate_estimates, ratio_estimates
from workbench.stats.interval import Estimate
from workbench.words import SQUARES

SIDES = ("starting", "other")


def describe_tiles(rung: Rung, side: OwnerRows, icon_names: Sequence[str]) -> list[Described]:
    """By type number."""
    types = len(rung.tiles)
    counts = rung.draw_counts(side) if rung.has("south_bag_log") else np.zeros((len(side.row), types), np.int16)
    deployed = counts + side.starters.astype(np.int16)
    captured = _per_deployed(rung, side, deployed, "lost")
    captures = _per_deployed(rung, side, deployed, "made")
    per_game = ratio_estimates(deployed, np.ones_like(deployed), side.unit)
    survival = _survival(rung) if side.label == "both" else {}
    icons = _icon_uses(rung, icon_names) if side.label == "both" else {}
    squares = _squares(rung)
    first = rung.first_draws(side)
    found = []
    for t in range(types):
        shares, arrivals = squares.get(t, ((), 0))
        found.append(
            Described(
                **_drawn_or_not(counts[:, t], first == t, side),
                deployed_per_game=as_num(per_game[t]),
                captured_percent=captured[t],
                captures_per_deployment=captures[t],
                survival_plies=survival.get(t),
                icon_uses=tuple(icons.get(t, ())),
                squares_percent=shares,
                square_arrivals=arrivals,
            )
        )
    return found


def _drawn_or_not(count: IntArray | SmallArray, first: BoolArray, side: OwnerRows) -> dict[str, Any]:
    """Score of owners that drew the tile, of those that did not, and the difference (IWD)."""
    drawn = (count > 0).astype(np.int64)
    means = group_means(side.score, drawn, side.unit, 2)
    without, having = rate_estimates(means)
    both = having.n > 0 and without.n > 0
    return {
        "drawn_percent": _share(count > 0, side),
        "drawn_first_percent": _share(first, side),
        "drawn_later_percent": _share((count > 0) & ~first, side),
        "drawn_score_percent": as_num(having, 100) if having.n else None,
        "not_drawn_score_percent": as_num(without, 100) if without.n else None,
        "drawn_less_not_drawn_points": as_num(difference(means, 1, 0), 100) if both else None,
    }


def _share(chosen: BoolArray, side: OwnerRows) -> Num:
    return as_num(mean_estimate(chosen.astype(np.float64), side.unit), 100)


def _per_deployed(rung: Rung, side: OwnerRows, deployed: SmallArray, name: str) -> Sequence[Num | None]:
    if not rung.has(f"{name}_south", f"{name}_north"):
        return [None] * deployed.shape[1]
    events = rung.per_type(side, name)
    scale = 100 if name == "lost" else 1
    found = ratio_estimates(events, deployed, side.unit)
    return [as_num(estimate, scale) if estimate.n else None for estimate in found]


def _chunked(rung: Rung, name: str) -> np.ndarray | None:
    """(chunks, ...) of one of the chunk sums, or None if this run does not record it."""
    parts = [sums[name] for _, sums in rung.chunk_sums if name in sums]
    return np.array(parts, dtype=np.float64) if parts and len(parts) == len(rung.chunk_sums) else None


def _survival(rung: Rung) -> dict[int, Num]:
    plies, deployed = _chunked(rung, "survival_plies"), _chunked(rung, "deploys")
    if plies is None or deployed is None:
        return {}
    return {t: as_num(e) for t, e in enumerate(batch_ratios(plies, deployed)) if e.n}


def _icon_uses(rung: Rung, names: Sequence[str]) -> dict[int, list[IconUse]]:
    uses = _chunked(rung, "icon_uses")
    if uses is None:
        return {}
    chunks, _, sides, icons = uses.shape
    games = np.array([count for count, _ in rung.chunk_sums], dtype=np.float64)[:, None]
    flat = uses.reshape(chunks, -1)
    found = batch_ratios(flat, np.broadcast_to(games, flat.shape))
    named: dict[int, list[IconUse]] = {}
    for place, estimate in enumerate(found):
        if estimate.value:
            t, rest = divmod(place, sides * icons)
            s, k = divmod(rest, icons)
            named.setdefault(t, []).append(_icon_use(s, names[k], estimate))
    return named


def _icon_use(side: int, name: str, estimate: Estimate) -> IconUse:
    return IconUse(side=SIDES[side], kind=name, per_100_games=as_num(estimate, 100))


def _squares(rung: Rung) -> dict[int, tuple[tuple[float, ...], int]]:
    uses = _chunked(rung, "squares")
    if uses is None or uses.shape[2] != SQUARES:
        return {}
    total = uses.sum(axis=0)
    found: dict[int, tuple[tuple[float, ...], int]] = {}
    for t, row in enumerate(total):
        if row.sum() > 0:
            shares: Any = np.round(100 * row / row.sum(), 2)
            found[t] = (tuple(float(s) for s in shares), int(row.sum()))
    return found
