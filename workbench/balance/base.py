"""What official tiles are worth to a bot: the effect of a draw of each in the base set, and their spread.

Effects for the default rules are shipped with the plans that made them; for other bots and house rules they are
measured once and kept in the user's cache. Both depend on how the bots value tiles (`bots.registry.Yardstick`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.sim.disk import canonical, sha256
from workbench.sim.sealed import read_sealed, write_sealed
from workbench.tileset.settings import Settings

if TYPE_CHECKING:
    from workbench.bots.registry import Yardstick
    from workbench.sim.job import Player
    from workbench.sim.run import Report

FILE = Path(__file__).with_name("base-effects.json")
LEAST_SD = 0.5  # points
MEASURED_GAMES = {"random": 100_000, "greedy": 40_000}  # for the cache; the shipped ones rest on many more
THOUGHTFUL_GAMES = 4_000


@dataclass(frozen=True)
class BaseEffect:
    """One base tile: points per draw against an average draw of the base set, and the standard error."""

    points: float
    error: float


@dataclass(frozen=True)
class BaseEffects:
    """The base tiles by name, for one bot that values tiles in one way."""

    bot: str
    yardstick: str
    effects: Mapping[str, BaseEffect]
    sd_points: float
    games: int
    plan: Mapping[str, Any]

    def points(self, name: str) -> float:
        return self.effects[name].points if name in self.effects else 0.0

    def nearest(self, points: float, within: float) -> str | None:
        """The base tile nearest in strength; None when there is none so near."""
        name = min(self.effects, key=lambda one: abs(self.effects[one].points - points), default=None)
        return name if name is not None and abs(self.effects[name].points - points) <= within else None

    def as_data(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "yardstick": self.yardstick,
            "games": self.games,
            "sd_points": round(self.sd_points, 4),
            "effects": {name: [round(one.points, 4), round(one.error, 4)] for name, one in self.effects.items()},
            "plan": dict(self.plan),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> BaseEffects:
        effects = {name: BaseEffect(*pair) for name, pair in data["effects"].items()}
        return cls(data["bot"], data["yardstick"], effects, data["sd_points"], data["games"], data["plan"])


def corrected_sd(points: np.ndarray, covariance: np.ndarray) -> float:
    """The standard deviation of the true effects, one vote each: what noise adds to the spread is taken off."""
    count = len(points)
    if count < 2:
        return LEAST_SD
    centre = np.eye(count) - 1 / count
    noise = float(np.trace(centre @ covariance @ centre)) / (count - 1)
    return max(math.sqrt(max(float(np.var(points, ddof=1)) - noise, 0.0)), LEAST_SD)


def rules_key(settings: Settings) -> dict[str, Any]:
    """The house rules that are not the usual ones and matter to the base set: it has no pool."""
    return _unusual(settings.model_dump(mode="json"))


def _unusual(settings: Mapping[str, Any]) -> dict[str, Any]:
    """So a setting that a later version adds leaves known effects as they are."""
    usual = Settings().model_dump(mode="json")
    return {key: value for key, value in settings.items() if key != "siege_mode" and value != usual.get(key)}


def plan_key(bot: str, yardstick: str, settings: Settings) -> dict[str, Any]:
    """What effects depend on, besides chance: if any of it changes, they are measured anew."""
    from workbench.bots.registry import parse_bot
    from workbench.sim.duke.play import set_hash
    from workbench.tileset.compose import base_set

    spec = parse_bot(bot)
    return {
        "bot": str(spec),
        "yardstick": "any" if spec.name == "random" else yardstick,
        "settings": rules_key(settings),
        "base": set_hash(base_set())[:16],
        "worths": worths_key(),
    }


@lru_cache(maxsize=1)
def worths_key() -> str:
    """Of the numbers that bots value tiles by; the marks that tiles are known by may be written anew."""
    from workbench.bots.worths import FILE as WORTHS

    return sha256(canonical(_without_marks(json.loads(WORTHS.read_bytes()))))[:16]


def _without_marks(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_marks(value) for key, value in data.items() if key != "fingerprint"}
    return [_without_marks(value) for value in data] if isinstance(data, list) else data


@lru_cache(maxsize=1)
def shipped_effects() -> tuple[BaseEffects, ...]:
    if not FILE.exists():
        return ()
    data = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(BaseEffects.from_data(one) for one in data["measured"])


def known_effects(bot: str, yardstick: str, settings: Settings | None = None) -> BaseEffects | None:
    """Shipped, or measured by an earlier call; None: `measure_effects` must be asked, or the bot is somebody's own."""
    from workbench.bots.registry import BOT_TYPES

    if bot.partition(":")[0] not in BOT_TYPES:
        return None
    key = plan_key(bot, yardstick, settings or Settings())
    for one in shipped_effects():
        plan = {**one.plan, "settings": _unusual(one.plan.get("settings", {}))}
        if {name: plan.get(name) for name in key} == key:
            return one
    try:
        return BaseEffects.from_data(read_sealed(_cached(key)))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _cached(key: Mapping[str, Any]) -> Path:
    """In the cache while nobody else can write there: a stranger's effects would decide what is fair."""
    from workbench.cache import cache_folder

    return cache_folder("base-effects") / f"{sha256(canonical(key))[:24]}.json"


