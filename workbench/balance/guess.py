"""A guess before any game: what the icons of a tile promise, put on the scale of the official tiles' effects.

The bots read a worth from the icons of any tile. How that worth goes with the effect of a draw is a line through the
base tiles. It is a first word for somebody who waits, and never a part of the answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from workbench.balance.base import BaseEffects
from workbench.balance.question import FEWEST_COPIES, Question
from workbench.tileset.compose import Composition


@dataclass(frozen=True)
class Guess:
    """Points a draw by tile type, and how far the line misses the base tiles that it goes through (an SD)."""

    points: tuple[float, ...]
    misses_by: float


def guess_types(composition: Composition, base: BaseEffects) -> Guess | None:
    """Of every type of a game; None where too few base tiles are left to draw a line."""
    from workbench.bots.worths import tile_worths
    from workbench.duke.board.tables import build_rules

    rules: Any = build_rules(composition)[0]
    worth = tile_worths(rules, "worth", "icons").astype(np.float64)
    known = [number for number, tile in enumerate(composition.tiles) if tile.name in base.effects]
    if len(known) < FEWEST_COPIES:
        return None
    points = np.array([base.points(composition.tiles[number].name) for number in known])
    slope, level = np.polyfit(worth[known], points, 1)
    missed = points - (level + slope * worth[known])
    return Guess(
        tuple(float(one) for one in level + slope * worth), float(np.sqrt(np.sum(missed**2) / max(len(known) - 2, 1)))
    )


def guess_points(composition: Composition, question: Question, base: BaseEffects) -> dict[str, float]:
    """Points a draw by the tile's name, for drawn tiles."""
    found = guess_types(composition, base)
    return {} if found is None else {one.name: found.points[one.number] for one in question.drawn}
