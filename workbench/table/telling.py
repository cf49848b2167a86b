"""What happened, in plain words: a decision or an event, read off its text and the position before it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.table.asking import SEATS, SQUARE, swap_name
from workbench.table.view import LOOKS, View, format_tiles, name_of, parse_counts
from workbench.words import Owner

if TYPE_CHECKING:
    from workbench.duke.game import Outcome, Position

ENDS = {
    "duke": "the Duke is captured",
    "mate": "in Guard without a legal turn",
    "stuck": "no legal turn is left",
    "eaten": "the Dragon has eaten the Duke",
    "both": "the Dragon has eaten both Dukes",
    "coup": "three points",
    "trophy": "the trophy is home",
    "rider": "the rider has fallen",
    "edge": "three Pikemen are across",
    "riders-toll": "the third Pikeman has fallen",
    "rider-dead": "neither side can reach its goal any more",
    "villains": "none of the three villains is in play",
    "no-troops": "no troops are left on the board",
    "repetition": "the same position for the third time",
    "no-progress": "too many turns without progress",
    "max-turns": "the last turn that was agreed",
}


def seat_name(owner: Owner) -> str:
    return SEATS[owner]


def tell_end(end: Outcome) -> str:
    """'South wins: the Duke is captured.'"""
    why = ENDS.get(end.reason, end.reason)
    return f"A draw: {why}." if end.winner is None else f"{seat_name(end.winner)} wins: {why}."


def tell(before: Position, step: str) -> str:
    """One step in words, with a subject: "South's Knight goes from c1 to c3 and takes North's Footman"."""
    return _Teller(before).tell(step)


class _Teller:
    def __init__(self, before: Position) -> None:
        self.before = before
        self.game = before.game
        self.view = View.of(before)
        self.me = seat_name(before.owner)

    def tell(self, step: str) -> str:
        for pattern, words in _CHANCE if self.before.is_chance else _TURNS:
            match = pattern.fullmatch(step)
            if match is not None:
                return words(self, *match.groups())
        return f"{self.me}: {step}"

    def tile(self, square: str) -> str:
        one = self.view.troops.get(square)
        return f"the tile on {square}" if one is None else f"{seat_name(one.owner)}'s {one.name}"

    def arrival(self, mark: str, square: str) -> str:
        return f" and takes {self.tile(square)}" if mark == "x" else ""

    def go(self, at: str, mark: str, to: str) -> str:
        return f"{self.tile(at)} goes from {at} to {to}{self.arrival(mark, to)}"

    def area(self, at: str, squares: str) -> str:
        hit = ", ".join(f"{self.tile(one)} on {one}" for one in squares.split(","))
        return f"{self.tile(at)} on {at} fires and removes {hit}"

    def command(self, at: str, via: str, mark: str, to: str) -> str:
        return f"{self.tile(at)} on {at} sends {self.tile(via)} from {via} to {to}{self.arrival(mark, to)}"

    def push(self, at: str, to: str, way: str) -> str:
        sides = {"s": f", enraged, facing {self.me}", "o": f", enraged, facing {seat_name(self.before.owner.other)}"}
        return f"{self.tile(at)} pushes the Dragon from {to}{sides.get(way, ' onto the tile behind it')}"

    def escape(self, at: str, paid: str, mark: str, to: str) -> str:
        price = f"{self.tile(paid)} on {paid}" if re.fullmatch(SQUARE, paid) else f"a captured {self.name(paid)}"
        return f"{self.tile(at)} escapes from {at} to {to} at the price of {price}{self.arrival(mark, to)}"

    def ransom(self, give: str, take: str, mark: str, to: str) -> str:
        return f"{self.me} gives back a {self.name(give)} for the {self.name(take)} on {to}{self.arrival(mark, to)}"

    def chain(self, at: str, to: str, inner: str) -> str:
        return f"{self.tile(at)} on {at} links to {self.tile(to)}; {self.tell(inner)}"

    def name(self, code: str) -> str:
        return name_of(self.game, code)

    def drawn(self) -> str:
        return self.view.phase.split(":")[1] if ":" in self.view.phase else ""

    def place(self, swap: str, to: str) -> str:
        code = self.drawn()
        if swap:
            return f"{self.me} swaps the {self.name(code)} for the {swap_name(self.game, code)} and places it on {to}"
        return f"{self.me} places the {self.name(code)} on {to}"

    def choose(self, code: str, swap: str, to: str, lost: str | None) -> str:
        what = f"{self.name(code)} (swapped for the {swap_name(self.game, code)})" if swap else self.name(code)
        gone = f", destroying {format_tiles(self.game, parse_counts(lost))}" if lost else ""
        return f"{self.me} places the {what} on {to}{gone}"

    def put(self, text: str) -> str:
        """A tile of a hand, or what is set up."""
        if self.view.phase.startswith("divine"):
            code, to = text.split("@")
            return self.choose(code, "", to, None)
        parts = [part.split("@") for part in text.split(",")]
        return f"{self.me} puts " + ", ".join(f"the {self.name(code)} on {at}" for code, at in parts)

    def flag(self, to: str) -> str:
        if to == "-":
            return f"{self.me}'s Flag stays where it is"
        if self.view.phase == "hop":
            return f"{self.me}'s Flag hops to {to}"
        return f"{self.me} puts a Flag on {to}"

    def answer(self, text: str) -> str:
        code = self.drawn()
        taken = f"takes the {swap_name(self.game, code)} for the {self.name(code)}"
        return f"{self.me} {taken if text == '=' else f'lets the {self.name(code)} go and searches on'}"

    def luck_draw(self, hand: str) -> str:
        if self.view.phase.startswith("?divine"):
            return f"{self.me}'s hand is {format_tiles(self.game, parse_counts(hand))}"
        verb = "finds" if self.view.phase.startswith("?call") else "draws"
        return f"{self.me} {verb} the {self.name(hand)}"

    def dragon_strikes(self, moved: str | None, squares: str, way: str) -> str:
        hit = ", ".join(f"{self.tile(one)} on {one}" for one in squares.split(","))
        went = f"goes to {moved[1:]}, " if moved else ""
        return f"The Dragon {went}strikes {hit} and calms down, looking {LOOKS[way]}"

    def dragon_moves(self, mark: str, to: str, way: str | None) -> str:
        calm = f" and calms down, looking {LOOKS[way[1:]]}" if way else ""
        eats = f", eating {self.tile(to)}" if mark == "x" else ""
        return f"The Dragon goes to {to}{eats}{calm}"


_S = f"({SQUARE})"
_C = "([A-Z][a-z])"
Pattern = tuple[re.Pattern[str], Callable[..., str]]


def _compiled(*rows: tuple[str, Callable[..., str]]) -> tuple[Pattern, ...]:
    return tuple((re.compile(pattern), words) for pattern, words in rows)


_TURNS = _compiled(
    (rf"{_S}([-x]){_S}", _Teller.go),
    (rf"{_S}\*{_S}", lambda t, at, to: f"{t.tile(at)} on {at} strikes {t.tile(to)} on {to}"),
    (rf"{_S}\*\*(.*)", _Teller.area),
    (rf"{_S}:{_S}([-x]){_S}", _Teller.command),
    (rf"{_S}>{_S}([so]?)", _Teller.push),
    (rf"{_S}~", lambda t, at: f"{t.tile(at)} on {at} turns over"),
    (r"\+", lambda t: f"{t.me} draws a tile"),
    (rf"{_S}\^{_S}", lambda t, at, to: f"{t.me} summons the tile on {at} to {to}"),
    (rf"{_S}\?", lambda t, at: f"{t.tile(at)} on {at} divines"),
    (rf"{_S}&({SQUARE}|[A-Z][a-z])([-x]){_S}", _Teller.escape),
    (rf"\${_C}:{_C}([-x]){_S}", _Teller.ransom),
    (rf"{_S}%", lambda t, at: f"{t.tile(at)} on {at} is redeployed"),
    (rf"{_S}([<>])", lambda t, at, way: f"{t.tile(at)} on {at} turns {'left' if way == '<' else 'right'}"),
    (rf"{_S}~{_S}/(.*)", _Teller.chain),
    (rf"{_S}~{_S}", lambda t, at, to: f"{t.tile(at)} on {at} and {t.tile(to)} on {to} turn over (Link)"),
    (rf"{_S}~\+", lambda t, at: f"{t.tile(at)} on {at} searches the bag"),
    (rf"{_S}#{_S}", lambda t, at, to: f"{t.tile(at)} on {at} hands the Flag to {t.tile(to)} on {to}"),
    (rf"#({SQUARE}|-)", _Teller.flag),
    (rf"(=?)@{_S}", _Teller.place),
    (r"pick:(.*)", lambda t, code: f"{t.me} picks {t.name(code)}"),
    (rf"([A-Z][a-z]@{SQUARE}(?:,.*)?)", _Teller.put),
    (rf"{_C}(=?)@{_S}(?:-(.*))?", _Teller.choose),
    (r"([=!])", _Teller.answer),
)
_CHANCE = _compiled(
    (rf"mt@{_S}", lambda t, at: f"A Mountain lies on {at}"),
    (rf"ft@{_S}", lambda t, at: f"A Fort stands on {at}"),
    (rf"dr@{_S}([NESW])", lambda t, at, way: f"The Dragon lies on {at}, looking {LOOKS[way]}"),
    (r"\+(.*)", _Teller.luck_draw),
    (r"dr=([NESW])", lambda t, way: f"The Dragon turns and looks {LOOKS[way]}"),
    (r"dr-", lambda t: "The Dragon does nothing"),
    (rf"dr(-{SQUARE})?\*(.*)=([NESW])", _Teller.dragon_strikes),
    (rf"dr([-x]){_S}(=[NESW])?", _Teller.dragon_moves),
)
