"""Turns as the scenario format writes them ({"k": "MOVE", "from": "1,2", ...}) <-> packed turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from workbench.duke.board import icons
from workbench.duke.board import kinds as turns
from workbench.duke.board.state import NO_SQUARE
from workbench.duke.board.turn_fields import Fields, unpack
from workbench.words import BOARD, SQUARES

ICONS = ("MOVE", "JUMP", "SLIDE", "JSLIDE", "SMASH", "NCMOVE", "NCJUMP", "STRIKE", "HAMMER")
FACINGS = ("self", "opponent", "none")
HOME = ((2, 3), (32, 33))
Spec = Mapping[str, Any]


class Unsupported(ValueError):
    """Something in a scenario that is not part of the format."""


def square_of(text: Any) -> int:
    """'1,2' -> 13."""
    try:
        x, y = (int(part) for part in str(text).split(","))
    except ValueError:
        raise Unsupported(f"'{text}' is not a square such as 1,2") from None
    if not (0 <= x < BOARD and 0 <= y < BOARD):
        raise Unsupported(f"'{text}' is off the board")
    return y * BOARD + x


def square_text(square: int) -> str:
    return f"{square % BOARD},{square // BOARD}"


def icon_of(name: Any) -> int:
    if name not in ICONS:
        raise Unsupported(f"unknown icon '{name}'")
    return ICONS.index(name)


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
        return (square_of(spec[field]),) if spec.get(field) is not None else tuple(otherwise)

    def _icons(self, spec: Spec, otherwise: Iterable[int]) -> tuple[int, ...]:
        return (icon_of(spec["icon"]),) if spec.get("icon") is not None else tuple(otherwise)

    def _type(self, name: Any) -> int:
        if name not in self.types:
            raise Unsupported(f"unknown tile '{name}'")
        return self.types[name]

    def go(self, spec: Spec) -> Iterator[Fields]:
        squares = self._squares(spec, "from", self.own), self._squares(spec, "to", range(SQUARES))
        for at, to, icon in product(*squares, self._icons(spec, range(icons.STRIKE))):
            yield Fields(turns.GO, at, to=to, arg=icon)

    def strike(self, spec: Spec) -> Iterator[Fields]:
        squares = self._squares(spec, "from", self.own), self._squares(spec, "target", range(SQUARES))
        for at, to, icon in product(*squares, self._icons(spec, (icons.STRIKE, icons.HAMMER))):
            yield Fields(turns.STRIKE, at, to=to, arg=icon)

    def area(self, spec: Spec) -> Iterator[Fields]:
        """The slot numbers are filled in by whoever knows the tables: here they count the groups."""
        for at in self._squares(spec, "from", self.own):
            for number, label in enumerate(self.groups.get(at, [])):
                if spec.get("group") in (None, label):
                    yield Fields(turns.AREA, at, arg=number)

    def command(self, spec: Spec) -> Iterator[Fields]:
        fields = (("commander", self.own), ("from", self.own), ("to", range(SQUARES)))
        for at, via, to in product(*(self._squares(spec, name, others) for name, others in fields)):
            yield Fields(turns.COMMAND, at, via, to)

    def push(self, spec: Spec) -> Iterator[Fields]:
        facings = (FACINGS.index(spec["facing"]),) if spec.get("facing") in FACINGS else range(3)
        squares = self._squares(spec, "from", self.own), self._squares(spec, "to", range(SQUARES))
        slides = self._icons(spec, (icons.SLIDE, icons.JSLIDE))
        for at, to, icon, facing in product(*squares, slides, facings):
            yield Fields(turns.PUSH, at, to=to, arg=icon, arg2=facing)

    def summon(self, spec: Spec) -> Iterator[Fields]:
        fields = (("tile", self.own), ("to", range(SQUARES)))
        for at, to in product(*(self._squares(spec, name, others) for name, others in fields)):
            yield Fields(turns.SUMMON, at, to=to)

    def escape(self, spec: Spec) -> Iterator[Fields]:
        pay = spec.get("pay")
        ransomed = list(self.types.values()) if pay is None else []
        if isinstance(pay, str) and "," not in pay:
            ransomed = [self._type(pay.removeprefix("ransom").strip("(:) "))]
        payers = () if isinstance(pay, str) and "," not in pay else self._squares(spec, "pay", self.own)
        squares = self._squares(spec, "at", self.own), self._squares(spec, "to", HOME[self.owner])
        for at, to in product(*squares):
            yield from (Fields(turns.ESCAPE, at, via, to) for via in payers)
            yield from (Fields(turns.ESCAPE, at, to=to, arg=1 + kind) for kind in ransomed)

    def ransom(self, spec: Spec) -> Iterator[Fields]:
        every = tuple(self.types.values())
        given, taken = ((self._type(spec[name]),) if name in spec else every for name in ("give", "take"))
        for give, take, to in product(given, taken, self._squares(spec, "to", HOME[self.owner])):
            yield Fields(turns.RANSOM, to=to, arg=give, arg2=take)

    def rotate(self, spec: Spec) -> Iterator[Fields]:
        for at, way in product(self._squares(spec, "at", self.own), "RL"):
            if spec.get("dir") in (None, way):
                yield Fields(turns.ROTATE, at, arg=1 if way == "R" else 3)

    def link(self, spec: Spec) -> Iterator[Fields]:
        squares = self._squares(spec, "engineer", self.own), self._squares(spec, "linked", self.own)
        for at, via in product(*squares):
            if spec.get("then") is None:
                yield Fields(turns.LINK_FLIP, at, via)
            inner = [spec["then"]] if spec.get("then") else []
            if "then" not in spec:
                inner = [{"k": kind} for kind in _IN_A_CHAIN]
            for one in inner:
                whole = {**one, _ACTOR.get(one.get("k", ""), "from"): square_text(via)}
                yield from (unpack(code)._replace(link=at) for code in self.expand(whole))

    def passing(self, spec: Spec) -> Iterator[Fields]:
        fields = (("from", self.own), ("to", self.own))
        for at, to in product(*(self._squares(spec, name, others) for name, others in fields)):
            yield Fields(turns.PASS_FLAG, at, to=to)

    def alone(self, kind: int, spec: Spec) -> Iterator[Fields]:
        yield from (Fields(kind, at) for at in self._squares(spec, "at", self.own))


_ACTOR = {"COMMAND": "commander", "ESCAPE": "at", "REDEPLOY": "at", "ROTATE": "at", "SUMMON": "tile"}
_IN_A_CHAIN = (
    "MOVE", "STRIKE", "AREA", "COMMAND", "PUSH_DRAGON", "SUMMON", "ESCAPE", "REDEPLOY", "ROTATE",
)  # fmt: skip
_MAKERS = {
    "MOVE": Expander.go,
    "STRIKE": Expander.strike,
    "AREA": Expander.area,
    "COMMAND": Expander.command,
    "PUSH_DRAGON": Expander.push,
    "FLIP": lambda one, spec: one.alone(turns.FLIP_BLANK, spec),
    "DRAW": lambda one, spec: iter([Fields(turns.DRAW)]),
    "SUMMON": Expander.summon,
    "DIVINE": lambda one, spec: one.alone(turns.DIVINE, spec),
    "ESCAPE": Expander.escape,
    "RANSOM": Expander.ransom,
    "REDEPLOY": lambda one, spec: one.alone(turns.REDEPLOY, spec),
    "ROTATE": Expander.rotate,
    "LINK_FLIP": Expander.link,
    "LINK_CALL": lambda one, spec: one.alone(turns.LINK_CALL, spec),
    "PASS_FLAG": Expander.passing,
}
_NAMES = {
    turns.GO: "MOVE", turns.STRIKE: "STRIKE", turns.AREA: "AREA", turns.COMMAND: "COMMAND",
    turns.PUSH: "PUSH_DRAGON", turns.FLIP_BLANK: "FLIP", turns.DRAW: "DRAW", turns.SUMMON: "SUMMON",
    turns.DIVINE: "DIVINE", turns.ESCAPE: "ESCAPE", turns.RANSOM: "RANSOM", turns.REDEPLOY: "REDEPLOY",
    turns.ROTATE: "ROTATE", turns.LINK_FLIP: "LINK_FLIP", turns.LINK_CALL: "LINK_CALL",
    turns.PASS_FLAG: "PASS_FLAG",
}  # fmt: skip


def describe(code: int, types: list[str], group: str) -> dict[str, Any]:
    """A packed turn in the words of the format, every field of it. `group`: the name of its area group."""
    fields = unpack(code)
    at, via, to = (square_text(square) if square < SQUARES else None for square in fields[1:4])
    if fields.link >= 0:
        inner = describe(fields._replace(link=-1).packed, types, group)
        return {"k": "LINK_FLIP", "engineer": square_text(fields.link), "linked": at, "then": inner}
    kind = fields.kind
    told: dict[str, Any] = {"k": _NAMES[kind]}
    if kind in (turns.GO, turns.STRIKE):
        goal = "to" if kind == turns.GO else "target"
        told |= {"icon": ICONS[fields.arg], "from": at, goal: to}
    elif kind == turns.AREA:
        told |= {"from": at, "group": group}
    elif kind == turns.COMMAND:
        told |= {"commander": at, "from": via, "to": to}
    elif kind == turns.PUSH:
        told |= {"icon": ICONS[fields.arg], "from": at, "to": to, "facing": FACINGS[fields.arg2]}
    elif kind == turns.SUMMON:
        told |= {"tile": at, "to": to}
    elif kind == turns.ESCAPE:
        paid = via if fields.via != NO_SQUARE else types[fields.arg - 1]
        told |= {"at": at, "pay": paid, "to": to}
    elif kind == turns.RANSOM:
        told |= {"give": types[fields.arg], "take": types[fields.arg2], "to": to}
    elif kind == turns.ROTATE:
        told |= {"at": at, "dir": "R" if fields.arg == 1 else "L"}
    elif kind == turns.LINK_FLIP:
        told |= {"engineer": at, "linked": via, "then": None}
    elif kind == turns.PASS_FLAG:
        told |= {"from": at, "to": to}
    elif at is not None:
        told["at"] = at
    return told


def agrees(spec: Spec, told: Spec) -> bool:
    """Whether a described turn is one that the expected turn means."""
    for field, value in spec.items():
        if field == "then" and value and told.get("then"):
            if not agrees(value, told["then"]):
                return False
        elif field not in ("player", "why", "note") and told.get(field) != value:
            return False
    return True
