"""Which icons do all that other icons do, and so which sides and tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.check.lone import SLIDES, direction
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import BOARD, IconKind, Offset, SideUp

Use = tuple[IconKind, Offset]

# What an icon can do besides, on its own square (SMASH-1, HAMMER-1, NCAP-1).
_ALSO = {
    IconKind.MOVE: (IconKind.NONCAPTURE_MOVE,),
    IconKind.SMASH: (IconKind.MOVE, IconKind.NONCAPTURE_MOVE),
    IconKind.JUMP: (IconKind.NONCAPTURE_JUMP,),
    IconKind.HAMMER: (IconKind.STRIKE,),
}


def uses(icon: Icon) -> Iterator[Use]:
    """Everything that an ungrouped icon can always do, as icons: itself and all weaker ones."""
    yield icon.kind, icon.at
    for kind in _ALSO.get(icon.kind, ()):
        yield kind, icon.at
    if icon.kind in SLIDES:
        right, forward = direction(icon)
        if icon.kind is IconKind.SLIDE:
            steps, kinds = range(1, BOARD), (IconKind.MOVE, IconKind.NONCAPTURE_MOVE)
        else:  # farther than two squares a jump leaps what stops a jump slide (JSLIDE-1)
            steps, kinds = range(2, 3), (IconKind.JUMP, IconKind.NONCAPTURE_JUMP)
        yield from ((kind, Offset(right * k, forward * k)) for k in steps for kind in kinds)


@dataclass(frozen=True, slots=True)
class Profile:
    """A side for comparing: its loose icons, all that they can do, and its area groups."""

    icons: frozenset[Use]
    uses: frozenset[Use]
    groups: frozenset[frozenset[Use]]

    @classmethod
    def of(cls, face: Face) -> Profile:
        loose = [icon for icon in face.icons if icon.group is None]
        groups = (frozenset((icon.kind, icon.at) for icon in icons) for icons in face.groups().values())
        return cls(
            frozenset((icon.kind, icon.at) for icon in loose),
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
    present = {(icon.kind, icon.at) for icon in face.icons}
    return tuple(i for i in face.icons if (i.kind, Offset(-i.at.right, i.at.forward)) not in present)
