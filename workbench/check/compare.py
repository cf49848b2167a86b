"""A tile beside the official ones: contained in one (W506), containing one (W507), equal (W511), or with more
reach than any (W508)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from workbench.check.cover import Compared
from workbench.check.lone import SLIDES, attacked, destinations
from workbench.check.remark import SIDE_NAMES, Remark, listed
from workbench.tileset.model import Face, Tile
from workbench.words import IconKind, SideUp


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that is counted on a side: `words` has a place for the number."""

    words: str
    count: Callable[[Face], int]


def _kind(kind: IconKind) -> Callable[[Face], int]:
    return lambda face: sum(icon.kind is kind for icon in face.icons)


def _farthest(face: Face) -> int:
    return max((max(map(abs, icon.at)) for icon in face.icons if icon.kind not in SLIDES), default=0)


MEASURES = (
    Measure("can go to {} squares at once", lambda face: max(map(len, destinations(face)))),
    Measure("threatens {} squares at once", lambda face: max(map(len, attacked(face)))),
    Measure("acts {} squares away without sliding", _farthest),
    Measure("commands {} squares", _kind(IconKind.COMMAND)),
    Measure("spreads dread over {} squares", _kind(IconKind.DREAD)),
    Measure("defends {} squares", _kind(IconKind.DEFENSE)),
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


def check_against(tile: Tile, official: Yardstick) -> Iterator[Remark]:
    """What the official tiles tell about this one; a tile is never compared with its own namesake."""
    compared = Compared.of(tile)
    others = [other for other in official.tiles if other.name != tile.name]
    above = {other.name for other in others if other.covers(compared)}
    below = {other.name for other in others if compared.covers(other)}
    yield from _contained(tile, sorted(above & below), sorted(above - below), sorted(below - above))
    for side in SideUp:
        yield from _beyond(tile, side, official)


def _contained(tile: Tile, same: list[str], above: list[str], below: list[str]) -> Iterator[Remark]:
    if same:
        message = f"{tile.name} is {listed(same)} under another name"
        yield Remark("W511", tile, message, "Change a side, or accept: [W511].")
    if above:
        message = f"{tile.name} is dominated: all it can do, {listed(above)} can do too, and more"
        yield Remark("W506", tile, message, "Give it something of its own, or accept: [W506].")
    if below:
        message = f"{tile.name} dominates {listed(below)}: it can do all of that and more"
        yield Remark("W507", tile, message, "Take something away, or accept: [W507].")


def _beyond(tile: Tile, side: SideUp, official: Yardstick) -> Iterator[Remark]:
    said = []
    for measure, (most, holder) in zip(MEASURES, official.records, strict=True):
        count = measure.count(tile.face(side))
        if count > most:
            known = f"{count - most} more than {holder}" if most else "no official tile does"
            said.append(f"{measure.words.format(count)} ({known})")
    if said:
        name = SIDE_NAMES[side]
        message = f"the {name} side of {tile.name} goes beyond every official tile: it {listed(said, 5)}"
        yield Remark("W508", tile, message, "Test it with 'workbench sim', or accept: [W508].", name)
