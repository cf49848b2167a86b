"""Runs of Dragon Dune -> what the frame of the report shows."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from workbench.dune.picture.svg_map import STYLE, draw_svg_map
from workbench.report.dune.compare import build_changes, build_runs, is_sure
from workbench.report.dune.model import AnyDuneSection, DuneReport, DuneRunHead, HeatMap
from workbench.report.dune.records import read_table
from workbench.report.dune.sections import (
    build_bots,
    build_factions,
    build_limits,
    build_map,
    build_play,
    build_verdict,
)
from workbench.report.dune.tables import dune_answer, flatten_dune
from workbench.report.model import Paragraph
from workbench.report.seam import GameReport, Look, Symbols
from workbench.sim.dune.plan import DunePlan
from workbench.sim.store import Run

BALANCE_WORDS = {
    "too_often": "too often ahead",
    "balanced": "balanced",
    "too_seldom": "too seldom ahead",
    "undecided": "not enough games",
}
METHOD = {
    "Two scores": "Nobody who took three castles by the last turn means that the Orcs win by default, so a bare win "
    "rate says little. Wins by castles and by default are told apart, and a second score does not depend on the "
    "default: how often a faction holds most castles at the end. Where several hold equally many the game is split "
    "between them.",
    "Verdicts": "A faction is called balanced when its most-castles share is surely (95 % interval) within {margin} "
    "points of 25 of 100 games; too often or too seldom ahead when it is surely outside. In between there are not "
    "enough games, and the report says about how many more it would take.",
    "Intervals": "Four games make a block: the same circle of players and the same luck, each faction starting once. "
    "Games of a block are not independent, so blocks are the unit of every interval. Each interval holds the true "
    "number in about 95 of 100 such runs.",
    "Same luck": "Other rules are played with the same luck as those that they are compared with: dice and cards are "
    "the same until the rules part the games. What changes is the difference of the two games, block by block. Of "
    "twenty such changes that are nothing, one leaves out 0 by chance.",
    "Bots": "All of this is the asymmetry of the rules under the bots that played, and never says that the game is "
    "balanced or unbalanced for people. The ranking of factions depends on the bot: compare several.",
}


def build_dune(run: Run[DunePlan], name: str, margin_points: float) -> list[AnyDuneSection]:
    """The sections of a run, in the order of reading."""
    about = run.about
    rules = about["arms"][0]
    played = {found.chunk.rung for found in run.finished()}
    if 0 not in played:
        return []
    table = read_table(run)
    others = [read_table(run, rung) for rung in range(1, run.plan.rungs) if rung in played]
    about_played = {**about, "arms": [arm for rung, arm in enumerate(about["arms"]) if rung in played]}
    found: list[AnyDuneSection | None] = [
        build_verdict(name, table, about, margin_points),
        build_changes(name, [table, *others], about_played),
        build_factions(name, table, about, margin_points),
        build_bots(name, table, about),
        build_map(name, run.sums(0), rules),
        build_play(name, table),
        build_limits(name, about_played["arms"]),
    ]
    return [section for section in found if section is not None]


def build_dune_head(run: Run[DunePlan], name: str) -> DuneRunHead:
    plan, rules = run.plan, run.about["arms"][0]
    return DuneRunHead(
        name=name,
        folder=str(run.path),
        game=str(run.manifest["game"]),
        bots=tuple(dict.fromkeys(plan.bots)),
        games=run.games_done,
        planned_games=plan.total_games,
        seed=plan.seed,
        command=_command(run),
        versions=dict(run.manifest.get("versions", {})),
        created=str(run.manifest.get("created", "")),
        fingerprint=run.fingerprint,
        rules=rules["rules"],
        advanced=tuple(rules["advanced"]),
        settings=dict(plan.settings),
        variants=tuple(variant.name for variant in plan.variants),
        source=rules["source"],
    )


def _command(run: Run[DunePlan]) -> str:
    """The command that plays the same games again."""
    plan = run.plan
    words = ["workbench", "dune", "sim"]
    if plan.variants:
        return shlex.join([*words, str(run.path / "plan.yaml")])
    words += ["--games", str(plan.games), "--seed", str(plan.seed), "--bots", plan.spelt_bots]
    words += ["--rotate"] if plan.rotate else []
    words += ["--rules", plan.rules] if plan.rules != DunePlan.model_fields["rules"].default else []
    if plan.advanced is not None:
        words += ["--advanced", ",".join(plan.advanced) or "none"]
    for key, value in plan.settings.items():
        words += ["--setting", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    return shlex.join(words)


def dune_method(margin_points: float) -> tuple[Paragraph, ...]:
    return tuple(
        Paragraph(title=title, text=text.format(margin=f"{margin_points:g}")) for title, text in METHOD.items()
    )


def painted_map(territories: Sequence[str], touches: Sequence[Sequence[int]], heat: HeatMap, styled: bool) -> Markup:
    """A heat map as inline SVG; one of a page carries the style of all."""
    top = max(heat.percents) or 1.0
    under = {name: f"{percent:.1f}" for name, percent in zip(territories, heat.percents, strict=True) if percent}
    warmth = [percent / top for percent in heat.percents]
    label = f"{heat.title}, in percent {heat.unit}: {heat.busiest}"
    return Markup(draw_svg_map(territories, touches, warmth, under, label, STYLE if styled else ""))


def no_symbols(runs: Sequence[tuple[str, Run[Any]]]) -> Symbols:
    return {}, Markup("")


DUNE = GameReport(
    plan=DunePlan,
    report=DuneReport,
    look=Look(
        templates=Path(__file__).parent / "templates",
        filters={},
        functions={"verdict_words": BALANCE_WORDS, "painted_map": painted_map, "is_sure": is_sure},
    ),
    build_head=build_dune_head,
    build_sections=build_dune,
    build_method=dune_method,
    compare=build_runs,
    draw_symbols=no_symbols,
    flatten=flatten_dune,
    answer=dune_answer,
    margin=5.0,
)
