"""The text of a set -> what the page shows: every tile that can be made out, its faces, all findings in place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from workbench.check.run import check_loaded
from workbench.codes import CODES
from workbench.document import Document
from workbench.finding import Finding, Severity
from workbench.icons import BY_LETTER
from workbench.sheet.art import Art, load_art, own_emblem
from workbench.sheet.errors import ArtError
from workbench.sheet.face import FaceLayout, draw_face, is_enhanced
from workbench.sheet.paint_svg import shapes_svg
from workbench.studio.designs import design_key
from workbench.studio.locate import locate
from workbench.studio.project import picture_name
from workbench.studio.salvage import read_what_parses
from workbench.tileset.grid import format_grid
from workbench.tileset.load import Loaded
from workbench.tileset.model import WINDOW, Face, Icon, Tile, TileSet
from workbench.words import ABILITIES, SIDES, Offset

Cells = list[list[str]]
FACE_SIZE = 100.0  # of the picture; the page scales it
_LETTER = re.compile(rf"([{''.join(BY_LETTER)}])([1-9]?)")


@dataclass
class View:
    """What is known of a text. `tiles` are drawn as far as they can be read."""

    loaded: Loaded
    faults: list[Finding]  # why the text is not YAML as a whole; only parts of it could then be read
    tiles: dict[int, Tile] = field(default_factory=dict)
    cells: dict[tuple[int, str], Cells] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    accepted: list[Finding] = field(default_factory=list)

    @property
    def playable(self) -> TileSet | None:
        """The set, where nothing is wrong with it: what only parses in parts is shown, and never played."""
        is_sound = not self.faults and all(one.severity is not Severity.ERROR for one in self.findings)
        return self.loaded.tileset if is_sound else None


def read_view(text: str, path: Path) -> View:
    """`path` is where the text lies or would lie: pictures are looked for beside it."""
    loaded, faults = read_what_parses(text, path)
    view = View(loaded, faults)
    for index, written in enumerate(_written_tiles(loaded)):
        for side in SIDES:
            view.cells[index, side] = _cells(loaded, index, side, written)
        view.tiles[index] = loaded.tiles.get(index) or _likeness(written, view.cells, index)
    view.findings, view.accepted = check_loaded(loaded, "capture_the_duke")
    if faults:
        view.findings = [one for one in view.findings if one.tile]
    return view


def _written_tiles(loaded: Loaded) -> list[dict[str, Any]]:
    data = loaded.document.data if loaded.document else None
    tiles = data.get("tiles") if isinstance(data, dict) else None
    return [one if isinstance(one, dict) else {} for one in tiles] if isinstance(tiles, list) else []


def _cells(loaded: Loaded, index: int, side: str, written: dict[str, Any]) -> Cells:
    """Five rows of five cells as they are written, whatever stands in them."""
    value = written.get(side)
    if isinstance(value, str):
        rows = [line.split() for line in value.split("\n") if line.strip()]
    elif index in loaded.tiles:
        rows = [row.split() for row in format_grid(getattr(loaded.tiles[index], side)).splitlines()]
    else:
        rows = []
    rows = [(row + ["."] * WINDOW)[:WINDOW] for row in rows]
    rows = (rows + [["."] * WINDOW for _ in range(WINDOW)])[:WINDOW]
    if not any("@" in cell for row in rows for cell in row):
        rows[2][2] = "@"
    return rows


def face_of(cells: Cells) -> Face:
    """What can be made out of the cells, sound or not."""
    own = [(x, y) for y, row in enumerate(cells) for x, cell in enumerate(row) if "@" in cell]
    column, row = own[0] if own else (2, 2)
    icons: dict[tuple[str, Offset], Icon] = {}
    for y, line in enumerate(cells):
        for x, cell in enumerate(line):
            at = Offset(x - column, row - y)
            for letter, digit in _LETTER.findall(cell) if at != (0, 0) else ():
                icon = Icon(icon=BY_LETTER[letter], at=at, group=int(digit) if digit else None)
                icons.setdefault((icon.icon, at), icon)
    return Face(icons=tuple(icons.values()), origin=(column, row))


def _likeness(written: dict[str, Any], cells: dict[tuple[int, str], Cells], index: int) -> Tile:
    """A tile that has faults, as far as it can be drawn."""

    def text(key: str) -> str:
        value = written.get(key)
        return value if isinstance(value, str) else ""

    words = written.get("abilities")
    known = [word for word in words if word in ABILITIES] if isinstance(words, list) else []
    return Tile(
        name=text("name")[:60] or "?",
        code=text("code")[:2] or "??",
        starting=face_of(cells[index, "starting"]),
        other=face_of(cells[index, "other"]),
        abilities=tuple(ABILITIES[word] for word in dict.fromkeys(known)),
        enhanced=written.get("enhanced") is True,
        role="duke" if written.get("role") == "duke" else None,
        replaces=text("replaces") or None,
        emblem=text("emblem") or None,
    )


# ------------------------------------------------------------------------------------------- as data


def view_json(view: View, path: Path, faces: dict[str, str]) -> dict[str, Any]:
    """For the page. The pictures go into `faces` by their names."""
    document = view.loaded.document
    data = document.data if document and isinstance(document.data, dict) else {}
    written = _written_tiles(view.loaded)
    return {
        "whole": not view.faults,
        "key": design_key(view.playable) if view.playable else "",
        "set": {key: data.get(key) for key in ("name", "mode", "notes", "source")},
        "tiles": [
            _tile_json(view, document, index, written[index], path, faces)
            for index in sorted(view.tiles)
            if document is not None
        ],
        "findings": [
            *(_finding_json(fault, None) for fault in view.faults),
            *(_finding_json(finding, view.loaded) for finding in view.findings),
        ],
        "accepted": [_finding_json(finding, view.loaded) for finding in view.accepted],
    }


def _tile_json(
    view: View, document: Document, index: int, written: dict[str, Any], path: Path, faces: dict[str, str]
) -> dict[str, Any]:
    tile, span = view.tiles[index], document.values["tiles", index]
    layout = FaceLayout(FACE_SIZE, is_enhanced(tile))
    return {
        "name": tile.name,
        "code": tile.code,
        "fields": {key: value for key, value in written.items() if key not in SIDES},
        "sound": index in view.loaded.tiles,
        "line": span.line + 1,
        "geometry": {"inset": layout.inset / FACE_SIZE, "cell": layout.cell / FACE_SIZE},
        "sides": {
            side: {
                "cells": view.cells[index, side],
                "face": _named_face(tile, number, path.parent, faces),
                "missing": side not in written,
            }
            for number, side in enumerate(SIDES)
        },
    }


def _finding_json(finding: Finding, loaded: Loaded | None) -> dict[str, Any]:
    rule = CODES[finding.code]
    return {
        "code": finding.code,
        "severity": str(finding.severity),
        "title": rule.title,
        "message": finding.message,
        "help": finding.help,
        "why": rule.why,
        "fix": rule.fix,
        "acceptable": rule.acceptable,
        "line": finding.place.line,
        "column": finding.place.column,
        **locate(finding, loaded),
    }


# ------------------------------------------------------------------------------------------ pictures


def _named_face(tile: Tile, side: int, folder: Path, faces: dict[str, str]) -> str:
    picture = face_picture(tile, side, folder)
    name = picture_name(picture)
    faces[name] = picture
    return name


def face_picture(tile: Tile, side: int, folder: Path | None) -> str:
    """One side of a tile as SVG; an emblem that cannot be read gives way to ours."""
    try:
        art = load_art(tile, folder) if folder else own_emblem(tile)
    except (ArtError, OSError):
        art = own_emblem(tile.model_copy(update={"emblem": None}))
    looks = tile.model_copy(update={"code": "", "copies": 1, "replaces": None, "accept": (), "notes": "", "source": ""})
    return _drawn(looks, side, art)


@lru_cache(maxsize=600)
def _drawn(tile: Tile, side: int, art: Art) -> str:
    shapes = shapes_svg(draw_face(tile, side, FACE_SIZE, art=art))
    size = f"{FACE_SIZE:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{shapes}</svg>'
