"""How fast we are beside OpenSpiel's C++ code, measured in the same run on one core: random play, and Monte Carlo.

    taskset -c 0 python benchmarks/peers.py [--seconds 5] [--json]

OpenSpiel (pip install open_spiel) plays 6x6 breakthrough, the nearest to The Duke in size among its games: whole games
of two uniformly random bots in its own loop, without a check rule, draws or expansions; ours with every rule in force.
Both play by turns, a batch each, and the medians are compared, as the speed of a machine changes from second to second.
Its Monte Carlo bot does not say how long its playouts are, so they are measured beside it: random games from the start.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import time
from functools import partial
from statistics import median
from typing import Any

GAME = "breakthrough(rows=6,columns=6)"
SIMS = 2000
ROUNDS = 15


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


def random_play(seconds: float) -> dict[str, Any]:
    """Plies a second of random games: OpenSpiel's, and ours by family of rules, with how many times as fast we are."""
    from workbench.cli.bench_engine import FAMILIES, Player

    try:
        import pyspiel
    except ImportError:
        return {}
    game = pyspiel.load_game(GAME)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in (0, 1)]
    length, seeds = mean_length(game, 2000), itertools.count()

    def theirs() -> float:
        for _ in range(100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 100 * length

    players = {name: Player(name) for name in FAMILIES}

    def ours(player: Player) -> float:
        player.batch(64 * next(seeds))
        return float(player.plies.sum())

    jobs = {"OpenSpiel": theirs, **{name: partial(ours, player) for name, player in players.items()}}
    for job in jobs.values():
        job()
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(ROUNDS):
        for name, job in jobs.items():
            plies, began = 0.0, time.process_time()
            while (spent := time.process_time() - began) < seconds / ROUNDS:
                plies += job()
            rates[name].append(plies / spent)
    return {
        name: {
            "plies_per_second": median(found),
            "times": median(ours / theirs for ours, theirs in zip(found, rates["OpenSpiel"], strict=True)),
        }
        for name, found in rates.items()
    }


def our_rates(horizon: int, seconds: float) -> dict[str, float]:
    """The same of our bot with the base set, at the first turn of a game."""
    from workbench.bots.measure import mcts_rates

    return mcts_rates(f"mcts:sims={SIMS},horizon={horizon}", seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    played = random_play(options.seconds)
    peer = open_spiel_rates(options.seconds)
    found: dict[str, Any] = {"open_spiel": peer}
    for name, horizon in (("to the end", 1000), ("horizon 40", 40), ("horizon 4", 4)):
        found[name] = our_rates(horizon, options.seconds)
    if options.json:
        print(json.dumps({"version": 1, "random_play": played, **found}, indent=2))
        return 0
    for name, rates in played.items():
        print(f"{name:17} {rates['plies_per_second']:14,.0f} plies/s  {rates['times']:.1f} x")
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
