"""Runs of the tile lab -> sections of the report."""

from __future__ import annotations

import shlex
from typing import Any

from workbench.balance.folder import shown_folder
from workbench.lab.icons import contributions, heat_of
from workbench.lab.ladder import change_over, reading
from workbench.lab.measure import Effect, looks_of
from workbench.lab.parted import parted_pairs
from workbench.lab.plan import LabPlan
from workbench.lab.run import is_done
from workbench.lab.skill import read_skill
from workbench.lab.swap import sentence, swap_effects
from workbench.lab.tune import read_tuned
from workbench.report.duke.commands import file_name
from workbench.report.duke.lab_model import (
    LabEffect,
    LabEffectsSection,
    LabIconsSection,
    LabPart,
    LabSkill,
    LabTuned,
    LabTuneSection,
)
from workbench.report.duke.model import AnySection
from workbench.report.model import Paragraph
from workbench.report.numbers import as_num
from workbench.sim.store import Run
from workbench.tileset.rewrite import format_tile

SHOWN_PAIRS = 5
SIDE_WORDS: tuple[Any, Any] = ("starting", "other")
LAB_NOTE = (
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
        "Pairs are played until the interval decides: stronger or weaker when it leaves out 0, equivalent when all of "
        "it is within the margin. It holds at every look, and so wherever the games stopped: in at most 5 of 100 runs "
        "does it ever miss. 'Stronger' is stronger at all, not by the margin. The narrower interval beside it would "
        "hold for a number of pairs fixed before.",
    ),
)


def lab_note(margin_points: float) -> tuple[Paragraph, ...]:
    """An experiment has a margin of its own."""
    return tuple(Paragraph(title=title, text=text) for title, text in LAB_NOTE)


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
    change = change_over(found) if plan.experiment == "ladder" else None
    return LabEffectsSection(
        run=name,
        folder=shown_folder(run.path),
        experiment="ladder" if plan.experiment == "ladder" else "swap",
        tile=plan.against,
        against=plan.tile,
        mode=_mode(plan),
        margin_points=plan.margin_points,
        lines=tuple(_line(run, rung, effect) for rung, effect in enumerate(found)),
        change_points=as_num(change.ends) if change else None,
        reading=reading(found, plan.against, plan.margin_points) if change else "",
        skill=skill_rows(run),
        tiles=(run.about["arms"][0]["tile"], _control(run)),
    )


def skill_rows(run: Run[LabPlan]) -> tuple[LabSkill, ...]:
    """Each bot of a ladder against each; nothing where they did not meet."""
    found = read_skill(run.path, run.plan.bots) if run.plan.rungs > 1 else None
    if found is None:
        return ()
    places = range(len(found.bots))
    scores = [[found.score(row, column) for column in places] for row in places]
    return tuple(
        LabSkill(
            bot=bot,
            elo=as_num(elo),
            scores_percent=tuple(None if one is None else as_num(one, 100) for one in row),
        )
        for bot, elo, row in zip(found.bots, found.elo, scores, strict=True)
    )


def _line(run: Run[LabPlan], rung: int, effect: Effect) -> LabEffect:
    pairs = parted_pairs(run, rung, 0, SHOWN_PAIRS)["pair"].to_list() if effect.discordant else []
    return LabEffect(
        bot=effect.bot,
        verdict=effect.verdict,
        sentence=sentence(effect, run.plan.against, run.plan.tile, run.plan),
        effect_points=as_num(effect.shown),
        fixed_points=as_num(effect.raw),
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
                side=SIDE_WORDS[one.part.side] if one.part.side is not None else None,
                right=icon.at.right if icon else None,
                forward=icon.at.forward if icon else None,
                contribution_points=as_num(one.points),
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
    words += [word for one in plan.sets for word in ("--set", file_name(one))]
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
