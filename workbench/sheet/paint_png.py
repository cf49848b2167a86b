"""Shapes -> pixels with Pillow; the only module that draws with it.

Stamps are drawn several times too large and reduced (Pillow's shapes have hard edges), each once,
then copied. Shapes of the page itself are drawn the same way on the small region they cover.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil, floor

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFont

from workbench.sheet.errors import ArtError, SheetError
from workbench.sheet.extent import extent
from workbench.sheet.shapes import (
    Correction,
    Disc,
    Drawing,
    Hoop,
    Line,
    Page,
    Picture,
    Placed,
    Point,
    Ring,
    Shape,
    Solid,
    Stamp,
    Text,
)
from workbench.sheet.text import FontKey, font_path, text_start, text_width
from workbench.sheet.units import mm_to_px

STORED_SIDE = 1200  # pixels of a user's picture that are kept
MOST_PIXELS = 200_000_000


def oversampling(dpi: float) -> int:
    return 4 if dpi <= 300 else 3 if dpi <= 1200 else 2


def normalise_picture(data: bytes, largest_side: int) -> tuple[bytes, int, int]:
    """A user's PNG, decoded, made no larger than needed and written anew; raises ArtError."""
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as opened:
            if max(opened.size) > largest_side:
                raise ArtError(f"has {opened.size[0]} x {opened.size[1]} pixels; {largest_side} a side are enough")
            image = opened.convert("RGBA")
    except ArtError:
        raise
    except Exception as error:  # Pillow raises many kinds for damaged files
        raise ArtError(f"cannot be read as PNG ({error or type(error).__name__})") from None
    image.thumbnail((STORED_SIDE, STORED_SIDE), Image.Resampling.LANCZOS)
    return _encoded(image, 0), *image.size


@cache
def _font(key: FontKey, pixels: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_path(key)), pixels, layout_engine=ImageFont.Layout.BASIC)


