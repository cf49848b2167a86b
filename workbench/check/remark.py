"""What checks remark on a tile, and the words for it."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.codes import Remark
from workbench.finding import Place
from workbench.tileset.load import Loaded
from workbench.tileset.model import Icon, Tile
from workbench.words import SIDES


@dataclass(frozen=True, slots=True)
class About:
    """What is remarked on: a field of a tile ("name", "starting", ...); `icon` narrows a side down to a cell."""

    tile: Tile
    field: str = "name"
    icon: Icon | None = None

    def place(self, loaded: Loaded, number: int) -> Place:
        """In a file of which the tile is the `number`th, from 0."""
        if self.icon is not None:
            return loaded.icon_place(number, self.field, self.icon.at)
        if self.field in SIDES:
            return loaded.key_place("tiles", number, self.field)
        return loaded.place("tiles", number, self.field)


TileRemark = Remark[About]


def describe(icon: Icon) -> str:
    """'move 2 ahead', 'strike 1 ahead and 2 right', 'slide back', as the tile's owner sees it."""
    right, forward = icon.at
    ahead, aside = "ahead" if forward > 0 else "back", "right" if right > 0 else "left"
    parts = ((abs(forward), ahead), (abs(right), aside))
    said = [f"{count} {way}" if not icon.row.is_direction else way for count, way in parts if count]
    return f"{icon.icon.words} {' and '.join(said)}"


def listed(names: list[str], most: int = 3) -> str:
    """'a', 'a and b', 'a, b, c and 4 more'."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
