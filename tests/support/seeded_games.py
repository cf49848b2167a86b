"""Seeded games of the random bot, step by step, for every family of rules.

As a script it prints them as JSON: run in another process, compiled or (NUMBA_DISABLE_JIT=1) in plain Python, it must
print the same games.

    NUMBA_DISABLE_JIT=1 python tests/seeded_games.py [FAMILY ...]
"""

from __future__ import annotations

import json
import sys
from functools import lru_cache
from typing import Any

import numpy as np

from workbench.bots.choose import Chooser, open_bot
from workbench.bots.registry import parse_bot
from workbench.duke.board.state import REASONS, new_pool
from workbench.duke.game import Game, Position, game_of
from workbench.duke.turn.engine import deal_luck

TERRAIN = {"terrain": {"mountain": 2, "fort": 2, "dragon": True}}
FAMILIES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "base": ((), {}),
    "enhanced": ((), {"enhanced": "both"}),
    "siege": (("siege-engines",), {"enhanced": "both"}),
    "terrain": ((), TERRAIN),
    "siege and terrain": (("siege-engines",), {"enhanced": "both", **TERRAIN}),
    "counting coup": ((), {"objective": "counting_coup", "terrain": {"dragon": True}}),
    "trophy hunters": ((), {"objective": "trophy_hunters"}),
    "dark rider": ((), {"objective": "dark_rider", "terrain": {"mountain": 1}}),
    "dynastic dispute": ((), {"objective": "dynastic_dispute"}),
}
SEED = 20131
GAMES = 2  # of each family


def game_of_family(family: str, **more: Any) -> Game:
    sets, settings = FAMILIES[family]
    return game_of(sets, {**settings, **more})


@lru_cache(maxsize=32)
def chooser_of(game: Game) -> Chooser:
    return open_bot(parse_bot("random"), game.referee.rules)


def choose(position: Position, streams: int | None = None, decision: int | None = None) -> int:
    """The random bot's packed turn: by the game's own luck, by other streams, or at another count of decisions."""
    referee = position.game.referee
    pool = referee.load(position.state)
    if streams is not None:
        deal_luck(pool.states[0], SEED, streams, 0)
    if decision is not None:
        s = pool.states[0]
        s["choices"][int(s["to_move"])] = decision
    return chooser_of(position.game)(referee.rules, pool)


def walk(game: Game, seed: int, number: int) -> list[tuple[str, Position]]:
    """Every step of a seeded game with the position after it; the first is the start."""
    position = game.dealt(seed, number)
    steps = [("", position)]
    while not position.is_over:
        if position.is_chance:
            text, position = game.let_luck(position)
        else:
            code = choose(position)
            text = game.referee.text(position.state, code)
            position = game.after(position, code)
        steps.append((text, position))
    return steps


def played(family: str, number: int) -> dict[str, Any]:
    """A game as plain data."""
    steps = walk(game_of_family(family), SEED, number)
    state = steps[-1][1].state[0]
    return {
        "winner": int(state["winner"]),
        "reason": REASONS[int(state["reason"])],
        "plies": int(state["ply"]),
        "hash": int(state["hash"]),
        "steps": [text for text, _ in steps],
        "end": steps[-1][1].line,
    }


def outcomes(family: str, count: int) -> list[tuple[int, str, int]]:
    """The same games by the loop that only keeps outcomes."""
    from workbench.bots.mirror import play_random_games

    winners, reasons, plies = (np.zeros(count, np.int64) for _ in range(3))
    rules = game_of_family(family).referee.rules
    play_random_games(rules, new_pool(), SEED, 0, winners, reasons, plies)
    rows = zip(winners.tolist(), reasons.tolist(), plies.tolist(), strict=True)
    return [(winner, REASONS[reason], count) for winner, reason, count in rows]


def main() -> None:
    families = sys.argv[1:] or list(FAMILIES)
    json.dump({family: [played(family, number) for number in range(GAMES)] for family in families}, sys.stdout)


if __name__ == "__main__":
    main()
