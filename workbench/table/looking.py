"""Looking at a tile on the table: which one is meant, and what it could do from where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from workbench.duke.game import legal_turns
from workbench.table.asking import SQUARE
from workbench.table.view import Standing, View, tile_of

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position
    from workbench.tileset.model import Tile


class NothingThere(ValueError):
    """There is no such tile; the message says what to look at instead."""


@dataclass(frozen=True, slots=True)
class Targets:
    """What the tile on a square could do, as turns and as the squares that they end on or hit."""

    square: str
    standing: Standing
    turns: tuple[str, ...]
    squares: frozenset[str]
    is_supposed: bool  # said as if it were its owner's turn


def find_tile(position: Position, text: str) -> tuple[Tile, Standing | None]:
    """A tile by its square, code or name; with how it stands where a square was named. Raises NothingThere."""
    wanted = text.strip()
    if re.fullmatch(SQUARE, wanted.lower()):
        standing = standing_on(position, wanted.lower())
        tile = tile_of(position.game, standing.code)
        assert tile is not None
        return tile, standing
    tiles = {one.name.casefold(): one for one in position.game.composition.tiles}
    found = tile_of(position.game, wanted) or tiles.get(wanted.casefold())
    if found is None:
        near = get_close_matches(wanted.casefold(), tiles, 1)
        hint = f"did you mean '{tiles[near[0]].name}'?" if near else _names(position.game)
        raise NothingThere(f"no tile of this game is called '{wanted}'; {hint}")
    return found, None


def _names(game: Game) -> str:
    return "there are " + ", ".join(f"{tile.name} ({tile.code})" for tile in game.composition.tiles)


def standing_on(position: Position, square: str) -> Standing:
    standing = View.of(position).troops.get(square)
    if standing is None:
        raise NothingThere(f"no tile stands on {square}")
    return standing


def find_targets(position: Position, square: str) -> Targets:
    """What the tile on a square may do now; where it is not its owner's turn, what it could do if it were."""
    standing = standing_on(position, square)
    is_now = not position.is_over and position.owner is standing.owner and not View.of(position).phase
    at = position if is_now else _supposed(position, standing)
    turns = tuple(turn for turn in legal_turns(at) if turn.startswith(square))
    ends = frozenset(end for turn in turns for end in _ends(turn))
    return Targets(square, standing, turns, ends, not is_now)


def _supposed(position: Position, standing: Standing) -> Position:
    """The same board with a turn of the other owner to be opened."""
    board, _, bags, extras, ply = position.line.split()
    kept = [
        item for item in extras.split(";") if item.partition("=")[0] not in ("ph", "held", "frz", "np", "front", "-")
    ]
    line = " ".join((board, "SN"[standing.owner], bags, ";".join(kept) or "-", ply))
    return position.game.position(line)


def _ends(turn: str) -> list[str]:
    """The squares that a turn ends on or hits: those behind its last sign."""
    last = re.split(r"[-x*>^:#/&~]", turn)[-1]
    return re.findall(SQUARE, last) if turn[2:] else []
