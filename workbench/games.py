"""Which games there are: the one place that knows them all. A game is a row here."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.balance.folder import CONTEST, is_balance, is_contest, read_story, slug
from workbench.sim.seam import SimError
from workbench.sim.store import MANIFEST, Run, load_manifest, open_run

if TYPE_CHECKING:
    from workbench.report.seam import GameReport, NamedRun

# The name that a run folder carries -> where its GameReport stands.
REPORTS = {
    "duke": "workbench.report.duke.report:DUKE",
    "duke-lab": "workbench.report.duke.report:LAB",
    "duke-balance": "workbench.report.duke.report:BALANCE",
    "duke-contest": "workbench.report.duke.report:CONTEST",
    "dune": "workbench.report.dune.report:DUNE",
}


def report_of(game: str, where: Path) -> GameReport:
    if game not in REPORTS:
        raise SimError(f"{where} is a run of {game!r}, and there is no report for that game")
    module, name = REPORTS[game].split(":")
    found: GameReport = getattr(import_module(module), name)
    return found


def open_any(path: str | Path) -> tuple[Run[Any], GameReport]:
    """A run of any game; of a tuning the games of its winners, of a balance question those that decide.

    Of a contest those that decide on its first entry: its report finds the others beside them.
    """
    folder = Path(path)
    if is_contest(folder):
        report, story = report_of("duke-contest", folder), read_story(folder, CONTEST)
        if not story.get("entries"):
            raise SimError(f"{folder} holds no answer yet: run workbench balance with --out {folder} first")
        first = folder / story["entries"][0]["folder"]
        return open_run(first / slug(story["asked"]["bots"][0]), report.plan), report
    if is_balance(folder):
        report = report_of("duke-balance", folder)
        return open_run(folder / slug(read_story(folder)["asked"]["bots"][0]), report.plan), report
    if not (folder / MANIFEST).exists() and (folder / "winners" / MANIFEST).exists():
        folder = folder / "winners"
    report = report_of(load_manifest(folder)["game"], folder)
    return open_run(folder, report.plan), report


def _names(path: str | Path, run: Run[Any]) -> tuple[str, str]:
    """What a run is called in a report of its own, and among others: by the folder that it was asked for in."""
    if is_contest(Path(path)):
        return read_story(Path(path), CONTEST).get("name") or Path(path).resolve().name, Path(path).resolve().name
    home = run.path.parent.resolve().name if is_balance(run.path.parent) else ""
    return home or str(run.plan.name), home or run.path.resolve().name


def find_runs(paths: Sequence[str | Path]) -> list[NamedRun]:
    """One run by its plan's name, several by their folders; numbered if even those are equal."""
    from workbench.report.seam import NamedRun

    for path in paths:
        if len(paths) > 1 and is_contest(Path(path)):
            raise SimError(f"{path} is a contest of many sets: report on it by itself")
    found = [open_any(path) for path in paths]
    names = [_names(path, run)[len(paths) > 1] for path, (run, _) in zip(paths, found, strict=True)]
    if len(set(names)) < len(names):
        names = [f"{name} ({place})" for place, name in enumerate(names, 1)]
    return [NamedRun(name, run, game) for name, (run, game) in zip(names, found, strict=True)]
