"""Runs of the tile lab -> sections of the report."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from workbench.lab.icons import contributions, heat_of
from workbench.lab.ladder import reading, slope
from workbench.lab.measure import Effect, looks_of
from workbench.lab.parted import parted_pairs
from workbench.lab.plan import LabPlan
from workbench.lab.run import is_done
from workbench.lab.swap import sentence, swap_effects
from workbench.lab.tune import read_tuned
from workbench.report.duke.lab_model import (
    LabEffect,
    LabEffectsSection,
    LabIconsSection,
    LabPart,
    LabTuned,
    LabTuneSection,
)
from workbench.report.duke.model import AnySection, Paragraph
from workbench.report.numbers import as_num
from workbench.sim.store import Run
from workbench.tileset.model import Tile
from workbench.tileset.rewrite import format_tile
from workbench.words import Offset

SHOWN_PAIRS = 5
SIDES: tuple[Any, Any] = ("starting", "other")
NOTE = (
    (
        "Twin games",
        "The same game is played twice on the same luck, once with each tile in the same place of one army's bag. "
        "The games are equal until the tile makes a difference, so most of the luck cancels out. A pair counts "
        "once, with a difference from -1 to +1; a twin whose tile is never drawn is the same game and is not "
        "played. The changed army sits South in half of the pairs. Forced: the tile is the first its owner draws; "
        "natural: the shuffle decides.",
    ),
    (
        "Stopping",
        "Pairs are played until a sequential test (GSPRT) is settled: stronger or weaker when a difference of the "
        "margin is far more likely than none, equivalent when neither is. With no true difference it says "
        "'different' in at most 5 of 100 runs. Results that stop a test early look larger than they are; the "
        "corrected number allows for that.",
    ),
)


def lab_note() -> tuple[Paragraph, ...]:
    return tuple(Paragraph(title=title, text=text) for title, text in NOTE)


def build_lab(run: Run[LabPlan], name: str, margin_points: float) -> list[AnySection]:
    """The sections of one experiment; its own margin counts."""
    if run.plan.experiment == "icons":
        return [_icons(run, name, rung) for rung in range(run.plan.rungs) if looks_of(run, rung).total]
    if run.plan.experiment in ("race", "winners"):
        return [_tuned(run, name)]
    return [_effects(run, name)]


def _mode(plan: LabPlan) -> Any:
    return "forced" if plan.forced else "natural"


def _control(run: Run[LabPlan]) -> dict[str, Any]:
    tile: dict[str, Any] = run.about["contest"]["composition"]["tiles"][-1]
    return tile


def _effects(run: Run[LabPlan], name: str) -> LabEffectsSection:
    plan = run.plan
    found = swap_effects(run)
    change = slope(found) if plan.experiment == "ladder" else None
    return LabEffectsSection(
        run=name,
        folder=str(run.path),
        experiment="ladder" if plan.experiment == "ladder" else "swap",
        tile=plan.against,
        against=plan.tile,
        mode=_mode(plan),
        margin_points=plan.margin_points,
        lines=tuple(_line(run, rung, effect) for rung, effect in enumerate(found)),
        slope_points=as_num(change) if change else None,
        reading=reading(found, plan.against, plan.margin_points) if change else "",
        tiles=(run.about["arms"][0]["tile"], _control(run)),
    )


def _line(run: Run[LabPlan], rung: int, effect: Effect) -> LabEffect:
    pairs = parted_pairs(run, rung, 0, SHOWN_PAIRS)["pair"].to_list() if effect.discordant else []
    return LabEffect(
        bot=effect.bot,
        verdict=effect.verdict,
        sentence=sentence(effect, run.plan.against, run.plan.tile, run.plan),
        effect_points=as_num(effect.raw),
        corrected_points=as_num(effect.corrected),
        pairs=effect.pairs,
        games=effect.games,
        discordant=effect.discordant,
        parted_pairs=tuple(pairs),
    )


def _icons(run: Run[LabPlan], name: str, rung: int) -> LabIconsSection:
    found = contributions(run, rung)
    parts = []
    for one in found:
        icon = one.part.icon
        parts.append(
            LabPart(
                part=one.part.label,
                side=SIDES[one.part.side] if one.part.side is not None else None,
                right=icon.at.right if icon else None,
                forward=icon.at.forward if icon else None,
                contribution_points=as_num(one.points),
                p_holm=round(one.p_value, 6),
                sure=one.is_sure,
                discordant=one.discordant,
            )
        )
    heat = [{f"{at.right},{at.forward}": colour for at, colour in heat_of(found, s).items()} for s in (0, 1)]
    return LabIconsSection(
        run=name,
        bot=run.plan.bots[rung],
        tile=run.plan.tile,
        mode=_mode(run.plan),
        pairs=found[0].points.n if found else 0,
        parts=tuple(sorted(parts, key=lambda part: -part.contribution_points.value)),
        heat=(heat[0], heat[1]),
        profile=_control(run),
    )


def _tuned(run: Run[LabPlan], name: str) -> LabTuneSection:
    target = run.about["story"]["target"]
    tiles = [
        LabTuned(
            edits=one.candidate.edits,
            icons_changed=one.candidate.distance,
            effect_points=as_num(one.effect.raw),
            judgement=one.judgement,
            on_front=one.is_best,
            yaml="\n".join(format_tile(one.candidate.tile, 2)),
            profile=one.candidate.tile.model_dump(mode="json"),
        )
        for one in read_tuned(run)
    ]
    return LabTuneSection(
        run=name,
        bot=run.plan.bots[0],
        tile=run.plan.against,
        against=run.plan.tile,
        mode=_mode(run.plan),
        target_points=target[0],
        tolerance_points=target[1],
        pairs=run.plan.games,
        tiles=tuple(tiles),
    )


def games_played(run: Run[LabPlan]) -> tuple[int, int]:
    """Games that count, and games planned: as many where every verdict is settled."""
    counted = sum(int(looks_of(run, rung).total.get("games", [0])[0]) for rung in range(run.plan.rungs))
    if is_done(run):
        return counted, counted
    arms = len(run.about["arms"])
    return counted, run.plan.total_games * (arms + 1)


def lab_command(run: Run[LabPlan]) -> str:
    """The command that asks the same question again."""
    plan = run.plan
    story = run.about.get("story", {})
    first, second = plan.tile, plan.against
    names = {"swap": ("swap", first, second), "icons": ("icons", first), "ladder": ("ladder", second)}
    words = ["workbench", "lab", *names.get(plan.experiment, ("tune", second))]
    words += [word for one in plan.sets for word in ("--in", one)]
    if plan.experiment in ("race", "winners"):
        words += shlex.split(story.get("options", ""))
    elif plan.experiment == "icons":
        words += ["--bots", ",".join(plan.bots), "--pairs", str(plan.games)]
    else:
        words += ["--against", first] if plan.experiment == "ladder" else []
        words += ["--bots", ",".join(plan.bots), "--margin", f"{plan.margin_points:g}"]
        words += [] if plan.settles else ["--until", str(plan.games)]
    words += [] if plan.forced else ["--natural"]
    words += ["--seed", str(story.get("seed", plan.seed))]
    for key, value in plan.settings.differing().items():
        words += ["--setting", f"{key}={value}"]
    return shlex.join(words)


def painted_face(profile: Mapping[str, Any], side: int, heat: Mapping[str, str] | None = None) -> Markup:
    """A tile's side as inline SVG, with colours in its cells."""
    from workbench.sheet.paint_svg import face_svg

    cells = {Offset(*(int(n) for n in at.split(","))): colour for at, colour in (heat or {}).items()}
    made = face_svg(Tile.model_validate(dict(profile)), side, heat=cells or None)
    return Markup(made.replace("<svg ", '<svg class="face" ', 1))
