"""Pool mode (SIEGE): how often a tile was swapped in, and what the swap was worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.report.duke.model import PoolSection, PoolTile, Verdict
from workbench.report.duke.records import FloatArray, IntArray, OwnerRows, Rung
from workbench.report.duke.verdict import spell
from workbench.report.numbers import as_num
from workbench.stats.cluster import group_means, ratio_estimates
from workbench.stats.equivalence import decide, games_needed
from workbench.stats.interval import Estimate, two_sided_z

CHANCE = frozenset({"random"})  # bots that choose by lot, so that their choice is an experiment

VERDICTS: dict[str, tuple[Verdict, str]] = {
    "stronger": ("strong", "stronger than"),
    "weaker": ("weak", "weaker than"),
    "balanced": ("balanced", "as good as"),
}


def build_pool(
    run: str, rung: Rung, side: OwnerRows, about: dict[str, Any], margin_points: float
) -> PoolSection | None:
    """None where there is no pool."""
    pool = about.get("pool") or []
    if not pool or not rung.has("swaps", "south_first_draw"):
        return None
    offered, taken, at_first = _offers(rung, side)
    shares = ratio_estimates(taken, offered, side.unit)
    first = rung.first_draws(side)
    by_lot = side.bot in CHANCE
    tiles = []
    for entry in pool:
        kind, base = rung.tiles[entry["tile"]], rung.tiles[entry["replaces"]]
        share = shares[base.number]
        share = Estimate(share.value, max(share.low, 0.0), min(share.high, 1.0), share.n)
        swing = swap_swing(side.score, np.where(first == base.number, at_first, -1), side.seat, side.unit)
        verdict, text = _verdict(kind.name, base.name, swing, margin_points, side.bot, by_lot, rung.games)
        tiles.append(
            PoolTile(
                name=kind.name,
                code=kind.code,
                custom=kind.custom,
                replaces=base.name,
                chances=int(offered[:, base.number].sum()),
                swapped_in_percent=as_num(share, 100),
                swap_swing_points=as_num(swing, 100) if swing else None,
                verdict=verdict,
                sentence=text,
            )
        )
    return PoolSection(
        run=run,
        bot=side.bot if side.label == "both" else f"{side.bot} (side {side.label})",
        games=rung.games,
        chosen_at_random=by_lot,
        tiles=tuple(tiles),
    )


def _verdict(
    name: str, base: str, swing: Estimate | None, margin_points: float, bot: str, by_lot: bool, games: int
) -> tuple[Verdict, str]:
    """What the swap says about a pool tile, measured by the tile it stands in for."""
    if swing is None:
        return "unknown", f"{name}: no verdict for {bot} players, for too few first draws offered the swap."
    points = spell(as_num(swing, 100))
    if not by_lot:
        return "unknown", (
            f"{name}: {points} points for {bot} players against keeping {base}, but they chose when to "
            "swap it in, so this is no verdict on the tile."
        )
    margin = margin_points / 100
    error = swing.half_width / two_sided_z()
    decision = decide(swing.value, error, margin)
    if decision == "undecided":
        more = games_needed(swing.value, error, margin, games)
        return "undecided", (
            f"{name}: not enough games for {bot} players: about {more:,} more. {points} points against "
            f"keeping {base} may or may not be within {margin_points:g}."
        )
    verdict, words = VERDICTS[decision]
    within = f" within {margin_points:g} points" if decision == "balanced" else ""
    return verdict, f"{name} is {words} {base}{within} for {bot} players: {points} points when swapped in."


def _offers(rung: Rung, side: OwnerRows) -> tuple[IntArray, IntArray, IntArray]:
    """Per owner row and drawn type how often a swap was offered and taken; and whether the first offer of the
    first drawn type was taken (1), declined (0), or never made (-1).

    An offer is recorded as owner << 8 | taken << 7 | drawn type.
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
        own = (code >= 0) & (code >> 8 == side.seat)
        kind, took = code & 127, (code >> 7) & 1
        np.add.at(offered, (rows[own], kind[own]), 1)
        np.add.at(taken, (rows[own], kind[own]), took[own])
        fresh = own & (kind == first) & (at_first < 0)
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
