"""How cost grows with the size of what is asked: a part of `peers.py`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from typing import TYPE_CHECKING, Any

from cpu_time import in_turns

if TYPE_CHECKING:
    from workbench.tileset.compose import Composition

COPIES = (1, 2, 4, 7)  # of all tiles in a bag
ICONS = (2, 4, 8, 12, 16, 24)  # on each side of every tile
DEPTHS = (1, 2, 3)
SIMS = (50, 200, 800)
SLICES = 7
# Games at once: so many that what a batch costs does not count.
SIZES = {"random": 2000, "greedy": 500, "search:depth=1": 100, "search:depth=2": 20}


def with_more_tiles() -> Iterator[tuple[int, Composition]]:
    """Base games with every tile of a bag so many times."""
    from workbench.bots.measure import base_composition

    base = base_composition()
    for copies in COPIES:
        armies = tuple(replace(army, bag=army.bag * copies) for army in base.armies)
        yield len(armies[0].bag), replace(base, armies=armies)


def with_icons() -> Iterator[tuple[int, Composition]]:
    """Base games in which every tile but the Duke jumps to so many squares, the nearest first."""
    from workbench.bots.measure import base_composition
    from workbench.tileset.model import Face, Icon

    base = base_composition()
    squares = [(right, forward) for right in range(-2, 3) for forward in range(-2, 3) if right or forward]
    squares.sort(key=lambda at: (max(map(abs, at)), sum(map(abs, at)), at))
    for count in ICONS:
        face = Face(icons=tuple(Icon(icon="jump", at=at) for at in squares[:count]))
        both = {"starting": face, "other": face}
        tiles = tuple(tile if tile.role == "duke" else tile.model_copy(update=both) for tile in base.tiles)
        yield count, replace(base, tiles=tiles)


def plies(seconds: float) -> dict[str, dict[str, float]]:
    """Random play: the CPU time of a ply and how many a game has."""
    from workbench.cli.bench_engine import Player

    players = {f"{count} tiles in a bag": Player(made) for count, made in with_more_tiles()}
    players |= {f"{count} icons on a side": Player(made) for count, made in with_icons()}
    seen: dict[str, list[int]] = {name: [0, 0] for name in players}

    def play(name: str) -> float:
        player, (games, played) = players[name], seen[name]
        player.batch(games)
        count = int(player.plies.sum())
        seen[name] = [games + len(player.plies), played + count]
        return float(count)

    rates = in_turns({name: partial(play, name) for name in players}, seconds, SLICES)
    return {
        name: {"us_per_ply": 1e6 / median(rates[name]), "plies_per_game": seen[name][1] / seen[name][0]}
        for name in players
    }


def players_of(bots: Sequence[str]) -> Callable[[str], Any]:
    """What plays some base games of one of the bots against itself, others each time, and tells their results."""
    import numpy as np

    from workbench.bots.measure import base_composition
    from workbench.sim.duke.play import DukeGame

    game = DukeGame(base_composition(), (), tuple((bot, bot) for bot in bots), ())
    game.prepare()
    turns = itertools.count()

    def play(bot: str) -> Any:
        count = SIZES.get(bot, 2)
        first = next(turns) * count
        return game.play_results(1, np.arange(first, first + count), np.zeros(count, np.int64), (bot, bot))

    return play


def turns(seconds: float) -> dict[str, dict[str, float]]:
    """Bots: the CPU time of a turn, over whole base games."""
    bots = [*(f"search:depth={depth}" for depth in DEPTHS), *(f"mcts:sims={sims}" for sims in SIMS)]
    play = players_of(bots)
    jobs = {bot: partial(lambda bot: float(play(bot)["plies"].sum()), bot) for bot in bots}
    return {bot: {"us_per_turn": 1e6 / median(rates)} for bot, rates in in_turns(jobs, seconds, SLICES).items()}
