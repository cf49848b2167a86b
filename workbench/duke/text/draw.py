"""A position as a drawing in letters, for terminals and failing tests."""

from __future__ import annotations

import re

import numpy as np

from workbench.duke.board.state import FIRST_LUCK, OVER, TURN
from workbench.duke.text.lettering import Lettering, format_squares
from workbench.duke.text.position_check import NAMES
from workbench.duke.text.position_write import format_phase, format_troop, troops_of
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
    if int(s["mountains"]) >> square & 1:
        text += "/\\"
    if int(s["forts"]) >> square & 1:
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


def describe_position(s: np.record, letters: Lettering) -> str:
    """Whose turn it is, what is in the bags and what else is to be known, in a few lines."""
    lines = [_whose(s, letters)]
    bags = [letters.format_types(s["bag"][owner, : int(s["nbag"][owner])].tolist()) for owner in range(2)]
    lines += [f"{name}'s bag: {bag} ({int(n)})" for name, bag, n in zip(NAMES, bags, s["nbag"], strict=True)]
    for owner, name in enumerate(NAMES):
        off = letters.format_counts(s["off"][owner].sum(axis=0).tolist())
        if off != "-":
            lines.append(f"{name}'s tiles out of play: {off}")
    if int(s["score"].sum()):
        lines.append(f"Points: South {int(s['score'][0])}, North {int(s['score'][1])}")
    pool = letters.format_types([kind for kind in range(len(letters.codes)) if int(s["pool"]) >> kind & 1])
    if pool != "-":
        lines.append(f"Beside the board: {pool}")
    if int(s["frozen"]) and int(s["phase"]) != OVER:
        lines.append(f"Frozen: {format_squares(int(s['frozen']))}")
    return "\n".join(lines)


def _whose(s: np.record, letters: Lettering) -> str:
    phase, owner, ply = int(s["phase"]), NAMES[int(s["to_move"])], int(s["ply"])
    if phase == OVER:
        winner = int(s["winner"])
        who = "a draw" if winner < 0 else f"{NAMES[winner]} wins"
        return f"The game is over after {ply} turns: {who} ({format_phase(s, letters).rpartition(':')[2]})."
    if phase == TURN:
        return f"{owner} to move; {ply} turns made."
    if phase >= FIRST_LUCK:
        return f"Chance decides ({format_phase(s, letters)}); {ply} turns made."
    return f"{owner} decides ({format_phase(s, letters)}); {ply} turns made."
