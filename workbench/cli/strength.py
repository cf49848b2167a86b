"""How strong a tile is before anybody has played with it: by the official ratings, or a guess from its icons."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.balance.guess import Guess
    from workbench.ratings.file import Ratings
    from workbench.tileset.compose import Composition
    from workbench.tileset.model import TileSet

MOST_SETS, MOST_TILES = 4, 12  # of which something is said; more would bury the findings


def strength_notes(sets: Sequence[TileSet]) -> list[str]:
    """Of sound sets: where official tiles are rated; a tile that plays like an official one; for others a guess."""
    from workbench.ratings.file import shipped_ratings

    ratings = shipped_ratings()
    if ratings is None or len(sets) > MOST_SETS:
        return []
    return [line for one in sets for line in _of_set(one, ratings)]


def _of_set(tileset: TileSet, ratings: Ratings) -> list[str]:
    from workbench.finding import UnusableInput
    from workbench.tileset.compose import compose, settle_settings
    from workbench.tileset.load import load_sets, shipped_sets
    from workbench.tileset.settings import Settings

    rated = {tile.set for _, tile in ratings.tiles()}
    if tileset.id in rated and tileset.id in shipped_sets() and tileset.tiles == load_sets([tileset.id])[-1].tiles:
        return [f"how strong its tiles are: workbench ratings {tileset.id}"]
    try:
        composition = compose([tileset], settle_settings(Settings(siege_mode="in_bag"), [tileset]))
    except UnusableInput:
        return []  # it needs other sets beside it
    return _compared(tileset, composition, ratings)


def _asked_as(tileset: TileSet) -> str:
    """What a command calls the set: a shipped one by name, another by its file."""
    from workbench.tileset.load import shipped_sets

    is_shipped = str(shipped_sets().get(tileset.id)) == tileset.path
    return tileset.id if is_shipped else shlex.quote(tileset.path)


def _compared(tileset: TileSet, composition: Composition, ratings: Ratings) -> list[str]:
    from workbench.balance.base import known_effects
    from workbench.balance.guess import guess_types
    from workbench.ratings.words import decider

    bot = decider(ratings)
    base = known_effects(bot, "icons")
    guess = guess_types(composition, base) if base is not None else None
    own = {tile.name for tile in tileset.tiles if tile.role != "terrain"}
    drawn = {number for army in composition.armies for number in army.bag}
    alike = _alike(composition)
    lines, guessed = [], []
    for number, tile in enumerate(composition.tiles):
        if tile.name not in own or number not in drawn:
            continue
        if number in alike:
            told = _rating_of(alike[number], ratings, bot)
            lines += [f"{tile.name} plays like {alike[number]}, which is {told}"] if told else []
        elif guess is not None:
            guessed.append((tile.name, guess.points[number]))
    guesses = _guess_lines(guessed[:MOST_TILES], guess, ratings, bot)
    measure = [f"to measure it: workbench balance {_asked_as(tileset)}"] if guesses else []
    return [*lines[:MOST_TILES], *guesses, *measure]


def _alike(composition: Composition) -> dict[int, str]:
    """Types that play just like an official tile, with its name."""
    from workbench.bots.profile import fingerprints
    from workbench.bots.worths import shipped_worths
    from workbench.duke.board.tables import build_rules

    known = {tile["fingerprint"]: tile["name"] for tile in shipped_worths()["tiles"]}
    prints = fingerprints(build_rules(composition)[0])
    return {number: known[one] for number, one in enumerate(prints) if one in known}


def _rating_of(name: str, ratings: Ratings, bot: str) -> str:
    from workbench.ratings.words import strength_words

    found = next((tile for _, tile in ratings.tiles() if tile.name == name and tile.at(bot)), None)
    return strength_words(found, bot) if found else ""


def _guess_lines(guessed: Sequence[tuple[str, float]], guess: Guess | None, ratings: Ratings, bot: str) -> list[str]:
    from workbench.ratings.scale import nearest_official

    told = []
    for name, points in guessed:
        like = nearest_official(ratings, bot, points, math.inf, but=name)
        told += [f"  {name}: about as strong as {like.tile.name} ({points:+z.1f})"] if like else []
    if not told or guess is None:
        return []
    return [
        f"a guess from the icons alone, in points a draw to {bot} players, give or take {guess.misses_by:.1f}:",
        *told,
    ]
