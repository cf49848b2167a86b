"""Icons -> slots: each thing that a placed tile might do on an empty board, as integers.

How a slot lies in one int64 is told in `packed`. Two parallel columns hold the paths that Defense and Mountains look
at. Slides are unrolled, a jump has an empty mask (JUMP-1, NCAP-3), a command pair has its own source.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from workbench.duke.board import icons
from workbench.duke.board.geometry import paths, ray, shifted, turned
from workbench.duke.board.packed import bit, pack_slot
from workbench.icons import IconType, Use
from workbench.reach import landings
from workbench.tileset.model import Face
from workbench.words import Offset


class Slot(NamedTuple):
    icon: int
    source: int
    target: int
    mask: int
    via_a: int = 0
    via_b: int = 0
    double: bool = False

    def packed(self) -> int:
        return pack_slot(self.icon, self.source, self.target, self.mask, self.double)


@dataclass(frozen=True, slots=True)
class AreaSlot:
    source: int
    members: tuple[Slot, ...]
    double: bool


Entry = Slot | AreaSlot


@cache
def go_slots(icon: int, square: int, dx: int, dy: int) -> tuple[Slot, ...]:
    """The slots of one moving icon whose board vector is (dx, dy)."""
    found = []
    for landing in landings(icons.BY_NUMBER[icon], Offset(dx, dy)):
        target = shifted(square, *landing.at)
        if target is not None:
            path = sum(bit(at) for way in landing.free if (at := shifted(square, *way)) is not None)
            found.append(Slot(icon, square, target, path, *paths(square, target)))
    return tuple(found)


@cache
def strike_slots(icon: int, square: int, dx: int, dy: int) -> tuple[Slot, ...]:
    """The slots of one striking icon whose board vector is (dx, dy)."""
    reached = (shifted(square, *landing.at) for landing in landings(icons.BY_NUMBER[icon], Offset(dx, dy)))
    return tuple(Slot(icon, square, to, ray(square, to), *paths(square, to)) for to in reached if to is not None)


Vectors = dict[int, list[tuple[int, int]]]


def face_vectors(face: Face, owner: int, quarters: int) -> Vectors:
    """Where the icons of a face point on the board, by engine number; groups (AREA-2) and icons that cover aside."""
    vectors: Vectors = {}
    for icon in sorted(face.icons, key=lambda icon: (icon.at.forward, icon.at.right)):
        if icon.row.use is Use.COVER or icon.group is not None:
            continue
        vectors.setdefault(icons.NUMBERS[icon.icon], []).append(turned(*icon.at, quarters, owner))
    return vectors


def face_entries(face: Face, vectors: Vectors, owner: int, quarters: int, square: int) -> list[Entry]:
    """Everything the face could do on `square`, in the order of A-0."""
    goes = mark_doubles(_slots_of(range(icons.STRIKE), go_slots, vectors, square))
    strikes = mark_doubles(_slots_of(range(icons.STRIKE, icons.AREA), strike_slots, vectors, square))
    areas = area_slots(face, owner, quarters, square, strikes)
    return [*goes, *strikes, *areas, *command_slots(vectors.get(icons.COMMAND, []), square)]


def _slots_of(numbers: range, make: Callable[..., tuple[Slot, ...]], vectors: Vectors, square: int) -> list[Slot]:
    """The slots of all icons with these numbers, in the order of the numbers."""
    return [slot for icon in numbers for dx, dy in vectors.get(icon, ()) for slot in make(icon, square, dx, dy)]


def mark_doubles(found: list[Slot]) -> list[Slot]:
    """Mark slots to a target that an earlier slot reaches too; equal icon and path are merged (CUSTOM-5)."""
    kept: list[Slot] = []
    for slot in found:
        same = [earlier for earlier in kept if earlier.target == slot.target]
        if any(earlier.icon == slot.icon for earlier in same):
            continue
        kept.append(slot._replace(double=True) if same else slot)
    return kept


def area_slots(face: Face, owner: int, quarters: int, square: int, strikes: list[Slot]) -> list[AreaSlot]:
    """Area-effect groups, by their lowest member (AREA-1, A-0)."""
    if all(icon.group is None for icon in face.icons):
        return []
    groups = sorted(face.groups().values(), key=lambda group: min((i.at.forward, i.at.right) for i in group))
    seen = {slot.target for slot in strikes}
    found = []
    for group in groups:
        members = tuple(
            slot
            for icon in group
            for slot in strike_slots(icons.NUMBERS[icon.icon], square, *turned(*icon.at, quarters, owner))
        )
        if members:
            targets = {slot.target for slot in members}
            found.append(AreaSlot(square, members, bool(targets & seen)))
            seen |= targets
    return found


def command_slots(vectors: list[tuple[int, int]], square: int) -> list[Slot]:
    """Each ordered pair of command squares on the board (CMD-1, CMD-4)."""
    squares = [at for dx, dy in vectors if (at := shifted(square, dx, dy)) is not None]
    return [Slot(icons.COMMAND, a, b, 0) for a in squares for b in squares if a != b]


def covered_mask(face: Face, covering: IconType, owner: int, quarters: int, square: int) -> int:
    """The squares that the face's Dread or Defense icons cover (DREAD-1, DEF-1)."""
    mask = 0
    for icon in face.icons:
        if icon.icon is covering:
            at = shifted(square, *turned(*icon.at, quarters, owner))
            mask |= 0 if at is None else bit(at)
    return mask
