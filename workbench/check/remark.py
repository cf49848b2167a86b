"""A remark: a finding that does not know its place in the file yet, only what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.codes import found
from workbench.document import Document, KeyPath
from workbench.finding import Finding, Place
from workbench.tileset.grid import parse_grid
from workbench.tileset.model import Icon, Tile
from workbench.words import SideUp

SIDE_NAMES = {SideUp.STARTING: "starting", SideUp.OTHER: "other"}


@dataclass(frozen=True, slots=True)
class Remark:
    """`about` is a field of the tile ("name", "starting", ...); `icon` narrows a side down to a cell."""

    code: str
    tile: Tile
    message: str
    help: str = ""
    about: str = "name"
    icon: Icon | None = None

    def at(self, document: Document, number: int) -> Finding:
        """The finding for the tile that is the file's `number`th, from 0."""
        return found(self.code, self._place(document, number), self.message, self.help, self.tile.name)

    def _place(self, document: Document, number: int) -> Place:
        path: KeyPath = ("tiles", number, self.about)
        if self.about not in ("starting", "other"):
            return document.place(*path)
        if self.icon is not None:
            place = _cell_place(document, path, self.icon)
            if place is not None:
                return place
        return document.key_place(*path)


def _cell_place(document: Document, path: KeyPath, icon: Icon) -> Place | None:
    """Where the cell of an icon stands in a face that is written as a grid."""
    text = document.data
    for step in path:
        text = text[step]
    if not isinstance(text, str):
        return None
    cell = parse_grid(text).cells[icon.at]
    return document.text_place(path, cell.row, cell.column, cell.length)


def describe(icon: Icon) -> str:
    """'move 2 ahead', 'strike 1 ahead and 2 right', as the tile's owner sees it."""
    right, forward = icon.at
    parts = [f"{abs(forward)} {'ahead' if forward > 0 else 'back'}"] if forward else []
    parts += [f"{abs(right)} {'right' if right > 0 else 'left'}"] if right else []
    return f"{icon.kind.value.replace('_', ' ').replace('noncapture', 'non-capture')} {' and '.join(parts)}"


def listed(names: list[str], most: int = 3) -> str:
    """'a', 'a and b', 'a, b, c and 4 more'."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
