"""The sections of a run of Dragon Dune, each from its table of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.dune.names import FACTION_NAMES, ORCS
from workbench.report.dune.model import (
    Counted,
    DuneBotsSection,
    DuneFactionsSection,
    DuneLimitsSection,
    DuneMapSection,
    DunePlaySection,
    DuneVerdictSection,
    HeatMap,
    Outcome,
)
from workbench.report.dune.records import DuneTable, Floats, mean_of, percent_of
from workbench.report.dune.verdict import FAIR_PERCENT, bots_in_words, build_faction_verdict, verdict_sentence_of
from workbench.report.model import Num
from workbench.sim.dune.rows import DEATHS, SOURCES, USES
from workbench.sim.seam import Sums

SOURCE_WORDS = {
    "start": "at the start",
    "income": "income of every turn",
    "castles": "income of castles",
    "land": "collected from the land",
    "artifact": "paid by others for artifacts",
    "hire": "paid by others for mercenaries",
    "treachery": "for treachery",
    "plunder": "for plundered artifacts",
}
USE_WORDS = {"artifact": "artifacts", "hire": "mercenaries", "revive": "reviving", "disband": "disbanding"}
SEAT_NAMES = ("1st", "2nd", "3rd", "4th")
BUSIEST = 3


def outcomes(table: DuneTable, names: Sequence[str], bots: Sequence[str], pick: Any) -> tuple[Outcome, ...]:
    """One for each name; `pick` turns scores by faction into scores by name."""
    wins, castle_wins, most, castles = (
        pick(part) for part in (table.wins, table.by_castles, table.most, table.castles.astype(np.float64))
    )
    block, by_default = table.block, wins - castle_wins
    can_default = pick(np.eye(4)[[ORCS] * table.games]).any(axis=0)
    return tuple(
        Outcome(
            name=name,
            bot=bots[place],
            wins_percent=percent_of(wins[:, place], block),
            castle_wins_percent=percent_of(castle_wins[:, place], block),
            default_wins_percent=percent_of(by_default[:, place], block) if can_default[place] else None,
            most_castles_percent=percent_of(most[:, place], block),
            mean_castles=mean_of(castles[:, place], block),
        )
        for place, name in enumerate(names)
    )


def faction_outcomes(table: DuneTable, about: dict[str, Any]) -> tuple[Outcome, ...]:
    bots: list[str] = about["bots"]
    shown = [", ".join(dict.fromkeys(bots))] * 4 if about["rotate"] else bots
    return outcomes(table, FACTION_NAMES, shown, lambda scores: scores)


def build_verdict(run: str, table: DuneTable, about: dict[str, Any], margin_points: float) -> DuneVerdictSection:
    found = faction_outcomes(table, about)
    verdicts = tuple(build_faction_verdict(one, margin_points, table.games) for one in found)
    return DuneVerdictSection(
        run=run,
        games=table.games,
        blocks=table.blocks,
        margin_points=margin_points,
        sentence=verdict_sentence_of(found, verdicts, bots_in_words(about["bots"])),
        factions=verdicts,
    )


def build_factions(run: str, table: DuneTable, about: dict[str, Any], margin_points: float) -> DuneFactionsSection:
    by_seat = np.argsort(table.seats, axis=1)
    bots = ", ".join(dict.fromkeys(about["bots"]))
    return DuneFactionsSection(
        run=run,
        games=table.games,
        blocks=table.blocks,
        margin_points=margin_points,
        fair_percent=FAIR_PERCENT,
        factions=faction_outcomes(table, about),
        seats=outcomes(table, SEAT_NAMES, [bots] * 4, lambda scores: np.take_along_axis(scores, by_seat, axis=1)),
        faction_by_seat=tuple(
            tuple(percent_of(table.most[there, faction], table.block[there]) for there in _seated(table, faction))
            for faction in range(4)
        ),
    )


def _seated(table: DuneTable, faction: int) -> list[NDArray[np.bool_]]:
    return [table.seats[:, faction] == seat for seat in range(4)]


def build_bots(run: str, table: DuneTable, about: dict[str, Any]) -> DuneBotsSection | None:
    """None where all factions have the same bot."""
    bots: list[str] = about["bots"]
    kinds = list(dict.fromkeys(bots))
    if len(kinds) == 1:
        return None
    number = np.array([kinds.index(bot) for bot in bots])[table.players(about["rotate"])]

    def per_player(scores: Floats) -> Floats:
        return np.stack(
            [(scores * (number == kind)).sum(axis=1) / bots.count(name) for kind, name in enumerate(kinds)], axis=1
        )

    factions = ["all four"] * len(kinds)
    if not about["rotate"]:
        factions = [", ".join(FACTION_NAMES[i] for i in range(4) if bots[i] == kind) for kind in kinds]
    return DuneBotsSection(
        run=run,
        rotated=about["rotate"],
        bots=outcomes(table, kinds, factions, per_player),
    )


def build_map(run: str, sums: Sums, rules: dict[str, Any]) -> DuneMapSection:
    names: list[str] = rules["territories"]
    fought = sums["fought"].sum(axis=0)
    stood = sums["units"].sum(axis=0)
    maps = [
        heat_map("Where units stood", "of all units at the end of turns", stood, names),
        heat_map("Where battles were fought", "of all battles", fought, names),
    ]
    by_faction = [
        heat_map(f"{faction}: {what}", unit, sums[key][place], names)
        for place, faction in enumerate(FACTION_NAMES)
        for what, unit, key in (("stood", "of its units", "units"), ("fought", "of its battles", "fought"))
    ]
    return DuneMapSection(
        run=run,
        territories=tuple(names),
        touches=tuple(tuple(near) for near in rules["touches"]),
        maps=tuple(maps),
        by_faction=tuple(by_faction),
    )


def heat_map(title: str, unit: str, counts: NDArray[np.int64], names: Sequence[str]) -> HeatMap:
    total = max(int(counts.sum()), 1)
    percents = [round(100 * int(count) / total, 2) for count in counts]
    order = sorted(range(len(names)), key=lambda at: -percents[at])[:BUSIEST]
    busiest = ", ".join(f"{names[at]} {percents[at]:.1f} %" for at in order)
    return HeatMap(title=title, unit=unit, percents=tuple(percents), busiest=busiest)


def build_play(run: str, table: DuneTable) -> DunePlaySection:
    turns, block = table.column("turns"), table.block
    counted = [("fought", "battles"), ("won", "won"), ("won by treachery", "treacheries")]
    return DunePlaySection(
        run=run,
        factions=FACTION_NAMES,
        earned=_counted(table, [(SOURCE_WORDS[source], f"earned_{source}") for source in SOURCES], drop_empty=True),
        spent=_counted(table, [(USE_WORDS[use], f"spent_{use}") for use in USES], drop_empty=True),
        battles=_counted(table, counted),
        losses=_counted(table, [(why, f"lost_{why.replace(' ', '_')}") for why in DEATHS]),
        battles_per_game=mean_of(table.by_faction("battles").sum(axis=1) / 2, block),
        treacheries_per_game=mean_of(table.by_faction("treacheries").sum(axis=1), block),
        red_dragons_per_game=mean_of(table.column("red_dragons"), block),
        alliances_per_game=mean_of(table.column("alliances"), block),
        mean_turns=mean_of(turns, block),
        turns_percent=tuple(percent_of((turns == n).astype(np.float64), block) for n in range(1, int(turns.max()) + 1)),
    )


def _counted(table: DuneTable, what: list[tuple[str, str]], drop_empty: bool = False) -> tuple[Counted, ...]:
    found = []
    for name, column in what:
        values = table.by_faction(column)
        if values.any() or not drop_empty:
            numbers = tuple(_mean_of_varying(values[:, faction], table.block) for faction in range(4))
            found.append(Counted(name=name, per_game=numbers))
    return tuple(found)


def _mean_of_varying(values: Any, block: Any) -> Num:
    """What is the same in every game (gold at the start) has no interval: '5.00 to 5.00' would say nothing."""
    mean = mean_of(values, block)
    return mean if np.ptp(values) else mean.model_copy(update={"low": None, "high": None})


def build_limits(run: str, arms: list[dict[str, Any]]) -> DuneLimitsSection:
    """What any of the rules that were played leaves out."""
    left_out = dict.fromkeys(one for arm in arms for one in arm["not_modelled"])
    sources = dict.fromkeys(arm["source"] for arm in arms)
    return DuneLimitsSection(run=run, not_modelled=tuple(left_out), source="; ".join(sources))
