"""Which icons do all that other icons do, and so which sides and tiles."""

from __future__ import annotations

from workbench.check.lone import SLIDES, direction
from workbench.tileset.model import Face, Icon, Tile
from workbench.words import IconKind, Offset, SideUp

# On the same square the second kind can do whatever the first can (SMASH-1, HAMMER-1, NCAP-1).
_STRONGER = {
    (IconKind.MOVE, IconKind.SMASH),
    (IconKind.NONCAPTURE_MOVE, IconKind.MOVE),
    (IconKind.NONCAPTURE_MOVE, IconKind.SMASH),
    (IconKind.NONCAPTURE_JUMP, IconKind.JUMP),
    (IconKind.STRIKE, IconKind.HAMMER),
}
_SLIDING = {IconKind.MOVE: IconKind.SLIDE, IconKind.NONCAPTURE_MOVE: IconKind.SLIDE}
_LEAPING = {IconKind.JUMP: IconKind.JUMP_SLIDE, IconKind.NONCAPTURE_JUMP: IconKind.JUMP_SLIDE}


def distance(at: Offset) -> int:
    """How many king's steps away."""
    return max(abs(at.right), abs(at.forward))


def is_straight(at: Offset) -> bool:
    """Along a rank, a file or a diagonal (G-4)."""
    return at.right == 0 or at.forward == 0 or abs(at.right) == abs(at.forward)


def covers(strong: Icon, weak: Icon) -> bool:
    """Whether `strong` alone can always do what `weak` can. Grouped icons are compared by their groups."""
    if strong.group is not None or weak.group is not None:
        return False
    if strong.kind in SLIDES:
        if strong.kind is weak.kind:
            return direction(strong) == direction(weak)
        on_line = is_straight(weak.at) and direction(strong) == direction(weak)
        leapt = _LEAPING.get(weak.kind) is strong.kind and distance(weak.at) == SLIDES[IconKind.JUMP_SLIDE]
        return on_line and (leapt or _SLIDING.get(weak.kind) is strong.kind)
    return strong.at == weak.at and (strong.kind is weak.kind or (weak.kind, strong.kind) in _STRONGER)


def _groups(face: Face) -> set[frozenset[tuple[IconKind, Offset]]]:
    return {frozenset((icon.kind, icon.at) for icon in icons) for icons in face.groups().values()}


def face_covers(strong: Face, weak: Face) -> bool:
    """Whether every icon and every area group of `weak` is matched on `strong`."""
    if not _groups(weak) <= _groups(strong):
        return False
    return all(any(covers(s, w) for s in strong.icons) for w in weak.icons if w.group is None)


def tile_covers(strong: Tile, weak: Tile) -> bool:
    """Side by side, with the abilities. A tile that acts as the Duke is only compared with such tiles."""
    alike_in_role = strong.role == weak.role and set(weak.abilities) <= set(strong.abilities)
    return alike_in_role and all(face_covers(strong.face(side), weak.face(side)) for side in SideUp)


def _mirrored(icon: Icon) -> tuple[IconKind, Offset]:
    return icon.kind, Offset(-icon.at.right, icon.at.forward)


def same_icons(one: Face, two: Face) -> bool:
    """Equal sides, in whatever order the icons were written and the groups numbered."""
    return _loose(one) == _loose(two) and _groups(one) == _groups(two)


def _loose(face: Face) -> set[tuple[IconKind, Offset]]:
    return {(icon.kind, icon.at) for icon in face.icons if icon.group is None}


def unmirrored(face: Face) -> tuple[Icon, ...]:
    """The icons that have no counterpart on the other hand."""
    present = {(icon.kind, icon.at) for icon in face.icons}
    return tuple(icon for icon in face.icons if _mirrored(icon) not in present)
