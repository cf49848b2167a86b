"""Which emblem a tile gets: one of ours by name, or a user's PNG or SVG beside the tile file."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from workbench.sheet.emblems import EMBLEMS, draw_emblem
from workbench.sheet.errors import ArtError
from workbench.sheet.geometry import moved
from workbench.sheet.shapes import Picture, Ring, Shape, Solid
from workbench.tileset.model import Tile

LARGEST_FILE = 4_000_000  # bytes
LARGEST_SIDE = 4000  # pixels
PICTURES = (".png", ".svg")


@dataclass(frozen=True, slots=True)
class Art:
    """An emblem ready to be drawn: a name of ours, or a picture with its proportions."""

    name: str = ""
    width: float = 1.0
    height: float = 1.0
    parts: tuple[tuple[Ring, ...], ...] = ()
    png: bytes = b""

    def shapes(self, x: float, y: float, width: float, height: float, colour: str) -> list[Shape]:
        """As large as the box allows, in its middle."""
        if self.name:
            return draw_emblem(self.name, x, y, width, height, colour)
        scale = min(width / self.width, height / self.height)
        left, top = x + (width - self.width * scale) / 2, y + (height - self.height * scale) / 2
        if self.png:
            return [Picture(left, top, self.width * scale, self.height * scale, self.png)]
        return [Solid(tuple(moved(ring, left, top, scale) for ring in part), colour) for part in self.parts]


def own_emblem(tile: Tile) -> Art:
    """The tile's emblem if it is one of ours, else the one for its role: needs no file."""
    if tile.emblem in EMBLEMS:
        return Art(name=str(tile.emblem))
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
        return _load_picture(_inside(emblem, folder))
    except ArtError as error:
        raise ArtError(f"emblem '{emblem}' {error}") from None


def emblem_problem(tile: Tile, set_path: str) -> str | None:
    """What is wrong with a tile's emblem, or None; `set_path` is the file that the tile came from."""
    try:
        load_art(tile, Path(set_path).parent)
    except ArtError as error:
        return str(error)
    return None


def _inside(emblem: str, folder: Path) -> Path:
    """The picture's path, refused when it leads out of the tile file's folder (also through a link)."""
    root = folder.resolve()
    path = (root / emblem).resolve()
    if not path.is_relative_to(root):
        raise ArtError("leads out of the tile file's folder; put the picture beside the file")
    if not path.is_file():
        raise ArtError(f"was not found in {root}")
    if path.stat().st_size > LARGEST_FILE:
        raise ArtError(f"is larger than {LARGEST_FILE // 1_000_000} MB")
    return path


def _load_picture(path: Path) -> Art:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ArtError(f"cannot be read ({error.strerror})") from None
    return _art_from(data, path.suffix.lower())


@cache
def _art_from(data: bytes, suffix: str) -> Art:
    if suffix == ".png":
        from workbench.sheet.paint_png import normalise_picture

        png, pixels_across, pixels_down = normalise_picture(data, LARGEST_SIDE)
        return Art(width=pixels_across, height=pixels_down, png=png)
    from workbench.sheet.svg_art import parse_svg

    try:
        parts = parse_svg(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise ArtError("is not UTF-8 text") from None
    points = [point for part in parts for ring in part for point in ring]
    left, top = min(p.x for p in points), min(p.y for p in points)
    width, height = max(p.x for p in points) - left, max(p.y for p in points) - top
    if not (0 < width < 1e6 and 0 < height < 1e6):
        raise ArtError("has no area to draw")
    at_origin = tuple(tuple(moved(ring, -left, -top) for ring in part) for part in parts)
    return Art(width=width, height=height, parts=at_origin)
