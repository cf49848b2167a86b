"""What the page asks to be changed -> the new text. The text is the document; nothing else is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from workbench.document import Document, DocumentError, parse_document
from workbench.tileset.amend import add_tile, put_cells, put_value, remove_tile
from workbench.tileset.begin import make_tile, shipped_tile
from workbench.tileset.grid import format_grid
from workbench.tileset.load import load_tileset_text
from workbench.tileset.model import Tile
from workbench.tileset.rewrite import CannotRewrite
from workbench.tileset.written import MAX_NAME

Cell = Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=r"^\S+$")]
Row = Annotated[list[Cell], Field(min_length=5, max_length=5)]
Side = Literal["starting", "other"]
TileNumber = Annotated[int, Field(ge=0, le=999)]
TileKey = Literal[
    "name", "code", "copies", "starts", "replaces", "army", "role", "abilities", "linked_to", "enhanced", "accept",
    "emblem", "notes", "source",
]  # fmt: skip


class _Edit(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PutCells(_Edit):
    op: Literal["cells"]
    tile: TileNumber
    side: Side
    rows: Annotated[list[Row], Field(min_length=5, max_length=5)]


class PutField(_Edit):
    op: Literal["field"]
    tile: TileNumber
    key: TileKey
    value: Any


class PutSetField(_Edit):
    op: Literal["set"]
    key: Literal["name", "mode", "notes", "source"]
    value: Any


class AddTile(_Edit):
    """A blank tile, one like a shipped tile (`like`), a copy of one of this set (`copy_of`), or one from text."""

    op: Literal["add"]
    after: TileNumber | None = None
    name: str = ""
    like: str = ""
    copy_of: TileNumber | None = None
    yaml: Annotated[str, StringConstraints(max_length=20_000)] = ""


class RemoveTile(_Edit):
    op: Literal["remove"]
    tile: TileNumber


class TakeFaces(_Edit):
    """Both faces of a shipped tile."""

    op: Literal["faces"]
    tile: TileNumber
    like: str


Edit = Annotated[PutCells | PutField | PutSetField | AddTile | RemoveTile | TakeFaces, Field(discriminator="op")]


def apply_edits(text: str, path: Path, edits: list[Edit]) -> str:
    """The text with all edits made, one after the other; raises CannotRewrite or CannotBegin."""
    for edit in edits:
        text = _apply(_document(text, path), path, edit)
    return text


def _document(text: str, path: Path) -> Document:
    try:
        document = parse_document(text if text.endswith("\n") else text + "\n", str(path))
    except DocumentError as error:
        raise CannotRewrite(f"line {error.findings[0].place.line} cannot be read; mend the text first") from None
    if not isinstance(document.data, dict):
        raise CannotRewrite("this is not a tile set; mend the text first")
    return document


def _apply(document: Document, path: Path, edit: Edit) -> str:
    if isinstance(edit, PutSetField):
        return put_value(document, (edit.key,), _value(edit.value))
    if isinstance(edit, AddTile):
        return add_tile(document, _new_tile(document, path, edit), edit.after)
    if not _has_tile(document, edit.tile):
        raise CannotRewrite("there is no such tile")
    if isinstance(edit, PutCells):
        return put_cells(document, edit.tile, edit.side, edit.rows)
    if isinstance(edit, PutField):
        return put_value(document, ("tiles", edit.tile, edit.key), _value(edit.value))
    if isinstance(edit, RemoveTile):
        return remove_tile(document, edit.tile)
    model = shipped_tile(edit.like)
    first = put_cells(document, edit.tile, "starting", _rows(model, "starting"))
    return put_cells(_document(first, path), edit.tile, "other", _rows(model, "other"))


def _value(value: Any) -> Any:
    """Nothing said is nothing written."""
    return None if value in ("", None, [], False) else value


def _rows(tile: Tile, side: str) -> list[list[str]]:
    return [line.split() for line in format_grid(getattr(tile, side)).splitlines()]


def _has_tile(document: Document, number: int) -> bool:
    tiles = document.data.get("tiles")
    return isinstance(tiles, list) and number < len(tiles) and isinstance(tiles[number], dict)


def _new_tile(document: Document, path: Path, edit: AddTile) -> Tile:
    tiles = [one for one in document.data.get("tiles") or [] if isinstance(one, dict)]
    names = {str(one.get("name")).casefold() for one in tiles}
    codes = {str(one.get("code")).casefold() for one in tiles}
    model = shipped_tile(edit.like) if edit.like else None
    if edit.copy_of is not None:
        model = _copied(document, path, edit.copy_of)
    if edit.yaml:
        model = _given(edit.yaml)
    wanted = edit.name or (model.name if edit.yaml and model else f"New {model.name}" if model else "New Tile")
    tile = make_tile(_free(wanted, names), None if edit.yaml or edit.copy_of is not None else model, codes)
    if model is not None and (edit.yaml or edit.copy_of is not None):
        code = tile.code if model.code.casefold() in codes else model.code
        tile = model.model_copy(update={"name": tile.name, "code": code})
    return tile


def _free(name: str, names: set[str]) -> str:
    """The name, with a number where it is taken."""
    number, made = 1, name[:MAX_NAME]
    while made.casefold() in names:
        number += 1
        made = f"{name[: MAX_NAME - 3].rstrip()} {number}"
    return made


def _copied(document: Document, path: Path, number: int) -> Tile:
    tile = load_tileset_text(document.text, str(path)).tiles.get(number)
    if tile is None:
        raise CannotRewrite("this tile has faults; mend them before you copy it")
    return tile


def _given(yaml: str) -> Tile:
    tiles = load_tileset_text(yaml, "shared.yaml").tiles
    if not tiles:
        raise CannotRewrite("the shared tile cannot be read")
    return next(iter(tiles.values()))
