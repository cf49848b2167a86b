"""Learning what tiles are worth: self-play, and a logistic regression of who won on what stood on the board.

The coefficients are log odds per tile. They are told in points: a middling tile of the bags has 100. Two fits share
the games: one without mobility says what a tile is worth all in all; one with it says what it is worth beyond its ways
to go, for bots that count these. In the first round every tile counts alike to the players; later rounds play with what
the round before has learned.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from workbench.bots.profile import FEATURE_NAMES, fingerprints, icon_features
from workbench.bots.worths import LEAST, MIDDLING, MOST
from workbench.sim.disk import read_ordinary
from workbench.stats.regression import Fit, fit_logistic
from workbench.tileset.compose import Composition

if TYPE_CHECKING:
    from workbench.duke.board.compile import Wanted

LARGEST_WORTHS = 5_000_000  # bytes
VERSION = 3  # 2 told icons by their number
STRAY_PERCENT = 25
ROUNDS = 2
KEEP_ONE_IN = 3
ROWS_PER_GAME = 40
GAMES_AT_ONCE = 1000
RIDGE = 1e-5
ICON_RIDGE = 0.3  # in units of one tile's error


@dataclass(frozen=True, slots=True)
class TileWorth:
    """A tile's worth in points, with half its 95 % interval; None where it never came or went."""

    name: str
    code: str
    fingerprint: str
    worth: float
    half_width: float | None
    beyond: float  # its ways to go aside


@dataclass(frozen=True, slots=True)
class Worths:
    """What was learned from one composition."""

    tiles: tuple[TileWorth, ...]
    bag: float
    mobility: float
    guarded: float
    tempo: float
    logit: float  # points that are one unit of log odds
    icons: dict[str, dict[str, float]]  # what features say of tiles nobody has seen, for "worth" and "beyond"
    games: int
    positions: int
    plan: dict[str, Any]

    def as_data(self) -> dict[str, Any]:
        """As it is written: rounded, so that the file reads well."""
        return {
            "version": VERSION,
            "plans": [{**self.plan, "games": self.games, "positions": self.positions}],
            "points": {
                "bag": round(self.bag, 1),
                "mobility": round(self.mobility, 3),
                "guarded": round(self.guarded, 1),
                "tempo": round(self.tempo, 1),
                "logit": round(self.logit, 1),
            },
            "icons": {
                name: {feature: round(one, 3) for feature, one in values.items()} for name, values in self.icons.items()
            },
            "tiles": [
                {
                    "name": tile.name,
                    "code": tile.code,
                    "fingerprint": tile.fingerprint,
                    "worth": round(tile.worth, 1),
                    "half_width": None if tile.half_width is None else round(tile.half_width, 1),
                    "beyond": round(tile.beyond, 1),
                }
                for tile in self.tiles
            ],
        }


def prepare_worths(composition: Composition) -> None:
    """Compile what no earlier run has compiled."""
    from workbench.duke.board.compile import DISABLED
    from workbench.duke.board.compile_apart import compile_missing

    if not DISABLED:
        compile_missing(worth_entries(composition))


def worth_entries(composition: Composition) -> list[Wanted]:
    """All compiled code that worths are learned by, with arguments of its types."""
    from workbench.bots.worths import flat_worths
    from workbench.duke.board.compile import captured
    from workbench.duke.board.kept_tables import rules_of

    with captured() as wanted:
        _samples(rules_of(composition)[0], flat_worths(len(composition.tiles)), 1, 0, lambda done: None)
    return wanted


def learn_worths(
    composition: Composition, games: int, seed: int, report: Callable[[int, int], None] = lambda done, total: None
) -> Worths:
    """Play greedy games with these tiles and fit what each is worth; `report` is told how many games are played."""
    from workbench.bots.worths import flat_worths
    from workbench.duke.board.kept_tables import rules_of

    tables = rules_of(composition)
    rules, known = tables[0], flat_worths(len(composition.tiles))
    for number in range(ROUNDS):

        def tell(done: int, before: int = number * games) -> None:
            report(before + done, ROUNDS * games)

        rows, winners = _samples(rules, known, games, seed + number, tell)
        learned = fit_worths(composition, rules, rows, winners, seed)
        for tile_type, tile in enumerate(learned.tiles):
            known[0].worth[tile_type] = round(max(LEAST, min(MOST, tile.worth)))
    return learned


