"""Several runs side by side: every number of a later run less that of the first, with an interval."""

from __future__ import annotations

import math
from collections.abc import Iterable

from workbench.report.duke.model import (
    AnySection,
    Compared,
    ComparisonSection,
    GamesSection,
    Num,
    RunHead,
    TilesSection,
)

Key = tuple[str, str, str]  # what, bot, unit

NOTHING_SHARED = "These runs have no bot level and no tile in common, so there is nothing to compare."


def build_comparison(heads: list[RunHead], sections: list[list[AnySection]]) -> ComparisonSection | None:
    """None for a single run."""
    if len(heads) < 2:
        return None
    tables = [dict(_numbers(found)) for found in sections]
    keys = list(dict.fromkeys(key for table in tables for key in table))
    rows = []
    for what, bot, unit in keys:
        values = tuple(table.get((what, bot, unit)) for table in tables)
        if sum(value is not None for value in values) < 2:
            continue
        apart = tuple(difference(value, values[0]) for value in values[1:])
        rows.append(Compared(what=what, bot=bot, unit=unit, values=values, differences=apart))
    return ComparisonSection(
        runs=tuple(head.name for head in heads),
        note=_note(heads) if rows else NOTHING_SHARED,
        rows=tuple(rows),
    )


def difference(later: Num | None, first: Num | None) -> Num | None:
    """Distances to the bounds of independent numbers add by their squares (Newcombe)."""
    if later is None or later.low is None or later.high is None:
        return None
    if first is None or first.low is None or first.high is None:
        return None
    value = later.value - first.value
    below = math.hypot(later.value - later.low, first.high - first.value)
    above = math.hypot(later.high - later.value, first.value - first.low)
    return Num(
        value=round(value, 4),
        low=round(value - below, 4),
        high=round(value + above, 4),
        n=min(later.n, first.n),
    )


def _numbers(sections: list[AnySection]) -> Iterable[tuple[Key, Num]]:
    for section in sections:
        if isinstance(section, TilesSection):
            for row in section.tiles:
                if row.swing_points:
                    yield (f"swing of {row.name}", section.label, "points"), row.swing_points
        elif isinstance(section, GamesSection):
            yield ("first-player edge", section.bot, "points"), section.first_player_edge_points
            yield ("drawn games", section.bot, "%"), section.drawn_games_percent
            yield ("game length", section.bot, "plies"), section.lengths.mean_plies


def _note(heads: list[RunHead]) -> str:
    if len({head.fingerprint for head in heads}) < len(heads):
        return "At least two of these are the same run: equal plan, equal seed, equal games."
    if len({head.seed for head in heads}) < len(heads):
        return (
            "Runs with the same seed may share some of their luck; the intervals treat them as independent, "
            "which is the cautious way. For one change, paired games tell more."
        )
    return "The runs are independent of each other; a difference is shown where its interval leaves out 0."
