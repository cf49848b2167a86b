"""The folder of a balance question -> its report: the answer that was given, and what its games show besides."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from workbench.balance.base import known_effects
from workbench.balance.folder import read_answer, read_story, slug
from workbench.report.duke.armies import build_armies
from workbench.report.duke.balance_model import BalanceSection
from workbench.report.duke.cards import build_cards, official_tiles, plain_numbers
from workbench.report.duke.fair import Judged, judge_bots
from workbench.report.duke.forest import build_forest, build_tables
from workbench.report.duke.games import build_games
from workbench.report.duke.model import AnySection, TilesSection
from workbench.report.duke.records import Rung, read_rungs
from workbench.sim.duke.plan import Plan
from workbench.sim.store import MANIFEST, Run, open_run


def build_balance(run: Run[Plan], name: str, margin: float) -> list[AnySection]:
    """The sections of an answer, in the order of reading; it has a margin of its own."""
    folder = run.path.parent
    story, answer = read_story(folder), read_answer(folder)
    asked = float(story["asked"]["margin"])
    judged: list[Judged] = []
    tables: list[TilesSection] = []
    games: list[AnySection] = []
    for place, bot in enumerate(story["asked"]["bots"]):
        here, found = _bot_games(folder / slug(bot), asked)
        if here is None:
            continue
        rungs, now = found
        tables += build_tables(name, here, rungs, now)
        judged += [Judged(place, one.tally, one.is_known) for one in now]
        games += [build_games(name, rung, here.about.get("turn_kinds", [])) for rung in rungs]
    sections: list[AnySection | None] = [
        _fair(run, name, story, answer, tables),
        build_forest(name, judged, tables, asked),
        build_armies(name, judged),
        *games,
        *tables,
    ]
    return [section for section in sections if section is not None]


def _bot_games(path: Path, margin: float) -> tuple[Run[Plan] | None, tuple[list[Rung], list[Judged]]]:
    """The games of one bot, as far as there are any."""
    if not (path / MANIFEST).exists():
        return None, ([], [])
    run = open_run(path, Plan)
    if not run.games_done:
        return None, ([], [])
    rungs = read_rungs(run)
    return run, (rungs, judge_bots(run, rungs, margin))


def _fair(
    run: Run[Plan], name: str, story: Mapping[str, Any], answer: Mapping[str, Any], tables: list[TilesSection]
) -> BalanceSection:
    bot = run.plan.bots[0]
    codes = {tile["name"]: tile["code"] for tile in run.about["tiles"]}
    told: Mapping[str, Any] = story.get("told", {})
    return BalanceSection(
        run=name,
        bot=bot,
        margin=story["asked"]["margin"],
        sd_points=answer["reference"]["sd_points"],
        reference=answer["reference"]["name"],
        official=official_tiles(known_effects(bot, run.about["yardstick"], run.plan.house_rules)),
        cards=build_cards(answer["tiles"], codes, told, plain_numbers(tables, bot)),
        notes=tuple(story.get("notes", ())),
    )


def balance_command(run: Run[Plan]) -> str:
    """The command that gives the same answer again."""
    return str(read_story(run.path.parent).get("command", ""))


def asked_bots(run: Run[Plan]) -> tuple[str, ...]:
    return tuple(read_story(run.path.parent)["asked"]["bots"])


def count_balance_games(run: Run[Plan]) -> int:
    return int(read_answer(run.path.parent)["games"])
