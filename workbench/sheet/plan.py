"""Where everything goes: pages of printed faces in millimetres, pure data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from workbench.sheet.errors import PlanError
from workbench.sheet.shapes import Box
from workbench.sheet.stock import Stock

Layout = Literal["pairs", "fold", "duplex"]
Marks = Literal["crop", "full", "none"]

MARGIN_MM = 6.35  # most printers lose accuracy closer to the edge
FOOTER_MM = 8.0
MARK_MM, MARK_STANDOFF_MM = 3.0, 0.5
REGISTRATION_INSET_MM, REGISTRATION_MM, REGISTRATION_CLEAR_MM = 10.0, 5.0, 2.0
PLAN_FORMAT = 1
LARGEST_SPACE_MM = 200.0


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to print: the stamp of its front, of its back (None: nothing), and what it is."""

    front: str
    back: str | None
    label: str


@dataclass(frozen=True, slots=True)
class SheetOptions:
    paper: tuple[float, float]
    tile_mm: float
    stock: Stock | None = None
    layout: Layout = "pairs"
    flip: Literal["long", "short"] = "long"
    gap_mm: float = 4.0
    bleed_mm: float = 1.0
    spine_mm: float = 0.0  # thickness of the tile between the two faces of a fold-over strip
    marks: Marks = "crop"
    start_at: int = 1
    registration: bool = False
    loose: bool = False  # single icons: nothing is kept in pairs

    @property
    def labels(self) -> Stock | None:
        """The stock when it has separate labels; a full sheet is only a paper."""
        return None if self.stock is None or self.stock.is_full_sheet else self.stock


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """A printed face: the trim box's top left corner and edge."""

    stamp: str
    label: str
    x: float
    y: float
    size: float
    quarter_turns: int = 0


@dataclass(frozen=True, slots=True)
class PlannedPage:
    number: int
    back: bool
    faces: tuple[PrintedFace, ...]


@dataclass(frozen=True, slots=True)
class SheetPlan:
    options: SheetOptions
    pages: tuple[PlannedPage, ...] = field(default_factory=tuple)

    def as_json(self) -> dict[str, Any]:
        options = asdict(self.options)
        stock = self.options.stock
        options["stock"] = stock.id if stock else None
        pages = [
            {
                "number": page.number,
                "back": page.back,
                "slots": [_rounded(asdict(face)) for face in page.faces],
            }
            for page in self.pages
        ]
        return {"format": PLAN_FORMAT, "unit": "mm", "options": options, "pages": pages}


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in values.items()}


@dataclass(frozen=True, slots=True)
class Cells:
    """The places of a page. A unit is what is cut out as one: a face, or a strip of two faces."""

    columns: int
    rows: int
    left: float
    top: float
    pitch_x: float
    pitch_y: float

    def corner(self, index: int) -> tuple[float, float]:
        row, column = divmod(index, self.columns)
        return self.left + column * self.pitch_x, self.top + row * self.pitch_y


def plan_sheet(items: Sequence[Item], options: SheetOptions) -> SheetPlan:
    """Fill pages with the items in order; raises PlanError."""
    _check(options)
    if not items:
        raise PlanError("there is nothing to print: no tile was chosen")
    cells = _label_cells(options) if options.labels else _paper_cells(options)
    capacity = cells.columns * cells.rows
    if not 1 <= options.start_at <= capacity:
        raise PlanError(f"--start-at {options.start_at}: a page has places 1 to {capacity}")
    if options.layout == "duplex":
        return SheetPlan(options, tuple(_duplex_pages(items, options, cells)))
    if options.layout == "fold":
        return SheetPlan(options, tuple(_fold_pages(items, options, cells)))
    return SheetPlan(options, tuple(_pair_pages(items, options, cells)))


def _check(options: SheetOptions) -> None:
    if not 1 <= options.tile_mm <= 300:
        raise PlanError(f"a size of {options.tile_mm:g} mm is out of range (1 to 300)")
    if not all(0 <= mm <= LARGEST_SPACE_MM for mm in (options.gap_mm, options.bleed_mm, options.spine_mm)):
        raise PlanError(f"gap, bleed and spine are 0 to {LARGEST_SPACE_MM:g} mm")
    labels = options.labels
    if labels and options.layout == "fold":
        raise PlanError("a fold-over strip does not fit separate labels; use a full sheet or --layout pairs")
    if not labels and 2 * options.bleed_mm > options.gap_mm + 1e-9:
        raise PlanError(
            f"a bleed of {options.bleed_mm:g} mm needs a gap of {2 * options.bleed_mm:g} mm or more "
            f"(--gap-mm is {options.gap_mm:g})"
        )


