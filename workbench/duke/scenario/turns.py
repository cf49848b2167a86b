"""Turns as the scenario format writes them ({"k": "MOVE", "from": "1,2", ...}) <-> packed turns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any

from workbench.duke.board import icons, kinds
from workbench.duke.board.geometry import START_SQUARES
from workbench.duke.board.packed import Fields, unpack
from workbench.duke.board.state import NO_SQUARE
from workbench.icons import BY_SCENARIO, Use
from workbench.words import BOARD, SQUARES

ICONS = {name: icons.NUMBERS[icon] for name, icon in BY_SCENARIO.items() if icon.row.use in (Use.GO, Use.STRIKE)}
ICON_TEXTS = {number: name for name, number in ICONS.items()}
PUSH_FACINGS = ("self", "opponent", "none")
Spec = Mapping[str, Any]


class Unsupported(ValueError):
    """Something in a scenario that is not part of the format."""


def parse_place(text: Any) -> int:
    """'1,2' -> 13."""
    try:
        x, y = (int(part) for part in str(text).split(","))
    except ValueError:
        raise Unsupported(f"'{text}' is not a square such as 1,2") from None
    if not (0 <= x < BOARD and 0 <= y < BOARD):
        raise Unsupported(f"'{text}' is off the board")
    return y * BOARD + x


def parse_owner(value: Any) -> int:
    """0 or 1: compiled code is asked with it, and looks into tables of two."""
    if isinstance(value, bool) or value not in (0, 1):
        raise Unsupported(f"'{value}' is not an owner (0 or 1)")
    return int(value)


def format_place(square: int) -> str:
    return f"{square % BOARD},{square // BOARD}"


def icon_named(name: Any) -> int:
    if name not in ICONS:
        raise Unsupported(f"unknown icon '{name}'")
    return ICONS[name]


class Expander:
    """All packed turns that a turn of the format may mean: omitted fields are wildcards."""

    def __init__(
        self, owner: int, own: Iterable[int], types: Mapping[str, int], groups: Mapping[int, list[str]]
    ) -> None:
        self.owner = owner
        self.own = tuple(own)
        self.types = types
        self.groups = groups  # square -> labels of the area groups of the tile there

    def expand(self, spec: Spec) -> Iterator[int]:
        make = _MAKERS.get(spec.get("k", ""))
        if make is None:
            raise Unsupported(f"unknown turn kind '{spec.get('k')}'")
        return (fields.packed for fields in make(self, spec))

    def _squares(self, spec: Spec, field: str, otherwise: Iterable[int]) -> tuple[int, ...]:
        return (parse_place(spec[field]),) if spec.get(field) is not None else tuple(otherwise)

    def _icons(self, spec: Spec, otherwise: Iterable[int]) -> tuple[int, ...]:
        return (icon_named(spec["icon"]),) if spec.get("icon") is not None else tuple(otherwise)

    def _type(self, name: Any) -> int:
        if name not in self.types:
            raise Unsupported(f"unknown tile '{name}'")
        return self.types[name]

    def go(self, spec: Spec) -> Iterator[Fields]:
        squares = self._squares(spec, "from", self.own), self._squares(spec, "to", range(SQUARES))
        for at, to, icon in product(*squares, self._icons(spec, range(icons.STRIKE))):
            yield Fields(kinds.GO, at, to=to, arg=icon)

    def strike(self, spec: Spec) -> Iterator[Fields]:
        squares = self._squares(spec, "from", self.own), self._squares(spec, "target", range(SQUARES))
        for at, to, icon in product(*squares, self._icons(spec, range(icons.STRIKE, icons.AREA))):
            yield Fields(kinds.STRIKE, at, to=to, arg=icon)

    def area(self, spec: Spec) -> Iterator[Fields]:
        """The slot numbers are filled in by whoever knows the tables: here they count the groups."""
        for at in self._squares(spec, "from", self.own):
            for number, label in enumerate(self.groups.get(at, [])):
                if spec.get("group") in (None, label):
                    yield Fields(kinds.AREA, at, arg=number)

    def command(self, spec: Spec) -> Iterator[Fields]:
        fields = (("commander", self.own), ("from", self.own), ("to", range(SQUARES)))
        for at, via, to in product(*(self._squares(spec, name, others) for name, others in fields)):
            yield Fields(kinds.COMMAND, at, via, to)

    def push(self, spec: Spec) -> Iterator[Fields]:
        facings = (PUSH_FACINGS.index(spec["facing"]),) if spec.get("facing") in PUSH_FACINGS else range(3)
        squares = self._squares(spec, "from", self.own), self._squares(spec, "to", range(SQUARES))
        slides = self._icons(spec, icons.PUSHING)
        for at, to, icon, facing in product(*squares, slides, facings):
            yield Fields(kinds.PUSH, at, to=to, arg=icon, arg2=facing)

    def summon(self, spec: Spec) -> Iterator[Fields]:
        fields = (("tile", self.own), ("to", range(SQUARES)))
        for at, to in product(*(self._squares(spec, name, others) for name, others in fields)):
            yield Fields(kinds.SUMMON, at, to=to)

    def escape(self, spec: Spec) -> Iterator[Fields]:
        pay = spec.get("pay")
        ransomed = list(self.types.values()) if pay is None else []
        if isinstance(pay, str) and "," not in pay:
            ransomed = [self._type(pay.removeprefix("ransom").strip("(:) "))]
        payers = () if isinstance(pay, str) and "," not in pay else self._squares(spec, "pay", self.own)
        squares = self._squares(spec, "at", self.own), self._squares(spec, "to", START_SQUARES[self.owner])
        for at, to in product(*squares):
            yield from (Fields(kinds.ESCAPE, at, via, to) for via in payers)
            yield from (Fields(kinds.ESCAPE, at, to=to, arg=1 + tile_type) for tile_type in ransomed)

    def ransom(self, spec: Spec) -> Iterator[Fields]:
        every = tuple(self.types.values())
        given, taken = ((self._type(spec[name]),) if name in spec else every for name in ("give", "take"))
        for give, take, to in product(given, taken, self._squares(spec, "to", START_SQUARES[self.owner])):
            yield Fields(kinds.RANSOM, to=to, arg=give, arg2=take)

    def rotate(self, spec: Spec) -> Iterator[Fields]:
        for at, way in product(self._squares(spec, "at", self.own), "RL"):
            if spec.get("dir") in (None, way):
                yield Fields(kinds.ROTATE, at, arg=1 if way == "R" else 3)

    def link(self, spec: Spec) -> Iterator[Fields]:
        squares = self._squares(spec, "engineer", self.own), self._squares(spec, "linked", self.own)
        for at, via in product(*squares):
            if spec.get("then") is None:
                yield Fields(kinds.LINK_FLIP, at, via)
            inner = [spec["then"]] if spec.get("then") else []
            if "then" not in spec:
                inner = [{"k": kind} for kind in _IN_A_CHAIN]
            for one in inner:
                whole = {**one, _ACTOR.get(one.get("k", ""), "from"): format_place(via)}
                yield from (unpack(code)._replace(link=at) for code in self.expand(whole))

    def passing(self, spec: Spec) -> Iterator[Fields]:
        fields = (("from", self.own), ("to", self.own))
        for at, to in product(*(self._squares(spec, name, others) for name, others in fields)):
            yield Fields(kinds.PASS_FLAG, at, to=to)

    def by_squares(self, spec: Spec, kind: int) -> Iterator[Fields]:
        """A turn that squares say all of: those of its text, under the names that they have there."""
        names = re.findall(r"{(\w+)}", kinds.KINDS[kinds.KIND_NAMES[kind]].text)
        others: dict[str, Iterable[int]] = {"at": self.own}
        for squares in product(*(self._squares(spec, name, others.get(name, range(SQUARES))) for name in names)):
            yield Fields(kind, **dict(zip(names, squares, strict=True)))


_NAMES = {number: kind.scenario or name.upper() for number, (name, kind) in enumerate(kinds.KINDS.items(), 1)}
_BY_SQUARES = {_NAMES[number]: number for number, kind in enumerate(kinds.KINDS.values(), 1) if kind.text}
_IN_A_CHAIN = tuple(_NAMES[number] for number in kinds.IN_A_CHAIN)
# The field that names the acting tile, where it is not "from".
_ACTOR = dict.fromkeys((*_BY_SQUARES, "ESCAPE", "ROTATE"), "at") | {"COMMAND": "commander", "SUMMON": "tile"}
_MAKERS: dict[str, Callable[[Expander, Spec], Iterator[Fields]]] = {
    **{name: partial(Expander.by_squares, kind=kind) for name, kind in _BY_SQUARES.items()},
    "MOVE": Expander.go,
    "STRIKE": Expander.strike,
    "AREA": Expander.area,
    "COMMAND": Expander.command,
    "PUSH_DRAGON": Expander.push,
    "SUMMON": Expander.summon,
    "ESCAPE": Expander.escape,
    "RANSOM": Expander.ransom,
    "ROTATE": Expander.rotate,
    "LINK_FLIP": Expander.link,
    "PASS_FLAG": Expander.passing,
}


def describe(code: int, types: list[str], group: str) -> dict[str, Any]:
    """A packed turn in the words of the format, every field of it. `group`: the name of its area group."""
    fields = unpack(code)
    at, via, to = (format_place(square) if square < SQUARES else None for square in fields[1:4])
    if fields.link >= 0:
        inner = describe(fields._replace(link=-1).packed, types, group)
        return {"k": "LINK_FLIP", "engineer": format_place(fields.link), "linked": at, "then": inner}
    kind = fields.kind
    told: dict[str, Any] = {"k": _NAMES[kind]}
    if kind in (kinds.GO, kinds.STRIKE):
        goal = "to" if kind == kinds.GO else "target"
        told |= {"icon": ICON_TEXTS[fields.arg], "from": at, goal: to}
    elif kind == kinds.AREA:
        told |= {"from": at, "group": group}
    elif kind == kinds.COMMAND:
        told |= {"commander": at, "from": via, "to": to}
    elif kind == kinds.PUSH:
        told |= {"icon": ICON_TEXTS[fields.arg], "from": at, "to": to, "facing": PUSH_FACINGS[fields.arg2]}
    elif kind == kinds.SUMMON:
        told |= {"tile": at, "to": to}
    elif kind == kinds.ESCAPE:
        paid = via if fields.via != NO_SQUARE else types[fields.arg - 1]
        told |= {"at": at, "pay": paid, "to": to}
    elif kind == kinds.RANSOM:
        told |= {"give": types[fields.arg], "take": types[fields.arg2], "to": to}
    elif kind == kinds.ROTATE:
        told |= {"at": at, "dir": "R" if fields.arg == 1 else "L"}
    elif kind == kinds.LINK_FLIP:
        told |= {"engineer": at, "linked": via, "then": None}
    elif kind == kinds.PASS_FLAG:
        told |= {"from": at, "to": to}
    else:
        told |= {name: place for name, place in (("at", at), ("to", to)) if place is not None}
    return told


def agrees(spec: Spec, told: Spec) -> bool:
    """Whether a described turn is one that the expected turn means."""
    if not isinstance(spec, Mapping) or not isinstance(told, Mapping):
        return bool(spec == told)
    for field, value in spec.items():
        if field == "then" and value and told.get("then"):
            if not agrees(value, told["then"]):
                return False
        elif field not in ("player", "why", "note") and told.get(field) != value:
            return False
    return True
