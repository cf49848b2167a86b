"""A remark: a finding that does not know its place in the file yet, only what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.codes import found
from workbench.finding import Finding, Place
from workbench.tileset.load import Loaded
from workbench.tileset.model import Icon, Tile
from workbench.tileset.sound import named
from workbench.words import IconKind, SideUp

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

    def at(self, loaded: Loaded, number: int) -> Finding:
        """The finding for the tile that is the file's `number`th, from 0."""
        return found(self.code, self._place(loaded, number), self.message, self.help, self.tile.name)

    def _place(self, loaded: Loaded, number: int) -> Place:
        if self.icon is not None:
            return loaded.icon_place(number, self.about, self.icon.at)
        if self.about in SIDE_NAMES.values():
            return loaded.key_place("tiles", number, self.about)
        return loaded.place("tiles", number, self.about)


def describe(icon: Icon) -> str:
    """'move 2 ahead', 'strike 1 ahead and 2 right', 'slide back', as the tile's owner sees it."""
    counts = icon.kind not in (IconKind.SLIDE, IconKind.JUMP_SLIDE)  # those are directions
    right, forward = icon.at
    ahead, aside = "ahead" if forward > 0 else "back", "right" if right > 0 else "left"
    parts = ((abs(forward), ahead), (abs(right), aside))
    said = [f"{count} {way}" if counts else way for count, way in parts if count]
    return f"{named(icon.kind)} {' and '.join(said)}"


def listed(names: list[str], most: int = 3) -> str:
    """'a', 'a and b', 'a, b, c and 4 more'."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
