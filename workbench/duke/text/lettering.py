"""Two-letter codes: tile types and multisets of them as text (docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from workbench.duke.board.packed import bit, has
from workbench.duke.board.state import MAX_BAG
from workbench.tileset.compose import Composition
from workbench.words import BOARD, parse_square, square_name

CODE = r"[A-Z][a-z]"
MULTISET = rf"(?:{CODE}[0-9]*)+"
SQUARE = r"[a-f][1-6]"
_ITEM = re.compile(r"([A-Za-z]{2})([0-9]*)")


class Lettering:
    """How the tiles of one composition are written."""

    def __init__(self, composition: Composition) -> None:
        self.composition = composition
        self.codes = tuple(tile.code.capitalize() for tile in composition.tiles)
        self._types = {code: number for number, code in enumerate(self.codes)}
        self.swaps = {pooled.replaces: pooled.tile for pooled in composition.pool}
        self._alphabetical = sorted(range(len(self.codes)), key=lambda number: self.codes[number])

    def type_of(self, code: str) -> int | None:
        """The type with this code, written in any case; None if there is none."""
        return self._types.get(code.capitalize())

    def name(self, tile_type: int) -> str:
        return self.composition.tiles[tile_type].name

    def is_duke(self, tile_type: int) -> bool:
        return self.composition.tiles[tile_type].role == "duke"

    def format_counts(self, counts: Sequence[int]) -> str:
        """How many there are of each type, as text: 'BoPi3', or '-' for none."""
        parts = [
            self.codes[tile_type] + (str(counts[tile_type]) if counts[tile_type] > 1 else "")
            for tile_type in self._alphabetical
            if counts[tile_type]
        ]
        return "".join(parts) or "-"

    def format_types(self, types: Iterable[int]) -> str:
        """The same for a list of types."""
        counts = [0] * len(self.codes)
        for tile_type in types:
            counts[tile_type] += 1
        return self.format_counts(counts)

    def parse_counts(self, text: str, faults: list[str], what: str) -> list[int]:
        """The reverse of format_counts; what is wrong is added to `faults`."""
        counts = [0] * len(self.codes)
        if text == "-":
            return counts
        if not re.fullmatch(r"(?:[A-Za-z]{2}[0-9]*)+", text):
            faults.append(f"{what}: '{text}' is not a run of codes such as BoPi3 ('-' means none)")
            return counts
        for code, number in _ITEM.findall(text):
            tile_type = self.type_of(code)
            if tile_type is None:
                faults.append(f"{what}: {self.unknown(code)}")
            elif len(number) > 3 or int(number or 1) > MAX_BAG:
                faults.append(f"{what}: '{code}{number[:12]}' counts more tiles than a bag can hold ({MAX_BAG})")
            elif number and int(number) == 0:
                faults.append(f"{what}: '{code}{number}' counts no tile; leave the code out")
            else:
                counts[tile_type] += int(number or 1)
        return counts

    def unknown(self, code: str) -> str:
        """What to say about a code that no tile of this game has."""
        known, sets = ", ".join(sorted(self.codes)), ", ".join(self.composition.sets)
        return f"no tile of this game has the code '{code}' (sets: {sets}; codes: {known})"


def squares_of(mask: int) -> list[int]:
    """The squares of a mask in square order (a1, b1, ... f6)."""
    return [square for square in range(BOARD * BOARD) if has(mask, square)]


def format_squares(mask: int) -> str:
    return ",".join(square_name(square) for square in squares_of(mask))


def parse_squares(text: str, faults: list[str], what: str) -> int:
    """'c3,d4' as a mask."""
    mask = 0
    for part in text.split(","):
        try:
            square = bit(parse_square(part))
        except ValueError as error:
            faults.append(f"{what}: {error}")
            continue
        if mask & square:
            faults.append(f"{what}: {part} is named twice")
        mask |= square
    return mask
