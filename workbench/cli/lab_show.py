"""What the lab's experiments say, for the terminal."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from workbench.cli.console import columns, say, shows_unicode

if TYPE_CHECKING:
    from workbench.lab.icons import Contribution
    from workbench.lab.measure import Effect
    from workbench.lab.plan import LabPlan
    from workbench.lab.skill import Skill
    from workbench.lab.tune import Tuned
    from workbench.sim.store import Run
    from workbench.stats.interval import Estimate
    from workbench.tileset.model import Tile

CELL_COLUMNS = 7  # of a cell that holds a number
JUDGEMENTS = {
    "meets": "surely within the target",
    "likely": "within the target, though the interval reaches beyond",
    "unlikely": "outside the target, though the interval reaches into it",
    "misses": "surely outside the target",
}


def points(found: Estimate) -> str:
    """'+2.1 (+1.6 to +2.6)', of the numbers that programs get."""
    value, low, high = (round(one, 2) + 0.0 for one in (found.value, found.low, found.high))
    return f"{value:+z.1f} ({low:+z.1f} to {high:+z.1f})"


def numbers(found: Estimate) -> dict[str, Any]:
    return {"value": round(found.value, 2), "interval": [round(found.low, 2), round(found.high, 2)]}


def mode(plan: LabPlan) -> str:
    return "drawn first" if plan.forced else "left to the shuffle"


def show_swap(run: Run[LabPlan], found: list[Effect]) -> None:
    from workbench.lab.swap import margin_words, sentence

    plan = run.plan
    for effect in found:
        say(sentence(effect, plan.against, plan.tile, plan))
    typer.echo("")
    rows = [("bot", "verdict", "points", "pairs", "differ", "games")]
    for effect in found:
        rows.append(
            (
                effect.bot,
                effect.verdict,
                points(effect.shown),
                f"{effect.pairs:,}",
                f"{effect.discordant:,}",
                f"{effect.games:,}",
            )
        )
    typer.echo("\n".join(columns(rows)))
    typer.echo(f"{plan.against} {mode(plan)}; margin {margin_words(plan)}, seed {plan.seed}")
    if any(effect.discordant for effect in found):
        typer.echo(f"games that parted: workbench lab twins {shlex.quote(str(run.path))}")


def _tile(run: Run[LabPlan]) -> Tile:
    from workbench.tileset.model import Tile

    return Tile.model_validate(run.about["contest"]["composition"]["tiles"][-1])


def icons_json(run: Run[LabPlan]) -> dict[str, Any]:
    from workbench.lab.icons import contributions

    plan = run.plan
    bots = []
    for rung, bot in enumerate(plan.bots):
        parts = [
            {
                "part": one.part.label,
                "points": numbers(one.points),
                "sure": one.is_sure,
                "discordant": one.discordant,
            }
            for one in contributions(run, rung)
        ]
        bots.append({"bot": bot, "parts": parts})
    mode = "forced" if plan.forced else "natural"
    return {"tile": plan.tile, "pairs": plan.games, "mode": mode, "seed": plan.seed, "bots": bots}


def show_icons(run: Run[LabPlan]) -> None:
    from workbench.lab.icons import contributions

    tile = _tile(run)
    for rung, bot in enumerate(run.plan.bots):
        found = contributions(run, rung)
        typer.echo(f"What each part of {tile.name} adds for {bot} players, in points of win rate:\n")
        for side, name in enumerate(("starting side", "other side")):
            typer.echo(name)
            typer.echo("\n".join(_heat_grid(tile, found, side)))
        rows = [("part", "points", "", "pairs that differ")]
        for one in sorted(found, key=lambda one: -one.points.value):
            sure = ("helps" if one.points.value > 0 else "hurts") if one.is_sure else ""
            rows.append((one.part.label, points(one.points), sure, f"{one.discordant:,}"))
        typer.echo("\n" + "\n".join(columns(rows)))
    typer.echo(f"{tile.name} {mode(run.plan)}; {run.plan.games:,} pairs for each part, seed {run.plan.seed}")
    typer.echo("intervals allow for the number of parts; what is neither 'helps' nor 'hurts' is not sure")


def _heat_grid(tile: Tile, found: list[Contribution], side: int) -> list[str]:
    """The face with a number in each cell that has icons; coloured on a terminal."""
    from workbench.cli.faces import sign_of
    from workbench.lab.icons import heat_of
    from workbench.tileset.model import WINDOW
    from workbench.words import Offset

    face = tile.face(side)
    column, row = face.origin
    by_cell: dict[Offset, float] = {}
    for one in found:
        if one.part.icon is not None and one.part.side == side:
            by_cell[one.part.icon.at] = by_cell.get(one.part.icon.at, 0.0) + one.points.value
    heat = heat_of(found, side) if sys.stdout.isatty() else {}
    lines = []
    for y in range(WINDOW):
        cells = []
        for x in range(WINDOW):
            at = Offset(x - column, row - y)
            signs = "".join(sign_of(icon, shows_unicode()) for icon in face.icons if icon.at == at)
            text = f"{signs}{by_cell[at]:+z.1f}" if at in by_cell else "@" if at == (0, 0) else "."
            cells.append(_coloured(text.center(CELL_COLUMNS), heat.get(at)))
        lines.append("  " + " ".join(cells))
    return lines


def _coloured(text: str, colour: str | None) -> str:
    if colour is None:
        return text
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[30m{text}\x1b[0m"


def write_heat(run: Run[LabPlan], folder: Path | None) -> list[str]:
    """Both faces of each bot as SVG; returns what to tell."""
    from workbench.cli.outputs import make_output_folder, refuse_existing, write_files
    from workbench.lab.icons import contributions, heat_svg
    from workbench.lab.swap import run_name

    if folder is None:
        return []
    make_output_folder(folder)
    tile, files = _tile(run), {}
    for rung, bot in enumerate(run.plan.bots):
        found = contributions(run, rung)
        for side, name in enumerate(("starting", "other")):
            path = folder / f"{run_name(tile.name, bot, name)}.svg"
            files[path] = heat_svg(tile, found, side).encode()
    refuse_existing(files, force=True)
    write_files(files)
    return [f"wrote {path}" for path in files]


def ladder_json(run: Run[LabPlan], found: list[Effect], skill: Skill | None = None) -> dict[str, Any]:
    from workbench.lab.ladder import change_over
    from workbench.lab.swap import as_json

    change = change_over(found)
    return {
        "tile": run.plan.against,
        "against": run.plan.tile,
        "rungs": [as_json(effect, run.plan) for effect in found],
        "change_points": numbers(change.ends) if change else None,
        "change_p": round(change.p_value, 6) if change else None,
        "trend": change.trend if change else None,
        "skill": skill.as_data() if skill else None,
    }


def show_ladder(run: Run[LabPlan], found: list[Effect], skill: Skill | None = None) -> None:
    from workbench.lab.ladder import reading

    show_swap(run, found)
    say(reading(found, run.plan.against, run.plan.margin_points))
    if skill is not None:
        typer.echo("")
        typer.echo("\n".join(columns(_skill_rows(skill))))
        typer.echo("score of the row's bot against the column's, in percent; Elo with the first bot at 0")


def _skill_rows(skill: Skill) -> list[tuple[str, ...]]:
    """A line per bot: its Elo, and its score against each."""
    rows: list[tuple[str, ...]] = [("bot", "Elo", *skill.bots)]
    for place, (bot, elo) in enumerate(zip(skill.bots, skill.elo, strict=True)):
        scores = [skill.score(place, other) for other in range(len(skill.bots))]
        cells = [f"{100 * one.value:.1f} ± {100 * one.half_width:.1f}" if one else "" for one in scores]
        rows.append((bot, f"{elo.value:+.0f} ± {elo.half_width:.0f}", *cells))
    return rows


def tuned_json(run: Run[LabPlan], found: list[Tuned]) -> dict[str, Any]:
    from workbench.tileset.rewrite import tile_fields

    story = run.about["story"]
    tiles = [
        {
            "edits": list(one.candidate.edits),
            "distance": one.candidate.distance,
            "effect_points": numbers(one.effect.raw),
            "judgement": one.judgement,
            "rank": list(one.ranks),
            "on_front": one.is_best,
            "tile": tile_fields(one.candidate.tile),
        }
        for one in found
    ]
    plan = run.plan
    mode = "forced" if plan.forced else "natural"
    return {
        "tile": plan.against,
        "against": plan.tile,
        "target_points": story["target"],
        "bot": plan.bots[0],
        "mode": mode,
        "pairs": plan.games,
        "seed": plan.seed,
        "tiles": tiles,
    }


def show_tuned(run: Run[LabPlan], found: list[Tuned]) -> None:
    from workbench.cli.faces import draw_tile
    from workbench.lab.tune import Target
    from workbench.tileset.rewrite import format_tile

    plan, target = run.plan, Target(*run.about["story"]["target"])
    bot = plan.bots[0]
    say(
        f"{plan.against} against {plan.tile} for {bot} players, aiming at {target} points; measured on "
        f"{plan.games:,} fresh pairs each, {mode(plan)}:"
    )
    typer.echo("")
    rows = [("", "place", "points", "target", "icons changed", "edit")]
    for one in found:
        mark, (best, worst) = "*" if one.is_best else "", one.ranks
        place = str(best) if best == worst else f"{best}-{worst}"
        words = points(one.effect.raw), one.judgement, str(one.candidate.distance), one.candidate.label
        rows.append((mark, place, *words))
    typer.echo("\n".join(columns(rows)))
    typer.echo("* no other tile is both nearer to the target and closer to the original\n")
    for one in (one for one in found if one.is_best and one.candidate.edits):
        say(f"{one.candidate.label}: {points(one.effect.raw)} points, {JUDGEMENTS[one.judgement]}")
        typer.echo(draw_tile(one.candidate.tile, shows_unicode()))
        typer.echo("\n".join(format_tile(one.candidate.tile, 2)) + "\n")
    typer.echo(f"next: workbench report {shlex.quote(str(run.path))}")
