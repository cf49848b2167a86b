"""The last test of a set: short games through the real engine (E409). A set that passes cannot fail later."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.check.run import Checked
from workbench.codes import found
from workbench.finding import Finding, Place, UnusableInput
from workbench.tileset.compose import Composition, compose
from workbench.tileset.model import TileSet
from workbench.tileset.settings import ObjectiveName, Settings

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position

DECISIONS = 80  # of each game: enough to set up, draw most of a bag and meet
DRAW = "+"


def play_each(checked: Checked, objective: ObjectiveName = "capture_the_duke") -> Checked:
    """Adds what came of playing with every set that has no errors."""
    settings = Settings(enhanced="both", objective=objective)
    broken = [finding for tileset in checked.sets if (finding := smoke_games([tileset], settings))]
    return replace(checked, findings=(*checked.findings, *broken))


def smoke_games(sets: Sequence[TileSet], settings: Settings, seed: int = 1) -> Finding | None:
    """Two short games, each army once in either seat; None when both went well.

    Whatever the engine raises is a finding: the point is to meet it now, not in the middle of a simulation.
    """
    place = Place(sets[-1].path or sets[-1].id if sets else "base")
    try:
        own = {tile.code for tileset in sets for tile in tileset.tiles}
        for number, game in enumerate(_seatings(compose(sets, settings))):
            _play_one(game, own, random.Random(seed + number))
    except UnusableInput as error:
        return error.findings[0]
    except Exception as error:
        message = f"a game with this set breaks off: {type(error).__name__}: {error}"
        return found("E409", place, message, "Please report this together with the file.")
    return None


def _seatings(composition: Composition) -> tuple[Game, Game]:
    """Each army once as South; armies that are alike share their tables."""
    from workbench.duke.game import Game

    south, north = composition.armies
    game = Game(composition)
    return game, (game if south == north else Game(composition.with_seats_swapped()))


def _play_one(game: Game, own: set[str], chance: random.Random) -> None:
    """A random game that draws often and looks for the tiles in question."""
    from workbench.duke.game import outcome

    position = game.start()
    for step in range(DECISIONS):
        if outcome(position) is not None:
            break
        position = _next(position, own, chance)
        if step % 10 == 0:
            _reread(game, position)


def _next(position: Position, own: set[str], chance: random.Random) -> Position:
    from workbench.duke.game import chance_outcomes, legal_turns, play

    if position.is_chance:
        ways = chance_outcomes(position)
        wanted = [way for way in ways if way.event.removeprefix(DRAW)[:2] in own]
        return chance.choice(wanted or ways).position
    turns = legal_turns(position)
    if DRAW in turns and chance.random() < 0.5:
        return play(position, DRAW)
    return play(position, chance.choice(turns))


def _reread(game: Game, position: Position) -> None:
    """The text of a position means the same position."""
    again = game.position(position.line).line
    if again != position.line:
        raise ValueError(f"'{position.line}' reads back as '{again}'")
