"""Draws the pictures of docs/ratings.md: the faces of each set's tiles beside a forest plot of their worth."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from workbench.ratings.file import BagRatings, Ratings, TileRating
from workbench.sheet.face import draw_face
from workbench.sheet.paint_png import paint_png
from workbench.sheet.shapes import Drawing, Page
from workbench.tileset.load import load_sets
from workbench.tileset.model import Tile

IMAGES = Path(__file__).parent / "images"
FONT = Path(__file__).parent.parent / "workbench" / "sheet" / "fonts" / "fallback.ttf"
FACE, ROW, LEFT, WIDTH, TOP, BOTTOM = 64, 72, 316, 960, 30, 38
MM = 24.3
LEVEL_COLOURS = ("#8a8f98", "#c2410c", "#1d4ed8", "#15803d")
INK, SOFT, BAND = "#1d1f21", "#6b7078", "#eef3e6"
COLOURS = 96  # of the file: enough for lines, letters and faces


def tile_faces(rated: TileRating) -> Tile:
    return next(tile for tile in load_sets([rated.set])[-1].tiles if tile.name == rated.name)


def face_picture(tile: Tile, side: int) -> Image.Image:
    page = Page(MM, MM, over=draw_face(tile, side, MM), paper="#ffffff")
    png = paint_png(Drawing(tile.name, (page,), {}), dpi=FACE * 4 / MM * 25.4, rgb=True)[0]
    return Image.open(io.BytesIO(png)).convert("RGB").resize((FACE, FACE), Image.Resampling.LANCZOS)


def font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FONT), size)


class Forest:
    """Rows of tiles on one scale; `sds` by which the points of each level are divided, or 1."""

    def __init__(self, rows: Sequence[tuple[TileRating, Sequence[tuple[int, float, float, float]]]], unit: str) -> None:
        self.rows, self.unit = rows, unit
        ends = [abs(value) for _, marks in rows for _, _, low, high in marks for value in (low, high)]
        self.most = max([1.5, *ends]) * 1.04
        self.image = Image.new("RGB", (WIDTH, TOP + ROW * len(rows) + BOTTOM), "#ffffff")
        self.pen = ImageDraw.Draw(self.image)

    def at(self, value: float) -> float:
        return LEFT + (value + self.most) / (2 * self.most) * (WIDTH - LEFT - 16)

    def draw(self, bots: Sequence[str], band: bool) -> Image.Image:
        bottom = TOP + ROW * len(self.rows)
        if band:
            self.pen.rectangle((self.at(-1), TOP, self.at(1), bottom), fill=BAND)
        step = next(one for one in (0.5, 1, 2, 5, 10, 20) if self.most / one <= 7)
        for tick in range(-math.floor(self.most / step), math.floor(self.most / step) + 1):
            x = self.at(tick * step)
            self.pen.line((x, TOP, x, bottom), fill="#d5d7da" if tick else SOFT)
            self.pen.text((x, bottom + 4), f"{tick * step:+g}" if tick else "0", INK, font(12), anchor="ma")
        self.pen.text((self.at(0), bottom + 18), self.unit, SOFT, font(12), anchor="ma")
        self._legend(bots)
        for number, (tile, marks) in enumerate(self.rows):
            self._row(TOP + ROW * number, tile, marks)
        return self.image

    def _legend(self, bots: Sequence[str]) -> None:
        x = float(LEFT)
        for number, bot in enumerate(bots):
            self.pen.ellipse((x, 9, x + 9, 18), fill=LEVEL_COLOURS[number % 4])
            self.pen.text((x + 14, 6), bot, INK, font(13))
            x += 34 + self.pen.textlength(bot, font(13))

    def _row(self, top: int, tile: TileRating, marks: Sequence[tuple[int, float, float, float]]) -> None:
        drawn = tile_faces(tile)
        for side in (0, 1):
            self.image.paste(face_picture(drawn, side), (4 + side * (FACE + 4), top + (ROW - FACE) // 2))
        name = tile.name if len(tile.name) < 24 else tile.name.replace(" de ", "\nde ")
        self.pen.text((2 * FACE + 16, top + ROW / 2 - (7 if tile.army else 0)), name, INK, font(14), anchor="lm")
        if tile.army:
            self.pen.text((2 * FACE + 16, top + ROW / 2 + 11), f"{tile.army} army", SOFT, font(12), anchor="lm")
        for place, (level, value, low, high) in enumerate(marks):
            y = top + ROW * (place + 1) / (len(marks) + 1)
            colour = LEVEL_COLOURS[level % 4]
            self.pen.line((self.at(low), y, self.at(high), y), fill=colour, width=2)
            self.pen.ellipse((self.at(value) - 4, y - 4, self.at(value) + 4, y + 4), fill=colour)


def marks_of(bag: BagRatings, tile: TileRating, bots: Sequence[str]) -> list[tuple[int, float, float, float]]:
    """In SDs for drawn tiles, in points for others."""
    found = []
    for number, bot in enumerate(bots):
        level, here = tile.at(bot), bag.at(bot)
        if level is not None:
            sd = here.sd_points if here is not None and tile.how == "drawn" else 1.0
            found.append((number, level.points / sd, level.interval[0] / sd, level.interval[1] / sd))
    return found


def save(picture: Image.Image, name: str) -> None:
    path = IMAGES / f"ratings-{name}.png"
    picture.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


def strongest_first(tiles: Sequence[TileRating], bot: str) -> list[TileRating]:
    return sorted(tiles, key=lambda tile: -(level.points if (level := tile.at(bot)) else -1e9))


def draw_all(ratings: Ratings, decides: str) -> None:
    starts = [(bag, tile) for bag, tile in ratings.tiles() if tile.how == "starts" and tile.levels]
    for bag in ratings.bags:
        drawn = strongest_first([tile for tile in bag.tiles if tile.how == "drawn" and tile.levels], decides)
        if drawn:
            rows = [(tile, marks_of(bag, tile, ratings.bots)) for tile in drawn]
            unit = "worth of a draw, in SDs of the base set's tiles at that level (shaded: fair)"
            save(Forest(rows, unit).draw(ratings.bots, band=True), bag.name.replace(", ", "-"))
    if starts:
        rows = [(tile, marks_of(bag, tile, ratings.bots)) for bag, tile in starts]
        save(Forest(rows, "points against what it replaces").draw(ratings.bots, band=False), "starts")
