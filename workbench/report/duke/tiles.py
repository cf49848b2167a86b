"""The numbers of every tile of a bag, at one bot level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.report.duke.describe import describe_tiles
from workbench.report.duke.model import AmongOfficial, Described, Num, Rank, TileNumbers, TilesSection, Verdict
from workbench.report.duke.records import FloatArray, OwnerRows, Rung, TileType
from workbench.report.duke.verdict import judge, verdict_sentence
from workbench.report.numbers import as_num
from workbench.stats.equivalence import exceeds_p_value
from workbench.stats.interval import normal_p_value
from workbench.stats.multiple import benjamini_hochberg, holm
from workbench.stats.regression import Shrunk, centred, exposure_by_place, fit_logistic, shrink
from workbench.stats.swing import Swings, estimate_swings, rank_intervals, share_beaten


@dataclass(frozen=True)
class Effects:
    """Regression on the bag order: by type number, for the types of the bag."""

    shrunk: Shrunk
    holm: FloatArray
    fdr: FloatArray
    place: dict[int, int]  # type number -> index in the lists

    def of(self, kind: int) -> dict[str, Any]:
        i = self.place[kind]
        return {
            "effect_points": as_num(self.shrunk.shrunk[i], 100),
            "effect_unshrunk_points": as_num(self.shrunk.raw[i], 100),
            "effect_p": float(self.holm[i]),
            "effect_q": float(self.fdr[i]),
        }


NO_EFFECTS = dict.fromkeys(("effect_points", "effect_unshrunk_points", "effect_p", "effect_q"))


def build_tiles(run: str, rung: Rung, side: OwnerRows, margin_points: float, icon_kinds: Sequence[str]) -> TilesSection:
    swings = estimate_swings(side.score, rung.first_draws(side), side.seat, side.unit, side.copies)
    effects = bag_effects(rung, side)
    described = describe_tiles(rung, side, icon_kinds)
    ranks = rank_intervals(swings)
    known = np.flatnonzero(swings.known)
    values = np.array([swings.swing[t].value for t in known])
    margin = margin_points / 100
    differs = holm(normal_p_value(values / swings.error[known]))
    exceeds = holm([exceeds_p_value(v, e, margin) for v, e in zip(values, swings.error[known], strict=True)])
    adjusted = {int(t): (float(d), float(e)) for t, d, e in zip(known, differs, exceeds, strict=True)}
    official = [t.number for t in rung.tiles if not t.custom and side.copies[t.number] > 0]
    rows = [
        _tile_numbers(t, rung, side, swings, effects, described[t.number], ranks, adjusted, official, margin)
        for t in rung.tiles
        if side.copies[t.number] > 0
    ]
    rows.sort(key=lambda row: -row.swing_points.value if row.swing_points else 1e9)
    return TilesSection(
        run=run,
        bot=side.bot,
        against=side.opponent,
        side=side.label,
        games=rung.games,
        pairs=rung.pairs,
        margin_points=margin_points,
        effect_spread_points=round(100 * effects.shrunk.spread, 4) if effects else None,
        tiles=tuple(rows),
    )


def _tile_numbers(
    kind: TileType,
    rung: Rung,
    side: OwnerRows,
    swings: Swings,
    effects: Effects | None,
    described: Described,
    ranks: list[tuple[int, int, int]],
    adjusted: dict[int, tuple[float, float]],
    official: list[int],
    margin: float,
) -> TileNumbers:
    t = kind.number
    swing: Num | None = None
    among: AmongOfficial | None = None
    verdict: Verdict = "unknown"
    more: int | None = None
    if swings.known[t]:
        swing = as_num(swings.swing[t], 100)
        beaten, at_least, at_most, of = share_beaten(swings, t, official)
        among = AmongOfficial(beaten=beaten, at_least=at_least, at_most=at_most, of=of)
        verdict, more = judge(swings.swing[t].value, float(swings.error[t]), margin, adjusted[t][1], among, rung.games)
        if not kind.custom:  # an official tile is the measure, and cannot be off it
            verdict = {"too_strong": "strong", "too_weak": "weak"}.get(verdict, verdict)  # type: ignore[assignment]
    bot = side.bot
    known = swings.known[t]
    return TileNumbers(
        number=t,
        name=kind.name,
        code=kind.code,
        set=kind.set,
        custom=kind.custom,
        copies=int(side.copies[t]),
        first_draws=int(swings.first_draws[t]),
        swing_points=swing,
        first_draw_score_percent=as_num(swings.score[t], 100) if known else None,
        differs_p=adjusted[t][0] if known else None,
        rank=Rank(value=ranks[t][0], low=ranks[t][1], high=ranks[t][2], of=int(swings.known.sum())) if known else None,
        among_official=among,
        **(effects.of(t) if effects else NO_EFFECTS),
        verdict=verdict,
        sentence=verdict_sentence(kind.name, verdict, swing, 100 * margin, among, bot, more),
        more_games=more,
        described=described,
    )


def bag_effects(rung: Rung, side: OwnerRows) -> Effects | None:
    """Effects of drawing each type for certain, from where the shuffle put it; None without bag records.

    One row a game: own exposure less the opponent's in a mirror match, own exposure alone where the
    opponent's bag is another one.
    """
    if not rung.has("south_bag", "north_bag", "south_draws", "north_draws"):
        return None
    places = rung.places(side)
    if places.shape[1] == 0:
        return None
    drawn = rung.draw_counts(side).sum(axis=1)
    exposure = exposure_by_place(drawn.astype(np.float64), places.shape[1])
    types = np.flatnonzero(side.copies > 0)
    seen = np.stack([_exposure_of(int(t), places, exposure) for t in types], axis=1)
    if rung.mirror:
        tiles = seen[: rung.games] - seen[rung.games :]
        score, unit = side.score[: rung.games], side.unit[: rung.games]
        columns: list[FloatArray] = [np.ones(rung.games)]
    else:
        tiles = seen - seen.mean(axis=0)
        score, unit = side.score, side.unit
        columns = [np.ones(rung.games), np.where(side.seat == 0, 1.0, -1.0)]
    design = np.column_stack([*columns, tiles])
    fit = fit_logistic(design, score, unit)
    effect, covariance = centred(fit, len(columns), side.copies[types])
    shrunk = shrink(effect, covariance, rung.games)
    return Effects(
        shrunk,
        holm(shrunk.p_values),
        benjamini_hochberg(shrunk.p_values),
        {int(t): i for i, t in enumerate(types)},
    )


def _exposure_of(kind: int, places: np.ndarray, exposure: FloatArray) -> FloatArray:
    return np.asarray((places == kind) @ exposure)
