"""What a standing is worth: the chance to hold most castles when the game ends, learned from self-play.

The weights are in standing.json with the plan that made them; `learn.py` makes them again.
"""

from __future__ import annotations

import json
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any

from workbench.dune.names import FACTIONS, NOBODY
from workbench.dune.state import State

FILE = Path(__file__).with_name("standing.json")
VERSION = 1
FEATURES = (
    "level", "dwarves", "elves", "goblins", "late",
    "castles", "castles late", "two castles", "best other", "best other late", "sole lead",
    "garrisons", "on the way", "graveyard",
    "gold", "gold late", "cards", "card points",
    "others on board", "others' gold", "place in order", "ally",
)  # fmt: skip


def castles_held(s: State) -> list[int]:
    castles = s.tables.castle_mask
    return [(s.controlled(faction) & castles).bit_count() for faction in FACTIONS]


def most_castles_shares(castles: tuple[int, ...] | list[int]) -> tuple[float, ...]:
    """1 for who holds most castles, shared among equals."""
    most = max(castles)
    share = 1.0 / castles.count(most)
    return tuple(share if count == most else 0.0 for count in castles)


def features(s: State, seat: int, held: list[int]) -> list[float]:
    """One number for each of FEATURES, of a faction when a turn begins; units count against those in the bank."""
    tables, row = s.tables, s.units[seat]
    late = (s.turn - 1) / tables.settings.turn_limit
    own, most = held[seat], max(count for faction, count in enumerate(held) if faction != seat)
    seen, others = s.seen[seat], s.seen[seat ^ 1] | s.seen[seat ^ 2] | s.seen[seat ^ 3]
    garrisons = sum(row[at] for at in tables.list_of(seen & ~others & tables.castle_mask))
    board, hand = sum(row), s.hands[seat]
    all_board = sum(map(sum, s.units)) - board
    return [
        1.0, float(seat == 0), float(seat == 1), float(seat == 2), late,
        own, own * late, float(own >= 2), most, most * late, float(own > most),
        garrisons, board - garrisons, s.grave[seat],
        s.gold[seat], s.gold[seat] * late, len(hand), sum(card % 6 + 1 for card in hand),
        all_board / 3, (sum(s.gold) - s.gold[seat]) / 3,
        (s.order.index(seat) - s.start) % 4, float(s.ally[seat] != NOBODY),
    ]  # fmt: skip


@lru_cache(maxsize=1)
def shipped_standing() -> dict[str, Any]:
    """The learned weights with the plan that made them."""
    data: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


@lru_cache(maxsize=1)
def shipped_weights() -> tuple[float, ...]:
    weights = shipped_standing()["weights"]
    return tuple(float(weights[name]) for name in FEATURES)


def evaluate(s: State, seat: int, weights: tuple[float, ...]) -> float:
    """The chance to hold most castles at the end; what it has come to where the game is over."""
    held = castles_held(s)
    if s.winner != NOBODY:
        return most_castles_shares(held)[seat]
    logit = 0.0
    for weight, value in zip(weights, features(s, seat, held), strict=True):
        logit += weight * value
    return 1.0 / (1.0 + exp(-logit))