@dataclass(frozen=True, slots=True)
class Brush:
    """Draws shapes on an image whose pixel (0, 0) is the point (left, top) in mm."""

    image: Image.Image
    left: float
    top: float
    scale_x: float  # pixels per mm
    scale_y: float

    def at(self, x: float, y: float) -> Point:
        return Point((x - self.left) * self.scale_x, (y - self.top) * self.scale_y)

    def colour(self, text: str) -> tuple[int, ...] | int:
        return ImageColor.getcolor(text, self.image.mode)

    def draw(self, shape: Shape) -> None:
        match shape:
            case Solid(rings, colour):
                self._solid([self._pixels(ring) for ring in rings], colour)
            case Disc(x, y, radius, colour):
                ImageDraw.Draw(self.image).ellipse(self._round_box(x, y, radius), fill=self.colour(colour))
            case Hoop(x, y, radius, width, colour):
                box = self._round_box(x, y, radius + width / 2)
                line = max(1, round(width * (self.scale_x + self.scale_y) / 2))
                ImageDraw.Draw(self.image).ellipse(box, outline=self.colour(colour), width=line)
            case Line():
                self._line(shape)
            case Text():
                self._text(shape)
            case Picture():
                self._picture(shape)

    def _pixels(self, ring: Ring) -> list[tuple[float, float]]:
        return [(p.x - 0.5, p.y - 0.5) for p in (self.at(point.x, point.y) for point in ring)]

    def _round_box(self, x: float, y: float, radius: float) -> tuple[float, float, float, float]:
        start, end = self.at(x - radius, y - radius), self.at(x + radius, y + radius)
        return (start.x, start.y, end.x - 1, end.y - 1)

    def _solid(self, rings: list[list[tuple[float, float]]], colour: str) -> None:
        if len(rings) == 1:
            ImageDraw.Draw(self.image).polygon(rings[0], fill=self.colour(colour))
            return
        xs, ys = [x for ring in rings for x, _ in ring], [y for ring in rings for _, y in ring]
        left, top = floor(min(xs)), floor(min(ys))
        size = (ceil(max(xs)) - left + 2, ceil(max(ys)) - top + 2)
        mask = Image.new("L", size, 0)
        for ring in rings:
            part = Image.new("L", size, 0)
            ImageDraw.Draw(part).polygon([(x - left, y - top) for x, y in ring], fill=255)
            mask = ImageChops.difference(mask, part)
        self.image.paste(self.colour(colour), (left, top), mask)

    def _line(self, line: Line) -> None:
        half = line.width / 2
        length = ((line.x2 - line.x1) ** 2 + (line.y2 - line.y1) ** 2) ** 0.5
        ux, uy = (line.x2 - line.x1) / length, (line.y2 - line.y1) / length
        starts = [0.0]
        step = line.dash or length
        while line.dash and starts[-1] + 2 * step < length:
            starts.append(starts[-1] + 2 * step)
        for start in starts:
            end = min(length, start + step)
            x1, y1 = line.x1 + ux * start, line.y1 + uy * start
            x2, y2 = line.x1 + ux * end, line.y1 + uy * end
            if ux and uy:
                corners = ((x1 - uy * half, y1 + ux * half), (x2 - uy * half, y2 + ux * half),
                           (x2 + uy * half, y2 - ux * half), (x1 + uy * half, y1 - ux * half))  # fmt: skip
                self._solid([self._pixels(tuple(Point(*corner) for corner in corners))], line.colour)
            else:
                grow_x, grow_y = (half, 0.0) if uy else (0.0, half)
                start_x, start_y = min(x1, x2) - grow_x, min(y1, y2) - grow_y
                self._bar(start_x, start_y, max(x1, x2) + grow_x, max(y1, y2) + grow_y, line.colour)

    def _bar(self, left: float, top: float, right: float, bottom: float, colour: str) -> None:
        start, end = self.at(left, top), self.at(right, bottom)
        x, y = round(start.x), round(start.y)
        box = (x, y, max(x, round(end.x) - 1), max(y, round(end.y) - 1))
        ImageDraw.Draw(self.image).rectangle(box, fill=self.colour(colour))

    def _text(self, shape: Text) -> None:
        """Letter by letter: Pillow would round every advance to whole pixels, and kern."""
        font = _font(shape.font, shape.size * (self.scale_x + self.scale_y) / 2)
        draw, colour, x = ImageDraw.Draw(self.image), self.colour(shape.colour), text_start(shape)
        for letter in shape.text:
            draw.text(self.at(x, shape.y), letter, colour, font, anchor="ls")
            x += text_width(letter, shape.size, shape.font)

    def _picture(self, shape: Picture) -> None:
        start, end = self.at(shape.x, shape.y), self.at(shape.x + shape.width, shape.y + shape.height)
        size = (max(1, round(end.x - start.x)), max(1, round(end.y - start.y)))
        with Image.open(io.BytesIO(shape.png)) as opened:
            picture = opened.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
        self.image.paste(picture.convert(self.image.mode), (round(start.x), round(start.y)), picture)


def paint_png(
    drawing: Drawing,
    dpi: float = 300,
    transparent: bool = False,
    on_page: Callable[[], None] = lambda: None,
    rgb: bool = False,
) -> list[bytes]:
    """Every page as PNG bytes. `transparent` leaves out the paper, `rgb` keeps colours where all is grey."""
    pages = []
    kept: dict[tuple[str, int, float, float], Image.Image] = {}
    for page in drawing.pages:
        pages.append(_encoded(paint_page(page, drawing.stamps, dpi, transparent, kept, rgb), dpi))
        on_page()
    return pages


def paint_page(
    page: Page,
    stamps: Mapping[str, Stamp],
    dpi: float,
    transparent: bool = False,
    kept: dict[tuple[str, int, float, float], Image.Image] | None = None,
    rgb: bool = False,
) -> Image.Image:
    size = (round(mm_to_px(page.width, dpi)), round(mm_to_px(page.height, dpi)))
    if size[0] * size[1] > MOST_PIXELS:
        raise SheetError(f"a page of {size[0]} x {size[1]} pixels is too large; choose fewer dpi")
    mode = "RGBA" if transparent else "RGB" if rgb else _mode(page, stamps)
    paper: str | int = "#00000000" if transparent else (page.paper or "#ffffff")
    image = Image.new(mode, size, ImageColor.getcolor(str(paper), mode))
    kept = {} if kept is None else kept
    for shape in page.under:
        _draw_on_page(image, shape, page.correction, dpi)
    for placed in page.placed:
        _place(image, placed, stamps[placed.stamp], page.correction, dpi, kept)
    for shape in page.over:
        _draw_on_page(image, shape, page.correction, dpi)
    return image


