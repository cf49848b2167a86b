"""Faces drawn in the terminal: Unicode signs in a frame, or the plain letters of the tile files."""

from __future__ import annotations

from workbench.icons import ICONS
from workbench.tileset.model import WINDOW, Face, Icon, Tile

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
DIGITS = SUBSCRIPTS + "0123456789"


def sign_of(icon: Icon, unicode: bool) -> str:
    """The sign of one icon; slides point where they lead, groups carry their number."""
    if not unicode:
        return icon.row.letter + ("" if icon.group is None else str(icon.group))
    right, forward = icon.at
    step = ((right > 0) - (right < 0), (forward > 0) - (forward < 0))
    signs = icon.row.sign
    sign = signs if len(signs) == 1 else dict(zip(STEPS, signs, strict=True)).get(step, "?")
    return sign + ("" if icon.group is None else SUBSCRIPTS[icon.group])


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
    rules = [signs[0] + signs[1].join([bar * width] * WINDOW) + signs[2] for signs in corners]
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
    """(signs, name, meaning) of each type of icon on the tile, in the order of all icons."""
    rows = []
    icons = (*tile.starting.icons, *tile.other.icons)
    for icon in ICONS:
        signs = [sign_of(one, unicode).rstrip(DIGITS) for one in icons if one.icon is icon]
        if signs:
            rows.append((" ".join(dict.fromkeys(signs)), icon.words, icon.row.meaning))
    if any(icon.group is not None for icon in icons):
        group = "₁" if unicode else "1"
        rows.append((group, "area effect", "icons with the same number act together, on friend and foe"))
    return rows
