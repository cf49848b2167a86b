"""The numbers of every tile of a bag, at one bot level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from workbench.balance.tally import TileAnswer
from workbench.report.duke.describe import describe_tiles
from workbench.report.duke.model import AmongOfficial, Described, Rank, TileNumbers, TilesSection
from workbench.report.duke.records import OwnerRows, Rung, TileType
from workbench.report.model import Num
from workbench.report.numbers import as_num
from workbench.stats.interval import normal_p_value
from workbench.stats.multiple import holm
from workbench.stats.swing import Swings, estimate_swings, rank_intervals, share_beaten


def build_tiles(
    run: str,
    rung: Rung,
    side: OwnerRows,
    icon_names: Sequence[str],
    points: Mapping[str, Num] | None = None,
    answers: Mapping[str, TileAnswer] | None = None,
) -> TilesSection:
    """`points` is draw luck by tile, `answers` are the verdicts on tiles asked about, as this bot has them."""
    swings = estimate_swings(side.score, rung.first_draws(side), side.seat, side.unit, side.copies)
    described = describe_tiles(rung, side, icon_names)
    ranks = rank_intervals(swings)
    known = np.flatnonzero(swings.known)
    values = np.array([swings.swing[t].value for t in known])
    differs = dict(zip(known.tolist(), holm(normal_p_value(values / swings.error[known])).tolist(), strict=True))
    official = [t.number for t in rung.tiles if not t.custom and side.copies[t.number] > 0]
    rows = []
    for tile_type in rung.tiles:
        if side.copies[tile_type.number] > 0:
            answer = (answers or {}).get(tile_type.name)
            row = _tile_numbers(tile_type, side, swings, described[tile_type.number], ranks, differs, official)
            told = {"points": (points or {}).get(tile_type.name), "verdict": answer.verdict if answer else None}
            rows.append(row.model_copy(update=told))
    rows.sort(key=_strongest_first)
    return TilesSection(
        run=run,
        bot=side.bot,
        against=side.opponent,
        side=side.label,
        games=rung.games,
        pairs=rung.pairs,
        tiles=tuple(rows),
    )


def _strongest_first(row: TileNumbers) -> float:
    number = row.points or row.swing_points
    return -number.value if number else 1e9


def _tile_numbers(
    tile_type: TileType,
    side: OwnerRows,
    swings: Swings,
    described: Described,
    ranks: list[tuple[int, int, int]],
    differs: Mapping[int, float],
    official: list[int],
) -> TileNumbers:
    t = tile_type.number
    known = swings.known[t]
    among: AmongOfficial | None = None
    if known:
        beaten, at_least, at_most, of = share_beaten(swings, t, official)
        among = AmongOfficial(beaten=beaten, at_least=at_least, at_most=at_most, of=of)
    return TileNumbers(
        number=t,
        name=tile_type.name,
        code=tile_type.code,
        set=tile_type.set,
        asked=tile_type.asked,
        copies=int(side.copies[t]),
        points=None,
        verdict=None,
        first_draws=int(swings.first_draws[t]),
        swing_points=as_num(swings.swing[t], 100) if known else None,
        first_draw_score_percent=as_num(swings.score[t], 100) if known else None,
        differs_p=differs[t] if known else None,
        rank=Rank(value=ranks[t][0], low=ranks[t][1], high=ranks[t][2], of=int(swings.known.sum())) if known else None,
        among_official=among,
        described=described,
    )