def _mode(page: Page, stamps: Mapping[str, Stamp]) -> str:
    """Grey unless something is coloured: a third of the memory and time."""
    shapes: Iterable[Shape] = (
        shape
        for group in (page.under, page.over, *(stamps[key].shapes for key in {p.stamp for p in page.placed}))
        for shape in group
    )
    colours = {page.paper or "#ffffff"}
    for shape in shapes:
        if isinstance(shape, Picture):
            return "RGB"
        colours.add(shape.colour)
    return "L" if all(red == green == blue for red, green, blue in map(_rgb, colours)) else "RGB"


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red, green, blue


def _place(
    image: Image.Image,
    placed: Placed,
    stamp: Stamp,
    correction: Correction,
    dpi: float,
    kept: dict[tuple[str, int, float, float], Image.Image],
) -> None:
    turns = placed.quarter_turns % 4
    key = (placed.stamp, turns, correction.scale_x, correction.scale_y)
    if key not in kept:
        kept[key] = _draw_stamp(stamp, turns, correction, dpi, image.mode)
    aside = (stamp.height - stamp.width) / 2 if turns % 2 else 0.0  # it turns about its middle
    corner = correction.apply(placed.x - aside, placed.y + aside)
    place = (round(mm_to_px(corner.x, dpi)), round(mm_to_px(corner.y, dpi)))
    drawn = kept[key]
    image.paste(drawn, place, drawn if image.mode == "RGBA" else None)


def _draw_stamp(stamp: Stamp, turns: int, correction: Correction, dpi: float, mode: str) -> Image.Image:
    scales = (correction.scale_x, correction.scale_y)
    scale_x, scale_y = scales if turns % 2 == 0 else scales[::-1]
    times = oversampling(dpi)
    pixel = mm_to_px(1.0, dpi)
    width = max(1, round(stamp.width * scale_x * pixel))
    height = max(1, round(stamp.height * scale_y * pixel))
    image = Image.new(mode, (width * times, height * times), ImageColor.getcolor(_blank(mode), mode))
    brush = Brush(image, 0.0, 0.0, scale_x * pixel * times, scale_y * pixel * times)
    for shape in stamp.shapes:
        brush.draw(shape)
    small = image.reduce(times)
    return small.transpose(_TURNS[turns]) if turns else small


_TURNS = {1: Image.Transpose.ROTATE_270, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_90}


def _blank(mode: str) -> str:
    return "#00000000" if mode == "RGBA" else "#ffffff"


def _draw_on_page(image: Image.Image, shape: Shape, correction: Correction, dpi: float) -> None:
    """Draw one shape on the enlarged copy of the region that it covers."""
    pixel, times = mm_to_px(1.0, dpi), oversampling(dpi)
    scale_x, scale_y = correction.scale_x * pixel, correction.scale_y * pixel
    covered = extent(shape)
    start, end = correction.apply(covered.left, covered.top), correction.apply(covered.right, covered.bottom)
    box = (
        max(0, floor(start.x * pixel) - 1),
        max(0, floor(start.y * pixel) - 1),
        min(image.width, ceil(end.x * pixel) + 1),
        min(image.height, ceil(end.y * pixel) + 1),
    )
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    region = image.crop(box)
    large = region.resize((region.width * times, region.height * times), Image.Resampling.NEAREST)
    origin_x = (box[0] / pixel - correction.offset_x) / correction.scale_x
    origin_y = (box[1] / pixel - correction.offset_y) / correction.scale_y
    Brush(large, origin_x, origin_y, scale_x * times, scale_y * times).draw(shape)
    image.paste(large.reduce(times), box)


def _encoded(image: Image.Image, dpi: float) -> bytes:
    buffer = io.BytesIO()
    if dpi:
        image.save(buffer, "PNG", dpi=(dpi, dpi))
    else:
        image.save(buffer, "PNG")
    return buffer.getvalue()
