"""From the games that were played for the ratings to the file of ratings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from workbench import __version__
from workbench.balance.answer import shown
from workbench.balance.base import BaseEffects, known_effects, plan_key, read_effects, worths_key
from workbench.balance.question import BASE, Asked
from workbench.balance.rating_plan import ENHANCED, RatedBag, official_sets, plan_data, sizes_of
from workbench.balance.rating_play import folder_of
from workbench.balance.starts import StartAnswer
from workbench.balance.tally import NEAR, Tally
from workbench.balance.verdict import Verdict, judge
from workbench.lab.measure import effect_of, looks_of
from workbench.lab.plan import LabPlan
from workbench.ratings.file import VERSION, BagLevel, BagRatings, Made, Points, Ratings, TileLevel, TileRating
from workbench.resources import PACKAGE
from workbench.sim.disk import canonical, sha256
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import rules_hash, set_hash
from workbench.sim.store import MANIFEST, Run, open_run
from workbench.stats.cluster import mean_estimate
from workbench.stats.interval import LEVEL, Estimate, two_sided_z
from workbench.tileset.load import load_sets
from workbench.tileset.settings import Settings

BATCH = 50_000  # rows of the table that are in memory at once
MARK = 16  # letters of a hash
SAMPLE = 50  # games of the base set that an engine is known by
# Rules, turns, and the bots that ratings are made by.
DECIDE = ("duke/board/*.py", "duke/rules/*.py", "duke/turn/*.py", *(f"bots/{name}.py" for name in (
    "dragon_ahead", "evaluate", "greedy", "look", "mcts", "profile", "random", "search", "unknown", "worths",
)))  # fmt: skip

COMPILE = frozenset({  # how code is compiled and kept: it decides no game
    "compile", "compile_apart", "compile_once", "compile_told", "dispatchers", "kept_tables", "objects", "sources",
    "special",
})  # fmt: skip


def engine_mark() -> str:
    """Of the sources that decide how a game goes; what only tells of games may change, and no rating is older."""
    names = sorted(path for pattern in DECIDE for path in PACKAGE.glob(pattern) if path.stem not in COMPILE)
    marks = [[path.relative_to(PACKAGE).as_posix(), sha256(path.read_bytes())] for path in names]
    return sha256(canonical(marks))[:MARK]


def _engine_of(bags: Sequence[RatedBag], bots: Sequence[str], folder: Path) -> str:
    """'' where this engine played all that is read, else the mark of another that did."""
    runs = (_opened(folder_of(folder, bot, bag), Plan) for bag in bags for bot in bots)
    played = {str(run.manifest["identity"]["the rules engine"]) for run in runs if run is not None}
    return next((one[:MARK] for one in sorted(played) if one != rules_hash()), "")


def game_mark(frame: Any) -> str:
    """Of games as they were played: who won, when, and what came out of the bags."""
    columns = ("game", "winner", "plies", "south_bag_log", "north_bag_log")
    return sha256(canonical([frame[name].to_list() for name in columns]))[:MARK]


def sample_of(bag: RatedBag, bot: str, folder: Path) -> str | None:
    """The mark of the first games of a bag; None before they are played."""
    run = _opened(folder_of(folder, bot, bag), Plan)
    first = next(iter(run.finished()), None) if run is not None else None
    if run is None or first is None or first.chunk.number != 0:
        return None
    frame = run.chunk_rows(0)
    return game_mark(frame.head(SAMPLE)) if frame.height >= SAMPLE else None


def current_marks() -> dict[str, Any]:
    """What ratings depend on, as it is now."""
    sets = load_sets(tuple(official_sets()))
    return {
        "engine": engine_mark(),
        "worths": worths_key(),
        "sets": {one.id: set_hash(one)[:MARK] for one in sets},
    }


def read_ratings(bags: Sequence[RatedBag], bots: Sequence[str], folder: Path, seed: int, games: int | None) -> Ratings:
    """All that is there, finished or not; tiles and levels without games are left out, or say why they have none."""
    marks = current_marks()
    used = {one.id for bag in bags for one in bag.setting.background.sets} | {BASE}
    base = next((bag for bag in bags if bag.bag.name == BASE), None)
    samples = {bot: mark for bot in bots if base is not None and (mark := sample_of(base, bot, folder)) is not None}
    made = Made(
        workbench=__version__,
        engine=_engine_of(bags, bots, folder) or marks["engine"],
        sample=samples,
        worths=marks["worths"],
        sets={name: mark for name, mark in marks["sets"].items() if name in used},
        seed=seed,
        level=LEVEL,
    )
    found = tuple(_read_bag(bag, base, bots, folder, games) for bag in bags)
    return Ratings(version=VERSION, made=made, plan=plan_data(bots, games), bags=found)


def base_effects_for(bot: str, yardstick: str, base: RatedBag | None, folder: Path) -> BaseEffects | None:
    """What base tiles are worth to a bot: shipped, or by the games of the base set that were played for the ratings.

    Those value tiles as learned; for the few bags that are valued by their icons the same numbers serve.
    """
    known = known_effects(bot, yardstick, Settings())
    if known is not None or base is None:
        return known
    run = _opened(folder_of(folder, bot, base), Plan)
    if run is None or not any(True for _ in run.finished()):
        return None
    return read_effects(run, plan_key(bot, "shipped", Settings()))


def _opened(path: Path, plan: type[Any]) -> Run[Any] | None:
    return open_run(path, plan) if (path / MANIFEST).exists() else None


def _read_bag(bag: RatedBag, base: RatedBag | None, bots: Sequence[str], folder: Path, games: int | None) -> BagRatings:
    levels: list[BagLevel] = []
    drawn: dict[str, list[TileLevel]] = {}
    for bot in bots:
        effects = base_effects_for(bot, bag.setting.about["yardstick"], base, folder)
        run = _opened(folder_of(folder, bot, bag), Plan)
        if effects is None or run is None:
            continue
        tally, level = _read_draws(bag, bot, effects, run, sum(sizes_of(bag, bot, "draws", games)))
        if tally.games:
            levels.append(level)
            for one, rated in _drawn_levels(tally):
                drawn.setdefault(one.name, []).append(rated)
    title = bag.setting.background.sets[-1].name if bag.bag.sets else "The Duke"
    return BagRatings(
        name=bag.bag.name,
        title=f"{title}, enhanced" if bag.bag.name == ENHANCED else title,
        settings=bag.setting.background.settings.differing(),
        levels=tuple(levels),
        tiles=tuple(_tiles(bag, bots, folder, drawn)),
    )


def _tiles(bag: RatedBag, bots: Sequence[str], folder: Path, drawn: dict[str, list[TileLevel]]) -> Iterator[TileRating]:
    if bag.bag.name == BASE:
        duke = "the scale begins with him: acting Dukes are measured against the Duke"
        yield TileRating(name="Duke", set=BASE, how="starts", why_not=duke)
    for one in bag.question.asked:
        about = {"name": one.name, "set": _set_of(bag, one), "army": one.army, "replaces": _replaced(bag, one)}
        if one.how == "drawn":
            yield TileRating(**about, how="drawn", levels=tuple(drawn.get(one.name, ())))
        if one in bag.starts:
            found = (_start_level(one, bot, folder_of(folder, bot, bag, one.name)) for bot in bots)
            yield TileRating(**about, how="starts", levels=tuple(level for level in found if level))
        if one.how == "terrain":
            yield TileRating(**about, how="terrain", why_not="it is terrain, and terrain is not rated")


def _set_of(bag: RatedBag, one: Asked) -> str:
    if one.number >= 0:
        return str(bag.setting.about["tiles"][one.number]["set"])
    return next(found.id for found in bag.setting.background.sets if any(one.name == tile.name for tile in found.tiles))


def _replaced(bag: RatedBag, one: Asked) -> str | None:
    if one.number < 0:
        return None
    replaced = bag.setting.about["tiles"][one.number]["tile"].get("replaces")
    return None if replaced is None else str(replaced)


def _read_draws(bag: RatedBag, bot: str, effects: BaseEffects, run: Run[Plan], wanted: int) -> tuple[Tally, BagLevel]:
    tally = Tally(bag.question, effects, bot)
    first, light, draws, units = ([np.zeros(0)] for _ in range(4))
    for frame in _batches(run):
        tally.add(frame)
        winner = frame["winner"].to_numpy()
        score = np.where(winner < 0, 0.5, winner == 0).astype(np.float64)
        first.append(score)
        draws.append((winner < 0).astype(np.float64))
        units.append(frame["pair"].to_numpy().astype(np.float64))
        light.append(np.where(frame["south_army"].to_numpy() == bag.question.light, score, 1 - score))
    unit = np.concatenate(units).astype(np.int64)

    def estimate(values: list[Any], factor: float, shift: float) -> Points:
        return _points(mean_estimate(np.concatenate(values), unit).scaled(factor, shift))

    level = BagLevel(
        bot=bot,
        games=tally.games,
        wanted=wanted,
        yardstick=bag.setting.about["yardstick"],
        sd_points=shown(effects.sd_points),
        first_player=estimate(first, 200, -100),
        draw_percent=estimate(draws, 100, 0),
        light=estimate(light, 100, -50) if bag.question.armies_differ else None,
    )
    return tally, level


def _batches(run: Run[Plan]) -> Iterator[Any]:
    """The finished chunks in order, many at a time: residuals are best when coefficients are known well."""
    import polars as pl

    held: list[Any] = []
    for found in run.finished():
        held.append(run.chunk_rows(found.chunk.number))
        if sum(frame.height for frame in held) >= BATCH:
            yield pl.concat(held)
            held = []
    if held:
        yield pl.concat(held)


def _drawn_levels(tally: Tally) -> Iterator[tuple[Asked, TileLevel]]:
    """Every tile with the interval of a fixed plan, which decides its verdict."""
    value, error = tally.measured()
    beside, beside_error = tally.against_base()
    z, sd = two_sided_z(LEVEL), tally.base.sd_points
    for row, one in enumerate(tally.question.drawn):
        half = z * float(error[row])
        low, high = float(value[row]) - half, float(value[row]) + half
        is_base = tally.question.base[one.number]
        above = beside[row] - z * beside_error[row] > 0
        below = beside[row] + z * beside_error[row] < 0
        # a base tile is a part of the scale: it may be strong, but not too strong
        too = not (is_base and one.name in tally.base.effects)
        verdict: Verdict = judge(low / sd, high / sd, too and bool(below.all()), too and bool(above.all()))
        yield (
            one,
            TileLevel(
                points=shown(float(value[row])),
                interval=(shown(low), shown(high)),
                bot=tally.bot,
                games=tally.games,
                error=round(float(error[row]), 3),
                sds=shown(float(value[row]) / sd),
                verdict=verdict,
                nearest=tally.base.nearest(float(value[row]), NEAR * sd) if too and half <= sd else None,
            ),
        )


def _start_level(one: Asked, bot: str, path: Path) -> TileLevel | None:
    run = _opened(path, LabPlan)
    if run is None or not (total := looks_of(run, 0).total):
        return None
    effect = effect_of(run.plan, bot, one.name, total)
    points = effect.raw
    surely: Any = "stronger" if points.low > 0 else "weaker" if points.high < 0 else None
    answer = StartAnswer(one.name, run.plan.tile, bot, effect.pairs, points, surely)
    return TileLevel(
        **_points(points).model_dump(),
        bot=bot,
        games=2 * effect.pairs,
        error=round(points.half_width / two_sided_z(LEVEL), 3),
        verdict=answer.verdict,
    )


def _points(one: Estimate) -> Points:
    if not math.isfinite(one.low) or not math.isfinite(one.high):
        return Points(points=shown(one.value), interval=(-100.0, 100.0))
    return Points(points=shown(one.value), interval=(shown(one.low), shown(one.high)))
