"""Design warnings about one tile for itself: W501 to W505 and W512."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.check.cover import same_icons, unmirrored, uses
from workbench.check.lone import PASSIVE, LoneTile, is_blank, shifted, targets
from workbench.check.remark import SIDE_NAMES, Remark, describe, listed
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import BOARD, SQUARES, Ability, IconKind, SideUp, square_name


def check_design(tile: Tile) -> Iterator[Remark]:
    """Everything to say about the tile without looking at any other."""
    alone = LoneTile(tile)
    for side in SideUp:
        yield from _never_acts(tile, side)
        yield from _trapped(tile, side, alone)
        yield from _useless_icons(tile, side, alone)
        yield from _idle_icons(tile, side)
        yield from _lopsided(tile, side)
    if same_icons(tile.starting, tile.other):
        message = f"both sides of {tile.name} are alike"
        yield Remark("W504", tile, message, "Change one side, or accept: [W504] if it is meant.", "other")


def _is_passive(face: Face) -> bool:
    return all(icon.kind in PASSIVE for icon in face.icons)


def _never_acts(tile: Tile, side: SideUp) -> Iterator[Remark]:
    face = tile.face(side)
    name = SIDE_NAMES[side]
    if is_blank(face):
        message = f"the {name} side of {tile.name} is blank: all it can do is be turned over"
        yield Remark("W501", tile, message, "Add an icon, or accept: [W501] if it is meant.", name)
    elif _is_passive(face):
        message = f"the {name} side of {tile.name} can never act: it shows only dread or defense"
        yield Remark("W501", tile, message, "Add an icon to move or strike with.", name)


def _trapped(tile: Tile, side: SideUp, alone: LoneTile) -> Iterator[Remark]:
    squares = alone.traps(side)
    if squares and not _is_passive(tile.face(side)):  # a side that never acts was named already
        name = SIDE_NAMES[side]
        message = f"{tile.name} can trap itself for good: on {_named(squares)} its {name} side has no way on"
        help = "Add a way back or sideways to that side, or accept: [W502] if it is meant."
        yield Remark("W502", tile, message, help, name)


def _named(squares: frozenset[int]) -> str:
    """'rank 6', 'a1, b1, e1 and f1'."""
    ranks = {square // BOARD for square in squares}
    if len(squares) == BOARD * len(ranks):
        return f"rank{'s' if len(ranks) > 1 else ''} " + listed([str(rank + 1) for rank in sorted(ranks)], 6)
    return listed([square_name(square) for square in sorted(squares)], 6)


def _useless_icons(tile: Tile, side: SideUp, alone: LoneTile) -> Iterator[Remark]:
    """W503. A tile that can be turned round (ENH-V-5) may point any icon anywhere."""
    squares = frozenset(range(SQUARES)) if Ability.REDEPLOY in tile.abilities else alone.stands_on(side)
    face, name = tile.face(side), SIDE_NAMES[side]
    for icon in face.icons:
        if squares and not any(_leads_somewhere(face, icon, square) for square in squares):
            everywhere = len(squares) == SQUARES
            where = "" if everywhere else f"from {_named(squares)}, where alone that side comes up, "
            message = f"no square can use the {describe(icon)}: {where}it leads off the board"
            yield Remark("W503", tile, message, "Bring the icon nearer to the '@'.", name, icon)


def _leads_somewhere(face: Face, icon: Icon, square: int) -> bool:
    if icon.kind in PASSIVE:
        return shifted(square, *icon.at) is not None
    if icon.kind is IconKind.COMMAND:
        ends = [other for other in face.icons if other.kind is IconKind.COMMAND and other.at != icon.at]
        return shifted(square, *icon.at) is not None and any(shifted(square, *e.at) is not None for e in ends)
    return bool(targets(icon)[square])


def _idle_icons(tile: Tile, side: SideUp) -> Iterator[Remark]:
    face, name = tile.face(side), SIDE_NAMES[side]
    loose = [icon for icon in face.icons if icon.group is None]
    for icon in loose:
        stronger = [other for other in loose if other is not icon and (icon.kind, icon.at) in uses(other)]
        if stronger:
            message = f"the {describe(icon)} adds nothing: the {describe(stronger[0])} already does that"
            yield Remark("W512", tile, message, "Remove it, or put it where it counts.", name, icon)


def _lopsided(tile: Tile, side: SideUp) -> Iterator[Remark]:
    face, name = tile.face(side), SIDE_NAMES[side]
    alone = unmirrored(face)
    if alone:
        odd = listed([describe(icon) for icon in alone], 2)
        message = f"the {name} side of {tile.name} is not left-right symmetric: nothing mirrors the {odd}"
        help = "Mirror it, or accept: [W505] if it is meant."
        yield Remark("W505", tile, message, help, name, alone[0])
