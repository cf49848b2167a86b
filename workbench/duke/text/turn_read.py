"""The text of a turn -> the packed turns it may mean (docs/notation.md).

A text names squares, not icons: `c1-c3` may be a Move or a Jump. So reading gives candidates in the order of
ledger A-0; which of them is legal, and why the others are not, is for the rules to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import numpy as np

from workbench.duke.board import icons, kinds
from workbench.duke.board.packed import Fields, bit, has, unpack
from workbench.duke.board.state import DIVINING, HOPPING, NO_SQUARE, PLACING, SET_FLAG
from workbench.duke.text.lettering import CODE, MULTISET, SQUARE, Lettering, parse_squares
from workbench.words import BOARD, parse_square

LONGEST_TURN = 500  # characters; a turn with its draws takes some 30
# The slots of the area groups of the tile on a square, which only the rule tables know: (square, flipped).
AreaSlots = Callable[[int, bool], Iterable[int]]


class BadTurn(ValueError):
    """A text that is not a turn of this position at all."""


def hold_to_length(text: str) -> None:
    """Raises BadTurn for a text that is too long for a turn, before anything else is made of it."""
    if len(text) > LONGEST_TURN:
        raise BadTurn(f"'{text[:40]}...' has {len(text):,} characters; no turn has more than {LONGEST_TURN}")


def parse_candidates(text: str, s: np.record, letters: Lettering, area_slots: AreaSlots) -> list[int]:
    """Every packed turn that the text may mean; raises BadTurn where it means none."""
    hold_to_length(text)
    chain = re.fullmatch(rf"({SQUARE})~({SQUARE})/(.+)", text)
    if chain is None:
        return _Reader(s, letters, area_slots, False).read(text)
    engineer, linked, rest = chain.groups()
    inner = _Reader(s, letters, area_slots, True).read(rest)
    actor = unpack(inner[0])
    if actor.at != parse_square(linked) or actor.kind not in kinds.IN_A_CHAIN:
        raise BadTurn(f"'{text}': after '{engineer}~{linked}/' comes a turn of the tile on {linked} (LINK-2)")
    return [unpack(turn)._replace(link=parse_square(engineer)).packed for turn in inner]


class _Reader:
    def __init__(self, s: np.record, letters: Lettering, area_slots: AreaSlots, flipped: bool) -> None:
        self.s = s
        self.letters = letters
        self.area_slots = area_slots
        self.flipped = flipped  # inside a Link chain the acting tile has been flipped
        self.owner = int(s["to_move"])

    def read(self, text: str) -> list[int]:
        for pattern, make in _PATTERNS:
            match = pattern.fullmatch(text)
            if match is not None:
                return make(self, *match.groups())
        raise BadTurn(f"'{text}' is not the text of a turn ('workbench show --turns' lists all legal ones)")

    def tile_type(self, code: str) -> int:
        found = self.letters.type_of(code)
        if found is None:
            raise BadTurn(self.letters.unknown(code))
        return found

    def check_mark(self, mark: str, to: str) -> None:
        enemy = has(int(self.s["occ"][1 - self.owner]), parse_square(to))
        if (mark == "x") != bool(enemy):
            who, right = ("an enemy", "x") if enemy else ("no enemy", "-")
            raise BadTurn(f"'{mark}{to}': {who} stands on {to}, write '{right}{to}'")

    def go(self, at: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        return [_pack(kinds.GO, at=at, to=to, arg=icon) for icon in range(icons.STRIKE)]

    def strike(self, at: str, to: str) -> list[int]:
        return [_pack(kinds.STRIKE, at=at, to=to, arg=icon) for icon in range(icons.STRIKE, icons.AREA)]

    def area(self, at: str, squares: str) -> list[int]:
        faults: list[str] = []
        parse_squares(squares, faults, "area effect")
        if faults:
            raise BadTurn("; ".join(faults))
        slots = list(self.area_slots(parse_square(at), self.flipped))
        if not slots:
            raise BadTurn(f"the tile on {at} has no area effect on the side that would be used")
        return [_pack(kinds.AREA, at=at, arg=slot) for slot in slots]

    def command(self, at: str, via: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        return [_pack(kinds.COMMAND, at=at, via=via, to=to)]

    def push(self, at: str, to: str, way: str) -> list[int]:
        facing = ("s", "o", "").index(way)
        return [_pack(kinds.PUSH, at=at, to=to, arg=icon, arg2=facing) for icon in icons.PUSHING]

    def escape(self, at: str, payment: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        if re.fullmatch(SQUARE, payment):
            return [_pack(kinds.ESCAPE, at=at, via=payment, to=to)]
        return [_pack(kinds.ESCAPE, at=at, to=to, arg=1 + self.tile_type(payment))]

    def ransom(self, give: str, take: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        return [_pack(kinds.RANSOM, to=to, arg=self.tile_type(give), arg2=self.tile_type(take))]

    def flag(self, to: str) -> list[int]:
        kind = kinds.SETUP_FLAG if int(self.s["phase"]) == SET_FLAG else kinds.HOP
        if int(self.s["phase"]) not in (SET_FLAG, HOPPING):
            raise BadTurn("no Flag is to be put down or hopped now; passing one is written c2#d2")
        return [_pack(kind) if to == "-" else _pack(kind, to=to)]

    def place(self, swap: str, to: str) -> list[int]:
        if int(self.s["phase"]) != PLACING:
            raise BadTurn("no tile is in hand that could be placed; a draw is written '+'")
        return [_pack(kinds.PLACE, to=to, arg=int(swap == "="))]

    def pick(self, code: str, swap: str, to: str, destroyed: str | None) -> list[int]:
        faults: list[str] = []
        counts = self.letters.parse_counts(destroyed or "-", faults, "destroyed")
        lost = tuple(tile_type for tile_type, count in enumerate(counts) for _ in range(count))
        if faults or len(lost) > 2:
            raise BadTurn("; ".join(faults) or "at most two tiles of a hand can be destroyed (ENH-II-1)")
        if int(self.s["phase"]) != DIVINING:
            return self.setup(f"{code}@{to}")
        place, chosen = parse_square(to), self.tile_type(code)
        return [Fields(kinds.DIVINE_PICK, to=place, arg=chosen, arg2=int(swap == "="), destroyed=lost).packed]

    def setup(self, text: str) -> list[int]:
        """Duke, rider, Pikemen or the starting tiles: each with its square."""
        army = self.letters.composition.armies[self.owner]
        named = [part.split("@") for part in text.split(",")]
        types = [self.tile_type(code) for code, _ in named]
        squares = [square for _, square in named]
        if types == [army.duke]:
            return [_pack(kinds.SETUP_DUKE, to=squares[0])]
        if army.duke >= 0 and tuple(types) == army.starters[:2]:
            return [_pack(kinds.SETUP_STARTERS, via=squares[0], to=squares[1])]
        if army.duke < 0 and tuple(types) == army.starters and len(types) == 1:
            return [_pack(kinds.SETUP_RIDER, to=squares[0])]
        home = "16"[self.owner]
        if army.duke < 0 and tuple(types) == army.starters and all(at[1] == home for at in squares):
            return [_pack(kinds.SETUP_PIKEMEN, arg=sum({bit(parse_square(at) % BOARD) for at in squares}))]
        raise BadTurn(f"'{text}' does not name the tiles that this owner sets up")


def _pack(kind: int, at: str = "", via: str = "", to: str = "", arg: int = 0, arg2: int = 0) -> int:
    start, middle, end = (parse_square(name) if name else NO_SQUARE for name in (at, via, to))
    return Fields(kind, start, middle, end, arg, arg2).packed


def _one(kind: int, arg: int) -> Callable[..., list[int]]:
    """A turn whose text is a sign, perhaps after the square of its tile."""
    return lambda _, at="": [_pack(kind, at=at, arg=arg)]


def _by_squares(kind: int, text: str) -> tuple[str, Callable[..., list[int]]]:
    """Pattern and maker of a turn that is written as its kind says, with nothing but squares in it."""
    signs = re.split(r"{(\w+)}", text)
    names = signs[1::2]
    pattern = "".join(_S if number % 2 else re.escape(sign) for number, sign in enumerate(signs))
    return pattern, lambda _, *squares: [_pack(kind, **dict(zip(names, squares, strict=True)))]


_S = f"({SQUARE})"
_WRITTEN: tuple[tuple[str, Callable[..., list[int]]], ...] = (
    *(_by_squares(number, kind.text) for number, kind in enumerate(kinds.KINDS.values(), 1) if kind.text),
    (rf"{_S}([-x]){_S}", _Reader.go),
    (rf"{_S}\*{_S}", _Reader.strike),
    (rf"{_S}\*\*({SQUARE}(?:,{SQUARE})*)", _Reader.area),
    (rf"{_S}:{_S}([-x]){_S}", _Reader.command),
    (rf"{_S}>{_S}([so]?)", _Reader.push),
    (rf"{_S}&({SQUARE}|{CODE})([-x]){_S}", _Reader.escape),
    (rf"\$({CODE}):({CODE})([-x]){_S}", _Reader.ransom),
    (rf"{_S}<", _one(kinds.ROTATE, arg=3)),
    (rf"{_S}>", _one(kinds.ROTATE, arg=1)),
    (rf"#({SQUARE}|-)", _Reader.flag),
    (rf"(=?)@{_S}", _Reader.place),
    (rf"({CODE})(=?)@{_S}(?:-({MULTISET}))?", _Reader.pick),
    (r"=", _one(kinds.REPLACE, arg=1)),
    (r"!", _one(kinds.REPLACE, arg=0)),
    (rf"({CODE}@{SQUARE}(?:,{CODE}@{SQUARE})+)", _Reader.setup),
    (rf"pick:({CODE})", lambda r, code: [_pack(kinds.DRAFT_PICK, arg=r.tile_type(code))]),
)
_PATTERNS = tuple((re.compile(pattern), make) for pattern, make in _WRITTEN)
