"""A face as an ASCII grid <-> icons at offsets.

Five rows of five cells between blanks; `@` is the tile's own square, `.` an empty cell, and a cell holds
one or more letters, each perhaps followed by the digit of its area-effect group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from workbench.codes import Remark
from workbench.icons import BY_LETTER, ICONS, IconType
from workbench.tileset.model import WINDOW, Face, Icon
from workbench.words import Offset

MAX_GRID = 2000  # characters; a tidy grid has 65
CELL_PATTERN = rf"(\.|@|([{''.join(BY_LETTER)}][1-9]?)+)"
_ROW = rf"{CELL_PATTERN}([ \t]+{CELL_PATTERN}){{4}}"
GRID_PATTERN = rf"^\s*{_ROW}([ \t]*\n\s*{_ROW}){{4}}\s*$"  # what the schema can say of a grid


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it stands in the text of a grid."""

    row: int
    column: int
    length: int


Fault = Remark[Cell | int | None]  # at a cell of a grid, at an entry of a list, or about the whole face


@dataclass(slots=True)
class ReadFace:
    """What came of reading a face; `face` is None when there are faults."""

    face: Face | None = None
    faults: list[Fault] = field(default_factory=list)
    cells: dict[Offset, Cell] = field(default_factory=dict)


def parse_grid(text: str) -> ReadFace:
    """Reads a grid and tells every fault in it at once."""
    result = ReadFace()
    rows = [
        (number, [(match.start(), match.group()) for match in re.finditer(r"\S+", line)])
        for number, line in enumerate(text.split("\n"))
        if line.strip()
    ]
    _check_shape(rows, result.faults)
    own = [(x, y) for y, (_, cells) in enumerate(rows) for x, (_, cell) in enumerate(cells) if "@" in cell]
    _check_own(rows, own, result.faults)
    origin = own[0] if own else (2, 2)
    icons: list[Icon] = []
    for y, (number, cells) in enumerate(rows):
        for x, (column, cell) in enumerate(cells):
            at = Offset(x - origin[0], origin[1] - y)
            result.cells[at] = Cell(number, column, len(cell))
            icons += _parse_cell(cell, at, result.cells[at], result.faults)
    if not any(fault.is_error for fault in result.faults):
        result.face = Face(icons=tuple(icons), origin=origin)
    return result


def _check_shape(rows: list[tuple[int, list[tuple[int, str]]]], faults: list[Fault]) -> None:
    if len(rows) == 1 and len(rows[0][1]) == WINDOW * WINDOW:  # all of it is there, but YAML has joined the lines
        help = "Write '|' after the key, as in 'starting: |', so that lines stay apart; in JSON write \\n between rows."
        faults.append(Fault("E302", "the five rows of the face run together into one", help, None))
        return
    if len(rows) != WINDOW:
        count = f"{len(rows)} row{'' if len(rows) == 1 else 's'}"
        faults.append(Fault("E302", f"the face has {count} instead of 5", "Give five rows of five cells.", None))
    for number, cells in rows:
        if len(cells) != WINDOW:
            start = cells[0][0]
            length = cells[-1][0] + len(cells[-1][1]) - start
            count = f"{len(cells)} cell{'' if len(cells) == 1 else 's'}"
            help = "Keep blanks between the cells and write '.' for an empty one."
            faults.append(Fault("E302", f"this row has {count} instead of 5", help, Cell(number, start, length)))


def _check_own(rows: list[tuple[int, list[tuple[int, str]]]], own: list[tuple[int, int]], faults: list[Fault]) -> None:
    if not own:
        faults.append(Fault("E303", "the face has no '@'", "Put '@' where the tile itself stands.", None))
    for x, y in own[1:]:
        number, cells = rows[y]
        column, cell = cells[x]
        faults.append(Fault("E303", "a second '@' in one face", "Keep one.", Cell(number, column, len(cell))))


