"""Runs of The Duke and of its lab -> what the frame of the report shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from workbench.lab.plan import LabPlan
from workbench.lab.play import LabGame
from workbench.report.duke.armies import build_armies
from workbench.report.duke.balance import asked_bots, balance_command, build_balance, count_balance_games
from workbench.report.duke.commands import file_name, sim_command
from workbench.report.duke.compare import build_comparison
from workbench.report.duke.contest import (
    build_contest,
    contest_note,
    count_contest_games,
    draw_contest_symbols,
    told_contest,
)
from workbench.report.duke.fair import build_fair, judge_bots
from workbench.report.duke.forest import build_forest, build_tables
from workbench.report.duke.games import build_duel, build_games
from workbench.report.duke.lab import build_lab, games_played, lab_command, lab_note
from workbench.report.duke.look import LOOK, draw_symbols
from workbench.report.duke.method import method_note
from workbench.report.duke.model import AnySection, ContestHead, ContestReport, DukeReport, DukeRunHead
from workbench.report.duke.pool import build_pool
from workbench.report.duke.records import read_rungs
from workbench.report.duke.tables import answer, flatten
from workbench.report.seam import GameReport
from workbench.sim.duke.plan import Plan
from workbench.sim.store import Run
from workbench.tileset.settings import Settings


def build_duke(run: Run[Plan], name: str, margin: float) -> list[AnySection]:
    """The sections of a run of The Duke, in the order of reading; the margin is in SDs of the official tiles."""
    rungs = read_rungs(run)
    judged = judge_bots(run, rungs, margin)
    tables = build_tables(name, run, rungs, judged)
    sides = [(rung, side) for rung in rungs for side in rung.sides()]
    found: list[AnySection | None] = [
        build_fair(run, name, judged, tables, margin),
        build_forest(name, judged, tables, margin),
        build_armies(name, judged),
        *(build_pool(name, rung, side, run.about) for rung, side in sides),
        *(build_duel(name, rung) for rung in rungs if rung.bots[0] != rung.bots[1]),
        *(build_games(name, rung, run.about.get("turn_kinds", [])) for rung in rungs),
        *tables,
    ]
    return [section for section in found if section is not None]


def build_head(run: Run[Any], name: str) -> DukeRunHead:
    plan: dict[str, Any] = run.manifest["plan"]
    settings = Settings.model_validate(plan.get("settings", {}))
    bots = plan.get("bots") or [f"{plan.get('south')} against {plan.get('north')}"]
    is_lab = run.manifest["game"] == LabGame.name
    games, planned = games_played(run) if is_lab else (run.games_done, run.plan.total_games)
    return DukeRunHead(
        name=name,
        folder=run.path.resolve().name,
        game=str(run.manifest["game"]),
        sets=tuple(file_name(one) for one in plan.get("sets") or ("base",)),
        bots=tuple(bots),
        games=games,
        planned_games=planned,
        seed=run.plan.seed,
        command=lab_command(run) if is_lab else sim_command(run),
        differing_settings=settings.differing(),
        versions=dict(run.manifest.get("versions", {})),
        created=str(run.manifest.get("created", "")),
        fingerprint=run.fingerprint,
    )


DUKE = GameReport(
    plan=Plan,
    report=DukeReport,
    look=LOOK,
    build_head=build_head,
    build_sections=build_duke,
    build_method=method_note,
    compare=build_comparison,
    draw_symbols=draw_symbols,
    flatten=flatten,
    answer=answer,
    margin=1.0,
)
LAB = replace(DUKE, plan=LabPlan, build_sections=build_lab, build_method=lab_note)


def build_balance_head(run: Run[Any], name: str) -> DukeRunHead:
    """All games of the answer count, those of starting tiles and of offers too."""
    head, games = build_head(run, name), count_balance_games(run)
    told = {"command": balance_command(run), "folder": run.path.parent.resolve().name, "bots": asked_bots(run)}
    return head.model_copy(update={**told, "games": games, "planned_games": games})


BALANCE = replace(DUKE, build_head=build_balance_head, build_sections=build_balance, count_games=count_balance_games)


def build_contest_head(run: Run[Any], name: str) -> ContestHead:
    """All games of all entries count."""
    games = count_contest_games(run)
    told = {**told_contest(run), "bots": asked_bots(run), "games": games, "planned_games": games}
    return ContestHead.model_validate({**build_head(run, name).model_dump(), **told})


CONTEST = replace(
    DUKE,
    report=ContestReport,
    build_head=build_contest_head,
    build_sections=build_contest,
    build_method=contest_note,
    count_games=count_contest_games,
    draw_symbols=draw_contest_symbols,
)
