"""All tiles of a bag at every bot level: what a draw of each is worth, and whether skill changes it."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.balance.tally import TileAnswer
from workbench.report.duke.fair import Judged, verdict_order
from workbench.report.duke.model import ForestSection, ForestTile, TilesSection
from workbench.report.duke.records import Rung
from workbench.report.duke.tiles import build_tiles
from workbench.report.duke.verdict import spell
from workbench.report.model import Num
from workbench.report.numbers import as_num
from workbench.sim.duke.plan import Plan
from workbench.sim.store import Run
from workbench.stats.interval import Estimate
from workbench.stats.ladder import Change, ladder_changes


def tile_points(judged: Judged) -> dict[str, Num]:
    """By tile; a tile asked about has the interval that decides, the others one for this number of games."""
    names = judged.tally.question.names
    found = {names[number]: as_num(one) for number, one in judged.tally.type_effects().items()}
    if judged.is_known:
        found |= {one.asked.name: as_num(one.effect) for one in judged.tally.answers() if one.effect is not None}
    return found


def build_tables(run: str, of: Run[Plan], rungs: Sequence[Rung], judged: Sequence[Judged]) -> list[TilesSection]:
    """All numbers of each bag, by bot."""
    by_rung = {one.rung: one for one in judged}
    found = []
    for rung in rungs:
        if not rung.has("south_first_draw", "north_first_draw"):
            continue
        here = by_rung.get(rung.number)
        points = tile_points(here) if here else None
        answers = verdicts_of(here) if here else None
        for side in rung.sides():
            if side.copies.any():
                found.append(build_tiles(run, rung, side, of.about.get("icon_kinds", []), points, answers))
    return found


def verdicts_of(judged: Judged) -> dict[str, TileAnswer]:
    return {one.asked.name: one for one in judged.tally.answers()} if judged.is_known else {}


def build_forest(
    run: str, judged: Sequence[Judged], tables: Sequence[TilesSection], margin: float
) -> ForestSection | None:
    """The strongest to the deciding bot first; None where no bot's draws are known."""
    if not judged:
        return None
    first = (verdict_order(judged) or list(judged))[0]
    points = {one.bot: tile_points(one) for one in judged}
    changes = _changes(judged) if len(judged) > 1 else {}
    rows = {row.name: row for table in tables for row in table.tiles if table.bot in points}
    tiles = [
        ForestTile(
            name=row.name,
            code=row.code,
            asked=row.asked,
            copies=row.copies,
            points=tuple(points[one.bot].get(row.name) for one in judged),
            change_points=as_num(changes[row.name].ends) if row.name in changes else None,
            reading=_reading(changes[row.name]) if row.name in changes else "",
        )
        for row in rows.values()
    ]
    order = points[first.bot]
    tiles.sort(key=lambda tile: -order[tile.name].value if tile.name in order else 1e9)
    return ForestSection(
        run=run,
        bots=tuple(one.bot for one in judged),
        decides=first.bot,
        band_points=round(margin * first.tally.base.sd_points, 4) if first.is_known else None,
        tiles=tuple(tiles),
    )


def _changes(judged: Sequence[Judged]) -> dict[str, Change]:
    """By tile, from intervals of one kind: those for this number of games."""
    by_bot = [one.tally.type_effects() for one in judged]
    numbers = [number for number in by_bot[0] if all(number in found for found in by_bot)]
    rows: list[list[Estimate]] = [[found[number] for found in by_bot] for number in numbers]
    names = judged[0].tally.question.names
    return {names[number]: change for number, change in zip(numbers, ladder_changes(rows), strict=True)}


def _reading(change: Change) -> str:
    size = f"{spell(as_num(change.ends))} points from the weakest to the strongest"
    if change.trend == "more":
        return f"worth more to better players: {size}"
    if change.trend == "less":
        return f"worth less to better players: {size}"
    return "not steady: levels disagree" if change.trend == "not steady" else "no change with skill shown"
