"""What other rules change on the same luck, and several runs side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from workbench.dune.names import FACTION_NAMES
from workbench.report.dune.model import (
    AnyDuneSection,
    ChangeOfFaction,
    ChangeOfRules,
    ComparedShare,
    DuneChangesSection,
    DuneFactionsSection,
    DunePlaySection,
    DuneRunsSection,
)
from workbench.report.dune.records import DuneTable, percent_of
from workbench.report.dune.verdict import listed
from workbench.report.model import Num, RunHead
from workbench.report.numbers import as_num, independent_difference
from workbench.report.seam import NamedRun
from workbench.report.words import interval, signed
from workbench.stats.blocks import block_change

SAME = ("winner", "turns", *(f"{what}_{letter}" for what in ("castles", "gold") for letter in "DEGO"))
SHARES = {
    "wins": "wins_percent",
    "wins by castles": "castle_wins_percent",
    "most castles": "most_castles_percent",
}


def build_changes(run: str, tables: list[DuneTable], about: dict[str, Any]) -> DuneChangesSection | None:
    """None for a run with one set of rules; the first table is what the others are compared with."""
    if len(tables) < 2:
        return None
    base = tables[0]
    changes = tuple(
        build_change(base, table, arm) for table, arm in zip(tables[1:], about["arms"][1:], strict=True) if table.games
    )
    return DuneChangesSection(run=run, blocks=base.blocks, base=about["arms"][0]["rules"], changes=changes)


def build_change(base: DuneTable, other: DuneTable, arm: dict[str, Any]) -> ChangeOfRules:
    base, other = shared_games(base, other)
    block = base.block

    def change(what: str, factor: float = 1.0) -> list[Num]:
        apart = (getattr(other, what) - getattr(base, what)).astype(np.float64)
        return [as_num(block_change(apart[:, faction], block), factor) for faction in range(4)]

    wins, by_castles, most = ([_within(one) for one in change(what, 100.0)] for what in ("wins", "by_castles", "most"))
    castles = change("castles")
    factions = tuple(
        ChangeOfFaction(
            faction=name,
            wins_points=wins[f],
            castle_wins_points=by_castles[f],
            most_castles_points=most[f],
            castles=castles[f],
        )
        for f, name in enumerate(FACTION_NAMES)
    )
    same = np.all([base.column(name) == other.column(name) for name in SAME], axis=0).astype(np.float64)
    return ChangeOfRules(
        name=arm["name"],
        rules=arm["rules"],
        advanced=tuple(arm["advanced"]),
        sentence=change_sentence(arm["name"], factions),
        same_games_percent=percent_of(same, block),
        factions=factions,
    )


def shared_games(one: DuneTable, other: DuneTable) -> tuple[DuneTable, DuneTable]:
    """The games that both have (a run may be unfinished), in the same order: a block has each starter once."""
    keys = ["block", "starter"]
    both = one.rows.select(keys).join(other.rows.select(keys), on=keys, how="semi")
    pair = [DuneTable(both.join(part.rows, on=keys, how="left").sort(keys)) for part in (one, other)]
    return pair[0], pair[1]


def change_sentence(name: str, factions: tuple[ChangeOfFaction, ...]) -> str:
    """Only what is sure: changes whose interval leaves out 0."""
    sure = [one for one in factions if is_sure(one.most_castles_points)]
    wins = [one for one in factions if is_sure(one.wins_points)]
    told = []
    if sure:
        told.append("most castles: " + listed([_points(one.faction, one.most_castles_points) for one in sure]))
    if wins:
        told.append("wins: " + listed([_points(one.faction, one.wins_points) for one in wins]))
    if not told and any(one.most_castles_points.low is None for one in factions):
        return f"{name}: one block of games cannot tell whether it changes anything."
    if not told:
        widest = max((_half(one.most_castles_points) for one in factions), default=0.0)
        return f"{name}: no sure change of wins or most castles for any faction (to about ± {widest:.1f} points)."
    return f"{name} surely changes {'; '.join(told)} points."


def _points(faction: str, number: Num) -> str:
    return f"{faction} {signed(number)} ({interval(number)})"


def _within(number: Num) -> Num:
    """Of 100 games no more than 100 can change: a handful of blocks would say more."""
    if number.low is None or number.high is None:
        return number
    return number.model_copy(update={"low": max(-100.0, number.low), "high": min(100.0, number.high)})


def _half(number: Num) -> float:
    return ((number.high or 0.0) - (number.low or 0.0)) / 2


def is_sure(number: Num | None) -> bool:
    """Whether the interval leaves out 0."""
    return (
        number is not None
        and number.low is not None
        and number.high is not None
        and (number.low > 0 or number.high < 0)
    )


def build_runs(
    runs: Sequence[NamedRun], heads: list[RunHead], sections: list[list[AnyDuneSection]]
) -> DuneRunsSection | None:
    """None for a single run."""
    if len(heads) < 2:
        return None
    tables = [_numbers(found) for found in sections]
    rows = []
    for key in dict.fromkeys(key for table in tables for key in table):
        shares = tuple(table.get(key) for table in tables)
        rows.append(
            ComparedShare(
                what=key[0],
                unit=key[1],
                shares=shares,
                differences=tuple(independent_difference(share, shares[0]) for share in shares[1:]),
            )
        )
    note = "The runs are treated as independent of each other; `dune compare` plays two sets of rules on the same luck."
    return DuneRunsSection(runs=tuple(head.name for head in heads), note=note, rows=tuple(rows))


def _numbers(sections: list[AnyDuneSection]) -> dict[tuple[str, str], Num]:
    found: dict[tuple[str, str], Num] = {}
    for section in sections:
        if isinstance(section, DuneFactionsSection):
            for words, field in SHARES.items():
                found |= {(f"{one.name}: {words}", "%"): getattr(one, field) for one in section.factions}
            found |= {(f"{one.name}: castles", ""): one.mean_castles for one in section.factions}
        elif isinstance(section, DunePlaySection):
            found["length", "turns"] = section.mean_turns
            found["battles", "a game"] = section.battles_per_game
    return found
