"""Changes to the text of a tile-set file that leave everything else in it as it was.

Only the lines of a face or tile are replaced, at the places the document knows; comments, order and quoting
of the rest survive because nothing else is written anew.
"""

from __future__ import annotations

import json
import re
from typing import Any

from workbench.document import Document, KeyPath, Span
from workbench.tileset.grid import format_grid
from workbench.tileset.load import Loaded
from workbench.tileset.model import Tile
from workbench.words import SIDES

_RESERVED = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")


class CannotRewrite(Exception):
    """The file is laid out in a way that cannot be changed in place."""


def format_faces(loaded: Loaded) -> str:
    """The text with every face as an aligned grid. Needs a file without errors."""
    document = loaded.document
    assert document is not None
    edits: list[tuple[int, int, list[str]]] = []  # first line, line after the last, new lines
    inline: list[tuple[Span, str]] = []
    for index, tile in loaded.tiles.items():
        for side in SIDES:
            path: KeyPath = ("tiles", index, side)
            face = tile.starting if side == "starting" else tile.other
            if is_flow(document, ("tiles", index)):
                inline.append((document.values[path], json.dumps(format_grid(face))))
            else:
                edits.append(block_edit(document, path, format_grid(face)))
    lines = list(document.lines)
    for span, text in sorted(inline, reverse=True):
        put_inline(lines, span, text)
    for first, last, new in sorted(edits, reverse=True):
        lines[first:last] = new
    return "\n".join(lines).rstrip("\n") + "\n"


def is_flow(document: Document, path: KeyPath) -> bool:
    """Whether the value or anything around it is written with brackets."""
    for length in range(len(path) + 1):
        span = document.values[path[:length]]
        if not span.style and document.lines[span.line][span.column : span.column + 1] in ("{", "["):
            return True
    return False


def put_inline(lines: list[str], span: Span, text: str) -> None:
    before, after = lines[span.line][: span.column], lines[span.end_line][span.end_column :]
    lines[span.line : span.end_line + 1] = [before + text + after]


def block_edit(document: Document, path: KeyPath, grid: str) -> tuple[int, int, list[str]]:
    """Which lines a face takes (first, line after the last), and the lines of a grid in their place."""
    key, value = document.keys[path], document.values[path]
    start = document.lines[key.line]
    rest, kept = "", []
    if value.style in ("|", ">"):
        first, last = key.line, last_line(document, value) + 1
        rest = comment(document.lines[value.line][value.column + 1 :])
    elif value.style or is_flow(document, path):
        first, last = key.line, value.end_line + 1
        rest = comment(document.lines[value.end_line][value.end_column :])
    else:
        first, last = key.line, last_line(document, value) + 1
        kept = [line for line in document.lines[key.line + 1 : last] if line.lstrip().startswith("#")]
    indent = " " * (key.column + 2)
    head = start[: key.end_column] + ": |" + rest
    return first, last, [*kept, head, *(indent + row for row in grid.splitlines())]


def comment(rest: str) -> str:
    mark = rest.find("#")
    return "  " + rest[mark:].rstrip() if mark >= 0 else ""


def last_line(document: Document, span: Span) -> int:
    """The last line of a block value: its end mark stands at whatever comes next."""
    last = span.end_line if span.end_column else span.end_line - 1
    last = min(last, len(document.lines) - 1)
    if span.end_column and not span.style:
        last = span.end_line - 1  # the next key
    while last > span.line and _is_idle(document.lines[last]):
        last -= 1
    return last


def _is_idle(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


def put_tile(loaded: Loaded, tile: Tile) -> str:
    """The text with the tile added at the end of the list, or in the place of the one with its name."""
    document = loaded.document
    assert document is not None
    old = next((index for index, one in loaded.tiles.items() if one.name == tile.name), None)
    if document.file.endswith(".json"):
        return _put_in_json(document.data, tile, old)
    if is_flow(document, ("tiles",)):
        raise CannotRewrite("the list of tiles is written in brackets")
    span = document.values[("tiles",)]
    last = last_line(document, span)
    new = format_tile(tile, span.column)
    lines = list(document.lines)
    if old is None:
        lines[last + 1 : last + 1] = ["", *new]
    else:
        place = document.values[("tiles", old)]
        lines[place.line : last_line(document, place) + 1] = new
    return "\n".join(lines).rstrip("\n") + "\n"


def _put_in_json(data: dict[str, Any], tile: Tile, old: int | None) -> str:
    tiles = list(data["tiles"])
    if old is None:
        tiles.append(tile_fields(tile))
    else:
        tiles[old] = tile_fields(tile)
    return json.dumps({**data, "tiles": tiles}, indent=2, ensure_ascii=False) + "\n"


def tile_fields(tile: Tile) -> dict[str, Any]:
    """What a file says about a tile: only what differs from the defaults, faces last."""
    given = tile.model_dump(mode="json", exclude_defaults=True, exclude={"starting", "other"})
    order = [name for name in Tile.model_fields if name in given]
    faces = {side: format_grid(getattr(tile, side)) for side in SIDES}
    return {**{name: given[name] for name in order}, **faces}


def format_tile(tile: Tile, indent: int) -> list[str]:
    """The tile as an entry of a YAML list, one line per field and a block per face."""
    margin = " " * (indent + 2)
    lines = []
    for key, value in tile_fields(tile).items():
        if key in SIDES:
            lines += [f"{margin}{key}: |", *(f"{margin}  {row}" for row in value.splitlines())]
        else:
            lines.append(f"{margin}{key}: {format_scalar(value)}")
    lines[0] = " " * indent + "- " + lines[0].lstrip()
    return lines


def format_scalar(value: Any) -> str:
    """A value on one line; text is quoted wherever YAML might read it as something else."""
    if isinstance(value, list):
        return "[" + ", ".join(format_scalar(item) for item in value) + "]"
    if isinstance(value, str):
        plain = re.fullmatch(r"[^\W\d_]([\w '-]*\w)?", value) and value.lower() not in _RESERVED
        return value if plain else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)
