"""Which tile, field and cell a finding is about: the page puts the focus there."""

from __future__ import annotations

import re
from typing import Any

from workbench.document import Document, KeyPath, Span
from workbench.finding import Finding
from workbench.tileset.load import Loaded
from workbench.words import SIDES


def locate(finding: Finding, loaded: Loaded | None) -> dict[str, Any]:
    """`tile` (its number), `field`, and for a cell `side`, `row`, `cell`; None where it has none."""
    found: dict[str, Any] = {"tile": None, "field": None, "side": None, "row": None, "cell": None}
    document = loaded.document if loaded else None
    if loaded is None or document is None:
        return found
    path = _path_at(document, finding.place.line - 1, finding.place.column - 1)
    if path[:1] != ("tiles",):
        found["field"] = path[0] if path else None
        return found
    found["tile"] = path[1] if len(path) > 1 else None
    if len(path) > 2:
        found["field"] = path[2]
    if len(path) > 2 and path[2] in SIDES:
        found["side"] = path[2]
        found["row"], found["cell"] = _cell(finding, loaded, path)
    return found


def _path_at(document: Document, line: int, column: int) -> KeyPath:
    """The innermost tile or field around a place."""
    best: KeyPath = ()
    for path, span in (*document.values.items(), *document.keys.items()):
        if len(path) <= 3 and len(path) >= len(best) and _holds(span, line, column):
            best = path
    return best


def _holds(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) < (span.end_line, max(span.end_column, span.column + 1))


def _cell(finding: Finding, loaded: Loaded, path: KeyPath) -> tuple[int | None, int | None]:
    document = loaded.document
    assert document is not None
    tile, side = path[1], path[2]
    assert isinstance(tile, int)
    assert isinstance(side, str)
    span = document.values[path]
    if span.style in ("|", ">"):
        return _cell_of_block(document, span, finding.place.line - 1, finding.place.column - 1)
    for (index, name, at), _ in loaded.icons.items():
        if (index, name) == (tile, side) and loaded.icon_place(index, name, at) == finding.place:
            origin = getattr(loaded.tiles[tile], side).origin if tile in loaded.tiles else (2, 2)
            return origin[1] - at.forward, origin[0] + at.right
    return None, None


def _cell_of_block(document: Document, span: Span, line: int, column: int) -> tuple[int | None, int | None]:
    if line <= span.line:
        return None, None
    row = sum(bool(document.lines[n].strip()) for n in range(span.line + 1, line))
    for number, cell in enumerate(re.finditer(r"\S+", document.lines[line])):
        if cell.start() <= column < cell.end():
            return row, number
    return row, None
