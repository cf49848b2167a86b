"""A tile set as data: what everything else in the workbench works on.

These models hold what was said about a tile, already read: faces are tuples of icons at offsets.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from workbench.icons import IconType, Row
from workbench.tileset.settings import Settings
from workbench.words import Ability, Offset, SideUp

WINDOW = 5  # a face is printed as 5 x 5 cells


class Icon(BaseModel):
    """A type of icon at an offset (right, forward) as the tile's owner sees it."""

    model_config = ConfigDict(frozen=True)

    icon: IconType
    at: Offset
    group: int | None = None  # icons of one face with the same number form one area-effect group

    @property
    def row(self) -> Row:
        """What there is to know of such icons."""
        return self.icon.row

    @model_validator(mode="before")
    @classmethod
    def _name_the_icon(cls, given: Any) -> Any:
        """Runs of earlier versions hold tiles whose icons have a `kind`."""
        if isinstance(given, dict) and "kind" in given:
            return {"icon" if key == "kind" else key: value for key, value in given.items()}
        return given


class Face(BaseModel):
    """One side of a tile. `origin` is the cell of the tile's own square: (column, row) from the top left."""

    model_config = ConfigDict(frozen=True)

    icons: tuple[Icon, ...] = ()
    origin: tuple[int, int] = (2, 2)

    def groups(self) -> dict[int, tuple[Icon, ...]]:
        """The area-effect groups by number."""
        found: dict[int, list[Icon]] = {}
        for icon in self.icons:
            if icon.group is not None:
                found.setdefault(icon.group, []).append(icon)
        return {number: tuple(icons) for number, icons in found.items()}


class Tile(BaseModel):
    """A two-sided design."""

    model_config = ConfigDict(frozen=True)

    name: str
    code: str
    starting: Face
    other: Face
    copies: int = 1
    starts: int = 0  # how many copies start on the board beside the Duke (Footman: 2)
    replaces: str | None = None
    army: Literal["light", "dark"] | None = None  # None: both
    role: Literal["duke", "terrain"] | None = None  # terrain never enters an army (PACK-1)
    abilities: tuple[Ability, ...] = ()
    linked_to: tuple[str, ...] = ()
    enhanced: bool = False
    accept: tuple[str, ...] = ()
    emblem: str | None = None
    notes: str = ""
    source: str = ""

    def face(self, side: SideUp | int) -> Face:
        return self.other if side else self.starting


class TileSet(BaseModel):
    """Tiles that are used together. `id` is the file's name without its ending."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    tiles: tuple[Tile, ...]
    mode: Literal["bag", "pool"] = "bag"
    settings: Settings | None = None  # what the set asks for; whoever plays may say otherwise
    notes: str = ""
    source: str = ""
    path: str = ""
