"""The shipped fonts: which characters they have, how wide a text is, how a name fits its band.

Everything is read from one table of advance widths and outlines (`fonts/glyphs.json.gz`), so asking
needs neither Pillow nor reportlab. No kerning, no ligatures: all painters set a text alike.
"""

from __future__ import annotations

import gzip
import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Literal

from workbench.sheet.shapes import Text

FontKey = Literal["title", "fallback"]
FONTS: tuple[FontKey, ...] = ("title", "fallback")
FONT_FOLDER = Path(__file__).parent / "fonts"

LINE_HEIGHT = 0.98  # of the em, between base lines of a wrapped name
TALL = 1.05  # of the em: the first line with its accents, and what hangs below the last
MOST_LINES = 3
SMALLEST_NAME_MM = 1.7  # em; about 1.1 mm capitals, the least that a laser printer keeps open
STAND_IN = "?"
GLUE = "\x00"


@dataclass(frozen=True, slots=True)
class FontTable:
    units: int
    cap: int  # height of a capital H
    glyphs: dict[str, tuple[int, str]]  # character -> advance width, outline as an SVG path with y up


@dataclass(frozen=True, slots=True)
class FittedText:
    lines: tuple[str, ...]
    size: float
    font: FontKey
    fits: bool  # False: cut short at the smallest size


@cache
def font_tables() -> dict[FontKey, FontTable]:
    raw = json.loads(gzip.decompress((FONT_FOLDER / "glyphs.json.gz").read_bytes()))
    return {
        key: FontTable(
            units=raw[key]["units"],
            cap=raw[key]["cap"],
            glyphs={chr(int(code, 16)): (width, path) for code, (width, path) in raw[key]["glyphs"].items()},
        )
        for key in FONTS
    }


def font_path(font: FontKey) -> Path:
    return FONT_FOLDER / f"{font}.ttf"


def tidy(text: str) -> str:
    """Composed characters and single spaces, as the fonts expect them."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def choose_font(text: str) -> FontKey:
    """The title font unless the fallback has more of the characters."""
    return min(FONTS, key=lambda font: len(_lacking(tidy(text), font)))


def missing_characters(text: str) -> str:
    """The characters that would be printed as a question mark, each once; "" when all is well."""
    return "".join(dict.fromkeys(_lacking(tidy(text), choose_font(text))))


def _lacking(text: str, font: FontKey) -> list[str]:
    glyphs = font_tables()[font].glyphs
    return [character for character in text if character not in glyphs]


def printable(text: str, font: FontKey) -> str:
    """`text` with a stand-in for what the font lacks."""
    glyphs = font_tables()[font].glyphs
    return "".join(character if character in glyphs else STAND_IN for character in tidy(text))


def text_width(text: str, size: float, font: FontKey) -> float:
    """Width in mm at an em of `size` mm."""
    table = font_tables()[font]
    stand_in = table.glyphs[STAND_IN]
    return sum(table.glyphs.get(character, stand_in)[0] for character in text) * size / table.units


def text_start(shape: Text) -> float:
    """The x at which a text begins."""
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
    return shape.x - share * text_width(shape.text, shape.size, shape.font)


def cap_height(size: float, font: FontKey) -> float:
    table = font_tables()[font]
    return table.cap * size / table.units


def fit_text(text: str, width: float, height: float, largest: float, smallest: float) -> FittedText:
    """Shrink and wrap `text` into the box; only when the smallest size is still too big, cut it short."""
    font = choose_font(text)
    words = _breakable(printable(text, font)).split() or [""]
    best: tuple[float, tuple[str, ...]] = (0.0, ("",))
    for count in range(1, min(MOST_LINES, len(words)) + 1):
        for lines in _wrappings(words, count):
            widest = max(text_width(line, 1.0, font) for line in lines) or 1.0
            size = min(largest, width / widest, height / (TALL + (count - 1) * LINE_HEIGHT))
            if size > best[0] + 1e-9:
                best = (size, lines)
    size, lines = best
    if size >= smallest:
        return FittedText(lines, size, font, True)
    room = max(1, int((height / smallest - TALL) / LINE_HEIGHT) + 1)
    return FittedText(_cut_short(words, width, smallest, font, min(room, MOST_LINES)), smallest, font, False)


def wrap_text(text: str, width: float, size: float, font: FontKey) -> list[str]:
    """A sentence in lines of at most this width; a word that is wider alone is cut short."""
    lines: list[list[str]] = []
    for word in printable(text, font).split():
        if lines and text_width(" ".join([*lines[-1], word]), size, font) <= width:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [_shortened(" ".join(line), width, size, font, False) for line in lines]


def _breakable(text: str) -> str:
    """A line may also break after a hyphen between letters; a glue mark stands for the missing space."""
    return re.sub(r"(?<=\w-)(?=\w)", f"{GLUE} ", text)


def _joined(words: list[str]) -> str:
    return " ".join(words).replace(f"{GLUE} ", "").replace(GLUE, "")


def _wrappings(words: list[str], count: int) -> list[tuple[str, ...]]:
    """All ways to break the words into `count` lines (very long names: only even ways)."""
    if len(words) > 12:
        step = -(-len(words) // count)
        return [tuple(_joined(words[at : at + step]) for at in range(0, len(words), step))]
    ways = []
    for breaks in combinations(range(1, len(words)), count - 1):
        edges = (0, *breaks, len(words))
        ways.append(tuple(_joined(words[a:b]) for a, b in pairwise(edges)))
    return ways


def _cut_short(words: list[str], width: float, size: float, font: FontKey, room: int) -> tuple[str, ...]:
    lines: list[list[str]] = []
    for word in words:
        longer = [*lines[-1], word] if lines else [word]
        if lines and text_width(_joined(longer), size, font) <= width:
            lines[-1] = longer
        else:
            lines.append([word])
    kept = [_shortened(_joined(line), width, size, font, False) for line in lines[:room]]
    if len(lines) > room:
        kept[-1] = _shortened(_joined(lines[room - 1]), width, size, font, True)
    return tuple(kept)


def _shortened(line: str, width: float, size: float, font: FontKey, more: bool) -> str:
    if not more and text_width(line, size, font) <= width:
        return line
    while line and text_width(line + "…", size, font) > width:
        line = line[:-1]
    return line.rstrip() + "…"
