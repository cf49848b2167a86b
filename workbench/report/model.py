"""What a report of any game is made of.

A report is a list of sections. A game's kinds of section are models of its own (`report/duke/model.py`), each with
one template of the same name in the game's `templates/html` and `templates/md`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, SerializeAsAny


class Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Num(Part):
    """A number with its 95 % interval and the count it rests on."""

    value: float
    low: float | None
    """Absent where the records cannot tell (one chunk only)."""
    high: float | None
    n: int


class Share(Part):
    name: str
    games: int
    percent: Num


class Lengths(Part):
    mean_plies: Num
    quantiles: dict[str, Num]
    """Plies at the 5th, 25th, 50th, 75th and 95th percentile."""
    edges: tuple[float, ...]
    counts: tuple[int, ...]


class Section(Part):
    """One part of a report. Each kind of section has a class, and `kind` names it and its templates."""

    kind: str

    @property
    def title(self) -> str:
        raise NotImplementedError(f"a section of kind {self.kind} has no title")

    @property
    def run_name(self) -> str | None:
        """The run a section belongs to, or None if it is about all of them."""
        return getattr(self, "run", None)


class Paragraph(Part):
    title: str
    text: str


class RunHead(Part):
    """Which run the numbers come from, and how to get it again."""

    name: str
    folder: str
    game: str
    bots: tuple[str, ...]
    games: int
    planned_games: int
    seed: int
    command: str
    versions: dict[str, str]
    created: str
    fingerprint: str

    @property
    def subject(self) -> str:
        """What was played, as it stands behind 'N games of'."""
        return self.game

    @property
    def facts(self) -> dict[str, str]:
        """What else a reader must know to get the run again, by label."""
        return {}


class Report(Part):
    """A report over one or more runs of one game."""

    schema_version: Literal[1] = 1
    title: str
    workbench: str
    margin: float
    """How far from average is fair: in SDs of the official tiles, of factions in points."""
    runs: tuple[SerializeAsAny[RunHead], ...]
    sections: tuple[SerializeAsAny[Section], ...]
    method: tuple[Paragraph, ...]
    """The method in plain words."""

    @property
    def kicker(self) -> str:
        """What it is, above the title."""
        return "Balance report"


def schema_of(report: type[Report], title: str) -> dict[str, Any]:
    """The JSON schema (2020-12) of a game's reports."""
    from workbench.described import described_schema

    return described_schema(report, title, "serialization")
