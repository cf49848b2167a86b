"""Run folders -> the report's numbers. Another game adds its own builder to `BUILDERS`."""

from __future__ import annotations

import contextlib
import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from workbench import __version__
from workbench.lab.plan import LabPlan
from workbench.lab.play import LabGame
from workbench.report.duke.compare import build_comparison
from workbench.report.duke.games import build_duel, build_games
from workbench.report.duke.lab import build_lab, games_played, lab_command, lab_note
from workbench.report.duke.ladder import build_ladder
from workbench.report.duke.method import method_note
from workbench.report.duke.model import (
    AnySection,
    GamesSection,
    Paragraph,
    PoolSection,
    Report,
    RunHead,
    TilesSection,
    VerdictLine,
    VerdictsSection,
)
from workbench.report.duke.pool import build_pool
from workbench.report.duke.records import read_rungs, read_tiles
from workbench.report.duke.tiles import build_tiles
from workbench.report.duke.verdict import spell
from workbench.sim.plan import Plan
from workbench.sim.seam import SimError
from workbench.sim.store import MANIFEST, Run, open_run
from workbench.tileset.model import Tile
from workbench.tileset.settings import Settings

MARGIN_POINTS = 2.0


def build_report(paths: Sequence[str | Path], margin_points: float = MARGIN_POINTS) -> Report:
    """Raises SimError where a folder cannot be read."""
    runs = [open_any(path) for path in paths]
    for run in runs:
        if not run.games_done:
            raise SimError(f"{run.path} holds no finished games yet: run workbench sim first")
    names = _distinct_names(runs)
    heads = [_head(run, name) for run, name in zip(runs, names, strict=True)]
    by_run = [_builder(head)(run, head.name, margin_points) for run, head in zip(runs, heads, strict=True)]
    comparison = build_comparison(heads, by_run)
    sections = ([comparison] if comparison else []) + [section for found in by_run for section in found]
    return Report(
        title=_listed(names),
        workbench=__version__,
        margin_points=margin_points,
        runs=tuple(heads),
        sections=tuple(sections),
        method=_method(heads, margin_points),
    )


def open_any(path: str | Path) -> Run[Any]:
    """A run of any game; of a tuning the games of its winners."""
    folder = Path(path)
    if not (folder / MANIFEST).exists() and (folder / "winners" / MANIFEST).exists():
        folder = folder / "winners"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        if json.loads((folder / MANIFEST).read_bytes())["game"] == LabGame.name:
            return open_run(folder, LabPlan)
    return open_run(folder)


def _method(heads: Sequence[RunHead], margin_points: float) -> tuple[Paragraph, ...]:
    games = {head.game for head in heads}
    lab = lab_note() if LabGame.name in games else ()
    return (*lab, *(method_note(margin_points) if games - {LabGame.name} else ()))


