"""A run of `sim` -> is each tile fair? The same tallies, verdicts and words as `workbench balance` has.

The verdict is that of the first bot named, random players aside: they say least about tiles, and decide only where
nobody else played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.balance.advice import next_commands
from workbench.balance.answer import REFERENCE, TileVerdict, as_json, judge_tiles
from workbench.balance.base import BaseEffect, BaseEffects, known_effects
from workbench.balance.decided import decided_game
from workbench.balance.folder import shown_folder
from workbench.balance.question import Question, read_question
from workbench.balance.rounds import tally_run
from workbench.balance.tally import Tally
from workbench.report.duke.balance_model import BalanceSection
from workbench.report.duke.cards import build_cards, official_tiles, plain_numbers
from workbench.report.duke.commands import balance_question, set_names
from workbench.report.duke.model import TilesSection
from workbench.report.duke.records import Rung
from workbench.sim.duke.plan import Plan
from workbench.sim.store import Run

WEAKEST = "random"
LOGS = ("south_bag_log", "north_bag_log")


@dataclass(frozen=True)
class Judged:
    """What the games of one bot against itself say of tiles."""

    rung: int
    tally: Tally
    is_known: bool  # whether it is known what official tiles are worth to the bot; else there are no verdicts

    @property
    def bot(self) -> str:
        return self.tally.bot


def judge_bots(run: Run[Plan], rungs: Sequence[Rung], margin: float) -> list[Judged]:
    """In the order of the plan; bots against others and runs without records of draws are left out."""
    question = read_question(run.about)
    found = []
    for rung in rungs:
        if rung.bots[0] != rung.bots[1] or not rung.has(*LOGS) or (question.drafted and not rung.has("south_bag")):
            continue
        base = known_effects(rung.bots[0], run.about.get("yardstick", "shipped"), run.plan.house_rules)
        tally = tally_run(run, base or _unknown(rung.bots[0], question), rung.number, margin, to_the_end=True)
        found.append(Judged(rung.number, tally, base is not None))
    return found


def _unknown(bot: str, question: Question) -> BaseEffects:
    """Nothing is known of the official tiles: effects are against those in the bag, and there is no SD."""
    names = [name for name, is_base in zip(question.names, question.base, strict=True) if is_base]
    return BaseEffects(bot, "", dict.fromkeys(names, BaseEffect(0.0, 0.0)), 1.0, 0, {})


def verdict_order(judged: Sequence[Judged]) -> list[Judged]:
    """Those that can judge, the deciding bot first."""
    return sorted((one for one in judged if one.is_known), key=lambda one: one.bot.partition(":")[0] == WEAKEST)


def build_fair(
    run: Run[Plan], name: str, judged: Sequence[Judged], tables: Sequence[TilesSection], margin: float
) -> BalanceSection:
    """The cards of a run; without tiles asked about, what there is to say in short."""
    able = verdict_order(judged)
    first = able[0] if able else None
    verdicts = judge_tiles([one.tally for one in able]) if able else []
    question = read_question(run.about)
    tiles = _as_data(able, verdicts) if able else [_no_answer(one.name, one.army) for one in question.asked]
    told = {one.asked.name: _told(run, first, one) for one in verdicts} if first else {}
    why_not = {} if able else {one.name: _untold(one.name, _why_not(run, judged)) for one in question.asked}
    codes = {tile["name"]: tile["code"] for tile in run.about["tiles"]}
    bot = first.bot if first else run.plan.pairings[0][0]
    return BalanceSection(
        run=name,
        bot=bot,
        margin=margin,
        sd_points=round(first.tally.base.sd_points, 2) if first else None,
        reference=REFERENCE,
        official=official_tiles(first.tally.base if first else None),
        cards=build_cards(tiles, codes, told or why_not, plain_numbers(tables, bot)),
        notes=_notes(question, tables),
    )


def _as_data(able: Sequence[Judged], verdicts: Sequence[TileVerdict]) -> list[dict[str, Any]]:
    tallies = [one.tally for one in able]
    whole = as_json(tallies, verdicts, seed=0, rounds=0, settings={}, seconds=0.0, sets={})  # for its tiles alone
    return list(whole["tiles"])


def _no_answer(name: str, army: str | None) -> dict[str, Any]:
    nothing: dict[str, Any] = dict.fromkeys(("points", "interval", "sds", "nearest", "agree"))
    return {"name": name, "army": army, "verdict": "open", "bots": [], **nothing}


def _untold(name: str, why: str) -> dict[str, str]:
    return {"sentence": f"{name}: no verdict, for {why}", "brief": f"No verdict, for {why}"}


def _why_not(run: Run[Plan], judged: Sequence[Judged]) -> str:
    if not judged:
        return "its games are between unlike bots." if run.plan.unlike_bots else "no draws are recorded in this run."
    bots = [one.bot for one in judged]
    unknown = f"it is not known what official tiles are worth to {', '.join(bots)} players under these rules."
    own = {one["name"] for one in run.about.get("own_bots", ())}
    if own.issuperset(bots):
        return f"{unknown} To ask the bots that are measured: {balance_question(run)}"
    return f"{unknown} To measure it: {balance_question(run, [bot for bot in bots if bot not in own])}"


def _told(run: Run[Plan], first: Judged, one: TileVerdict) -> dict[str, Any]:
    steps = next_commands(one, set_names(run), _go_on(run))
    watch = None
    if one.points is not None and one.asked.how == "drawn":
        rows = run.rows(first.rung).collect()
        watch = decided_game(rows, one.asked.number, len(run.about["tiles"]), one.points.value > 0)
    if watch is not None:
        steps.append(("watch a game that it decided", f"workbench replay {shown_folder(run.path)} --game {watch}"))
    return {"sentence": one.sentence, "brief": one.brief, "check": one.check, "next": steps}


def _go_on(run: Run[Plan]) -> str:
    return f"workbench sim --out {shown_folder(run.path)} --more"


def _notes(question: Question, tables: Sequence[TilesSection]) -> tuple[str, ...]:
    if not tables:
        return ("No draws from a bag are recorded in this run, so nothing can be said about single tiles.",)
    if question.asked:
        return ()
    return (
        "This run asks about no tile: it has the base set alone, which is what others are measured against.",
        *(said for table in tables if (said := _extremes(table))),
    )


def _extremes(table: TilesSection) -> str:
    known: Mapping[str, float] = {row.name: row.points.value for row in table.tiles if row.points}
    if len(known) < 2:
        return ""
    top, low = max(known, key=lambda name: known[name]), min(known, key=lambda name: known[name])
    words = f"the strongest tile is the {top} ({known[top]:+z.1f} points a draw)"
    return f"For {table.label} players {words}, the weakest the {low} ({known[low]:+z.1f})."
