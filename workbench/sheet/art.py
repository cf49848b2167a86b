"""Which emblem a tile gets: one of ours by name, or a user's PNG or SVG beside the tile file."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.sheet.emblems import EMBLEMS, draw_emblem
from workbench.sheet.errors import ArtError
from workbench.sheet.geometry import moved
from workbench.sheet.shapes import Picture, Shape, Solid
from workbench.sheet.svg_colour import THEME_INK
from workbench.tileset.model import Tile

if TYPE_CHECKING:
    from workbench.sheet.svg_art import Filled

LARGEST_FILES = {".png": 4_000_000, ".svg": 1_000_000}  # bytes
LARGEST_SIDE = 4000  # pixels
PICTURES = tuple(LARGEST_FILES)


@dataclass(frozen=True, slots=True)
class Art:
    """An emblem ready to be drawn: a name of ours, or a picture with its proportions."""

    name: str = ""
    width: float = 1.0
    height: float = 1.0
    parts: tuple[Filled, ...] = ()
    png: bytes = b""
    lost: tuple[str, ...] = ()  # what of a user's picture is not printed

    def shapes(self, x: float, y: float, width: float, height: float, ink: str, paper: str = "#ffffff") -> list[Shape]:
        """As large as the box allows, in its middle; black is the ink, white the paper, other colours stay."""
        if self.name:
            return draw_emblem(self.name, x, y, width, height, ink)
        scale = min(width / self.width, height / self.height)
        left, top = x + (width - self.width * scale) / 2, y + (height - self.height * scale) / 2
        if self.png:
            return [Picture(left, top, self.width * scale, self.height * scale, self.png)]
        colours = {THEME_INK: ink, "#ffffff": paper}
        return [
            Solid(tuple(moved(ring, left, top, scale) for ring in rings), colours.get(colour, colour))
            for rings, colour in self.parts
        ]


def own_emblem(tile: Tile) -> Art:
    """The tile's emblem if it is one of ours, else the one for its role: needs no file."""
    return Art(name=str(tile.emblem)) if tile.emblem in EMBLEMS else usual_emblem(tile)


def usual_emblem(tile: Tile) -> Art:
    """What a tile without an emblem of its own gets, by its role."""
    return Art(name="crown" if tile.role == "duke" else "lozenge")


def load_art(tile: Tile, folder: Path) -> Art:
    """The tile's emblem; `folder` is where its tile file lies. Raises ArtError with what is wrong."""
    emblem = tile.emblem
    if emblem is None or emblem in EMBLEMS:
        return own_emblem(tile)
    if not emblem.lower().endswith(PICTURES):
        close = get_close_matches(emblem.lower(), EMBLEMS, 1)
        known = f" ({', '.join(EMBLEMS)}, or a .png or .svg file)"
        hint = f"; did you mean '{close[0]}'?" if close else known
        raise ArtError(f"emblem '{emblem}' is not known{hint}")
    try:
        return _load_picture(_inside(emblem, folder), emblem[-4:].lower())
    except ArtError as error:
        raise ArtError(f"emblem '{emblem}' {error}") from None


def emblem_losses(tile: Tile, set_path: str) -> str | None:
    """What of a tile's emblem is not printed as it is, in words; None where all is, or where nothing can be."""
    try:
        lost = load_art(tile, Path(set_path).parent).lost
    except ArtError:
        return None
    if not lost:
        return None
    return f"emblem '{tile.emblem}' loses {', '.join(lost)}: only filled shapes of one colour are printed"


def emblem_problem(tile: Tile, set_path: str) -> str | None:
    """What is wrong with a tile's emblem, or None; `set_path` is the file that the tile came from."""
    try:
        load_art(tile, Path(set_path).parent)
    except ArtError as error:
        return str(error)
    return None


def _inside(emblem: str, folder: Path) -> Path:
    """The picture's path, refused when it leads out of the tile file's folder (also through a link)."""
    root = Path(os.path.realpath(folder))
    path = Path(os.path.realpath(root / emblem))
    if not path.is_relative_to(root):
        raise ArtError("leads out of the tile file's folder; put the picture beside the file")
    try:
        file_type = stat.S_IFMT(path.stat().st_mode)
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError):
            raise ArtError(f"was not found in {root}") from None
        raise ArtError(f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if file_type != stat.S_IFREG:
        raise ArtError("is not an ordinary file")
    return path


def _load_picture(path: Path, suffix: str) -> Art:
    largest = LARGEST_FILES[suffix]
    try:
        with path.open("rb") as stream:
            data = stream.read(largest + 1)
    except OSError as error:
        raise ArtError(f"cannot be read ({error.strerror})") from None
    if len(data) > largest:
        raise ArtError(f"is larger than {largest // 1_000_000} MB")
    return _art_from(data, suffix)


@cache
def _art_from(data: bytes, suffix: str) -> Art:
    if suffix == ".png":
        from workbench.sheet.paint_png import normalise_picture

        png, pixels_across, pixels_down = normalise_picture(data, LARGEST_SIDE)
        return Art(width=pixels_across, height=pixels_down, png=png)
    from workbench.sheet.svg_art import Filled, parse_svg

    try:
        parts, lost = parse_svg(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise ArtError("is not UTF-8 text") from None
    points = [point for part in parts for ring in part.rings for point in ring]
    left, top = min(p.x for p in points), min(p.y for p in points)
    width, height = max(p.x for p in points) - left, max(p.y for p in points) - top
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise ArtError("has no area to draw")
    at_origin = tuple(Filled(tuple(moved(ring, -left, -top) for ring in rings), colour) for rings, colour in parts)
    return Art(width=width, height=height, parts=at_origin, lost=lost)
