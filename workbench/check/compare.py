"""A tile beside the official ones: contained in one (W506), containing one (W507), equal (W511), or with more
reach than any (W508)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from workbench.check.cover import Compared
from workbench.check.lone import attacked, destinations
from workbench.check.remark import About, TileRemark, listed
from workbench.icons import ICONS, IconType
from workbench.tileset.model import Face, Tile
from workbench.words import SIDES, SideUp


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted on a side: `words` has a place for the number."""

    words: str
    count: Callable[[Face], int]


def _number_of(icon: IconType) -> Callable[[Face], int]:
    return lambda face: sum(one.icon is icon for one in face.icons)


def _farthest(face: Face) -> int:
    return max((max(map(abs, icon.at)) for icon in face.icons if not icon.row.is_direction), default=0)


MEASURES = (
    Measure("can go to {} squares at once", lambda face: max(map(len, destinations(face)))),
    Measure("threatens {} squares at once", lambda face: max(map(len, attacked(face)))),
    Measure("acts {} squares away without sliding", _farthest),
    *(Measure(icon.row.record, _number_of(icon)) for icon in ICONS if icon.row.record),
)


class Yardstick:
    """The official tiles, measured once."""

    def __init__(self, official: Sequence[Tile]) -> None:
        self.tiles = [Compared.of(tile) for tile in official]
        self.records = [_record(measure, official) for measure in MEASURES]


def _record(measure: Measure, official: Sequence[Tile]) -> tuple[int, str]:
    """The greatest count among all official sides, and whose it is."""
    counts = [(measure.count(tile.face(side)), tile.name) for tile in official for side in SideUp]
    most = max((count for count, _ in counts), default=0)
    return most, next((name for count, name in counts if count == most), "")


def check_against(tile: Tile, official: Yardstick) -> Iterator[TileRemark]:
    """What the official tiles tell about this one; a tile is never compared with its own namesake."""
    compared = Compared.of(tile)
    others = [other for other in official.tiles if other.name != tile.name]
    above = {other.name for other in others if other.covers(compared)}
    below = {other.name for other in others if compared.covers(other)}
    yield from _contained(tile, sorted(above & below), sorted(above - below), sorted(below - above))
    for side in SideUp:
        yield from _beyond(tile, side, official)


def _contained(tile: Tile, same: list[str], above: list[str], below: list[str]) -> Iterator[TileRemark]:
    if same:
        message = f"{tile.name} is {listed(same)} under another name"
        yield TileRemark("W511", message, "Change a side, or accept: [W511].", About(tile))
    if above:
        message = f"{tile.name} is dominated: all it can do, {listed(above)} can do too, and more"
        yield TileRemark("W506", message, "Give it something of its own, or accept: [W506].", About(tile))
    if below:
        message = f"{tile.name} dominates {listed(below)}: it can do all of that and more"
        yield TileRemark("W507", message, "Take something away, or accept: [W507].", About(tile))


def _beyond(tile: Tile, side: SideUp, official: Yardstick) -> Iterator[TileRemark]:
    said = []
    for measure, (most, holder) in zip(MEASURES, official.records, strict=True):
        count = measure.count(tile.face(side))
        if count > most:
            known = f"{count - most} more than {holder}" if most else "no official tile does"
            said.append(f"{measure.words.format(count)} ({known})")
    if said:
        name = SIDES[side]
        message = f"the {name} side of {tile.name} goes beyond every official tile: it {listed(said, 5)}"
        yield TileRemark("W508", message, "Test it with 'workbench sim', or accept: [W508].", About(tile, name))
