"""How fast we are beside OpenSpiel's C++ code, measured in the same run: one table for everything.

    python benchmarks/peers.py [--special] [--seconds 5] [--only PART ...] [--json]

OpenSpiel (pip install open_spiel) plays 6x6 breakthrough, the nearest to The Duke in size among its games: whole games
of two uniformly random bots in its own loop, without a check rule, draws or expansions; ours with every rule in force.
Both play by turns, a slice of CPU time each, and the medians of ratios are compared, as the speed of a machine changes
from second to second. Its Monte Carlo bot does not say how long its playouts are, so they are measured beside it.

--special first compiles the engine for each family alone. Times are CPU seconds on one core, so that others on the
machine count little; `runs`, `two processes of one` and `first use` are measured on all cores, by the clock too, and
want a quiet machine. `first use` compiles everything in a cache of its own and takes a minute and a half.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from statistics import median
from typing import Any

import growth
import whole_commands
from cpu_time import in_turns, one_core

GAME = "breakthrough(rows=6,columns=6)"
SIMS = 2000
BOTS = ("random", "greedy", "search:depth=1", "search:depth=2", "mcts:sims=50", "mcts:sims=200")
ON_ALL_CORES = {"runs", "two processes of one", "first use"}


def mean_length(game: Any, games: int = 300) -> float:
    luck, plies = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
            plies += 1
    return plies / games


def open_spiel_games() -> Callable[[], float] | None:
    """A batch of OpenSpiel's random games, told in plies; None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game(GAME)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in (0, 1)]
    length, seeds = mean_length(game, 2000), itertools.count()

    def play() -> float:
        for _ in range(100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seeds))
        return 100 * length

    return play


def random_play(seconds: float, special: bool) -> dict[str, Any]:
    """Plies a CPU second of random games by family of rules, and how many times as fast as OpenSpiel we are."""
    from workbench.cli.bench_engine import FAMILIES, Player

    players, seeds = {name: Player(name) for name in FAMILIES}, itertools.count()
    if special:
        for player in players.values():
            compile_special(player)

    def ours(player: Player) -> float:
        player.batch(64 * next(seeds))
        return float(player.plies.sum())

    theirs = open_spiel_games()
    jobs = {name: partial(ours, player) for name, player in players.items()}
    rates = in_turns({**({"OpenSpiel": theirs} if theirs else {}), **jobs}, seconds)
    peer = rates.get("OpenSpiel")
    return {
        name: {
            "per_second": median(found),
            "times": median(a / b for a, b in zip(found, peer, strict=True)) if peer else None,
        }
        for name, found in rates.items()
    }


def compile_special(player: Any) -> None:
    """The engine for just this kind of game."""
    from workbench.duke.board.compile import captured, look_for_special_builds
    from workbench.duke.board.compile_apart import Beside, compile_missing

    with captured() as wanted:
        player.batch(0)
    compile_missing(wanted)
    Beside(wanted, player.rules).finish()
    look_for_special_builds()


def monte_carlo(seconds: float) -> dict[str, Any]:
    """Look-aheads a second and the plies in them: OpenSpiel's bot at its first turn, and ours in base games."""
    from workbench.bots.measure import mcts_rates

    found: dict[str, Any] = {}
    try:
        import pyspiel
    except ImportError:
        pass
    else:
        game = pyspiel.load_game(GAME)
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMS, 1000, False, 1, False)
        state = game.new_initial_state()
        sims, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            bot.mcts_search(state)
            sims += SIMS
        rate, length = sims / (time.process_time() - began), mean_length(game)
        found["OpenSpiel mcts"] = {"sims_per_second": rate, "plies_per_sim": length, "plies_per_second": rate * length}
    for horizon in (1000, 40, 4):
        found[f"mcts, horizon {horizon}"] = mcts_rates(f"mcts:sims={SIMS},horizon={horizon}", seconds)
    return found


def bot_games(seconds: float) -> dict[str, float]:
    """Whole base games a CPU second of each bot against itself."""
    play = growth.players_of(BOTS)
    jobs = {bot: partial(lambda bot: float(len(play(bot))), bot) for bot in BOTS}
    return {bot: median(rates) for bot, rates in in_turns(jobs, seconds).items()}


def lines(found: dict[str, Any]) -> Iterator[str]:
    """The one table."""
    for name, rates in found.get("random play", {}).items():
        times = f"{rates['times']:.2f} x" if rates["times"] else ""
        yield _line(f"random, {name}", f"{rates['per_second']:,.0f}", "plies/s", times)
    if monte_carlo := found.get("monte carlo"):
        peer = monte_carlo.get("OpenSpiel mcts")
        for name, rates in monte_carlo.items():
            times = f"{rates['plies_per_second'] / peer['plies_per_second']:.2f} x" if peer else ""
            yield _line(name, f"{rates['sims_per_second']:,.0f}", "look-aheads/s", times)
    for name, rate in found.get("bots", {}).items():
        yield _line(f"base games, {name}", f"{rate:,.1f}", "games a CPU second")
    for part in ("starts", "runs", "first use"):
        for name, cost in found.get(part, {}).items():
            memory = f", {cost['peak_mb']:.0f} MB" if part == "runs" else ""
            yield _line(name, f"{cost['cpu_s']:.2f}", f"CPU s ({cost['wall_s']:.2f} s{memory})")
    for name in ("recorded play of bare", "two processes of one"):
        if name in found:
            yield _line(name, f"{found[name]:.3f}")
    for name, cost in found.get("growth", {}).items():
        if "us_per_turn" in cost:
            yield _line(f"a turn of {name}", f"{cost['us_per_turn']:,.1f}", "CPU us")
        else:
            yield _line(name, f"{cost['us_per_ply']:.3f}", f"CPU us a ply, {cost['plies_per_game']:.0f} plies a game")
    yield _line("load of the machine: before", f"{found['load'][0]:.1f}", f"after {found['load'][1]:.1f}")


def _line(name: str, figure: str, unit: str = "", times: str = "") -> str:
    return f"{name:36} {figure:>14} {unit:18} {times}".rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time of each measurement")
    parser.add_argument("--special", action="store_true", help="compile the engine for each family first")
    parser.add_argument("--json", action="store_true")
    parts: dict[str, Callable[[float], Any]] = {
        "random play": lambda seconds: random_play(seconds, options.special),
        "monte carlo": monte_carlo,
        "bots": bot_games,
        "growth": lambda seconds: growth.plies(seconds) | growth.turns(seconds),
        "recorded play of bare": lambda seconds: whole_commands.recorded_of_bare(),
        "starts": lambda seconds: whole_commands.starts(),
        "two processes of one": whole_commands.two_processes,
        "runs": lambda seconds: whole_commands.runs(),
        "first use": lambda seconds: whole_commands.first_use(),
    }
    parser.add_argument("--only", action="append", choices=parts, help="leave out the other parts; repeatable")
    options = parser.parse_args()
    found: dict[str, Any] = {"version": 3}
    load = os.getloadavg()[0]
    for name, measure in parts.items():
        if name in (options.only or parts):
            print(f"measuring {name} ...", file=sys.stderr, flush=True)
            with nullcontext() if name in ON_ALL_CORES else one_core():
                found[name] = measure(options.seconds)
    found["load"] = [load, os.getloadavg()[0]]
    print(json.dumps(found, indent=2) if options.json else "\n".join(lines(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
