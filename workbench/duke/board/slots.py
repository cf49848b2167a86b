"""Icons -> slots: each thing that a placed tile might do on an empty board, as integers.

A slot is one int64: bits 0-35 a mask of squares, 36-41 target, 42-47 source, 48-51 icon kind, 52 "a slot earlier in
the run leads to the same turn" (A-0). The mask is the path that must be free of troops, for strikes the ray that
Mountains and Forts stop (G-8), and for an area effect its run of members. Two parallel columns hold the paths that
Defense and Mountains look at. Slides are unrolled, a jump has an empty mask, a command pair has its own source.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from workbench.duke.board import icons
from workbench.duke.board.geometry import between, paths, ray, shifted, sign, turned
from workbench.tileset.model import Face
from workbench.words import BOARD, IconKind

TARGET, SOURCE, KIND, DOUBLE = 36, 42, 48, 52
MEMBER_COUNT = 18  # bits of the first member's row in an area slot


class Slot(NamedTuple):
    kind: int
    source: int
    target: int
    mask: int
    via_a: int = 0
    via_b: int = 0
    double: bool = False

    def packed(self) -> int:
        return self.mask | self.target << TARGET | self.source << SOURCE | self.kind << KIND | self.double << DOUBLE


@dataclass(frozen=True, slots=True)
class AreaSlot:
    source: int
    members: tuple[Slot, ...]
    double: bool


Entry = Slot | AreaSlot


@cache
def go_slots(kind: int, square: int, dx: int, dy: int) -> tuple[Slot, ...]:
    """The slots of one moving icon whose board vector is (dx, dy)."""
    if kind in (icons.SLIDE, icons.JSLIDE):
        return slide_slots(kind, square, sign(dx), sign(dy))
    target = shifted(square, dx, dy)
    if target is None:
        return ()
    path = between(square, target) if kind in (icons.MOVE, icons.SMASH, icons.NCMOVE) else 0
    return (Slot(kind, square, target, path, *paths(square, target)),)


def slide_slots(kind: int, square: int, ux: int, uy: int) -> tuple[Slot, ...]:
    """One slot per square that a slide could reach (SLIDE-1); a jump slide leaps the first (JSLIDE-1)."""
    first = shifted(square, ux, uy)
    found = []
    for k in range(2 if kind == icons.JSLIDE else 1, BOARD):
        target = shifted(square, ux * k, uy * k)
        if target is None:
            break
        path = between(square, target)
        if kind == icons.JSLIDE and first is not None:
            path &= ~(1 << first)
        found.append(Slot(kind, square, target, path, *paths(square, target)))
    return tuple(found)


@cache
def strike_slot(kind: int, square: int, dx: int, dy: int) -> Slot | None:
    target = shifted(square, dx, dy)
    return None if target is None else Slot(kind, square, target, ray(square, target), *paths(square, target))


Vectors = dict[int, list[tuple[int, int]]]


def face_vectors(face: Face, owner: int, quarters: int) -> Vectors:
    """Where the icons of a face point on the board, by kind; area effects, Dread and Defense aside."""
    vectors: Vectors = {}
    for icon in sorted(face.icons, key=lambda icon: (icon.at.forward, icon.at.right)):
        if icon.kind in (IconKind.DREAD, IconKind.DEFENSE) or icon.group is not None:
            continue
        vectors.setdefault(icons.NUMBERS[icon.kind], []).append(turned(*icon.at, quarters, owner))
    return vectors


def face_entries(face: Face, vectors: Vectors, owner: int, quarters: int, square: int) -> list[Entry]:
    """Everything the face could do on `square`, in the order of A-0."""
    found: list[Slot] = []
    for kind in range(icons.MOVE, icons.STRIKE):
        for dx, dy in vectors.get(kind, ()):
            found += go_slots(kind, square, dx, dy)
    goes = mark_doubles(found)
    strikes = [
        slot
        for kind in (icons.STRIKE, icons.HAMMER)
        for dx, dy in vectors.get(kind, ())
        if (slot := strike_slot(kind, square, dx, dy)) is not None
    ]
    strikes = mark_doubles(strikes)
    areas = area_slots(face, owner, quarters, square, strikes)
    return [*goes, *strikes, *areas, *command_slots(vectors.get(icons.COMMAND, []), square)]


def mark_doubles(found: list[Slot]) -> list[Slot]:
    """Mark slots to a target that an earlier slot reaches too; equal kind and path are merged (CUSTOM-5)."""
    kept: list[Slot] = []
    for slot in found:
        same = [earlier for earlier in kept if earlier.target == slot.target]
        if any(earlier.kind == slot.kind for earlier in same):
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
            if (slot := strike_slot(icons.NUMBERS[icon.kind], square, *turned(*icon.at, quarters, owner)))
        )
        if members:
            targets = {slot.target for slot in members}
            found.append(AreaSlot(square, members, bool(targets & seen)))
            seen |= targets
    return found


def command_slots(vectors: list[tuple[int, int]], square: int) -> list[Slot]:
    """Each ordered pair of command squares on the board (CMD-1)."""
    squares = [at for dx, dy in vectors if (at := shifted(square, dx, dy)) is not None]
    return [Slot(icons.COMMAND, a, b, 0) for a in squares for b in squares if a != b]


def covered_mask(face: Face, kind: IconKind, owner: int, quarters: int, square: int) -> int:
    """The squares that the face's Dread or Defense icons cover (DREAD-1, DEF-1)."""
    mask = 0
    for icon in face.icons:
        if icon.kind == kind:
            at = shifted(square, *turned(*icon.at, quarters, owner))
            mask |= 0 if at is None else 1 << at
    return mask
