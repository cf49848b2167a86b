"""Icons as our own geometry: each fills one cell of the grid."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import pi

from workbench.icons import IconType
from workbench.sheet.geometry import (
    arc,
    circle,
    heading,
    hexagram,
    inset,
    mirrored,
    moved,
    ring_of,
    turned,
)
from workbench.sheet.shapes import Disc, Hoop, Ring, Shape, Solid, box_ring
from workbench.words import Offset

THINNEST_HOLLOW_MM = 0.35  # survives laser printing on wood-tone and kraft stock
SMALLEST_FULL_CELL_MM = 3.0  # below this (thumbnails) lines become thinner with the cell

_TRIANGLE = ring_of([(0, -0.45), (0.29, 0.32), (-0.29, 0.32)])
_SMALL_TRIANGLE = ring_of([(0, -0.25), (0.17, 0.17), (-0.17, 0.17)])  # what never captures is small
_MIDDLING_TRIANGLE = ring_of([(0, -0.34), (0.25, 0.24), (-0.25, 0.24)])  # small, but hollow
_CHEVRON = ring_of([(0, -0.36), (0.36, 0.02), (0.36, 0.34), (0, -0.04), (-0.36, 0.34), (-0.36, 0.02)])
_PAWN_BODY = mirrored(
    [
        (0, -0.12),
        (0.2, -0.12),
        (0.2, -0.05),
        (0.09, -0.05),
        (0.12, 0.12),
        (0.2, 0.25),
        (0.29, 0.29),
        (0.29, 0.4),
    ]
)
_SKULL = (
    *arc(0, -0.08, 0.34, pi * 0.82, pi * 2.18, 22),
    *ring_of([(0.19, 0.16), (0.17, 0.38), (-0.17, 0.38), (-0.19, 0.16)]),
)
_SKULL_HOLES: tuple[Ring, ...] = (
    circle(-0.14, -0.06, 0.09, 14),
    circle(0.14, -0.06, 0.09, 14),
    ring_of([(0, 0.05), (0.055, 0.15), (-0.055, 0.15)]),
    box_ring(-0.085, 0.25, 0.045, 0.131),
    box_ring(0.04, 0.25, 0.045, 0.131),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an icon is drawn: the middle of its box, the box's edge, the heading of a slide, the colour."""

    x: float
    y: float
    cell: float
    angle: float
    colour: str

    @property
    def hollow_line(self) -> float:
        floor = THINNEST_HOLLOW_MM * min(1.0, self.cell / SMALLEST_FULL_CELL_MM)
        return max(floor, 0.108 * self.cell)

    def place(self, ring: Ring) -> Ring:
        return moved(ring, self.x, self.y, self.cell)


def _disc(spot: Spot, radius: float) -> list[Shape]:
    return [Disc(spot.x, spot.y, radius * spot.cell, spot.colour)]


def _hoop(spot: Spot, radius: float) -> list[Shape]:
    line = spot.hollow_line
    return [Hoop(spot.x, spot.y, radius * spot.cell - line / 2, line, spot.colour)]


def _solid(spot: Spot, *rings: Ring) -> list[Shape]:
    return [Solid(tuple(spot.place(ring) for ring in rings), spot.colour)]


def _hollow(spot: Spot, ring: Ring) -> list[Shape]:
    outer = spot.place(ring)
    return [Solid((outer, inset(outer, spot.hollow_line)), spot.colour)]


def _command(spot: Spot) -> list[Shape]:
    near, far = 0.49, 0.49 - 0.36
    corner = ring_of([(-near, -near), (-far, -near), (-near, -far)])
    opposite = ring_of([(near, near), (far, near), (near, far)])
    return [*_solid(spot, corner), *_solid(spot, opposite)]


DRAWINGS: dict[IconType, Callable[[Spot], list[Shape]]] = {
    IconType.MOVE: lambda spot: _disc(spot, 0.34),
    IconType.JUMP: lambda spot: _hoop(spot, 0.35),
    IconType.SLIDE: lambda spot: _solid(spot, turned(_TRIANGLE, spot.angle)),
    IconType.JUMP_SLIDE: lambda spot: _hollow(spot, turned(_TRIANGLE, spot.angle)),
    IconType.STRIKE: lambda spot: _hollow(spot, hexagram(0.44)),
    IconType.COMMAND: _command,
    IconType.DREAD: lambda spot: _solid(spot, _SKULL, *_SKULL_HOLES),
    IconType.DEFENSE: lambda spot: _solid(spot, box_ring(-0.36, -0.36, 0.72, 0.72)),
    IconType.SMASH: lambda spot: _solid(spot, _CHEVRON),
    IconType.HAMMER: lambda spot: _solid(spot, hexagram(0.44)),
    IconType.NONCAPTURE_MOVE: lambda spot: _disc(spot, 0.195),
    IconType.NONCAPTURE_JUMP: lambda spot: _hoop(spot, 0.2),
    IconType.NONCAPTURE_SLIDE: lambda spot: _solid(spot, turned(_SMALL_TRIANGLE, spot.angle)),
    IconType.NONCAPTURE_JUMP_SLIDE: lambda spot: _hollow(spot, turned(_MIDDLING_TRIANGLE, spot.angle)),
}


def draw_icon(icon: IconType, x: float, y: float, cell: float, colour: str, at: Offset = Offset(0, 1)) -> list[Shape]:
    """One icon in a cell with its middle at (x, y). `at` gives the way that a slide points."""
    angle = heading(at.right, -at.forward)
    return DRAWINGS[icon](Spot(x, y, cell, angle, colour))


def draw_pawn(x: float, y: float, cell: float, colour: str) -> list[Shape]:
    spot = Spot(x, y, cell, 0.0, colour)
    return [Disc(x, y - 0.24 * cell, 0.155 * cell, colour), *_solid(spot, _PAWN_BODY)]
