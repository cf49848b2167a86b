"""Sections of The Duke as lines: of a CSV table, and of the answer that the terminal shows."""

from __future__ import annotations

from workbench.report.duke.balance_model import BalanceSection, ContestRow, ContestSection
from workbench.report.duke.lab_model import LabEffectsSection
from workbench.report.duke.model import AnySection, ArmiesSection, ComparisonSection, TileNumbers, TilesSection
from workbench.report.seam import Row
from workbench.report.text import bounds

PLAIN = ("number", "name", "code", "set", "asked", "copies", "verdict", "first_draws", "differs_p")
NUMBERS = ("points", "swing_points", "first_draw_score_percent")
DESCRIBED = ("drawn_percent", "drawn_first_percent", "drawn_later_percent",
             "drawn_score_percent", "not_drawn_score_percent",
             "drawn_less_not_drawn_points", "deployed_per_game", "captured_percent",
             "captures_per_deployment", "survival_plies")  # fmt: skip


def flatten(section: AnySection) -> list[Row]:
    """A line per tile of a bag, or of a contest."""
    if isinstance(section, ContestSection):
        return [_contest_row(section, place, row) for place, row in enumerate(section.rows, 1)]
    return [_flat(section, tile) for tile in section.tiles] if isinstance(section, TilesSection) else []


def _flat(section: TilesSection, tile: TileNumbers) -> Row:
    row: Row = {"run": section.run, "bot": section.bot, "against": section.against}
    row |= {"side": section.side, "games": section.games}
    row |= {name: getattr(tile, name) for name in PLAIN}
    for name in NUMBERS:
        row |= bounds(name, getattr(tile, name))
    if tile.rank:
        row |= {"rank": tile.rank.value, "rank_low": tile.rank.low, "rank_high": tile.rank.high}
    if tile.among_official:
        row |= {f"official_{key}": value for key, value in tile.among_official.model_dump().items()}
    for name in DESCRIBED:
        row |= bounds(f"descriptive_{name}", getattr(tile.described, name))
    return row


def _contest_row(section: ContestSection, place: int, row: ContestRow) -> Row:
    card = row.card
    about: Row = {"run": section.run, "place": place, "entry": row.entry, "set": row.set_name, "name": card.name}
    about |= {"code": card.code, "army": card.army or "", "bot": section.bot, "verdict": card.verdict}
    about |= bounds("points", card.points)
    agree = {True: "agrees", False: "differs", None: ""}[card.agree]
    sds = "" if card.sds is None else card.sds
    return about | {"sds": sds, "nearest": card.nearest or "", "check": agree}


def answer(section: AnySection) -> list[str]:
    """What the section says, so that nobody has to open a file for it."""
    if isinstance(section, BalanceSection):
        return [card.sentence for card in section.cards] or list(section.notes)
    if isinstance(section, ContestSection):
        return [f"{place}. {row.entry}: {row.card.sentence}" for place, row in enumerate(section.rows, 1)]
    if isinstance(section, LabEffectsSection):
        return [line.sentence for line in section.lines]
    if isinstance(section, ArmiesSection):
        return [line.sentence for line in section.lines]
    if isinstance(section, ComparisonSection):
        return [said for tile in section.changed for said in tile.sentences] or [section.note]
    return []
