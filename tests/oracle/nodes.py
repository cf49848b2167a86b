"""Decision and chance nodes with their successors."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .dragon import HALF
from .geometry import adjacent, name, square_of
from .position import Codes, Pos, change, put, take
from .setup import SetUp
from .text import format_codes, parse_codes


class Nodes(SetUp):
    """All follow-ups of a turn, and chance."""

    def choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """(text, next node) for every decision, in listed order; equal results are not yet merged."""
        phase, *rest = pos.phase.split(":")
        if phase == "":
            turns = sorted(self.openers(pos), key=lambda turn: turn.kind)
            told = set()
            for turn in turns:
                if turn.text not in told:
                    told.add(turn.text)
                    yield turn.text, self.open_turn(pos, turn)
        elif phase == "place":
            yield from self.place_choices(pos, *rest)
        elif phase == "divine":
            yield from self.divine_choices(pos, parse_codes(rest[0]))
        elif phase == "ask":
            yield from self.ask_choices(pos, rest[0], square_of(rest[1]))
        elif phase == "hop":
            yield from self.hop_choices(pos)
        elif phase in ("draft", "duke", "foot", "pike", "rider", "flag"):
            yield from getattr(self, phase + "_choices")(pos)
        else:
            raise ValueError(f"not a decision: {pos.phase!r}")

    def put_down(self, pos: Pos, code: str, square: int, swapped: str | None, offered: bool) -> Pos:
        """A tile enters the board; `code` was drawn, `swapped` (if given) stands in for it."""
        after = pos.copy()
        owner = pos.owner
        if swapped:
            after.pool = take(pos.pool, swapped)
            after.box = change(pos.box, owner, put(pos.box[owner], code))  # SIEGE-2
        elif offered:
            after.declined = change(pos.declined, owner, put(pos.declined[owner], code))  # SIEGE-3
        after.board[square] = (swapped or code, owner, 0, 0)  # SETUP-6
        after.phase = ""
        return after

    def placings(self, pos: Pos, code: str, lifted: int | None, swap: bool) -> Iterator[tuple[str, int, Pos]]:
        """('' or '=', square, position with the tile put down) for a tile about to be placed."""
        owner = pos.owner
        frozen = self.frozen(pos)
        memo: dict[Any, bool] = {}
        engine = self.offered(pos, owner, code) if swap else None
        for mark, placed, swapped in (("", code, None), ("=", engine, engine)):
            if placed is None:
                continue
            for square in self.safe_places(pos, owner, placed, frozen, lifted, True, memo):
                yield mark, square, self.put_down(pos, code, square, swapped, offered=engine is not None)

    def place_choices(self, pos: Pos, code: str, how: str = "") -> Iterator[tuple[str, Pos]]:
        lifted = square_of(how) if how not in ("", "L") else None
        for mark, square, after in self.placings(pos, code, lifted, swap=how != "L"):
            if lifted is not None:  # ENH-V-2: after the placing
                owner = pos.owner
                after.bags = change(after.bags, owner, put(after.bags[owner], after.board.pop(lifted)[0]))
            yield (
                f"{mark}@{name(square)}",
                self.settle(after, pos.owner, pos.flags, ((None, square),), progress=lifted is None),
            )

    def divine_choices(self, pos: Pos, hand: Codes) -> Iterator[tuple[str, Pos]]:
        """ENH-II-1."""
        owner = pos.owner
        for code in sorted(set(hand)):
            others = take(hand, code)
            losses = {lost for n in range(len(others) + 1) for lost in itertools.combinations(others, n)}
            for mark, square, placed in self.placings(pos, code, None, swap=True):
                for lost in sorted(losses):
                    after = placed.copy()
                    after.bags = change(after.bags, owner, put(after.bags[owner], *take(others, *lost)))
                    heaps = after.off[owner]
                    after.off = change(after.off, owner, (heaps[0], put(heaps[1], *lost), heaps[2]))
                    text = f"{code}{mark}@{name(square)}" + (f"-{format_codes(lost)}" if lost else "")
                    yield text, self.settle(after, owner, pos.flags, ((None, square),), progress=True)

    def ask_choices(self, pos: Pos, code: str, caller: int) -> Iterator[tuple[str, Pos]]:
        """LINK-6: REPLACE yes or no."""
        owner = pos.owner
        engine = self.offered(pos, owner, code)
        assert engine is not None
        yes = pos.copy()
        yes.pool = take(pos.pool, engine)
        yes.box = change(pos.box, owner, put(pos.box[owner], code))
        yes.phase = f"place:{engine}:L"
        yield "=", yes
        no = pos.copy()
        no.declined = change(pos.declined, owner, put(pos.declined[owner], code))
        no.bags = change(pos.bags, owner, put(pos.bags[owner], code))
        if self.stoppers(no, owner, pos.board[caller][0]):
            no.phase = "?call:" + name(caller)
            yield "!", no
        elif self.safe(no, owner):
            no.phase = ""
            yield "!", self.settle(no, owner, pos.flags, (), progress=False)

    def hop_choices(self, pos: Pos) -> Iterator[tuple[str, Pos]]:
        """COUP-6."""
        owner = pos.owner
        near = {square for troop in pos.squares(owner) for square in adjacent(troop)}
        for square in sorted(square for square in near if pos.is_open(square)):
            after = pos.copy()
            after.flags = change(pos.flags, owner, square)
            yield "#" + name(square), self.to_dragon(after, 1 - owner)
        yield "#-", self.to_dragon(pos.copy(), 1 - owner)

    def outcomes(self, pos: Pos) -> Iterator[tuple[Fraction, str, Pos]]:
        phase, *rest = pos.phase.split(":")
        if phase in ("?mountain", "?fort"):
            yield from self.terrain_outcomes(pos, phase)
        elif phase == "?nest":
            nests = self.nests(pos)
            for square, facing in nests:
                after = pos.copy()
                after.dragon = (square, facing, False, False, False)
                yield Fraction(1, len(nests)), f"dr@{name(square)}{facing}", self.after_setup(after)
        elif phase in ("?draw", "?redeploy"):
            yield from self.draw_outcomes(pos, ":" + rest[0] if rest else "")
        elif phase == "?divine":
            yield from self.hand_outcomes(pos)
        elif phase == "?call":
            yield from self.call_outcomes(pos, square_of(rest[0]))
        elif phase == "?facing":
            for facing in "EW":
                after = pos.copy()
                assert after.dragon is not None
                after.dragon = (after.dragon[0], facing, *after.dragon[2:])
                settled = self.to_hop(after, pos.owner) if rest else self.to_dragon(after, pos.owner)
                yield HALF, "dr=" + facing, settled
        elif phase == "?dragon":
            for probability, text, after in self.dragon_acts(pos):
                yield probability, text, self.after_dragon(pos, after)
        else:
            raise ValueError(f"not a chance node: {pos.phase!r}")

    def terrain_outcomes(self, pos: Pos, phase: str) -> Iterator[tuple[Fraction, str, Pos]]:
        free = [square for square in range(36) if pos.is_open(square)]
        for square in free:
            after = pos.copy()
            if phase == "?mountain":
                after.mts = tuple(sorted((*pos.mts, square)))
            else:
                after.fts = tuple(sorted((*pos.fts, square)))
            text = ("mt@" if phase == "?mountain" else "ft@") + name(square)
            yield Fraction(1, len(free)), text, self.after_setup(after)

    def draw_outcomes(self, pos: Pos, lifted: str) -> Iterator[tuple[Fraction, str, Pos]]:
        bag = pos.bags[pos.owner]
        for code in sorted(set(bag)):
            after = pos.copy()
            after.bags = change(pos.bags, pos.owner, take(bag, code))
            after.phase = f"place:{code}{lifted}"
            yield Fraction(bag.count(code), len(bag)), "+" + code, after

    def hand_outcomes(self, pos: Pos) -> Iterator[tuple[Fraction, str, Pos]]:
        bag = pos.bags[pos.owner]
        hands = list(itertools.combinations(bag, min(3, len(bag))))  # by copies (C6)
        for hand in sorted(set(hands)):
            after = pos.copy()
            after.bags = change(pos.bags, pos.owner, take(bag, *hand))
            after.phase = "divine:" + format_codes(hand)
            yield Fraction(hands.count(hand), len(hands)), "+" + format_codes(hand), after

    def call_outcomes(self, pos: Pos, caller: int) -> Iterator[tuple[Fraction, str, Pos]]:
        """C7."""
        bag = pos.bags[pos.owner]
        stoppers = self.stoppers(pos, pos.owner, pos.board[caller][0])
        for code, engine in sorted(set(stoppers), key=lambda stopper: stopper[0]):
            after = pos.copy()
            after.bags = change(pos.bags, pos.owner, take(bag, code))
            after.phase = f"ask:{code}:{name(caller)}" if engine else f"place:{code}:L"
            yield Fraction(stoppers.count((code, engine)), len(stoppers)), "+" + code, after
