"""What no schema can say of a tile that could be read: sound faces (CUSTOM-5), clean words, known codes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from workbench.codes import CODES, Remark, found
from workbench.document import Document, KeyPath
from workbench.finding import Finding
from workbench.icons import ICONS, Use
from workbench.tileset.model import Face, Icon
from workbench.words import Offset

NUMBERS = ("no", "one", "two", "three", "four")
_UNSAFE = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


FaceFault = Remark[Offset]  # at one of the cells


def face_faults(face: Face) -> Iterator[FaceFault]:
    """Everything that CUSTOM-5 forbids on a face of the right shape."""
    for icon in face.icons:
        yield from _line_faults(icon)
        if icon.group is not None and icon.row.use is not Use.STRIKE:
            message = f"a {icon.icon.words} cannot join an area group"
            strikes = [f"{one.words} ({one.row.letter})" for one in ICONS if one.row.use is Use.STRIKE]
            yield FaceFault("E310", message, f"Remove the digit, or use a {' or '.join(strikes)}.", icon.at)
    commands = [icon for icon in face.icons if icon.row.use is Use.COMMAND]
    if len(commands) == 1:
        message = "a single command square: a command goes from one such square to another"
        yield FaceFault("E308", message, "Add a second command icon, or remove this one.", commands[0].at)
    for number, icons in face.groups().items():
        if len(icons) == 1:
            help = "Remove the digit, or give it to the other icons of the group."
            yield FaceFault("E309", f"area group {number} has a single member", help, icons[0].at)


def _line_faults(icon: Icon) -> Iterator[FaceFault]:
    right, forward = abs(icon.at.right), abs(icon.at.forward)
    wanted = icon.row.distance
    if icon.row.needs_line and right and forward and right != forward:
        message = f"a {icon.icon.words} must stand straight or diagonal from the '@'"
        yield FaceFault("E305", message, "Put it on a line, or use a jump.", icon.at)
    elif wanted is not None and max(right, forward) != wanted:
        where = "next to" if wanted == 1 else f"{NUMBERS[wanted]} squares from"
        message = f"a {icon.icon.words} must stand {where} the '@'"
        help = f"{'Bring' if wanted == 1 else 'Put'} it {where} the '@'."
        yield FaceFault("E306" if wanted == 1 else "E307", message, help, icon.at)


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
        rule = CODES.get(code) if isinstance(code, str) else None
        if not isinstance(code, str) or (rule and rule.acceptable):
            continue
        near = get_close_matches(code.upper(), [known for known, r in CODES.items() if r.acceptable], 1)
        help = f"Did you mean '{near[0]}'?" if near else "'workbench explain' lists all codes."
        message, help = (
            (f"{code} is an error and cannot be accepted", "Mend what it is about.")
            if rule
            else (f"'{code}' is not a finding code", help)
        )
        yield found("E210", document.place("tiles", number, "accept", index), message, help, tile)
