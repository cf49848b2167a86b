"""Papers and label stocks as data in millimetres (`stocks.json`)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from workbench.sheet.errors import SheetError
from workbench.sheet.units import parse_mm

PAPERS = {"a3": (297.0, 420.0), "a4": (210.0, 297.0), "a5": (148.0, 210.0), "letter": (215.9, 279.4),
          "legal": (215.9, 355.6), "tabloid": (279.4, 431.8)}  # fmt: skip
SMALLEST_PAPER, LARGEST_PAPER = 50.0, 1500.0


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet of labels. `verified`: positions from a named source, and the sums close the page."""

    id: str
    brand: str
    part: str
    aliases: tuple[str, ...]
    paper: str
    label_width: float
    label_height: float
    columns: int
    rows: int
    left: float
    top: float
    pitch_x: float
    pitch_y: float
    corner_radius: float | None  # None: rounded or unknown, not published
    source: str
    verified: bool

    @property
    def page(self) -> tuple[float, float]:
        return PAPERS[self.paper]

    @property
    def is_full_sheet(self) -> bool:
        return (self.label_width, self.label_height) == self.page

    @property
    def labels(self) -> int:
        return self.columns * self.rows

    def label_corner(self, index: int) -> tuple[float, float]:
        """Top left corner of label `index`, counted from 0 in reading order."""
        row, column = divmod(index, self.columns)
        return self.left + column * self.pitch_x, self.top + row * self.pitch_y


@cache
def stocks() -> tuple[Stock, ...]:
    raw = json.loads((Path(__file__).parent / "stocks.json").read_text(encoding="utf-8"))
    return tuple(Stock(**{**entry, "aliases": tuple(entry["aliases"])}) for entry in raw)


def find_stock(name: str) -> Stock:
    """By id, alias or part number, ignoring case and punctuation; raises SheetError."""
    names: dict[str, Stock] = {}
    for stock in stocks():
        for known in (stock.id, *stock.aliases, stock.part, f"{stock.brand} {stock.part}"):
            names.setdefault(_plain(known), stock)
    if found := names.get(_plain(name)):
        return found
    close = get_close_matches(name.lower(), [stock.id for stock in stocks()], 1, 0.5)
    hint = f"did you mean '{close[0]}'? " if close else ""
    raise SheetError(f"there is no label stock '{name}'; {hint}`workbench stocks` lists them")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def parse_paper(text: str) -> tuple[float, float]:
    """'a4', 'letter', '100x150mm' -> width and height in mm; '-landscape' turns a named paper."""
    name, _, turn = text.lower().partition("-")
    if name in PAPERS and turn in ("", "portrait", "landscape"):
        width, height = PAPERS[name]
        return (height, width) if turn == "landscape" else (width, height)
    found = re.fullmatch(r"([\d.]+)x([\d.]+)(mm|cm|in)?", text.lower().replace(" ", ""))
    if not found:
        raise SheetError(f"paper '{text}' is not known: {', '.join(PAPERS)} or for example 100x150mm")
    width, height = (parse_mm(value + (found[3] or "mm")) for value in (found[1], found[2]))
    if not all(SMALLEST_PAPER <= side <= LARGEST_PAPER for side in (width, height)):
        raise SheetError(f"paper '{text}': each side must be {SMALLEST_PAPER:g} to {LARGEST_PAPER:g} mm")
    return width, height
