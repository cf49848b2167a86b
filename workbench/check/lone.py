"""What a tile alone on the board can do: where it can go, what it could hit, where it is stuck.

Squares are numbered as in `words`; the tile is South's. On an empty board nothing blocks, so this is the most
that a tile can ever do by its own icons.
"""

from __future__ import annotations

from functools import lru_cache

from workbench.tileset.model import Face, Icon, Tile
from workbench.words import BOARD, SQUARES, Ability, IconKind, SideUp

STEPS = {
    IconKind.MOVE,
    IconKind.JUMP,
    IconKind.SMASH,
    IconKind.NONCAPTURE_MOVE,
    IconKind.NONCAPTURE_JUMP,
}
SLIDES = {IconKind.SLIDE: 1, IconKind.JUMP_SLIDE: 2}  # how far off the first square is (SLIDE-1, JSLIDE-1)
STRIKES = {IconKind.STRIKE, IconKind.HAMMER}
PASSIVE = {IconKind.DREAD, IconKind.DEFENSE}
HARMLESS = {IconKind.NONCAPTURE_MOVE, IconKind.NONCAPTURE_JUMP}

State = tuple[int, SideUp]


def shifted(square: int, right: int, forward: int) -> int | None:
    """The square that far away, None beyond the edge."""
    x, y = square % BOARD + right, square // BOARD + forward
    return x + BOARD * y if 0 <= x < BOARD and 0 <= y < BOARD else None


def direction(icon: Icon) -> tuple[int, int]:
    """The unit step of a straight icon."""
    right, forward = icon.at
    return (right > 0) - (right < 0), (forward > 0) - (forward < 0)


def targets(icon: Icon, square: int) -> tuple[int, ...]:
    """The squares that a move or strike icon leads to from `square`; none for other icons."""
    if icon.kind in SLIDES:
        right, forward = direction(icon)
        ray = (shifted(square, right * k, forward * k) for k in range(SLIDES[icon.kind], BOARD))
        return tuple(target for target in ray if target is not None)
    if icon.kind in STEPS or icon.kind in STRIKES:
        target = shifted(square, *icon.at)
        return () if target is None else (target,)
    return ()


@lru_cache(maxsize=4096)
def destinations(face: Face) -> tuple[frozenset[int], ...]:
    """By square: where the tile can go with this side up."""
    movers = [icon for icon in face.icons if icon.kind in STEPS or icon.kind in SLIDES]
    return tuple(frozenset(t for icon in movers for t in targets(icon, square)) for square in range(SQUARES))


@lru_cache(maxsize=4096)
def attacked(face: Face) -> tuple[frozenset[int], ...]:
    """By square: where the tile could capture, by going there or from afar."""
    armed = [icon for icon in face.icons if icon.kind not in HARMLESS]
    return tuple(frozenset(t for icon in armed for t in targets(icon, square)) for square in range(SQUARES))


def is_blank(face: Face) -> bool:
    """No icon at all: such a side may be flipped in place (NOICON-1). Dread and defense count (NOICON-2)."""
    return not face.icons


def acts_in_place(face: Face, square: int) -> bool:
    """Whether the tile could strike, command or be flipped there, given the tiles it takes."""
    commands = [shifted(square, *icon.at) for icon in face.icons if icon.kind is IconKind.COMMAND]
    strikes = any(targets(icon, square) for icon in face.icons if icon.kind in STRIKES)
    return is_blank(face) or strikes or sum(target is not None for target in commands) >= 2


def has_way_out(tile: Tile, side: SideUp) -> bool:
    """Whether an ability may take the tile off its square or turn it over, whatever its icons."""
    leaving = {Ability.SUMMON, Ability.ESCAPE, Ability.REDEPLOY, Ability.LINK} & set(tile.abilities)
    if tile.role == "duke":
        leaving.discard(Ability.SUMMON)  # CUSTOM-6
    return bool(leaving) or (side is SideUp.OTHER and Ability.DIVINATION in tile.abilities)


@lru_cache(maxsize=1024)
def reached(tile: Tile) -> frozenset[State]:
    """The squares and sides the tile can come to by acting at least once, placed anywhere to begin with."""
    waiting: list[State] = [(square, SideUp.STARTING) for square in range(SQUARES)]
    seen: set[State] = set(waiting)
    result: set[State] = set()
    while waiting:
        square, side = waiting.pop()
        face, flipped = tile.face(side), SideUp(1 - side)
        following = {(target, flipped) for target in destinations(face)[square]}
        if acts_in_place(face, square) or has_way_out(tile, side):
            following.add((square, flipped))
        result |= following
        waiting += following - seen
        seen |= following
    return frozenset(result)


def stands_on(tile: Tile, side: SideUp) -> frozenset[int]:
    """The squares where the tile can have that side up."""
    if side is SideUp.STARTING:
        return frozenset(range(SQUARES))
    return frozenset(square for square, up in reached(tile) if up is side)


def traps(tile: Tile) -> dict[SideUp, frozenset[int]]:
    """Where the tile can bring itself and then never act again, by the side that is up."""
    found: dict[SideUp, set[int]] = {side: set() for side in SideUp}
    for square, side in reached(tile):
        face = tile.face(side)
        stuck = not destinations(face)[square] and not acts_in_place(face, square)
        if stuck and not has_way_out(tile, side):
            found[side].add(square)
    return {side: frozenset(squares) for side, squares in found.items()}
