"""Faces drawn in the terminal: Unicode signs in a frame, or the plain letters of the tile files."""

from __future__ import annotations

from workbench.tileset.grid import LETTER_OF
from workbench.tileset.model import WINDOW, Face, Icon, Tile
from workbench.words import IconKind

SIGNS = {
    IconKind.MOVE: "●",
    IconKind.JUMP: "○",
    IconKind.STRIKE: "☆",
    IconKind.COMMAND: "⌘",
    IconKind.DREAD: "☠",
    IconKind.DEFENSE: "■",
    IconKind.SMASH: "▲",
    IconKind.HAMMER: "★",
    IconKind.NONCAPTURE_MOVE: "•",
    IconKind.NONCAPTURE_JUMP: "◦",
}
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
ARROWS = dict(zip(STEPS, "↑↗→↘↓↙←↖", strict=True))
DOUBLE_ARROWS = dict(zip(STEPS, "⇑⇗⇒⇘⇓⇙⇐⇖", strict=True))
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
DIGITS = SUBSCRIPTS + "0123456789"
MEANINGS = {
    IconKind.MOVE: "goes to this square in a straight line, if the way is free; captures there",
    IconKind.JUMP: "goes to this square over anything in between; captures there",
    IconKind.SLIDE: "goes any number of free squares in this direction; captures where it stops",
    IconKind.JUMP_SLIDE: "leaps the next square, then slides on in this direction",
    IconKind.STRIKE: "captures on this square without leaving its own",
    IconKind.COMMAND: "sends a friendly tile from one such square to another",
    IconKind.DREAD: "a tile on this square can neither act nor be captured",
    IconKind.DEFENSE: "captures coming over this square fail",
    IconKind.SMASH: "a move that Defense does not stop",
    IconKind.HAMMER: "a strike that neither Defense nor a Fort stops",
    IconKind.NONCAPTURE_MOVE: "a move that cannot capture",
    IconKind.NONCAPTURE_JUMP: "a jump that cannot capture",
}


def sign_of(icon: Icon, unicode: bool) -> str:
    """The sign of one icon; slides point where they lead, groups carry their number."""
    if not unicode:
        return LETTER_OF[icon.kind] + ("" if icon.group is None else str(icon.group))
    right, forward = icon.at
    step = ((right > 0) - (right < 0), (forward > 0) - (forward < 0))
    if icon.kind is IconKind.SLIDE:
        return ARROWS.get(step, "?")
    if icon.kind is IconKind.JUMP_SLIDE:
        return DOUBLE_ARROWS.get(step, "?")
    return SIGNS[icon.kind] + ("" if icon.group is None else SUBSCRIPTS[icon.group])


def draw_face(face: Face, starting: bool, unicode: bool) -> list[str]:
    """One side as lines of a frame; the own square shows a filled pawn on the starting side."""
    column, row = face.origin
    cells = [["" for _ in range(WINDOW)] for _ in range(WINDOW)]
    cells[row][column] = ("♟" if starting else "♙") if unicode else "@"
    for icon in face.icons:
        cells[row - icon.at.forward][column + icon.at.right] += sign_of(icon, unicode)
    width = max(3, *(len(cell) + 2 for line in cells for cell in line))
    corners = ("┌┬┐", "├┼┤", "└┴┘") if unicode else ("+++", "+++", "+++")
    bar, wall = ("─", "│") if unicode else ("-", "|")
    rules = [kinds[0] + kinds[1].join([bar * width] * WINDOW) + kinds[2] for kinds in corners]
    lines = [rules[0]]
    for number, line in enumerate(cells):
        lines.append(wall + wall.join(cell.center(width) for cell in line) + wall)
        lines.append(rules[1] if number < WINDOW - 1 else rules[2])
    return lines


def draw_tile(tile: Tile, unicode: bool) -> str:
    """Both sides next to each other."""
    left = ["starting side", *draw_face(tile.starting, True, unicode)]
    right = ["other side", *draw_face(tile.other, False, unicode)]
    width = max(len(line) for line in left)
    return "\n".join(f"{a.ljust(width)}   {b}".rstrip() for a, b in zip(left, right, strict=True))


def draw_legend(tile: Tile, unicode: bool) -> list[tuple[str, str, str]]:
    """(signs, name, meaning) of each kind of icon on the tile, in the order of the kinds."""
    rows = []
    icons = (*tile.starting.icons, *tile.other.icons)
    for kind in IconKind:
        signs = [sign_of(icon, unicode).rstrip(DIGITS) for icon in icons if icon.kind is kind]
        if signs:
            rows.append((" ".join(dict.fromkeys(signs)), str(kind).replace("_", " "), MEANINGS[kind]))
    if any(icon.group is not None for icon in icons):
        group = "₁" if unicode else "1"
        rows.append((group, "area effect", "icons with the same number act together, on friend and foe"))
    return rows
