"""Changes to one face, field or tile in the text of a tile-set file; all else stays as it was written.

Every change is read again before it is given out: a text whose layout defeats us is refused, never spoilt.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Any

from workbench.document import Document, DocumentError, KeyPath, parse_document
from workbench.tileset.model import Tile
from workbench.tileset.rewrite import (
    CannotRewrite,
    block_edit,
    comment,
    format_scalar,
    format_tile,
    is_flow,
    last_line,
    put_inline,
    tile_fields,
)

FACES = ("starting", "other")
TILE_ORDER = (*(name for name in Tile.model_fields if name not in FACES), *FACES)
SET_ORDER = ("$schema", "version", "name", "mode", "notes", "source", "tiles")
LONG_LINE = 100
IN_BRACKETS = "this part of the file is written in brackets; change it in the text"
Rows = Sequence[Sequence[str]]


def format_cells(rows: Rows) -> str:
    """Cells as aligned rows, whatever stands in them."""
    width = max(2, *(len(cell) for row in rows for cell in row)) + 1
    return "".join("".join(cell.ljust(width) for cell in row).rstrip() + "\n" for row in rows)


def put_cells(document: Document, tile: int, side: str, rows: Rows) -> str:
    """The text with other cells on a face."""
    path: KeyPath = ("tiles", tile, side)
    grid = format_cells(rows)
    if path not in document.keys or _is_json(document):
        return put_value(document, path, grid)
    lines = list(document.lines)
    if is_flow(document, path[:-1]):
        put_inline(lines, document.values[path], json.dumps(grid))
    else:
        first, last, new = block_edit(document, path, grid)
        lines[first:last] = new
    return _sound(document, lines, lambda data: _put(data, path, grid))


def put_value(document: Document, path: KeyPath, value: Any) -> str:
    """The text with another value for a key of the set or of a tile; None takes the key away."""
    if _is_json(document):
        return _json_text(_changed(document, lambda data: _put(data, path, value)))
    if value is None:
        return _without_key(document, path) if path in document.keys else document.text
    lines = list(document.lines)
    if is_flow(document, path[:-1]):
        if path not in document.keys:
            raise CannotRewrite(IN_BRACKETS)
        put_inline(lines, document.values[path], _in_brackets(value))
    elif path not in document.keys:
        at, column = _place_for(document, path)
        lines[at:at] = _value_lines(" " * column + str(path[-1]) + ":", value, column + 2)
    else:
        _replace_value(document, lines, path, value)
    return _sound(document, lines, lambda data: _put(data, path, value))


def add_tile(document: Document, tile: Tile, after: int | None = None) -> str:
    """The text with one more tile, behind the tile `after` or at the end."""
    tiles = document.data.get("tiles") or []
    at = len(tiles) if after is None else after + 1
    fields = tile_fields(tile)
    if _is_json(document):
        return _json_text(_changed(document, lambda data: _insert(data, at, fields)))
    lines = list(document.lines)
    if not tiles:
        _begin_list(document, lines, tile)
    elif is_flow(document, ("tiles",)):
        raise CannotRewrite(IN_BRACKETS)
    else:
        end = _tile_end(document, at - 1)
        gap = [] if len(tiles) > 1 and lines[_first_line(document, 1) - 1].strip() else [""]
        lines[end:end] = [*gap, *format_tile(tile, document.values[("tiles",)].column)]
    return _sound(document, lines, lambda data: _insert(data, at, fields))


def remove_tile(document: Document, index: int) -> str:
    """The text without a tile; a list without any is left as brackets."""
    if _is_json(document):
        return _json_text(_changed(document, lambda data: _drop(data, index)))
    if is_flow(document, ("tiles",)):
        raise CannotRewrite(IN_BRACKETS)
    lines = list(document.lines)
    first, end = _first_line(document, index), _tile_end(document, index)
    if len(document.data["tiles"]) == 1:
        key = document.keys[("tiles",)]
        lines[first:end] = []
        lines[key.line] = f"{lines[key.line][: key.end_column]}: []"
    else:
        while end < len(lines) - 1 and not lines[end].strip():
            end += 1
        lines[first:end] = []
    return _sound(document, lines, lambda data: _drop(data, index))


# ---------------------------------------------------------------------------------------------- data


def _put(data: Any, path: KeyPath, value: Any) -> None:
    for step in path[:-1]:
        data = data[step]
    if value is None:
        data.pop(path[-1], None)
    else:
        data[path[-1]] = value


def _insert(data: Any, at: int, fields: dict[str, Any]) -> None:
    data["tiles"] = data.get("tiles") or []
    data["tiles"].insert(at, fields)


def _drop(data: Any, index: int) -> None:
    del data["tiles"][index]


def _changed(document: Document, change: Callable[[Any], None]) -> Any:
    data = deepcopy(document.data)
    change(data)
    return data


def _is_json(document: Document) -> bool:
    return document.file.endswith(".json")


def _json_text(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _sound(document: Document, lines: list[str], change: Callable[[Any], None]) -> str:
    """The lines as text, if they say what they should."""
    text = "\n".join(lines).rstrip("\n") + "\n"
    try:
        again = parse_document(text, document.file).data
    except DocumentError:
        again = None
    if _plain(again) != _plain(_changed(document, change)):
        raise CannotRewrite("the text is laid out in a way that cannot be changed from here; change it in the text")
    return text


def _plain(data: Any) -> Any:
    """Faces are told apart by their cells, not by the blanks between them."""
    if isinstance(data, dict):
        return {
            key: value.split() if key in FACES and isinstance(value, str) else _plain(value)
            for key, value in data.items()
        }
    return [_plain(part) for part in data] if isinstance(data, list) else data


# --------------------------------------------------------------------------------------------- lines


def _value_lines(head: str, value: Any, indent: int) -> list[str]:
    """`key:` with its value, over several lines where that reads better."""
    margin = " " * indent
    if isinstance(value, str) and head.strip().removesuffix(":") in FACES:
        return [f"{head} |", *(margin + row for row in value.splitlines())]
    if isinstance(value, str) and _is_tidy(value):
        if "\n" in value:
            return [f"{head} |-", *(margin + row if row else "" for row in value.split("\n"))]
        if len(head) + len(value) > LONG_LINE:
            rows = textwrap.wrap(value, LONG_LINE - indent, break_long_words=False, break_on_hyphens=False)
            return [f"{head} >-", *(margin + row for row in rows)]
    return [f"{head} {format_scalar(value)}"]


def _is_tidy(text: str) -> bool:
    """Whether blanks survive in a block of text."""
    rows = text.split("\n")
    return "  " not in text and "\t" not in text and all(row == row.strip() for row in rows) and bool(rows[-1])


def _in_brackets(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_in_brackets(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _replace_value(document: Document, lines: list[str], path: KeyPath, value: Any) -> None:
    key, span = document.keys[path], document.values[path]
    in_blocks = span.style in ("|", ">") or (
        isinstance(_value(document, path), list | dict) and not is_flow(document, path)
    )
    new = _value_lines(document.lines[key.line][: key.end_column] + ":", value, key.column + 2)
    if in_blocks or len(new) > 1:
        rest = comment(document.lines[span.line][span.column + 1 :]) if span.style in ("|", ">") else ""
        lines[key.line : _end_of(document, path)] = [new[0] + rest, *new[1:]]
    elif (span.line, span.column) == (span.end_line, span.end_column):  # a key without a value
        lines[key.line] = new[0] + lines[key.line][key.end_column + 1 :]
    else:
        put_inline(lines, span, format_scalar(value))


def _value(document: Document, path: KeyPath) -> Any:
    value = document.data
    for step in path:
        value = value[step]
    return value


def _end_of(document: Document, path: KeyPath) -> int:
    """The line after the last one of a value."""
    span = document.values[path]
    is_block = span.style in ("|", ">") or (
        isinstance(_value(document, path), list | dict) and not is_flow(document, path)
    )
    return (last_line(document, span) if is_block else max(span.end_line, document.keys[path].line)) + 1


def _place_for(document: Document, path: KeyPath) -> tuple[int, int]:
    """Where a new key goes: behind the last of those that come before it by custom. Line and column."""
    order = TILE_ORDER if path[0] == "tiles" else SET_ORDER
    siblings = [key for key in document.keys if len(key) == len(path) and key[:-1] == path[:-1]]
    if not siblings:
        raise CannotRewrite(IN_BRACKETS)
    rank = {name: number for number, name in enumerate(order)}
    own = rank.get(str(path[-1]), len(order))
    before = [key for key in siblings if rank.get(str(key[-1]), 0) < own] or siblings[:1]
    return _end_of(document, before[-1]), document.keys[siblings[0]].column


def _without_key(document: Document, path: KeyPath) -> str:
    lines, key = list(document.lines), document.keys[path]
    if is_flow(document, path[:-1]):
        raise CannotRewrite(IN_BRACKETS)
    head = lines[key.line][: key.column]
    end = _end_of(document, path)
    if head.strip() and end < len(lines):  # the key that stands behind the dash of its tile
        lines[end] = head + lines[end][key.column :]
    lines[key.line : end] = []
    return _sound(document, lines, lambda data: _put(data, path, None))


def _first_line(document: Document, index: int) -> int:
    """The line with the dash of a tile."""
    span = document.values["tiles", index]
    return span.line if "-" in document.lines[span.line][: span.column] else span.line - 1


def _tile_end(document: Document, index: int) -> int:
    """The line after the last one of a tile."""
    span = document.values["tiles", index]
    return (span.end_line if is_flow(document, ("tiles", index)) else last_line(document, span)) + 1


def _begin_list(document: Document, lines: list[str], tile: Tile) -> None:
    key = document.keys.get(("tiles",))
    if key is None:
        lines[len(lines) - 1 :] = ["tiles:", *format_tile(tile, 2), ""]
    else:
        lines[key.line : _end_of(document, ("tiles",))] = ["tiles:", *format_tile(tile, 2)]
