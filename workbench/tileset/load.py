"""A file -> a TileSet, or findings at the places that are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from workbench.codes import found
from workbench.document import Document, DocumentError, KeyPath, load_document, parse_document
from workbench.finding import Finding, Place, Severity, UnusableInput
from workbench.icons import BY_NAME
from workbench.resources import shipped
from workbench.tileset.grid import MAX_GRID, Cell, ReadFace, face_from_icons, parse_grid
from workbench.tileset.model import Face, Icon, Tile, TileSet
from workbench.tileset.settings import Settings
from workbench.tileset.sound import check_words, face_faults
from workbench.words import ABILITIES, SIDES, Offset

ENDINGS = (".yaml", ".yml", ".json")


class TileSetError(UnusableInput):
    """A tile set cannot be used as it is."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of reading a file. `tileset` is None as soon as one finding is an error; `tiles` holds every
    tile that could be read all the same, by its number in the file, so that checks can go on."""

    file: str
    tileset: TileSet | None
    findings: tuple[Finding, ...]
    document: Document | None = None
    tiles: dict[int, Tile] = field(default_factory=dict)
    icons: dict[tuple[int, str, Offset], Cell | KeyPath] = field(default_factory=dict)

    def place(self, *path: str | int) -> Place:
        """The place of a value, e.g. place("tiles", 2, "code")."""
        return self.document.place(*path) if self.document else Place(self.file)

    def key_place(self, *path: str | int) -> Place:
        """The place of a key."""
        return self.document.key_place(*path) if self.document else Place(self.file)

    def icon_place(self, tile: int, side: str, at: Offset) -> Place:
        """The place of an icon: its cell in the grid, or its entry in the list. `side`: starting or other."""
        where = self.icons.get((tile, side, at))
        if isinstance(where, Cell) and self.document:
            return self.document.text_place(("tiles", tile, side), where.row, where.column, where.length)
        return self.place(*(where if isinstance(where, tuple) else ("tiles", tile, side)))

    def require(self) -> TileSet:
        """The tile set; raises TileSetError where there is none."""
        if self.tileset is None:
            raise TileSetError(self.findings)
        return self.tileset


def load_tileset(path: str | Path) -> Loaded:
    """Reads a tile-set file. Never raises for what is in the file."""
    try:
        document = load_document(Path(path))
    except DocumentError as error:
        return Loaded(str(path), None, error.findings)
    return read_tileset(document, Path(path).stem)


def load_tileset_text(text: str, file: str = "<text>") -> Loaded:
    """The same for text that is not in a file (yet)."""
    try:
        document = parse_document(text, file)
    except DocumentError as error:
        return Loaded(file, None, error.findings)
    return read_tileset(document, Path(file).stem)


def read_tileset(document: Document, id: str) -> Loaded:
    """Schema first, then grids, then the typed model."""
    from workbench.tileset.shape import check_shape

    findings, broken = check_shape(document)
    loaded = Loaded(document.file, None, (), document)
    if any(finding.code == "E111" for finding in findings):
        return Loaded(document.file, None, tuple(findings), document)
    for index, written in _written_tiles(document.data):
        findings += _read_tile(loaded, index, written, index not in broken)
    findings += check_words(document)
    findings.sort(key=lambda finding: finding.place)
    tileset = None
    if not any(finding.severity is Severity.ERROR for finding in findings):
        tileset = _build_set(document, id, loaded.tiles)
    return Loaded(document.file, tileset, tuple(findings), document, loaded.tiles, loaded.icons)


def _written_tiles(data: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    tiles = data.get("tiles") if isinstance(data, dict) else None
    for index, tile in enumerate(tiles if isinstance(tiles, list) else []):
        if isinstance(tile, dict):
            yield index, tile


def _read_tile(loaded: Loaded, index: int, written: dict[str, Any], is_sound: bool) -> list[Finding]:
    """Reads the faces of a tile, and the tile itself when it is sound by the schema."""
    assert loaded.document is not None
    findings: list[Finding] = []
    name = written.get("name")
    faces: dict[str, Face] = {}
    for side in SIDES:
        value = written.get(side)
        if isinstance(value, str) and len(value) <= MAX_GRID:
            read = parse_grid(value)
        elif is_sound and isinstance(value, list | dict):
            read = _read_list(value)
        else:
            continue
        _note_icons(loaded, index, side, value, read)
        tile = name if isinstance(name, str) else ""
        findings += [f.at(_fault_place(loaded.document, index, side, value, f.where), tile) for f in read.faults]
        unsound = [] if read.face is None else list(face_faults(read.face))
        findings += [fault.at(loaded.icon_place(index, side, fault.where), tile) for fault in unsound]
        if read.face is not None and not unsound:
            faces[side] = read.face
    if is_sound and len(faces) == 2:
        loaded.tiles[index] = _build_tile(written, faces)
    return findings


def _read_list(value: Any) -> ReadFace:
    items = value if isinstance(value, list) else value["icons"]
    origin = None if isinstance(value, list) else value.get("origin")
    icons = [Icon(icon=BY_NAME[item["icon"]], at=Offset(*item["at"]), group=item.get("group")) for item in items]
    return face_from_icons(icons, tuple(origin) if origin else None)


def _note_icons(loaded: Loaded, index: int, side: str, value: Any, read: ReadFace) -> None:
    for at, cell in read.cells.items():
        loaded.icons[index, side, at] = cell
    if not isinstance(value, str):
        steps: tuple[str, ...] = () if isinstance(value, list) else ("icons",)
        items = value if isinstance(value, list) else value["icons"]
        for number, item in enumerate(items):
            loaded.icons[index, side, Offset(*item["at"])] = ("tiles", index, side, *steps, number)


def _fault_place(document: Document, index: int, side: str, value: Any, where: Cell | int | None) -> Place:
    path = ("tiles", index, side)
    if isinstance(where, Cell):
        return document.text_place(path, where.row, where.column, where.length)
    if where is None:
        return document.key_place(*path)
    steps: tuple[str, ...] = () if isinstance(value, list) else ("icons",)
    return document.place(*path, *steps, where)


def _build_tile(written: dict[str, Any], faces: dict[str, Face]) -> Tile:
    """From a tile that has passed the schema; a key without a value counts as absent."""
    given = {key: value for key, value in written.items() if value is not None and key not in SIDES}
    given["abilities"] = tuple(ABILITIES[word] for word in given.get("abilities", ()))
    for key in ("linked_to", "accept"):
        given[key] = tuple(given.get(key, ()))
    return Tile(**given, **faces)


def _build_set(document: Document, id: str, tiles: dict[int, Tile]) -> TileSet:
    given = {key: document.data[key] for key in ("name", "mode", "notes", "source") if key in document.data}
    if document.data.get("settings") is not None:
        given["settings"] = Settings.model_validate(document.data["settings"])
    return TileSet(id=id, path=document.file, tiles=tuple(tiles[index] for index in sorted(tiles)), **given)


@lru_cache(maxsize=1)
def shipped_sets() -> Mapping[str, Path]:
    """The sets that come with the workbench, by id: base first, examples and alternatives last."""
    root = shipped("tilesets")
    top = sorted(root.glob("*.yaml"), key=lambda path: (path.stem != "base", path.stem))
    rest = sorted(path for path in root.glob("*/*.yaml"))
    return MappingProxyType({path.stem: path for path in (*top, *rest)})


def is_there(path: Path) -> bool:
    """Whether there is a file; a text that no file can be called names none."""
    try:
        return path.exists()
    except OSError:
        return False


def find_tileset(name_or_path: str) -> Path:
    """The file of a shipped set ('siege-engines') or a path; raises TileSetError for neither."""
    known = shipped_sets()
    if name_or_path in known:
        return known[name_or_path]
    path = Path(name_or_path)
    if path.suffix in ENDINGS or is_there(path):
        return path
    near = get_close_matches(name_or_path.lower(), known, 1)
    help = f"Did you mean '{near[0]}'?" if near else "Shipped sets: " + ", ".join(known) + "; or give a path."
    message = "no tile set of this name, and no such file"
    raise TileSetError([found("E101", Place(name_or_path), message, help)])


def _load_found(path: Path) -> Loaded:
    return _load_shipped(path, path.stat().st_mtime_ns) if path in shipped_sets().values() else load_tileset(path)


@lru_cache
def _load_shipped(path: Path, changed_ns: int) -> Loaded:
    """Read once a process: most commands want the same shipped sets several times, and nobody changes what is read."""
    return load_tileset(path)


def load_sets(names: list[str] | tuple[str, ...]) -> list[TileSet]:
    """Finds and loads sets by name or path; raises TileSetError with all their findings."""
    loaded = [_load_found(find_tileset(name)) for name in names]
    broken = [finding for one in loaded if one.tileset is None for finding in one.findings]
    if broken:
        raise TileSetError(broken)
    return [one.require() for one in loaded]