def mark_reach(options: SheetOptions) -> float:
    """How far marks and bleed stand out around the block of tiles."""
    marks = mark_standoff(options) + MARK_MM if options.marks == "crop" else 0.0
    return max(options.bleed_mm, marks)


def mark_standoff(options: SheetOptions) -> float:
    return options.bleed_mm + MARK_STANDOFF_MM


def _paper_cells(options: SheetOptions) -> Cells:
    width, height = options.paper
    edge = MARGIN_MM + mark_reach(options)
    if options.registration:
        edge = max(edge, REGISTRATION_INSET_MM + REGISTRATION_MM + REGISTRATION_CLEAR_MM + options.bleed_mm)
    unit = 2 * options.tile_mm + options.spine_mm if options.layout == "fold" else options.tile_mm
    pitch_x, pitch_y = unit + options.gap_mm, options.tile_mm + options.gap_mm
    across, down = width - 2 * edge, height - edge - max(edge, FOOTER_MM + edge)
    columns = int((across + options.gap_mm) / pitch_x + 1e-9)
    rows = int((down + options.gap_mm) / pitch_y + 1e-9)
    if columns < 1 or rows < 1:
        raise PlanError(f"a tile of {options.tile_mm:g} mm does not fit on {width:g} x {height:g} mm paper")
    if columns > 1 and options.layout == "pairs" and not options.loose:
        columns -= columns % 2  # both sides of a tile stay in one row
    left = (width - (columns * pitch_x - options.gap_mm)) / 2
    return Cells(columns, rows, left, edge, pitch_x, pitch_y)


def _label_cells(options: SheetOptions) -> Cells:
    stock = options.stock
    assert stock is not None
    room_x, room_y = stock.label_width - options.tile_mm, stock.label_height - options.tile_mm
    if min(room_x, room_y) < -1e-9:
        raise PlanError(
            f"a tile of {options.tile_mm:g} mm is larger than a label of {stock.id} "
            f"({stock.label_width:g} x {stock.label_height:g} mm); choose another stock or --tile-mm"
        )
    left, top = stock.left + room_x / 2, stock.top + room_y / 2
    if options.registration:
        clear = REGISTRATION_INSET_MM + REGISTRATION_MM + REGISTRATION_CLEAR_MM
        if left < clear and top < clear:
            raise PlanError(f"the registration marks would stand on the labels of {stock.id}")
    return Cells(stock.columns, stock.rows, left, top, stock.pitch_x, stock.pitch_y)


def largest_bleed(options: SheetOptions) -> float:
    """On labels the bleed may run to half way to the next tile, on paper as far as the gap allows."""
    labels = options.labels
    if labels is None:
        return options.gap_mm / 2
    spare = min(labels.pitch_x or labels.label_width, labels.pitch_y or labels.label_height) - options.tile_mm
    return max(0.0, spare / 2)


def _pair_pages(items: Sequence[Item], options: SheetOptions, cells: Cells) -> list[PlannedPage]:
    """Both sides of a tile next to each other, and never on two pages."""
    capacity = cells.columns * cells.rows
    if options.loose or capacity == 1:
        return _single_pages(items, options, cells)
    first = pair_places(cells.columns, cells.rows, options.start_at - 1)
    if not first:
        raise PlanError(
            f"--start-at {options.start_at}: no two places next to each other are left for the sides of a tile; "
            "take a new sheet"
        )
    places = [(0, pair) for pair in first]
    pages: list[list[PrintedFace]] = []
    for item in items:
        if not places:
            places = [(len(pages), pair) for pair in pair_places(cells.columns, cells.rows, 0)]
        page, pair = places.pop(0)
        if page == len(pages):
            pages.append([])
        for stamp, place in zip((item.front, item.back), pair, strict=True):
            if stamp is not None:
                pages[page].append(PrintedFace(stamp, item.label, *cells.corner(place), options.tile_mm))
    return _numbered(pages)


