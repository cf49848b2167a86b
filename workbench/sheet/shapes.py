"""The drawing language shared by all painters: flat shapes in millimetres, y pointing down.

A face is a list of shapes; a sheet stamps faces onto pages. Nothing here knows pixels or files.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple


class Point(NamedTuple):
    x: float
    y: float


Ring = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Solid:
    """A filled region bounded by rings; a ring inside another is a hole (even-odd)."""

    rings: tuple[Ring, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Disc:
    x: float
    y: float
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Hoop:
    """A circle's line: `radius` runs along the middle of the line."""

    x: float
    y: float
    radius: float
    width: float
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """A straight stroke with butt ends; `dash` is the length of dash and space, 0 for a solid line."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    colour: str
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text: (x, y) is on the base line; `size` is the em square in mm."""

    x: float
    y: float
    text: str
    size: float
    font: Literal["title", "fallback"]
    colour: str
    anchor: Literal["start", "middle", "end"] = "middle"


@dataclass(frozen=True, slots=True)
class Picture:
    """A user's image as PNG bytes, stretched to the box."""

    x: float
    y: float
    width: float
    height: float
    png: bytes


Shape = Solid | Disc | Hoop | Line | Text | Picture
Shapes = tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Stamp:
    """Shapes drawn once and placed often, in the box (0, 0) to (width, height); `paper` is what runs past the cut."""

    width: float
    height: float
    shapes: Shapes
    paper: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class Placed:
    """A stamp whose box has its top left corner at (x, y), turned clockwise about its middle."""

    stamp: str
    x: float
    y: float
    quarter_turns: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """What a printer needs: a page point p is printed at scale * p + offset."""

    scale_x: float = 1.0
    scale_y: float = 1.0
    offset_x: float = 0.0
    offset_y: float = 0.0

    def apply(self, x: float, y: float) -> Point:
        return Point(self.scale_x * x + self.offset_x, self.scale_y * y + self.offset_y)

    def shifted(self, dx: float, dy: float) -> Correction:
        return replace(self, offset_x=self.offset_x + dx, offset_y=self.offset_y + dy)


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def grown(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True, slots=True)
class Page:
    """One page: shapes under the stamps, the stamps, shapes over them. `trim` remains after cutting."""

    width: float
    height: float
    placed: tuple[Placed, ...] = ()
    under: Shapes = ()
    over: Shapes = ()
    paper: str | None = None  # a colour to fill the page with
    trim: Box | None = None
    bleed: Box | None = None
    correction: Correction = Correction()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Pages and the stamps they place."""

    title: str
    pages: tuple[Page, ...]
    stamps: dict[str, Stamp]


def rectangle(x: float, y: float, width: float, height: float, colour: str) -> Solid:
    return Solid((box_ring(x, y, width, height),), colour)


def box_ring(x: float, y: float, width: float, height: float) -> Ring:
    return (Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height))


def frame(x: float, y: float, width: float, height: float, line: float, colour: str) -> list[Shape]:
    """A rectangle's outline; the lines are centred on the edges and meet in full corners."""
    half, right, bottom = line / 2, x + width, y + height
    return [
        Line(x - half, y, right + half, y, line, colour),
        Line(x - half, bottom, right + half, bottom, line, colour),
        Line(x, y + half, x, bottom - half, line, colour),
        Line(right, y + half, right, bottom - half, line, colour),
    ]
