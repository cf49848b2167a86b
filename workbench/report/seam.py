"""What a game offers to be reported: the frame knows a game through this seam alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from workbench.report.model import Paragraph, Report, RunHead, Section
from workbench.sim.plan import RunPlan
from workbench.sim.store import Run

Row = dict[str, Any]  # one line of a CSV table
Symbols = tuple[Mapping[tuple[str, str], str], Markup]  # (run, code) -> id of a symbol; the symbols themselves


@dataclass(frozen=True)
class Look:
    """What the templates of a game use beside those of the frame."""

    templates: Path
    filters: Mapping[str, Callable[..., Any]]
    functions: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash(self.templates)


@dataclass(frozen=True)
class GameReport:
    """How runs of one game are read and told."""

    plan: type[RunPlan]
    report: type[Report]  # runs may stand in one report when this is the same
    look: Look
    build_head: Callable[[Run[Any], str], RunHead]
    build_sections: Callable[[Run[Any], str, float], list[Any]]
    build_method: Callable[[float], tuple[Paragraph, ...]]
    compare: Callable[[Sequence[NamedRun], list[Any], list[list[Any]]], Section | None]
    draw_symbols: Callable[[Sequence[tuple[str, Run[Any]]]], Symbols]
    flatten: Callable[[Any], list[Row]]  # a section as lines of a CSV table
    answer: Callable[[Any], list[str]]  # a section's answer in short, for the terminal
    margin: float  # how far from average is fair where nobody says: SDs of official tiles, or points
    count_games: Callable[[Run[Any]], int] = lambda run: run.games_done  # that the report rests on


@dataclass(frozen=True)
class NamedRun:
    """A run to be reported, by the name that it has in this report."""

    name: str
    run: Run[Any]
    game: GameReport
