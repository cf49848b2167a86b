"""Learning what tiles are worth: self-play, and a logistic regression of who won on what stood on the board.

The coefficients are log odds per tile. They are told in points: a middling tile of the bags has 100.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from workbench.bots.profile import fingerprints, icon_features
from workbench.bots.worths import MIDDLING
from workbench.stats.regression import Fit, fit_logistic
from workbench.tileset.compose import Composition

STRAY_PERCENT = 25
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


@dataclass(frozen=True, slots=True)
class Worths:
    """What was learned from one composition."""

    tiles: tuple[TileWorth, ...]
    bag: float
    mobility: float
    guarded: float
    tempo: float
    logit: float  # points that are one unit of log odds
    icons: tuple[float, ...]
    games: int
    positions: int
    plan: dict[str, Any]

    def as_data(self) -> dict[str, Any]:
        """As it is written: rounded, so that the file reads well."""
        return {
            "version": 1,
            "plans": [{**self.plan, "games": self.games, "positions": self.positions}],
            "points": {
                "bag": round(self.bag, 1),
                "mobility": round(self.mobility, 3),
                "guarded": round(self.guarded, 1),
                "tempo": round(self.tempo, 1),
                "logit": round(self.logit, 1),
            },
            "icons": [round(one, 3) for one in self.icons],
            "tiles": [
                {
                    "name": tile.name,
                    "code": tile.code,
                    "fingerprint": tile.fingerprint,
                    "worth": round(tile.worth, 1),
                    "half_width": None if tile.half_width is None else round(tile.half_width, 1),
                }
                for tile in self.tiles
            ],
        }


def learn_worths(composition: Composition, games: int, seed: int) -> Worths:
    """Play greedy games with these tiles and fit what each is worth."""
    from workbench.duke.tables import build_rules

    rules = build_rules(composition)
    rows, winners = _samples(rules[0], games, seed)
    fit = _fit(rows, winners)
    return _told(composition, rules[0], fit, rows, games, seed)


def _samples(rules: Any, games: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    from workbench.bots.memory import bot_memory
    from workbench.bots.registry import parse_bot
    from workbench.duke.state import new_states
    from workbench.lab.worth_play import COLUMNS, GAME, play_samples

    memory, pool = bot_memory(parse_bot("greedy"), rules), new_states(3)
    kept, winners = [], np.zeros(games, np.int64)
    for first in range(0, games, GAMES_AT_ONCE):
        part = winners[first : first + GAMES_AT_ONCE]
        room = np.zeros((len(part) * ROWS_PER_GAME, COLUMNS), np.int64)
        count = play_samples(memory, rules, pool, seed, first, STRAY_PERCENT, KEEP_ONE_IN, room, part)
        room[:count, GAME] += first
        kept.append(room[:count].copy())
    return np.concatenate(kept), winners


def _fit(rows: NDArray[np.int64], winners: NDArray[np.int64]) -> Fit:
    from workbench.lab.worth_play import GAME

    score = np.where(winners < 0, 0.5, winners == 0).astype(float)
    unit = rows[:, GAME]
    return fit_logistic(rows[:, :GAME].astype(float), score[unit], unit, RIDGE)


def _told(
    composition: Composition, rules: Any, fit: Fit, rows: NDArray[np.int64], games: int, seed: int
) -> Worths:
    from workbench.lab.worth_play import BAG, GUARDED, MOBILITY, TEMPO

    types = len(composition.tiles)
    varies: NDArray[Any] = np.asarray(rows[:, :types].any(axis=0))
    bagged = np.bincount([kind for army in composition.armies for kind in army.bag], minlength=types)
    weights = bagged * varies
    unit = float(np.average(fit.coefficients[:types], weights=weights)) if weights.any() else 0.0
    if unit <= 0:
        raise ValueError("the games show no worth of tiles: play more of them")
    scale = MIDDLING / unit
    points, halves = fit.coefficients * scale, fit.errors * scale * 1.96
    features = icon_features(rules)
    icons = _fit_icons(features[varies], points[:types][varies], halves[:types][varies])
    guessed = features @ icons
    prints = fingerprints(rules)
    tiles = tuple(
        TileWorth(
            tile.name, tile.code, prints[number],
            float(points[number]) if varies[number] else float(guessed[number]),
            float(halves[number]) if varies[number] else None,
        )
        for number, tile in enumerate(composition.tiles)
    )  # fmt: skip
    plan = {
        "sets": list(composition.sets),
        "bot": "greedy",
        "stray_percent": STRAY_PERCENT,
        "seed": seed,
    }
    bag, moves, guarded, tempo = (float(points[column]) for column in (BAG, MOBILITY, GUARDED, TEMPO))
    return Worths(tiles, bag, moves, guarded, tempo, scale, tuple(icons.tolist()), games, len(rows), plan)


def _fit_icons(features: NDArray[Any], points: NDArray[Any], halves: NDArray[Any]) -> NDArray[Any]:
    """Ridge regression of worths on what tiles can do, towards nothing; the level itself is free."""
    weight = 1 / (1 + (halves / MIDDLING) ** 2)
    spread = np.maximum(features.std(axis=0), 1e-9)
    penalty = np.diag(np.where(np.arange(features.shape[1]) == 0, 1e-9, ICON_RIDGE * spread**2 + 1e-6))
    inner = features.T @ (weight[:, None] * features) + penalty
    return np.asarray(np.linalg.solve(inner, features.T @ (weight * points)))


def merge_worths(file: Path, learned: Worths) -> dict[str, Any]:
    """The data of `file` with tiles that it does not have yet, scaled by those that both have."""
    new = learned.as_data()
    if not file.exists():
        return new
    old: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    known = {tile["fingerprint"]: tile for tile in old["tiles"]}
    common = [
        (known[tile["fingerprint"]]["worth"], tile["worth"])
        for tile in new["tiles"]
        if tile["fingerprint"] in known and tile["half_width"] is not None
    ]
    scale = sum(a for a, _ in common) / sum(b for _, b in common) if common else 1.0
    for tile in new["tiles"]:
        if tile["fingerprint"] not in known:
            wide = tile["half_width"]
            tile["worth"] = round(tile["worth"] * scale, 1)
            tile["half_width"] = None if wide is None else round(wide * scale, 1)
            old["tiles"].append(tile)
    old["plans"].append(new["plans"][0])
    return old
