"""How fast our Monte Carlo bot is beside OpenSpiel's C++ one, measured in the same run on one core.

    python benchmarks/peers.py [--seconds 5] [--json]

OpenSpiel (pip install open_spiel) plays 6x6 breakthrough, the nearest to The Duke in size among its games. Its bot
does not say how long its playouts are, so they are measured beside it: random games from the start.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from typing import Any

GAME = "breakthrough(rows=6,columns=6)"
SIMS = 2000


def open_spiel_rates(seconds: float) -> dict[str, float] | None:
    """Look-aheads and plies a second of OpenSpiel's bot; None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(GAME)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMS, 1000, False, 1, False)
    state = game.new_initial_state()
    bot.mcts_search(state)
    sims, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        bot.mcts_search(state)
        sims += SIMS
    rate = sims / (time.process_time() - began)
    length = mean_length(game)
    return {"sims_per_second": rate, "plies_per_sim": length, "plies_per_second": rate * length}


def mean_length(game: Any, games: int = 300) -> float:
    luck, plies = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
            plies += 1
    return plies / games


def our_rates(horizon: int, seconds: float) -> dict[str, float]:
    """The same of our bot with the base set, at the first turn of a game."""
    from workbench.bots.measure import mcts_rates

    return mcts_rates(f"mcts:sims={SIMS},horizon={horizon}", seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    peer = open_spiel_rates(options.seconds)
    found: dict[str, Any] = {"open_spiel": peer}
    for name, horizon in (("to the end", 1000), ("horizon 40", 40), ("horizon 4", 4)):
        found[name] = our_rates(horizon, options.seconds)
    if options.json:
        print(json.dumps({"version": 1, **found}, indent=2))
        return 0
    if peer is None:
        print("OpenSpiel is not installed: pip install open_spiel")
    for name, rates in found.items():
        if rates:
            times = f"  {rates['plies_per_second'] / peer['plies_per_second']:.1f} x" if peer else ""
            print(
                f"{name:12} {rates['sims_per_second']:12,.0f} look-aheads/s {rates['plies_per_sim']:8.1f} plies each"
                f" {rates['plies_per_second']:14,.0f} plies/s{times}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
