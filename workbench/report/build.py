"""Runs of any game -> the report's numbers."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench import __version__
from workbench.report.model import Report
from workbench.report.seam import NamedRun
from workbench.sim.seam import SimError


def build_report(runs: Sequence[NamedRun], margin: float | None = None) -> Report:
    """Raises SimError where a run cannot be reported. Without a margin, that of the game holds."""
    _refuse_unlike_games(runs)
    if margin is None:
        margin = runs[0].game.margin
    for one in runs:
        if not one.game.count_games(one.run):
            raise SimError(f"{one.run.path} holds no finished games yet: play its games first")
    heads, by_run = [], []
    for one in runs:
        with told_as_damage(one.run.path):
            heads.append(one.game.build_head(one.run, one.name))
            by_run.append(one.game.build_sections(one.run, one.name, margin))
    comparison = runs[0].game.compare(runs, heads, by_run)
    sections = ([comparison] if comparison else []) + [section for found in by_run for section in found]
    methods = dict.fromkeys(one.game.build_method for one in runs)
    return runs[0].game.report(
        title=_listed([one.name for one in runs]),
        workbench=__version__,
        margin=margin,
        runs=tuple(heads),
        sections=tuple(sections),
        method=tuple(paragraph for method in methods for paragraph in method(margin)),
    )


@contextlib.contextmanager
def told_as_damage(where: Path) -> Iterator[None]:
    """What cannot be read in a run that is whole by its hashes: somebody made it so, or another version."""
    from polars.exceptions import PolarsError

    try:
        yield
    except (
        LookupError,
        TypeError,
        ValueError,
        ArithmeticError,
        AttributeError,
        RecursionError,
        PolarsError,
    ) as problem:
        told = f"{type(problem).__name__}: {problem}".splitlines()[0][:200]
        text = "its manifest and its games do not say what a report needs; it is made by hand or by another version"
        raise SimError(f"{where}: {text} ({told})") from problem


def _refuse_unlike_games(runs: Sequence[NamedRun]) -> None:
    first = runs[0]
    for one in runs[1:]:
        if one.game.report is not first.game.report:
            games = f"{first.run.manifest['game']!r} and {one.run.path} of {one.run.manifest['game']!r}"
            raise SimError(f"{first.run.path} is a run of {games}: report on each game by itself")


def _listed(names: list[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
