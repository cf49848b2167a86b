"""The board in the terminal, in colours: names in full where there is room, codes where there is not."""

from __future__ import annotations

import sys
from collections.abc import Collection
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from rich.text import Text

from workbench.words import BOARD, Owner, square_name

if TYPE_CHECKING:
    from workbench.table.view import Standing, View

WIDE, NARROW = 11, 5  # columns of a square: six wide ones fit 80 columns, two narrow boards fit side by side
STYLES = {Owner.SOUTH: "bold yellow", Owner.NORTH: "bold cyan"}
GROUND = "green"
LAST = "on grey23"
TARGET = "on dark_green"
POINTS = {"north": "^", "east": ">", "south": "v", "west": "<"}
FRAMES = {True: ("┌┬┐", "├┼┤", "└┴┘", "─", "│"), False: ("+++", "+++", "+++", "-", "|")}

LOWEST = 36  # lines that a whole table takes


def is_low_window() -> bool:
    """Whether stdout is a terminal with too few lines for a whole table."""
    return sys.stdout.isatty() and get_terminal_size().lines < LOWEST


def draw_board(
    view: View,
    *,
    unicode: bool,
    width: int = WIDE,
    last: Collection[str] = (),
    targets: Collection[str] = (),
    low: bool = False,
) -> Text:
    """Rank 6 on top. `last` are the squares of the last turn, `targets` those that a tile could go to or hit.

    `low` leaves out what is between and above the ranks: board and bags then fit a terminal of 24 lines.
    """
    top, middle, bottom, bar, wall = FRAMES[unicode]
    lines = [*([] if low else [_files(width)]), _rule(top, bar, width)]
    for rank in range(BOARD, 0, -1):
        cells = [_cell(view, square_name((rank - 1) * BOARD + x), width, last, targets) for x in range(BOARD)]
        lines += [_row(f"{rank} ", [cell[0] for cell in cells], wall), _row("  ", [cell[1] for cell in cells], wall)]
        if rank > 1 and not low:
            lines.append(_rule(middle, bar, width))
    return Text("\n").join([*lines, _rule(bottom, bar, width), _files(width)])


def _files(width: int) -> Text:
    return Text(("   " + " ".join(f"{name:^{width}}" for name in "abcdef")).rstrip())


def _rule(corners: str, bar: str, width: int) -> Text:
    left, middle, right = tuple(corners)
    return Text("  " + left + middle.join([bar * width] * BOARD) + right)


def _row(label: str, cells: list[Text], wall: str) -> Text:
    return Text(label + wall) + Text(wall).join(cells) + Text(wall)


def _cell(view: View, square: str, width: int, last: Collection[str], targets: Collection[str]) -> tuple[Text, Text]:
    standing = view.troops.get(square)
    words = wide_words(view, square) if width >= WIDE else narrow_words(view, square)
    style = STYLES[standing.owner] if standing is not None else GROUND
    under = TARGET if square in targets else LAST if square in last else ""
    second = f"*{words[1]}"[:width] if square in targets else words[1]  # told without colours too
    lines = [Text(f"{line:^{width}}", f"{style} {under}".strip()) for line in (words[0], second)]
    return lines[0], lines[1]


def wide_words(view: View, square: str) -> tuple[str, str]:
    """Two lines for a square: what stands there by name; its mark and what lies there."""
    standing = view.troops.get(square)
    lying = [name for name, squares in (("Mountain", view.mountains), ("Fort", view.forts)) if square in squares]
    lying += [f"Flag {'SN'[owner]}" for owner, at in enumerate(view.flags) if at == square]
    if standing is not None:
        return fit_name(standing.name, WIDE), " ".join([standing.mark, *lying])[:WIDE]
    dragon = view.dragon
    if dragon is not None and dragon.square == square:
        mood = "angry" if dragon.is_enraged else "calm"
        return f"Dragon {POINTS[dragon.looks]}", " ".join([mood, *lying])[:WIDE]
    return (lying[0] if lying else ""), " ".join(lying[1:])


def narrow_words(view: View, square: str) -> tuple[str, str]:
    """The same in five columns: the mark, and signs for what lies there."""
    standing = view.troops.get(square)
    signs = "/\\" * (square in view.mountains) + "[]" * (square in view.forts)
    if view.dragon is not None and view.dragon.square == square:
        signs += "D" + POINTS[view.dragon.looks] + "!" * view.dragon.is_enraged
    signs += "".join(f"P{'SN'[owner]}" for owner, at in enumerate(view.flags) if at == square)
    return ("" if standing is None else standing.mark), signs[:NARROW]


def fit_name(name: str, width: int) -> str:
    """A name in so many columns: the longest words are shortened first ('Batteri. Ram')."""
    words = name.split()
    while len(" ".join(words)) > width:
        longest = max(range(len(words)), key=lambda at: len(words[at].rstrip(".")))
        stem = words[longest].rstrip(".")
        if len(stem) <= 1:
            return " ".join(words)[:width]
        words[longest] = stem[:-2] + "." if not words[longest].endswith(".") else stem[:-1] + "."
    return " ".join(words)


def named(standing: Standing) -> Text:
    """A tile's name in its army's colour."""
    return Text(standing.name, STYLES[standing.owner])
