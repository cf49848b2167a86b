"""A packed turn -> its text (docs/notation.md)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from workbench.duke.board import kinds
from workbench.duke.board.packed import has, unpack
from workbench.duke.board.state import NO_SQUARE
from workbench.duke.text.lettering import Lettering, format_squares
from workbench.tileset.compose import Army
from workbench.words import BOARD, square_name

# An area effect is written by the tiles it removes: a mask of squares, which only the rules can tell.
Removed = Callable[[int], int]


def format_packed(turn: int, s: np.record, letters: Lettering, removed: Removed) -> str:
    """The text of a turn, follow-up or set-up choice in the position `s`."""
    fields = unpack(turn)
    chain = f"{square_name(fields.link)}~{square_name(fields.at)}/" if fields.link >= 0 else ""
    writer, squares = _Writer(turn, s, letters, removed), kinds.KINDS[kinds.KIND_NAMES[fields.kind]].text
    written = squares.format(at=writer.at, via=writer.via, to=writer.to) if squares else _WRITERS[fields.kind](writer)
    return chain + written


class _Writer:
    def __init__(self, turn: int, s: np.record, letters: Lettering, removed: Removed) -> None:
        self.turn = turn
        self.s = s
        self.letters = letters
        self.removed = removed
        self.owner = int(s["to_move"])
        self.fields = unpack(turn)
        self.at, self.via, self.to = (_name(square) for square in self.fields[1:4])
        self.arg, self.arg2 = self.fields.arg, self.fields.arg2

    @property
    def arrival(self) -> str:
        """`-d5`, or `xd5` where an enemy stands."""
        enemy = has(int(self.s["occ"][1 - self.owner]), self.fields.to)
        return ("x" if enemy else "-") + self.to

    def escape(self) -> str:
        paid = self.via if self.fields.via != NO_SQUARE else self.letters.codes[self.arg - 1]
        return f"{self.at}&{paid}{self.arrival}"

    def ransom(self) -> str:
        return f"${self.letters.codes[self.arg]}:{self.letters.codes[self.arg2]}{self.arrival}"

    def pick(self) -> str:
        destroyed = self.fields.destroyed
        lost = f"-{self.letters.format_types(destroyed)}" if destroyed else ""
        return f"{self.letters.codes[self.arg]}{'=' if self.arg2 else ''}@{self.to}{lost}"

    def starters(self) -> str:
        codes = [self.letters.codes[tile_type] for tile_type in self._army().starters[:2]]
        pairs = zip(codes, (self.via, self.to), strict=False)
        return ",".join(f"{code}@{square}" for code, square in pairs)

    def pikemen(self) -> str:
        code = self.letters.codes[self._army().starters[0]]
        home = self.owner * (BOARD - 1) * BOARD
        return ",".join(f"{code}@{square_name(home + x)}" for x in range(BOARD) if has(self.arg, x))

    def rider(self) -> str:
        return f"{self.letters.codes[self._army().starters[0]]}@{self.to}"

    def duke(self) -> str:
        return f"{self.letters.codes[self._army().duke]}@{self.to}"

    def _army(self) -> Army:
        return self.letters.composition.armies[self.owner]


def _name(square: int) -> str:
    return square_name(square) if square < BOARD * BOARD else "-"


_WRITERS: dict[int, Callable[[_Writer], str]] = {
    kinds.SETUP_DUKE: _Writer.duke,
    kinds.SETUP_STARTERS: _Writer.starters,
    kinds.SETUP_FLAG: lambda w: f"#{w.to}",
    kinds.SETUP_PIKEMEN: _Writer.pikemen,
    kinds.SETUP_RIDER: _Writer.rider,
    kinds.DRAFT_PICK: lambda w: f"pick:{w.letters.codes[w.arg]}",
    kinds.GO: lambda w: w.at + w.arrival,
    kinds.STRIKE: lambda w: f"{w.at}*{w.to}",
    kinds.AREA: lambda w: f"{w.at}**{format_squares(w.removed(w.turn))}",
    kinds.COMMAND: lambda w: f"{w.at}:{w.via}{w.arrival}",
    kinds.PUSH: lambda w: f"{w.at}>{w.to}{('s', 'o', '')[w.arg2]}",
    kinds.ESCAPE: _Writer.escape,
    kinds.RANSOM: _Writer.ransom,
    kinds.ROTATE: lambda w: w.at + (">" if w.arg == 1 else "<"),
    kinds.PLACE: lambda w: f"{'=' if w.arg else ''}@{w.to}",
    kinds.DIVINE_PICK: _Writer.pick,
    kinds.HOP: lambda w: f"#{w.to}",
    kinds.REPLACE: lambda w: "=" if w.arg else "!",
}
