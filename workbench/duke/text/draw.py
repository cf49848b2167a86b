"""A position as a drawing in letters, for terminals and failing tests."""

from __future__ import annotations

import re

import numpy as np

from workbench.duke.board.packed import has
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_write import format_troop, troops_of
from workbench.words import BOARD

WIDTH = 6
ARROWS = "^>v<"


def draw_board(s: np.record, letters: Lettering, ascii_only: bool = True) -> str:
    """The board, rank 6 on top: South's codes in CAPITALS, `'` the other side up, terrain under the tiles."""
    edge = "  +" + ("-" * WIDTH + "+") * BOARD
    files = "   " + " ".join(f"{name:^{WIDTH}}" for name in "abcdef")
    lines = [files.rstrip(), edge]
    troops = troops_of(s)
    for rank in reversed(range(BOARD)):
        squares = range(rank * BOARD, (rank + 1) * BOARD)
        tiles = [format_troop(troops[at], letters) if at in troops else "" for at in squares]
        ground = [_ground(s, at) for at in squares]
        lines.append(f"{rank + 1} |" + "|".join(f"{text:^{WIDTH}}" for text in tiles) + f"| {rank + 1}")
        lines.append("  |" + "|".join(f"{text:^{WIDTH}}" for text in ground) + "|")
        lines.append(edge)
    lines.append(files.rstrip())
    return "\n".join(lines) if ascii_only else _in_boxes("\n".join(lines))


def _ground(s: np.record, square: int) -> str:
    """What lies on a square beside a troop: Mountain /\\, Fort [], the Dragon D with its facing, Flags."""
    text = ""
    if has(int(s["mountains"]), square):
        text += "/\\"
    if has(int(s["forts"]), square):
        text += "[]"
    if int(s["dragon"]) == square:
        text += "D" + ARROWS[int(s["facing"])] + ("!" if s["enraged"] else "")
    for owner, at in enumerate(s["flag"].tolist()):
        text += f"P{'SN'[owner]}" if at == square else ""
    return text


def _in_boxes(text: str) -> str:
    """The same with box-drawing signs."""
    lines = text.split("\n")
    rows = [number for number, line in enumerate(lines) if line.startswith("  +")]
    signs = {rows[0]: ("┌", "┬", "┐"), rows[-1]: ("└", "┴", "┘")}
    for number in rows:
        left, middle, right = signs.get(number, ("├", "┼", "┤"))
        body = lines[number].strip().strip("+").replace("+", middle).replace("-", "─")
        lines[number] = f"  {left}{body}{right}"
    for number, line in enumerate(lines):
        if re.match(r"[ 1-6] \|", line):
            lines[number] = line.replace("|", "│")
    return "\n".join(lines)
