"""Which icons do all that other icons do, and so which sides and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from workbench.icons import BY_NAME, IconType
from workbench.reach import landings
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import Offset, SideUp

PlacedIcon = tuple[IconType, Offset]


def uses(icon: Icon) -> Iterator[PlacedIcon]:
    """Everything that an ungrouped icon can always do, as icons: itself and all weaker ones."""
    yield icon.icon, icon.at
    for name, landing in product(icon.row.weaker, landings(icon.icon, icon.at)):
        weaker = BY_NAME[name]
        if not (weaker.row.leaps and landing.free):  # a leap is not stopped there (JSLIDE-1)
            yield weaker, landing.at


@dataclass(frozen=True, slots=True)
class Profile:
    """A side for comparing: its loose icons, all that they can do, and its area groups."""

    icons: frozenset[PlacedIcon]
    uses: frozenset[PlacedIcon]
    groups: frozenset[frozenset[PlacedIcon]]

    @classmethod
    def of(cls, face: Face) -> Profile:
        loose = [icon for icon in face.icons if icon.group is None]
        groups = (frozenset((icon.icon, icon.at) for icon in icons) for icons in face.groups().values())
        return cls(
            frozenset((icon.icon, icon.at) for icon in loose),
            frozenset(use for icon in loose for use in uses(icon)),
            frozenset(groups),
        )

    def covers(self, weaker: Profile) -> bool:
        return weaker.icons <= self.uses and weaker.groups <= self.groups


@dataclass(frozen=True, slots=True)
class Compared:
    """A tile with what it takes to compare it."""

    name: str
    role: str | None
    abilities: frozenset[str]
    sides: tuple[Profile, Profile]

    @classmethod
    def of(cls, tile: Tile) -> Compared:
        sides = Profile.of(tile.face(SideUp.STARTING)), Profile.of(tile.face(SideUp.OTHER))
        return cls(tile.name, tile.role, frozenset(tile.abilities), sides)

    def covers(self, weaker: Compared) -> bool:
        """Side by side, with the abilities. Tiles that act as the Duke are compared among themselves."""
        if self.role != weaker.role or not weaker.abilities <= self.abilities:
            return False
        return all(mine.covers(its) for mine, its in zip(self.sides, weaker.sides, strict=True))


def same_icons(one: Face, two: Face) -> bool:
    """Equal sides, in whatever order the icons were written and the groups numbered."""
    return Profile.of(one) == Profile.of(two)


def unmirrored(face: Face) -> tuple[Icon, ...]:
    """The icons that have no counterpart on the other hand."""
    present = {(icon.icon, icon.at) for icon in face.icons}
    return tuple(i for i in face.icons if (i.icon, Offset(-i.at.right, i.at.forward)) not in present)