def _samples(
    rules: Any, known: Any, games: int, seed: int, tell: Callable[[int], None]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    from workbench.bots.greedy import GreedyMemory
    from workbench.duke.board.state import new_pool, new_states
    from workbench.lab.worth_play import COLUMNS, GAME, play_samples

    memory, pool = GreedyMemory(known[0], new_states(1)[0]), new_pool()
    kept, winners = [], np.zeros(games, np.int64)
    for first in range(0, games, GAMES_AT_ONCE):
        part = winners[first : first + GAMES_AT_ONCE]
        room = np.zeros((len(part) * ROWS_PER_GAME, COLUMNS), np.int64)
        count = play_samples(memory, rules, pool, seed, first, STRAY_PERCENT, KEEP_ONE_IN, room, part)
        room[:count, GAME] += first
        kept.append(room[:count].copy())
        tell(first + len(part))
    return np.concatenate(kept), winners


def fit_worths(
    composition: Composition, rules: Any, rows: NDArray[np.int64], winners: NDArray[np.int64], seed: int
) -> Worths:
    """What positions (rows as of `worth_play.note_position`) and who won say of the tiles."""
    from workbench.lab.worth_play import BAG, GAME, GUARDED, MOBILITY, TEMPO

    unit = rows[:, GAME]
    score = np.where(winners < 0, 0.5, winners == 0).astype(float)[unit]
    seen = rows[:, :GAME].astype(float)
    whole = fit_logistic(seen, score, unit, RIDGE)
    seen[:, MOBILITY] = 0.0
    plain = fit_logistic(seen, score, unit, RIDGE)
    types = len(composition.tiles)
    varies: NDArray[Any] = np.asarray(rows[:, :types].any(axis=0))
    bagged = np.bincount([tile_type for army in composition.armies for tile_type in army.bag], minlength=types)
    weights = bagged * varies
    middling = float(np.average(plain.coefficients[:types], weights=weights)) if weights.any() else 0.0
    if middling <= 0:
        raise ValueError("the games show no worth of tiles: play more of them")
    scale = MIDDLING / middling
    features = icon_features(rules)

    def told(fit: Fit) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """Points of each type, half widths, and what icons say."""
        points, halves = fit.coefficients[:types] * scale, fit.errors[:types] * scale * 1.96
        icons = _fit_icons(features[varies], points[varies], halves[varies])
        return np.where(varies, points, features @ icons), halves, icons

    worth, halves, icons = told(plain)
    beyond, _, icons_beyond = told(whole)
    prints = fingerprints(rules)
    tiles = tuple(
        TileWorth(
            tile.name, tile.code, prints[number], float(worth[number]),
            float(halves[number]) if varies[number] else None, float(beyond[number]),
        )
        for number, tile in enumerate(composition.tiles)
    )  # fmt: skip
    plan = {
        "sets": list(composition.sets),
        "bot": "greedy",
        "stray_percent": STRAY_PERCENT,
        "rounds": ROUNDS,
        "seed": seed,
    }
    bag, moves, guarded, tempo = (
        float(whole.coefficients[column] * scale) for column in (BAG, MOBILITY, GUARDED, TEMPO)
    )
    by_icons = {
        name: dict(zip(FEATURE_NAMES, values.tolist(), strict=True))
        for name, values in (("worth", icons), ("beyond", icons_beyond))
    }
    return Worths(tiles, bag, moves, guarded, tempo, scale, by_icons, len(winners), len(rows), plan)


def _fit_icons(features: NDArray[Any], points: NDArray[Any], halves: NDArray[Any]) -> NDArray[Any]:
    """Ridge regression of worths on what tiles can do, towards nothing; the level itself is free."""
    weight = 1 / (1 + (halves / MIDDLING) ** 2)
    spread = np.maximum(features.std(axis=0), 1e-9)
    penalty = np.diag(np.where(np.arange(features.shape[1]) == 0, 1e-9, ICON_RIDGE * spread**2 + 1e-6))
    inner = features.T @ (weight[:, None] * features) + penalty
    return np.asarray(np.linalg.solve(inner, features.T @ (weight * points)))


def read_worths(file: Path) -> dict[str, Any] | None:
    """What an earlier call has written, None if there is no such file; raises ValueError if it is something else."""
    if not file.exists():
        return None
    try:
        data: Any = json.loads(read_ordinary(file, LARGEST_WORTHS))
    except (OSError, ValueError, RecursionError):
        data = None
    if isinstance(data, dict) and data.get("version") == 2:
        raise ValueError(f"{file} holds worths of version 2, which told icons by number: name another file")
    if not isinstance(data, dict) or data.get("version") != VERSION or not _holds_worths(data):
        raise ValueError(f"{file} holds no worths of version {VERSION}: name another file")
    return data


def _holds_worths(data: dict[str, Any]) -> bool:
    """Whether what `merge_worths` reads is there: hours of games are not to end in a file that cannot take them."""
    tiles = data.get("tiles")
    return (
        isinstance(data.get("plans"), list)
        and isinstance(tiles, list)
        and all(isinstance(tile, dict) and isinstance(tile.get("fingerprint"), str) for tile in tiles)
        and all(isinstance(tile.get("worth"), int | float) and math.isfinite(tile["worth"]) for tile in tiles)
    )


def merge_worths(old: dict[str, Any] | None, learned: Worths) -> dict[str, Any]:
    """Worths of a file with tiles that it does not have yet, scaled by those that both have."""
    new = learned.as_data()
    if old is None:
        return new
    known = {tile["fingerprint"]: tile for tile in old["tiles"]}
    common = [
        (known[tile["fingerprint"]]["worth"], tile["worth"])
        for tile in new["tiles"]
        if tile["fingerprint"] in known and tile["half_width"] is not None
    ]
    scale = sum(a for a, _ in common) / sum(b for _, b in common) if common else 1.0
    for tile in new["tiles"]:
        if tile["fingerprint"] not in known and tile["half_width"] is not None:
            for name in ("worth", "half_width", "beyond"):
                tile[name] = round(tile[name] * scale, 1)
            old["tiles"].append(tile)
    old["plans"].append(new["plans"][0])
    return old
