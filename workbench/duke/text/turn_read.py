"""The text of a turn -> the packed turns it may mean (docs/notation.md).

A text names squares, not icons: `c1-c3` may be a Move or a Jump. So reading gives candidates in the order of
ledger A-0; which of them is legal, and why the others are not, is for the rules to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import numpy as np

from workbench.duke.board import icons
from workbench.duke.board import kinds as turns
from workbench.duke.board.state import DIVINING, HOPPING, NO_SQUARE, PLACING, SET_FLAG
from workbench.duke.board.turn_fields import Fields, unpack
from workbench.duke.text.lettering import CODE, MULTISET, SQUARE, Lettering, parse_squares
from workbench.words import BOARD, parse_square

GOING = range(icons.MOVE, icons.NCJUMP + 1)
# The slots of the area groups of the tile on a square, which only the rule tables know: (square, flipped).
AreaSlots = Callable[[int, bool], Iterable[int]]


class BadTurn(ValueError):
    """A text that is not a turn of this position at all."""


def parse_candidates(text: str, s: np.record, letters: Lettering, area_slots: AreaSlots) -> list[int]:
    """Every packed turn that the text may mean; raises BadTurn where it means none."""
    chain = re.fullmatch(rf"({SQUARE})~({SQUARE})/(.+)", text)
    if chain is None:
        return _Reader(s, letters, area_slots, False).read(text)
    engineer, linked, rest = chain.groups()
    inner = _Reader(s, letters, area_slots, True).read(rest)
    actor = unpack(inner[0])
    if actor.at != parse_square(linked) or actor.kind not in _IN_A_CHAIN:
        raise BadTurn(f"'{text}': after '{engineer}~{linked}/' comes a turn of the tile on {linked} (LINK-2)")
    return [unpack(turn)._replace(link=parse_square(engineer)).packed for turn in inner]


_IN_A_CHAIN = (
    turns.GO, turns.STRIKE, turns.AREA, turns.COMMAND, turns.PUSH, turns.SUMMON, turns.ESCAPE, turns.REDEPLOY,
    turns.ROTATE,
)  # fmt: skip


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

    def kind(self, code: str) -> int:
        kind = self.letters.type_of(code)
        if kind is None:
            raise BadTurn(self.letters.unknown(code))
        return kind

    def check_mark(self, mark: str, to: str) -> None:
        enemy = int(self.s["occ"][1 - self.owner]) >> parse_square(to) & 1
        if (mark == "x") != bool(enemy):
            who, right = ("an enemy", "x") if enemy else ("no enemy", "-")
            raise BadTurn(f"'{mark}{to}': {who} stands on {to}, write '{right}{to}'")

    def go(self, at: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        return [_pack(turns.GO, at=at, to=to, arg=icon) for icon in GOING]

    def strike(self, at: str, to: str) -> list[int]:
        return [_pack(turns.STRIKE, at=at, to=to, arg=icon) for icon in (icons.STRIKE, icons.HAMMER)]

    def area(self, at: str, squares: str) -> list[int]:
        faults: list[str] = []
        parse_squares(squares, faults, "area effect")
        if faults:
            raise BadTurn("; ".join(faults))
        slots = list(self.area_slots(parse_square(at), self.flipped))
        if not slots:
            raise BadTurn(f"the tile on {at} has no area effect on the side that would be used")
        return [_pack(turns.AREA, at=at, arg=slot) for slot in slots]

    def command(self, at: str, via: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        return [_pack(turns.COMMAND, at=at, via=via, to=to)]

    def push(self, at: str, to: str, way: str) -> list[int]:
        facing, kinds = ("s", "o", "").index(way), (icons.SLIDE, icons.JSLIDE)
        return [_pack(turns.PUSH, at=at, to=to, arg=icon, arg2=facing) for icon in kinds]

    def escape(self, at: str, payment: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        if re.fullmatch(SQUARE, payment):
            return [_pack(turns.ESCAPE, at=at, via=payment, to=to)]
        return [_pack(turns.ESCAPE, at=at, to=to, arg=1 + self.kind(payment))]

    def ransom(self, give: str, take: str, mark: str, to: str) -> list[int]:
        self.check_mark(mark, to)
        return [_pack(turns.RANSOM, to=to, arg=self.kind(give), arg2=self.kind(take))]

    def flag(self, to: str) -> list[int]:
        kind = turns.SETUP_FLAG if int(self.s["phase"]) == SET_FLAG else turns.HOP
        if int(self.s["phase"]) not in (SET_FLAG, HOPPING):
            raise BadTurn("no Flag is to be put down or hopped now; passing one is written c2#d2")
        return [_pack(kind) if to == "-" else _pack(kind, to=to)]

    def place(self, swap: str, to: str) -> list[int]:
        if int(self.s["phase"]) != PLACING:
            raise BadTurn("no tile is in hand that could be placed; a draw is written '+'")
        return [_pack(turns.PLACE, to=to, arg=int(swap == "="))]

    def pick(self, code: str, swap: str, to: str, destroyed: str | None) -> list[int]:
        faults: list[str] = []
        counts = self.letters.parse_counts(destroyed or "-", faults, "destroyed")
        lost = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
        if faults or len(lost) > 2:
            raise BadTurn("; ".join(faults) or "at most two tiles of a hand can be destroyed (ENH-II-1)")
        if int(self.s["phase"]) != DIVINING:
            return self.setup(f"{code}@{to}")
        place, chosen = parse_square(to), self.kind(code)
        return [Fields(turns.DIVINE_PICK, to=place, arg=chosen, arg2=int(swap == "="), destroyed=lost).packed]

    def setup(self, text: str) -> list[int]:
        """Duke, rider, Pikemen or the starting tiles: each with its square."""
        army = self.letters.composition.armies[self.owner]
        named = [part.split("@") for part in text.split(",")]
        kinds = [self.kind(code) for code, _ in named]
        squares = [square for _, square in named]
        if kinds == [army.duke]:
            return [_pack(turns.SETUP_DUKE, to=squares[0])]
        if army.duke >= 0 and tuple(kinds) == army.starters[:2]:
            return [_pack(turns.SETUP_STARTERS, via=squares[0], to=squares[1])]
        if army.duke < 0 and tuple(kinds) == army.starters and len(kinds) == 1:
            return [_pack(turns.SETUP_RIDER, to=squares[0])]
        home = "16"[self.owner]
        if army.duke < 0 and tuple(kinds) == army.starters and all(at[1] == home for at in squares):
            return [_pack(turns.SETUP_PIKEMEN, arg=sum({1 << parse_square(at) % BOARD for at in squares}))]
        raise BadTurn(f"'{text}' does not name the tiles that this owner sets up")


def _pack(kind: int, at: str = "", via: str = "", to: str = "", arg: int = 0, arg2: int = 0) -> int:
    start, middle, end = (parse_square(name) if name else NO_SQUARE for name in (at, via, to))
    return Fields(kind, start, middle, end, arg, arg2).packed


def _one(kind: int, arg: int = 0) -> Callable[..., list[int]]:
    """A turn whose text holds only squares: at, or at and to."""
    return lambda _, at="", to="": [_pack(kind, at=at, to=to, arg=arg)]


_S = f"({SQUARE})"
_PATTERNS: tuple[tuple[re.Pattern[str], Callable[..., list[int]]], ...] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (rf"{_S}([-x]){_S}", _Reader.go),
        (rf"{_S}\*{_S}", _Reader.strike),
        (rf"{_S}\*\*({SQUARE}(?:,{SQUARE})*)", _Reader.area),
        (rf"{_S}:{_S}([-x]){_S}", _Reader.command),
        (rf"{_S}>{_S}([so]?)", _Reader.push),
        (rf"{_S}~", _one(turns.FLIP_BLANK)),
        (r"\+", _one(turns.DRAW)),
        (rf"{_S}\^{_S}", _one(turns.SUMMON)),
        (rf"{_S}\?", _one(turns.DIVINE)),
        (rf"{_S}&({SQUARE}|{CODE})([-x]){_S}", _Reader.escape),
        (rf"\$({CODE}):({CODE})([-x]){_S}", _Reader.ransom),
        (rf"{_S}%", _one(turns.REDEPLOY)),
        (rf"{_S}<", _one(turns.ROTATE, arg=3)),
        (rf"{_S}>", _one(turns.ROTATE, arg=1)),
        (rf"{_S}~{_S}", lambda _, at, via: [_pack(turns.LINK_FLIP, at=at, via=via)]),
        (rf"{_S}~\+", _one(turns.LINK_CALL)),
        (rf"{_S}#{_S}", _one(turns.PASS_FLAG)),
        (rf"#({SQUARE}|-)", _Reader.flag),
        (rf"(=?)@{_S}", _Reader.place),
        (rf"({CODE})(=?)@{_S}(?:-({MULTISET}))?", _Reader.pick),
        (r"=", _one(turns.REPLACE, arg=1)),
        (r"!", _one(turns.REPLACE, arg=0)),
        (rf"({CODE}@{SQUARE}(?:,{CODE}@{SQUARE})+)", _Reader.setup),
        (rf"pick:({CODE})", lambda r, code: [_pack(turns.DRAFT_PICK, arg=r.kind(code))]),
    )
)
