"""Sections of Dragon Dune as lines: of a CSV table, and of the answer that the terminal shows."""

from __future__ import annotations

from workbench.report.dune.model import (
    AnyDuneSection,
    DuneBotsSection,
    DuneChangesSection,
    DuneFactionsSection,
    DuneVerdictSection,
    Outcome,
)
from workbench.report.dune.verdict import spell_share
from workbench.report.seam import Row
from workbench.report.text import bounds

SHARES_OF = ("wins_percent", "castle_wins_percent", "default_wins_percent", "most_castles_percent", "mean_castles")
CHANGES_OF = ("wins_points", "castle_wins_points", "most_castles_points", "castles")


def flatten_dune(section: AnyDuneSection) -> list[Row]:
    """A line per faction, seat and bot, and per faction of each change of rules."""
    if isinstance(section, DuneFactionsSection):
        parts = (("faction", section.factions), ("seat", section.seats))
        return [_outcome(section.run, what, one) for what, found in parts for one in found]
    if isinstance(section, DuneBotsSection):
        return [_outcome(section.run, "bot", one) for one in section.bots]
    if isinstance(section, DuneChangesSection):
        return [
            {"run": section.run, "what": "change", "name": one.faction, "rules": change.name}
            | {key: cell for name in CHANGES_OF for key, cell in bounds(f"change_{name}", getattr(one, name)).items()}
            for change in section.changes
            for one in change.factions
        ]
    return []


def _outcome(run: str, what: str, one: Outcome) -> Row:
    row: Row = {"run": run, "what": what, "name": one.name, "bot": one.bot, "games": one.wins_percent.n}
    for name in SHARES_OF:
        row |= bounds(name, getattr(one, name))
    return row


def dune_answer(section: AnyDuneSection) -> list[str]:
    """What the section says, so that nobody has to open a file for it."""
    if isinstance(section, DuneVerdictSection):
        return [section.sentence, *(one.sentence for one in section.factions)]
    if isinstance(section, DuneChangesSection):
        return [one.sentence for one in section.changes]
    if isinstance(section, DuneBotsSection) and section.rotated:
        return [f"{one.name}: most castles {spell_share(one.most_castles_percent)} of 100." for one in section.bots]
    return []
