"""What no schema can say of a tile that could be read: sound faces (CUSTOM-5), clean words, known codes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, NamedTuple

from workbench.codes import RULES, found
from workbench.document import Document, KeyPath
from workbench.finding import Finding
from workbench.tileset.model import Face, Icon
from workbench.words import IconKind, Offset

STRAIGHT = {
    IconKind.MOVE,
    IconKind.SMASH,
    IconKind.NONCAPTURE_MOVE,
    IconKind.SLIDE,
    IconKind.JUMP_SLIDE,
}
GROUPED = {IconKind.STRIKE, IconKind.HAMMER}
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


class FaceFault(NamedTuple):
    """Something wrong with a face, at one of its cells."""

    code: str
    message: str
    help: str
    at: Offset


def face_faults(face: Face) -> Iterator[FaceFault]:
    """Everything that CUSTOM-5 forbids on a face of the right shape."""
    for icon in face.icons:
        yield from _line_faults(icon)
        if icon.group is not None and icon.kind not in GROUPED:
            message = f"a {named(icon.kind)} cannot join an area group"
            yield FaceFault("E310", message, "Remove the digit, or use a strike (X) or hammer (H).", icon.at)
    commands = [icon for icon in face.icons if icon.kind is IconKind.COMMAND]
    if len(commands) == 1:
        message = "a single command square: a command goes from one such square to another"
        yield FaceFault("E308", message, "Add a second command icon, or remove this one.", commands[0].at)
    for number, icons in face.groups().items():
        if len(icons) == 1:
            help = "Remove the digit, or give it to the other icons of the group."
            yield FaceFault("E309", f"area group {number} has a single member", help, icons[0].at)


def _line_faults(icon: Icon) -> Iterator[FaceFault]:
    right, forward = abs(icon.at.right), abs(icon.at.forward)
    is_straight = right == 0 or forward == 0 or right == forward
    if icon.kind in STRAIGHT and not is_straight:
        message = f"a {named(icon.kind)} must stand straight or diagonal from the '@'"
        yield FaceFault("E305", message, "Put it on a line, or use a jump.", icon.at)
    elif icon.kind is IconKind.SLIDE and max(right, forward) != 1:
        yield FaceFault("E306", "a slide stands next to the '@'", "Bring it next to the '@'.", icon.at)
    elif icon.kind is IconKind.JUMP_SLIDE and max(right, forward) != 2:
        help = "Put it two squares from the '@'."
        yield FaceFault("E307", "a jump slide stands two squares from the '@'", help, icon.at)


def named(kind: IconKind) -> str:
    """'jump slide', 'non-capture move'."""
    return kind.value.replace("noncapture", "non-capture").replace("_", " ")


def check_words(document: Document) -> Iterator[Finding]:
    """Names and emblems that can be printed and told apart; accepted codes that exist."""
    data = document.data if isinstance(document.data, dict) else {}
    tiles = data.get("tiles")
    yield from _unsafe(document, ("name",), data.get("name"), "")
    for number, tile in enumerate(tiles if isinstance(tiles, list) else []):
        if isinstance(tile, dict):
            name = tile.get("name") if isinstance(tile.get("name"), str) else ""
            for key in ("name", "emblem"):
                yield from _unsafe(document, ("tiles", number, key), tile.get(key), str(name))
            yield from _unacceptable(document, number, tile.get("accept"), str(name))


def _unsafe(document: Document, path: KeyPath, value: Any, tile: str) -> Iterator[Finding]:
    if not isinstance(value, str) or not value:
        return
    field, place = path[-1], document.place(*path)
    hidden = [character for character in value if unicodedata.category(character) in _UNSAFE]
    if not value.strip():
        yield found("E205", place, f"the {field} is empty", "Give it a name.")
    elif hidden:
        message = f"the {field} holds the character U+{ord(hidden[0]):04X}, which cannot be seen or printed"
        yield found("E206", place, message, "Type the text again in plain characters.", tile)
    elif value != value.strip():
        yield found("E206", place, f"the {field} begins or ends with a blank", "Remove it.", tile)


def _unacceptable(document: Document, number: int, codes: Any, tile: str) -> Iterator[Finding]:
    for index, code in enumerate(codes if isinstance(codes, list) else []):
        rule = RULES.get(code) if isinstance(code, str) else None
        if not isinstance(code, str) or (rule and rule.acceptable):
            continue
        near = get_close_matches(code.upper(), [known for known, r in RULES.items() if r.acceptable], 1)
        help = f"Did you mean '{near[0]}'?" if near else "'workbench explain' lists all codes."
        message, help = (
            (f"{code} is an error and cannot be accepted", "Mend what it is about.")
            if rule
            else (f"'{code}' is not a finding code", help)
        )
        yield found("E210", document.place("tiles", number, "accept", index), message, help, tile)
