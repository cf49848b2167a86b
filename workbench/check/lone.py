"""What a tile alone on the board can do: where it can go, what it could hit, where it is stuck.

Squares are numbered as in `words`; the tile is South's. On an empty board nothing blocks, so this is the most
that a tile can ever do by its own icons.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from workbench.icons import IconType, Use
from workbench.reach import landings
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import BOARD, SQUARES, Ability, Offset, SideUp

Stand = tuple[int, SideUp]  # a square, and the side that is up there


def shifted(square: int, right: int, forward: int) -> int | None:
    """The square that far away, None beyond the edge."""
    x, y = square % BOARD + right, square // BOARD + forward
    return x + BOARD * y if 0 <= x < BOARD and 0 <= y < BOARD else None


@lru_cache(maxsize=1024)
def _leads_to(icon: IconType, right: int, forward: int) -> tuple[tuple[int, ...], ...]:
    """By square: the squares on the board that such an icon at this offset reaches."""
    ways = [landing.at for landing in landings(icon, Offset(right, forward))]
    reached = [[shifted(square, *way) for way in ways] for square in range(SQUARES)]
    return tuple(tuple(target for target in row if target is not None) for row in reached)


_NOWHERE: tuple[tuple[int, ...], ...] = ((),) * SQUARES


def targets(icon: Icon) -> tuple[tuple[int, ...], ...]:
    """By square: where a move or strike icon leads from there; nowhere for other icons."""
    return _leads_to(icon.icon, *icon.at) if icon.row.use in (Use.GO, Use.STRIKE) else _NOWHERE


def _united(icons: list[Icon]) -> tuple[frozenset[int], ...]:
    tables = [targets(icon) for icon in icons]
    return tuple(frozenset(chain.from_iterable(table[sq] for table in tables)) for sq in range(SQUARES))


def destinations(face: Face) -> tuple[frozenset[int], ...]:
    """By square: where the tile can go with this side up."""
    return _united([icon for icon in face.icons if icon.row.use is Use.GO])


def attacked(face: Face) -> tuple[frozenset[int], ...]:
    """By square: where the tile could capture, by going there or from afar."""
    return _united([icon for icon in face.icons if icon.row.captures])


def is_blank(face: Face) -> bool:
    """No icon at all: such a side may be flipped in place (NOICON-1). Dread and defense count (NOICON-2)."""
    return not face.icons


def acts_in_place(face: Face) -> list[bool]:
    """By square: whether the tile could strike, command or be flipped there, given the tiles it takes."""
    if is_blank(face):
        return [True] * SQUARES
    strikes = [targets(icon) for icon in face.icons if icon.row.use is Use.STRIKE]
    commands = [_leads_to(icon.icon, *icon.at) for icon in face.icons if icon.row.use is Use.COMMAND]
    return [
        any(table[sq] for table in strikes) or sum(len(table[sq]) for table in commands) >= 2 for sq in range(SQUARES)
    ]


def has_way_out(tile: Tile, side: SideUp) -> bool:
    """Whether an ability may take the tile off its square or turn it over, whatever its icons."""
    abilities = set(tile.abilities)
    if tile.role == "duke":
        abilities.discard(Ability.SUMMON)  # CUSTOM-6
    return any(side in ability.row.frees for ability in abilities)


class LoneTile:
    """Where a tile can come to by itself, and where it is then stuck."""

    def __init__(self, tile: Tile) -> None:
        self.tile = tile
        self.ways = {side: destinations(tile.face(side)) for side in SideUp}
        self.in_place = {side: acts_in_place(tile.face(side)) for side in SideUp}
        self.ways_out = {side: has_way_out(tile, side) for side in SideUp}
        self.reached = self._reached()

    def _reached(self) -> set[Stand]:
        """The squares and sides that the tile comes to by acting at least once, wherever it is placed."""
        waiting: list[Stand] = [(square, SideUp.STARTING) for square in range(SQUARES)]
        seen, result = set(waiting), set[Stand]()
        while waiting:
            square, side = waiting.pop()
            flipped = SideUp.OTHER if side is SideUp.STARTING else SideUp.STARTING
            following = {(target, flipped) for target in self.ways[side][square]}
            if self.in_place[side][square] or self.ways_out[side]:
                following.add((square, flipped))
            result |= following
            waiting += following - seen
            seen |= following
        return result

    def stands_on(self, side: SideUp) -> frozenset[int]:
        """The squares where the tile can have that side up."""
        if side is SideUp.STARTING:
            return frozenset(range(SQUARES))
        return frozenset(square for square, up in self.reached if up is side)

    def traps(self, side: SideUp) -> frozenset[int]:
        """Where the tile can bring itself with that side up and then never act again."""
        if self.ways_out[side]:
            return frozenset()
        came = [square for square, up in self.reached if up is side]
        return frozenset(sq for sq in came if not self.ways[side][sq] and not self.in_place[side][sq])
