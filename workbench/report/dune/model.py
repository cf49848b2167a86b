"""The numbers of a report of Dragon Dune: what HTML, Markdown, JSON and CSV all show.

Each kind of section is one model here with one template of the same name in `templates/html` and `templates/md`.
Shares are in percent of games; blocks of four games that share their luck are the unit of every interval.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from workbench.report.model import Num, Part, Report, RunHead, Section, schema_of

Balance = Literal["too_often", "balanced", "too_seldom", "undecided"]


class Outcome(Part):
    """What came out for somebody: a faction, a seat or a bot."""

    name: str
    bot: str
    """Who played it; several where bots changed factions."""
    wins_percent: Num
    castle_wins_percent: Num
    default_wins_percent: Num | None
    """Absent for factions that cannot win by default."""
    most_castles_percent: Num
    """Held most castles at the end, ties split."""
    mean_castles: Num


class FactionVerdict(Part):
    faction: str
    verdict: Balance
    sentence: str
    most_castles_percent: Num
    more_games: int | None
    """About how many more games would settle an open verdict."""


class DuneVerdictSection(Section):
    kind: Literal["dune_verdict"] = "dune_verdict"
    run: str
    games: int
    blocks: int
    margin_points: float
    sentence: str
    """The answer in a sentence."""
    factions: tuple[FactionVerdict, ...]

    @property
    def title(self) -> str:
        return "Are the factions balanced?"


class DuneFactionsSection(Section):
    kind: Literal["dune_factions"] = "dune_factions"
    run: str
    games: int
    blocks: int
    margin_points: float
    fair_percent: float
    factions: tuple[Outcome, ...]
    seats: tuple[Outcome, ...]
    faction_by_seat: tuple[tuple[Num, ...], ...]
    """Most-castles share in percent: a row per faction, a column per seat."""

    @property
    def title(self) -> str:
        return "Factions and seats"


class DuneBotsSection(Section):
    kind: Literal["dune_bots"] = "dune_bots"
    run: str
    rotated: bool
    """Whether each bot played each faction equally often; else bot and faction cannot be told apart."""
    bots: tuple[Outcome, ...]
    """Shares are per player: with equal bots each would have 25 %."""

    @property
    def title(self) -> str:
        return "Bots"


class ChangeOfFaction(Part):
    faction: str
    wins_points: Num
    castle_wins_points: Num
    most_castles_points: Num
    castles: Num


class ChangeOfRules(Part):
    name: str
    rules: str
    advanced: tuple[str, ...]
    sentence: str
    same_games_percent: Num
    """Games that went exactly as by the rules compared with: same winner, castles and gold of all."""
    factions: tuple[ChangeOfFaction, ...]


class DuneChangesSection(Section):
    kind: Literal["dune_changes"] = "dune_changes"
    run: str
    blocks: int
    base: str
    changes: tuple[ChangeOfRules, ...]

    @property
    def title(self) -> str:
        return "What other rules change"


class HeatMap(Part):
    title: str
    unit: str
    percents: tuple[float, ...]
    """By territory."""
    busiest: str
    """The text alternative."""


class DuneMapSection(Section):
    kind: Literal["dune_map"] = "dune_map"
    run: str
    territories: tuple[str, ...]
    touches: tuple[tuple[int, ...], ...]
    maps: tuple[HeatMap, ...]
    by_faction: tuple[HeatMap, ...]

    @property
    def title(self) -> str:
        return "Where armies stood and fought"


class Counted(Part):
    """A thing counted per game, for all factions."""

    name: str
    per_game: tuple[Num, ...]
    """By faction."""


class DunePlaySection(Section):
    kind: Literal["dune_play"] = "dune_play"
    run: str
    factions: tuple[str, ...]
    earned: tuple[Counted, ...]
    spent: tuple[Counted, ...]
    battles: tuple[Counted, ...]
    losses: tuple[Counted, ...]
    battles_per_game: Num
    treacheries_per_game: Num
    red_dragons_per_game: Num
    alliances_per_game: Num
    mean_turns: Num
    turns_percent: tuple[Num, ...]
    """Games that ended in turn 1, 2, and so on."""

    @property
    def title(self) -> str:
        return "How the games went"


class DuneLimitsSection(Section):
    kind: Literal["dune_limits"] = "dune_limits"
    run: str
    not_modelled: tuple[str, ...]
    source: str

    @property
    def title(self) -> str:
        return "What is not modelled"


class ComparedShare(Part):
    what: str
    unit: str
    shares: tuple[Num | None, ...]
    differences: tuple[Num | None, ...]


class DuneRunsSection(Section):
    kind: Literal["dune_runs"] = "dune_runs"
    runs: tuple[str, ...]
    note: str
    rows: tuple[ComparedShare, ...]

    @property
    def title(self) -> str:
        return "Side by side"


AnyDuneSection = (
    DuneVerdictSection
    | DuneFactionsSection
    | DuneBotsSection
    | DuneChangesSection
    | DuneMapSection
    | DunePlaySection
    | DuneLimitsSection
    | DuneRunsSection
)


class DuneRunHead(RunHead):
    rules: str
    advanced: tuple[str, ...]
    settings: dict[str, Any]
    variants: tuple[str, ...]
    source: str

    @property
    def subject(self) -> str:
        powers = f"with {', '.join(self.advanced)}" if self.advanced else "without advanced powers"
        more = f", and by {len(self.variants)} other rules on the same luck" if self.variants else ""
        return f"Dragon Dune by the rules {self.rules} {powers}{more}"

    @property
    def facts(self) -> dict[str, str]:
        found = {"Rules": self.rules, "Advanced powers": ", ".join(self.advanced) or "none"}
        if self.settings:
            found["Changed settings"] = ", ".join(f"{key}={value}" for key, value in self.settings.items())
        if self.variants:
            found["Other rules"] = ", ".join(self.variants)
        return {**found, "The game": self.source}


class DuneReport(Report):
    """A report over runs of Dragon Dune."""

    model_config = ConfigDict(title="Report of Dragon Dune")

    runs: tuple[DuneRunHead, ...]
    sections: tuple[Annotated[AnyDuneSection, Field(discriminator="kind")], ...]


def dune_report_schema() -> dict[str, Any]:
    return schema_of(DuneReport, "Report of Dragon Dune")
