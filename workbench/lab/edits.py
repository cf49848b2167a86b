"""Small changes to a tile: add, drop, move or change an icon, swap its sides; and what must stay true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from workbench.icons import ICONS
from workbench.sim.seam import SimError
from workbench.tileset.grid import face_from_icons
from workbench.tileset.model import WINDOW, Face, Icon, Tile
from workbench.tileset.sound import face_faults
from workbench.words import Offset, place_words

SIDES = ("starting", "other")
# What an edit may put on a face; other icons stay or go, but are not invented.
OFFERED = tuple(icon for icon in ICONS if icon.row.is_offered)
NEAR = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
Rule = Callable[[Tile], bool]


@dataclass(frozen=True)
class Candidate:
    """An edited tile: what was done to it, and how many icons that touched."""

    tile: Tile
    edits: tuple[str, ...] = ()
    distance: int = 0

    @property
    def label(self) -> str:
        return "; ".join(self.edits) or "as it is"


def parse_rules(text: str) -> list[Rule]:
    """'symmetric,icons<=9': what every candidate must keep."""
    rules: list[Rule] = []
    for part in (piece.strip() for piece in text.split(",") if piece.strip()):
        limit = re.fullmatch(r"(icons|total)\s*<=\s*(\d+)", part)
        if part == "symmetric":
            rules.append(is_symmetric)
        elif limit:
            rules.append(_at_most(limit[1], int(limit[2])))
        else:
            known = "symmetric, icons<=N (on either side), total<=N (on both)"
            raise SimError(f"'{part}' cannot be kept: there are {known}")
    return rules


def _at_most(what: str, most: int) -> Rule:
    combine = max if what == "icons" else sum
    return lambda tile: combine([len(tile.starting.icons), len(tile.other.icons)]) <= most


def mirrored_at(at: Offset) -> Offset:
    return Offset(-at.right, at.forward)


def mirrored(icon: Icon) -> Icon:
    return icon.model_copy(update={"at": mirrored_at(icon.at)})


def is_symmetric(tile: Tile) -> bool:
    """Both sides look the same from left and right; groups by number."""
    faces = (tile.starting, tile.other)
    return all({mirrored(icon) for icon in face.icons} == set(face.icons) for face in faces)


def neighbours(start: Candidate, rules: Sequence[Rule]) -> Iterator[Candidate]:
    """Every sound tile one edit away that keeps the rules; with `symmetric`, icons change in pairs."""
    in_pairs = is_symmetric in rules
    seen = {_shape(start.tile)}
    for tile, words, touched in _edits(start.tile, in_pairs):
        if _shape(tile) in seen or not all(rule(tile) for rule in rules) or not is_sound(tile):
            continue
        seen.add(_shape(tile))
        yield Candidate(tile, (*start.edits, words), start.distance + touched)


def _shape(tile: Tile) -> tuple[frozenset[Icon], frozenset[Icon]]:
    return frozenset(tile.starting.icons), frozenset(tile.other.icons)


def is_sound(tile: Tile) -> bool:
    """No fault that `check` would call an error, and something to do on the tile at all."""
    faces = (tile.starting, tile.other)
    return any(face.icons for face in faces) and not any(True for face in faces for _ in face_faults(face))


def _edits(tile: Tile, in_pairs: bool) -> Iterator[tuple[Tile, str, int]]:
    if tile.starting != tile.other:
        swapped = tile.model_copy(update={"starting": tile.other, "other": tile.starting})
        yield swapped, "swap the sides", 1
    for side in (0, 1):
        face = tile.face(side)
        for gone, come, words in _face_edits(face, in_pairs):
            made = _changed(face, gone, come)
            if made is not None:
                edited = tile.model_copy(update={SIDES[side]: made})
                yield edited, f"{SIDES[side]}: {words}", max(len(gone), len(come))


def _face_edits(face: Face, in_pairs: bool) -> Iterator[tuple[set[Icon], set[Icon], str]]:
    """(icons gone, icons that come, in words); a pair of mirrored icons is named by both places."""

    def together(icon: Icon) -> set[Icon]:
        return {icon, mirrored(icon)} if in_pairs else {icon}

    def place(at: Offset) -> str:
        other = mirrored_at(at)
        return f"{place_words(at)} and {place_words(other)}" if in_pairs and other != at else place_words(at)

    def named(icon: Icon) -> str:
        return f"{icon.icon.words} {place(icon.at)}"

    loose = [icon for icon in face.icons if icon.group is None]
    if in_pairs:
        loose = [icon for icon in loose if icon.at.right >= 0]
    for icon in loose:
        yield together(icon), set(), f"drop {named(icon)}"
        for offered in OFFERED:
            if offered is not icon.icon:
                other = Icon(icon=offered, at=icon.at)
                yield together(icon), together(other), f"{named(icon)} becomes {offered.words}"
        for right, forward in NEAR:
            at = Offset(icon.at.right + right, icon.at.forward + forward)
            moved = Icon(icon=icon.icon, at=at)
            yield together(icon), together(moved), f"move {named(icon)} to {place(at)}"
    for at in _cells(face):
        if not (in_pairs and at.right < 0):
            for offered in OFFERED:
                new = Icon(icon=offered, at=at)
                yield set(), together(new), f"add {named(new)}"


def _cells(face: Face) -> Iterator[Offset]:
    """Empty cells of the window."""
    column, row = face.origin
    taken = {icon.at for icon in face.icons} | {Offset(0, 0)}
    for x in range(WINDOW):
        for y in range(WINDOW):
            at = Offset(x - column, row - y)
            if at not in taken:
                yield at


def _changed(face: Face, gone: set[Icon], come: set[Icon]) -> Face | None:
    """The face with other icons; None where one would not fit or would share a cell."""
    kept = [icon for icon in face.icons if icon not in gone]
    taken = {icon.at for icon in kept} | {Offset(0, 0)}
    if any(icon.at in taken for icon in come):
        return None
    read = face_from_icons([*kept, *come], face.origin)
    return read.face