def _parse_cell(cell: str, at: Offset, place: Cell, faults: list[Fault]) -> list[Icon]:
    if cell in (".", "@"):
        return []
    icons: list[Icon] = []
    if "@" in cell:
        help = "Put the icon in the cell it is meant for."
        message = f"'{cell}': no icon may stand on the tile's own square"
        faults.append(Fault("E304", message, help, place))
    for match in re.finditer(r"([A-Za-z])([1-9]?)|(.)", cell):
        letter, digit, stray = match.groups()
        spot = Cell(place.row, place.column + match.start(), len(match.group()))
        if stray == "@":
            continue
        if stray or letter not in BY_LETTER:
            faults.append(Fault("E301", *_unknown_letter(stray or letter), spot))
            continue
        icon = Icon(icon=BY_LETTER[letter], at=at, group=int(digit) if digit else None)
        if any(icon.icon is other.icon for other in icons):
            code, message = _twice(icon.icon)
            faults.append(Fault(code, message, "Keep one.", spot))
            continue
        icons.append(icon)
    return icons


def _twice(icon: IconType) -> tuple[str, str]:
    """A slide is only a direction, so two of them in one direction are merged (CUSTOM-5)."""
    if icon.row.is_direction:
        return "N601", f"two {icon.words} icons in one direction count as one"
    return "E311", f"the {icon.words} stands twice on one square"


def _unknown_letter(letter: str) -> tuple[str, str]:
    if letter.upper() in BY_LETTER:
        help = f"Did you mean '{letter.upper()}' ({BY_LETTER[letter.upper()].words})?"
    elif letter.isdigit():
        help = "A digit 1 to 9 follows the letter of the icon that it groups."
    else:
        icons = ", ".join(f"{icon.row.letter} {icon.words}" for icon in ICONS)
        help = f"Icons: {icons}; '.' is empty."
    return f"'{letter}' is no icon", help


def face_from_icons(icons: Iterable[Icon], origin: tuple[int, int] | None = None) -> ReadFace:
    """Builds a face from a list; without an origin the '@' stays as near the middle as the icons allow."""
    result = ReadFace()
    icons = tuple(icons)
    seen: set[tuple[IconType, Offset]] = set()
    for index, icon in enumerate(icons):
        if icon.at == (0, 0):
            help = "Give it another offset: [right, forward]."
            result.faults.append(Fault("E304", "an icon on the tile's own square", help, index))
        if (icon.icon, icon.at) in seen:
            result.faults.append(Fault(*_twice(icon.icon), "Keep one.", index))
        seen.add((icon.icon, icon.at))
    column, row = origin or _fitting_origin([icon.at for icon in icons])
    for index, icon in enumerate(icons):
        inside = 0 <= column + icon.at.right < WINDOW and 0 <= row - icon.at.forward < WINDOW
        if not inside:
            message = f"the icon at {list(icon.at)} lies outside the 5 x 5 cells of the face"
            help = f"The tile's own square is at column {column + 1}, row {row + 1} of the face."
            result.faults.append(Fault("E312", message, help, index))
    if not any(fault.is_error for fault in result.faults):
        once = {(icon.icon, icon.at): icon for icon in reversed(icons)}
        result.face = Face(icons=_reading_order(once.values()), origin=(column, row))
    return result


def _fitting_origin(offsets: list[Offset]) -> tuple[int, int]:
    def fit(values: list[int]) -> int:
        lowest, highest = min([0, *values]), max([0, *values])
        return max(-lowest, min(2, WINDOW - 1 - highest))

    column = fit([at.right for at in offsets])
    row = fit([-at.forward for at in offsets])
    return min(column, WINDOW - 1), min(row, WINDOW - 1)


def _reading_order(icons: Iterable[Icon]) -> tuple[Icon, ...]:
    return tuple(sorted(icons, key=lambda icon: (-icon.at.forward, icon.at.right, ICONS.index(icon.icon))))


def format_grid(face: Face) -> str:
    """The face as five aligned rows, without indentation and with a newline at the end."""
    column, row = face.origin
    cells = [["." for _ in range(WINDOW)] for _ in range(WINDOW)]
    cells[row][column] = "@"
    for icon in face.icons:
        y, x = row - icon.at.forward, column + icon.at.right
        written = icon.row.letter + (str(icon.group) if icon.group is not None else "")
        cells[y][x] = written if cells[y][x] == "." else cells[y][x] + written
    width = max(2, *(len(cell) for line in cells for cell in line)) + 1
    return "".join("".join(cell.ljust(width) for cell in line).rstrip() + "\n" for line in cells)