def measure_effects(
    bot: str,
    yardstick: Yardstick,
    settings: Settings | None = None,
    *,
    games: int | None = None,
    seed: int = 1,
    folder: Path | None = None,
    keep: bool = False,
    make_player: Callable[[Any], Player] | None = None,
    stop: Callable[[], bool] = lambda: False,
    report: Report = lambda progress: None,
) -> BaseEffects | None:
    """Play the base set and measure its tiles. None if it was stopped: a folder goes on with it.

    Kept in the cache where there is no folder, or where that is asked for.
    """
    import tempfile

    from workbench.sim.job import play_here
    from workbench.sim.run import simulate

    rules = settings or Settings()
    game, plan = _base_game(bot, yardstick, rules, games, seed)
    with tempfile.TemporaryDirectory() as scratch:
        path = folder or Path(scratch) / "run"
        player = make_player or (lambda queue: play_here)
        done = simulate(game, plan, path, player, resume=folder is not None, stop=stop, report=report)
        if done.stopped:
            return None
        found = read_effects(done.run, plan_key(bot, yardstick, rules))
    if folder is None or keep:
        key = plan_key(bot, yardstick, rules)
        write_sealed(_cached(key), found.as_data())
    return found


def _base_game(bot: str, yardstick: Yardstick, settings: Settings, games: int | None, seed: int) -> Any:
    from dataclasses import replace

    from workbench.sim.duke.plan import Plan
    from workbench.sim.duke.play import DukeGame

    count = games or MEASURED_GAMES.get(bot.partition(":")[0], THOUGHTFUL_GAMES)
    plan = Plan(name="base", bots=(bot,), games=count, seed=seed, settings=settings, record=("draws",))
    return replace(DukeGame.from_plan(plan), yardstick=yardstick), plan


def read_effects(run: Any, key: Mapping[str, Any]) -> BaseEffects:
    """The effects that a run of the base set shows."""
    from workbench.balance.luck import draw_luck
    from workbench.balance.question import read_question
    from workbench.stats.linear import RoundsFit

    question = read_question(run.about)
    types = np.flatnonzero(question.bags[0] > 0)
    fit = RoundsFit(1 + len(types))
    for chunk in run.finished():
        frame = run.chunk_rows(chunk.chunk.number)
        luck = draw_luck(frame, question.bags, question.drafted)[:, types]
        winner = frame["winner"].to_numpy()
        score = np.where(winner < 0, 0.5, winner == 0).astype(np.float64)
        fit.add(np.column_stack([np.ones(len(score)), luck]), score, frame["pair"].to_numpy())
    copies = question.bags[0][types]
    weights = np.hstack([np.zeros((len(types), 1)), np.eye(len(types)) - copies / copies.sum()])
    value, covariance = fit.contrasts(weights)
    points, spread = 100 * value, 1e4 * covariance
    effects = {
        question.names[number]: BaseEffect(float(points[place]), math.sqrt(float(spread[place, place])))
        for place, number in enumerate(types)
    }
    plan = {**key, "seed": run.plan.seed, "games": fit.rows, "rules": run.manifest["identity"]["the rules engine"][:16]}
    found = BaseEffects(key["bot"], key["yardstick"], effects, corrected_sd(points, spread), fit.rows, plan)
    return BaseEffects.from_data(found.as_data())  # rounded, as it will be read again