def pair_places(columns: int, rows: int, used: int) -> list[tuple[int, int]]:
    """Places for pairs on a page whose first `used` places are taken: side by side, and where a row has one left over,
    one above the other in the last column. In reading order of the place that ends the pair.
    """
    pairs: list[tuple[int, int]] = []
    above: int | None = None  # a place left over in the row before
    for row in range(rows):
        free = range(max(row * columns, used), (row + 1) * columns)
        pairs += [(place, place + 1) for place in free[:-1:2]]
        if len(free) % 2 == 0:
            above = None
        elif above is None:
            above = free[-1]
        else:
            pairs.append((above, free[-1]))
            above = None
    return pairs


def _single_pages(items: Sequence[Item], options: SheetOptions, cells: Cells) -> list[PlannedPage]:
    """Every face where the next place is."""
    capacity = cells.columns * cells.rows
    faces = [(stamp, item.label) for item in items for stamp in (item.front, item.back) if stamp is not None]
    pages: list[list[PrintedFace]] = []
    for at, (stamp, label) in enumerate(faces, options.start_at - 1):
        while len(pages) <= at // capacity:
            pages.append([])
        pages[at // capacity].append(PrintedFace(stamp, label, *cells.corner(at % capacity), options.tile_mm))
    return _numbered(pages)


def _numbered(pages: list[list[PrintedFace]]) -> list[PlannedPage]:
    return [PlannedPage(number, False, tuple(page)) for number, page in enumerate(pages, 1)]


def _fold_pages(items: Sequence[Item], options: SheetOptions, cells: Cells) -> list[PlannedPage]:
    """Starting side left, other side right, both upright: right when the tile is turned over like a page."""
    capacity = cells.columns * cells.rows
    pages: list[list[PrintedFace]] = []
    for at, item in enumerate(items, options.start_at - 1):
        while len(pages) <= at // capacity:
            pages.append([])
        x, y = cells.corner(at % capacity)
        second = x + options.tile_mm + options.spine_mm
        pages[at // capacity].append(PrintedFace(item.front, item.label, x, y, options.tile_mm))
        if item.back is not None:
            pages[at // capacity].append(PrintedFace(item.back, item.label, second, y, options.tile_mm))
    return _numbered(pages)


def _duplex_pages(items: Sequence[Item], options: SheetOptions, cells: Cells) -> list[PlannedPage]:
    capacity = cells.columns * cells.rows
    fronts: list[list[PrintedFace]] = []
    backs: list[list[PrintedFace]] = []
    for at, item in enumerate(items, options.start_at - 1):
        while len(fronts) <= at // capacity:
            fronts.append([])
            backs.append([])
        x, y = cells.corner(at % capacity)
        fronts[at // capacity].append(PrintedFace(item.front, item.label, x, y, options.tile_mm))
        if item.back is not None:
            backs[at // capacity].append(_back_face(item, x, y, options))
    pages: list[PlannedPage] = []
    for front, back in zip(fronts, backs, strict=True):
        pages.append(PlannedPage(len(pages) + 1, False, tuple(front)))
        pages.append(PlannedPage(len(pages) + 1, True, tuple(back)))
    return pages


def mirrors_left_right(options: SheetOptions) -> bool:
    """Whether the sheet turns about a vertical line: the long edge of a portrait page."""
    return (options.flip == "long") == (options.paper[0] <= options.paper[1])


def _back_face(item: Item, x: float, y: float, options: SheetOptions) -> PrintedFace:
    """Where the back must be printed to lie behind the front.

    A sheet turned top over bottom gets its backs upside down, so that every cut tile is upright when
    it is turned over like a page.
    """
    assert item.back is not None
    width, height = options.paper
    if mirrors_left_right(options):
        return PrintedFace(item.back, item.label, width - x - options.tile_mm, y, options.tile_mm)
    return PrintedFace(item.back, item.label, x, height - y - options.tile_mm, options.tile_mm, 2)


def block(page: PlannedPage) -> Box:
    """The box around the trim boxes of a page."""
    return Box(
        min(face.x for face in page.faces),
        min(face.y for face in page.faces),
        max(face.x + face.size for face in page.faces),
        max(face.y + face.size for face in page.faces),
    )


def cut_boxes(plan: SheetPlan, page: PlannedPage) -> list[Box]:
    """What is cut out in one piece: each face, or each fold-over strip."""
    boxes = [Box(face.x, face.y, face.x + face.size, face.y + face.size) for face in page.faces]
    if plan.options.layout != "fold":
        return boxes
    return [Box(a.left, a.top, b.right, b.bottom) for a, b in zip(boxes[::2], boxes[1::2], strict=True)]