def _listed(names: list[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def load_faces(paths: Sequence[str | Path]) -> dict[tuple[str, str], Tile]:
    """The tiles of the runs by (run, code), for those who draw them."""
    runs = [open_any(path) for path in paths]
    return {
        (name, kind.code): kind.tile
        for run, name in zip(runs, _distinct_names(runs), strict=True)
        for kind in (read_tiles(run.about) if "tiles" in run.about else ())
        if kind.tile is not None
    }


def build_duke(run: Run[Plan], name: str, margin_points: float) -> list[AnySection]:
    """The sections of a run of The Duke, in the order of reading."""
    rungs = read_rungs(run)
    icon_kinds = run.about.get("icon_kinds", [])
    tables = [
        build_tiles(name, rung, side, margin_points, icon_kinds)
        for rung in rungs
        if rung.has("south_first_draw", "north_first_draw")
        for side in rung.sides()
        if side.copies.any()
    ]
    games = [build_games(name, rung, run.about.get("turn_kinds", [])) for rung in rungs]
    pools = [
        pool
        for rung in rungs
        for side in rung.sides()
        if (pool := build_pool(name, rung, side, run.about, margin_points)) is not None
    ]
    found: list[AnySection | None] = [build_verdicts(name, tables, pools, games, margin_points)]
    found += tables
    found.append(build_ladder(name, tables))
    found += pools
    found += [build_duel(name, rung) for rung in rungs if not rung.mirror]
    found += games
    return [section for section in found if section is not None]


Builder = Callable[[Run[Any], str, float], list[AnySection]]
BUILDERS: dict[str, Builder] = {"duke": build_duke, LabGame.name: build_lab}


def _builder(head: RunHead) -> Builder:
    if head.game not in BUILDERS:
        raise SimError(f"{head.folder} is a run of {head.game!r}, and there is no report for that game")
    return BUILDERS[head.game]


def build_verdicts(
    run: str,
    tables: list[TilesSection],
    pools: list[PoolSection],
    games: list[GamesSection],
    margin_points: float,
) -> VerdictsSection:
    lines = [
        VerdictLine(
            name=row.name,
            code=row.code,
            bot=table.label,
            verdict=row.verdict,
            sentence=row.sentence,
            swing_points=row.swing_points,
        )
        for table in tables
        for row in table.tiles
        if row.custom
    ]
    lines += [
        VerdictLine(
            name=tile.name,
            code=tile.code,
            bot=pool.bot,
            verdict=tile.verdict,
            sentence=tile.sentence,
            swing_points=tile.swap_swing_points,
        )
        for pool in pools
        for tile in pool.tiles
        if tile.custom
    ]
    # a tile's lines stand together, tiles in the order of the table
    order = {name: place for place, name in reversed(list(enumerate(line.name for line in lines)))}
    lines.sort(key=lambda line: order[line.name])
    return VerdictsSection(
        run=run, margin_points=margin_points, lines=tuple(lines), summary=_summary(tables, games, bool(lines))
    )


def _summary(tables: list[TilesSection], games: list[GamesSection], any_custom: bool) -> tuple[str, ...]:
    parts = []
    if not tables:
        parts.append("No draws from a bag are recorded in this run, so nothing can be said about single tiles.")
    elif not any_custom:
        parts.append("There is no custom tile in this run; the official tiles are shown.")
    for table in tables:
        known = [(row, row.swing_points) for row in table.tiles if row.swing_points]
        if len(known) > 1:
            top, bottom = known[0], known[-1]
            parts.append(
                f"For {table.label} players the strongest tile of the bag is {top[0].name}, "
                f"{spell(top[1])} points, and the weakest {bottom[0].name}, {spell(bottom[1])} points."
            )
    for section in games:
        parts.append(
            f"The first player's edge with {section.bot} bots is "
            f"{spell(section.first_player_edge_points)} points over {section.games:,} games."
        )
    return tuple(parts)


def _distinct_names(runs: list[Run[Any]]) -> list[str]:
    """The plan's names, or the folders where plans share a name; numbered if even those are equal."""
    names = [run.plan.name for run in runs]
    if len(set(names)) < len(names):
        names = [run.path.resolve().name for run in runs]
    if len(set(names)) < len(names):
        names = [f"{name} ({place})" for place, name in enumerate(names, 1)]
    return names


def _head(run: Run[Any], name: str) -> RunHead:
    plan: dict[str, Any] = run.manifest["plan"]
    settings = Settings.model_validate(plan.get("settings", {}))
    bots = plan.get("bots") or [f"{plan.get('south')} against {plan.get('north')}"]
    is_lab = run.manifest["game"] == LabGame.name
    games, planned = games_played(run) if is_lab else (run.games_done, run.plan.total_games)
    return RunHead(
        name=name,
        folder=str(run.path),
        game=str(run.manifest["game"]),
        sets=tuple(plan.get("sets") or ("base",)),
        bots=tuple(bots),
        games=games,
        planned_games=planned,
        seed=run.plan.seed,
        command=lab_command(run) if is_lab else _command(run, settings.differing()),
        differing_settings=settings.differing(),
        versions=dict(run.manifest.get("versions", {})),
        created=str(run.manifest.get("created", "")),
        fingerprint=run.fingerprint,
    )


def _command(run: Run[Plan], differing: dict[str, Any]) -> str:
    """The command that plays the same games again, into a folder of its own."""
    plan: dict[str, Any] = run.manifest["plan"]
    words = ["workbench", "sim", *plan.get("sets", ())]
    words += ["--games", str(run.plan.games), "--seed", str(run.plan.seed)]
    for key in ("bots", "south", "north", "light", "chunk", "record"):
        value = plan.get(key)
        default = Plan.model_fields[key].default
        if value and value != default and value != list(default or ()):
            words += [f"--{key}", ",".join(value) if isinstance(value, list) else str(value)]
    for key, value in differing.items():
        if key == "terrain":
            words += [w for k, v in value.items() for w in ("--terrain", k if v is True else f"{k}={v}")]
        elif key == "objective":
            words += ["--objective", str(value)]
        else:
            words += ["--setting", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    return shlex.join(words)
