"""What lies on the table: a position line taken apart (docs/notation.md), with tiles by their names."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.words import BOARD, Owner, square_name

if TYPE_CHECKING:
    from workbench.duke.game import Game, Position
    from workbench.tileset.model import Tile

_CELL = re.compile(r"([1-9])|([A-Za-z]{2})('?)(>|<|\^|v(?![A-Za-z]))?\.?")
_ITEM = re.compile(r"([A-Z][a-z])(\d*)")
_DRAGON = re.compile(r"([a-f][1-6])([NESW])(!?)(s?)(r?)")
CAPTORS = {"x": "opponent", "o": "own", "t": "terrain"}
LOOKS = {"N": "north", "E": "east", "S": "south", "W": "west"}


@dataclass(frozen=True, slots=True)
class Standing:
    """A troop on the board."""

    code: str
    name: str
    owner: Owner
    is_flipped: bool  # the other side is up
    quarters: int  # turned clockwise as its owner sees it
    is_duke: bool

    @property
    def mark(self) -> str:
        """As in a position line: KN for South, kn' for North's with the other side up."""
        code = self.code.upper() if self.owner is Owner.SOUTH else self.code.lower()
        return code + ("'" if self.is_flipped else "") + ("", ">", "v", "<")[self.quarters]


@dataclass(frozen=True, slots=True)
class Dragon:
    """The Dragon: where it is and looks."""

    square: str
    looks: str  # north, east, south, west
    is_enraged: bool


@dataclass(frozen=True)
class View:
    """Everything public about a position (SETUP-10). Counters go from codes to how many."""

    troops: dict[str, Standing] = field(default_factory=dict)
    bags: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    lost: tuple[dict[str, Counter[str]], dict[str, Counter[str]]] = field(default_factory=lambda: ({}, {}))
    boxed: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    front: tuple[Counter[str], Counter[str]] = field(default_factory=lambda: (Counter(), Counter()))
    pool: Counter[str] = field(default_factory=Counter)
    mountains: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    dragon: Dragon | None = None
    flags: tuple[str, str] = ("", "")
    scores: tuple[int, int] | None = None
    phase: str = ""  # as in a position line: '' where a turn is to be opened
    ply: int = 0

    @classmethod
    def of(cls, position: Position) -> View:
        board, _, bags, extras, ply = position.line.split()
        items = dict(item.split("=", 1) for item in extras.split(";")) if extras != "-" else {}
        has_points = position.game.composition.settings.objective == "counting_coup"
        scores = items.get("sc", "0/0" if has_points else "")
        return cls(
            troops=_troops(board, position.game),
            bags=_pair(bags),
            lost=_lost(items.get("off", "-/-")),
            boxed=_pair(items.get("box", "-/-")),
            front=_pair(items.get("front", "-/-")),
            pool=parse_counts(items.get("pool", "-")),
            mountains=_listed(items.get("mt", "")),
            forts=_listed(items.get("ft", "")),
            dragon=_dragon(items.get("dr", "")),
            flags=_flags(items.get("fl", "-/-")),
            scores=_scores(scores),
            phase=items.get("ph", ""),
            ply=int(ply),
        )

    def changed(self, before: View) -> frozenset[str]:
        """The squares on which something else stands or lies than before."""
        squares = {name for name in map(square_name, range(BOARD * BOARD)) if self._at(name) != before._at(name)}
        return frozenset(squares)

    def _at(self, square: str) -> tuple[object, ...]:
        dragon = self.dragon if self.dragon is not None and self.dragon.square == square else None
        lying = square in self.mountains, square in self.forts, *(flag == square for flag in self.flags)
        return self.troops.get(square), dragon, lying

    def duke(self, owner: Owner) -> str:
        """The square of a Duke, or ''."""
        return next((at for at, one in self.troops.items() if one.is_duke and one.owner is owner), "")


def tile_of(game: Game, code: str) -> Tile | None:
    """The tile of this game with a code, in any case."""
    tile_type = game.letters.type_of(code) if len(code) == 2 else None
    return None if tile_type is None else game.composition.tiles[tile_type]


def name_of(game: Game, code: str) -> str:
    tile = tile_of(game, code)
    return code if tile is None else tile.name


def format_tiles(game: Game, counts: Counter[str]) -> str:
    """'Bowman, 3 x Pikeman', by name."""
    named = sorted((name_of(game, code), count) for code, count in counts.items())
    return ", ".join(f"{count} x {name}" if count > 1 else name for name, count in named) or "nothing"


def _troops(board: str, game: Game) -> dict[str, Standing]:
    found: dict[str, Standing] = {}
    for row, rank in enumerate(board.split("/")):
        column = 0
        for number, code, side, mark in _CELL.findall(rank):
            if number:
                column += int(number)
                continue
            tile = tile_of(game, code)
            assert tile is not None, code
            owner = Owner.NORTH if code.islower() else Owner.SOUTH
            quarters = "^>v<".index(mark or "^")
            is_duke = tile.role == "duke"
            at = square_name((BOARD - 1 - row) * BOARD + column)
            found[at] = Standing(code.capitalize(), tile.name, owner, bool(side), quarters, is_duke)
            column += 1
    return found


def parse_counts(text: str) -> Counter[str]:
    """'BoPi3' -> Bo once, Pi three times; nothing for '-'."""
    return Counter({code: int(number or 1) for code, number in _ITEM.findall(text)})


def _pair(text: str) -> tuple[Counter[str], Counter[str]]:
    south, north = text.split("/")
    return parse_counts(south), parse_counts(north)


def _lost(text: str) -> tuple[dict[str, Counter[str]], dict[str, Counter[str]]]:
    def one(part: str) -> dict[str, Counter[str]]:
        groups = (group.partition(":") for group in part.split(",") if part != "-")
        return {CAPTORS[captor]: parse_counts(tiles) for captor, _, tiles in groups}

    south, north = text.split("/")
    return one(south), one(north)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def _dragon(text: str) -> Dragon | None:
    match = _DRAGON.fullmatch(text)
    return None if match is None else Dragon(match[1], LOOKS[match[2]], bool(match[3]))


def _flags(text: str) -> tuple[str, str]:
    south, north = (part.replace("-", "") for part in text.split("/"))
    return south, north


def _scores(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    south, north = text.split("/")
    return int(south), int(north)
