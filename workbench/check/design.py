"""Design warnings about one tile for itself: W501 to W505 and W512."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.check.cover import same_icons, unmirrored, uses
from workbench.check.lone import LoneTile, is_blank, shifted, targets
from workbench.check.remark import About, TileRemark, describe, listed
from workbench.icons import ICONS, Use
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import BOARD, SIDES, SQUARES, Ability, SideUp, square_name

_COVERING = " or ".join(icon.words for icon in ICONS if icon.row.use is Use.COVER)


def check_design(tile: Tile) -> Iterator[TileRemark]:
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
        yield TileRemark("W504", message, "Change one side, or accept: [W504] if it is meant.", About(tile, "other"))


def _is_passive(face: Face) -> bool:
    return all(icon.row.use is Use.COVER for icon in face.icons)


def _acts_by_ability(tile: Tile, side: SideUp) -> bool:
    """Whether the side is there for an ability that works from just this side: Divination or Link."""
    if Ability.LINK in tile.abilities:
        return True  # its starting side links (LINK-2), its other side calls (LINK-6)
    return side is SideUp.OTHER and Ability.DIVINATION in tile.abilities  # ENH-II-1


def _never_acts(tile: Tile, side: SideUp) -> Iterator[TileRemark]:
    face = tile.face(side)
    name = SIDES[side]
    if _acts_by_ability(tile, side):
        return
    if is_blank(face):
        message = f"the {name} side of {tile.name} is blank: all it can do is be turned over"
        yield TileRemark("W501", message, "Add an icon, or accept: [W501] if it is meant.", About(tile, name))
    elif _is_passive(face):
        message = f"the {name} side of {tile.name} can never act: it shows only {_COVERING}"
        yield TileRemark("W501", message, "Add an icon to move or strike with.", About(tile, name))


def _trapped(tile: Tile, side: SideUp, alone: LoneTile) -> Iterator[TileRemark]:
    squares = alone.traps(side)
    if squares and not _is_passive(tile.face(side)):  # a side that never acts was named already
        name = SIDES[side]
        message = f"{tile.name} can trap itself for good: on {_named(squares)} its {name} side has no way on"
        help = "Add a way back or sideways to that side, or accept: [W502] if it is meant."
        yield TileRemark("W502", message, help, About(tile, name))


def _named(squares: frozenset[int]) -> str:
    """'rank 6', 'a1, b1, e1 and f1'."""
    ranks = {square // BOARD for square in squares}
    if len(squares) == BOARD * len(ranks):
        return f"rank{'s' if len(ranks) > 1 else ''} " + listed([str(rank + 1) for rank in sorted(ranks)], 6)
    return listed([square_name(square) for square in sorted(squares)], 6)


def _useless_icons(tile: Tile, side: SideUp, alone: LoneTile) -> Iterator[TileRemark]:
    """W503. A tile that can be turned round (ENH-V-5) may point any icon anywhere."""
    squares = frozenset(range(SQUARES)) if Ability.REDEPLOY in tile.abilities else alone.stands_on(side)
    face, name = tile.face(side), SIDES[side]
    for icon in face.icons:
        if squares and not any(_leads_somewhere(face, icon, square) for square in squares):
            everywhere = len(squares) == SQUARES
            where = "" if everywhere else f"from {_named(squares)}, where alone that side comes up, "
            message = f"no square can use the {describe(icon)}: {where}it leads off the board"
            yield TileRemark("W503", message, "Bring the icon nearer to the '@'.", About(tile, name, icon))


def _leads_somewhere(face: Face, icon: Icon, square: int) -> bool:
    if icon.row.use is Use.COVER:
        return shifted(square, *icon.at) is not None
    if icon.row.use is Use.COMMAND:
        ends = [other for other in face.icons if other.row.use is Use.COMMAND and other.at != icon.at]
        return shifted(square, *icon.at) is not None and any(shifted(square, *e.at) is not None for e in ends)
    return bool(targets(icon)[square])


def _idle_icons(tile: Tile, side: SideUp) -> Iterator[TileRemark]:
    face, name = tile.face(side), SIDES[side]
    loose = [icon for icon in face.icons if icon.group is None]
    for icon in loose:
        stronger = [other for other in loose if other is not icon and (icon.icon, icon.at) in uses(other)]
        if stronger:
            message = f"the {describe(icon)} adds nothing: the {describe(stronger[0])} already does that"
            yield TileRemark("W512", message, "Remove it, or put it where it counts.", About(tile, name, icon))


def _lopsided(tile: Tile, side: SideUp) -> Iterator[TileRemark]:
    face, name = tile.face(side), SIDES[side]
    alone = unmirrored(face)
    if alone:
        odd = listed([describe(icon) for icon in alone], 2)
        message = f"the {name} side of {tile.name} is not left-right symmetric: nothing mirrors the {odd}"
        help = "Mirror it, or accept: [W505] if it is meant."
        yield TileRemark("W505", message, help, About(tile, name, alone[0]))
