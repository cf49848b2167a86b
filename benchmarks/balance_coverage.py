"""How often a deciding interval ever misses a truth that is known: real games, looked at after every round.

    python benchmarks/balance_coverage.py --runs 100

Sets of Footmen under other names (the truth is the Footman's shipped effect, so that "weak" is right), and sets of
official tiles under other names (the original's). Prints a line for docs/method.md each, and ends with 1 if more than
9 of 100 runs ever missed. Verdicts that are sure and wrong are counted too.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

import numpy as np

from workbench.balance.base import BaseEffects, known_effects
from workbench.balance.question import read_question
from workbench.balance.rounds import next_round
from workbench.balance.tally import Tally
from workbench.balance.verdict import judge
from workbench.sim.duke.plan import Plan
from workbench.sim.duke.play import DukeGame
from workbench.tileset.compose import base_set, compose
from workbench.tileset.model import Tile, TileSet
from workbench.tileset.settings import Settings

# Place -> what stands there. Places of weak tiles: a bag that is made much weaker changes what every draw is worth.
FOOTMEN = dict.fromkeys(("Bowman", "Knight", "Longbowman"), "Footman")
MIDDLING = dict.fromkeys(("Knight", "Wizard", "Seer", "Dragoon"), "Footman")  # shows just that; asked for by --only
RENAMED = {name: name for name in ("Ranger", "Knight", "Bowman", "General", "Priest", "Assassin", "Champion")}
MOST_MISSES = 0.09
BESIDE_SEED, BESIDE_BATCH = 900_001, 5_000


def named_tile(name: str) -> Tile:
    return next(tile for tile in base_set().tiles if tile.name == name)


def renamed_set(places: dict[str, str]) -> TileSet:
    """Copies of official tiles under other names, in the places of others."""
    tiles = []
    for number, (place, original) in enumerate(places.items()):
        new = {"name": f"{original} {number + 1}", "code": f"Z{chr(97 + number)}", "replaces": place}
        tiles.append(named_tile(original).model_copy(update={**new, "copies": 1, "starts": 0}))
    return base_set().model_copy(update={"id": "renamed", "name": "Renamed", "tiles": tuple(tiles), "path": ""})


def game_of(tileset: TileSet, bot: str) -> DukeGame:
    composition = compose([tileset], Settings())
    return DukeGame(composition, (base_set(), tileset), ((bot, bot),), ("draws",))


@dataclass
class Stream:
    """What one run showed: whether an interval ever missed, and which sure verdicts were wrong."""

    games: int
    missed: bool
    wrong: list[str]
    open: int


def play_stream(game: DukeGame, truths: dict[str, float], base: BaseEffects, seed: int, most: int) -> Stream:
    """Rounds up to `most` games; every look counts."""
    tally = Tally(read_question(game.about()), base, game.pairings[0][0])
    missed = False
    truth = np.array([truths[one.name] for one in tally.question.drawn])
    while tally.games < most:
        size = next_round(tally.bot, tally.games)
        plan = Plan(bots=(tally.bot,), games=tally.games + size, seed=seed, record=("draws",))
        tally.add_round(game.play_batch(plan, tally.games, size).rows)
        missed |= bool(((tally.effects.low > truth) | (tally.effects.high < truth)).any())
    sd, answers = base.sd_points, tally.answers()
    wrong = []
    for answer, points in zip(answers, truth, strict=True):
        right = judge(points / sd, points / sd, False, False)
        said = str(answer.verdict).removeprefix("too ")
        if said not in ("open", "on the line", right):
            wrong.append(f"{answer.asked.name} {answer.verdict}")
    return Stream(tally.games, missed, wrong, sum(answer.verdict == "open" for answer in answers))


def points_beside(game: DukeGame, base: BaseEffects, name: str, games: int) -> float:
    """What the tile of this name itself is worth in that bag, by games of its own."""
    tally = Tally(read_question(game.about()), base, game.pairings[0][0])
    plan = Plan(bots=(tally.bot,), games=games, seed=BESIDE_SEED, record=("draws",))
    for first in range(0, games, BESIDE_BATCH):
        tally.add(game.play_batch(plan, first, BESIDE_BATCH).rows)
    return tally.type_effects()[tally.question.names.index(name)].value


def measure(
    places: dict[str, str], bot: str, runs: int, most: int, first_seed: int = 1, beside: int = 0
) -> list[Stream]:
    """Truths are the shipped effects, or with `beside` those of the originals in the same bag, by so many games."""
    game = game_of(renamed_set(places), bot)
    base = known_effects(bot, game.about()["yardstick"])
    assert base is not None
    originals = dict.fromkeys(places.values())
    truth = {one: points_beside(game, base, one, beside) if beside else base.points(one) for one in originals}
    names = {f"{original} {number + 1}": truth[original] for number, original in enumerate(places.values())}
    return [play_stream(game, names, base, first_seed + run, most) for run in range(runs)]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--runs", type=int, default=100)
    reader.add_argument("--games", type=int, default=20_000, help="Of a run, at least.")
    reader.add_argument("--bot", default="greedy")
    reader.add_argument("--only", choices=["footmen", "renamed", "middling"])
    reader.add_argument("--beside", type=int, default=0, help="Games for the truth in the same bag; 0: as shipped.")
    asked = reader.parse_args()
    print("| set | bot | runs | games each | ever missed | sure and wrong | still open |")
    print("|---|---|---:|---:|---:|---:|---:|")
    worst = 0.0
    sets = {"footmen": ("Footmen under other names", FOOTMEN), "renamed": ("official tiles under other names", RENAMED)}
    chosen = {**sets, "middling": ("Footmen in the places of middling tiles", MIDDLING)}
    for name, places in (chosen[asked.only],) if asked.only else sets.values():
        found = measure(places, asked.bot, asked.runs, asked.games, beside=asked.beside)
        missed, wrong = sum(one.missed for one in found), sum(len(one.wrong) for one in found)
        tiles = len(places) * len(found)
        still = sum(one.open for one in found)
        line = f"{name} | {asked.bot} | {len(found)} | {found[0].games:,} | {missed} | {wrong} of {tiles}"
        print(f"| {line} | {still} of {tiles} |")
        worst = max(worst, missed / len(found))
    sys.exit(int(worst > MOST_MISSES))


if __name__ == "__main__":
    main()
