"""The same tiles at several bot levels."""

from __future__ import annotations

from workbench.report.duke.model import LadderSection, LadderTile, Num, TilesSection
from workbench.report.duke.verdict import spell
from workbench.report.numbers import as_num
from workbench.stats.interval import Estimate
from workbench.stats.swing import swing_slope


def build_ladder(run: str, tables: list[TilesSection]) -> LadderSection | None:
    """From the tables of the mirror rungs, weakest bot first; None unless there are two."""
    rungs = [table for table in tables if table.side == "both"]
    if len(rungs) < 2:
        return None
    by_rung = [{row.number: row for row in table.tiles} for table in rungs]
    tiles = []
    for row in rungs[-1].tiles:
        swings = tuple(found[row.number].swing_points if row.number in found else None for found in by_rung)
        slope = _slope(swings)
        tiles.append(
            LadderTile(
                name=row.name,
                code=row.code,
                custom=row.custom,
                swings_points=swings,
                slope_points=slope,
                reading=_reading(slope),
            )
        )
    return LadderSection(run=run, bots=tuple(table.bot for table in rungs), tiles=tuple(tiles))


def _slope(swings: tuple[Num | None, ...]) -> Num | None:
    known = [Estimate(s.value, s.low, s.high, s.n) for s in swings if s and s.low is not None and s.high is not None]
    return as_num(swing_slope(known)) if len(known) == len(swings) else None


def _reading(slope: Num | None) -> str:
    if slope is None or slope.low is None or slope.high is None:
        return "not known at every level"
    if slope.low > 0:
        return f"worth more to better players: {spell(slope)} points a rung"
    if slope.high < 0:
        return f"worth less to better players: {spell(slope)} points a rung"
    return "no change with skill shown"
