"""The one folder that the studio works in: which files it shows, reads and writes, and none beside them."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from workbench.document import DocumentError, parse_document
from workbench.tileset.load import ENDINGS

LARGEST_FILE = 1_000_000  # bytes
MOST_FILES = 500
DEEPEST = 3  # folders below the project
PICTURES = (".png", ".svg")


class NotInProject(Exception):
    """A path that the studio does not touch, and why."""


class Changed(Exception):
    """The file is not what the page thinks it is; `stored` is what is there now (None: nothing)."""

    def __init__(self, stored: Stored | None) -> None:
        self.stored = stored
        super().__init__("the file has changed")


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as it lies on the disk. `text` has plain line ends; `hash` is that of the bytes."""

    name: str
    text: str
    hash: str
    fault: str = ""  # why there is no text


def content_hash(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:32]


def picture_name(picture: str) -> str:
    """What a picture is called in an address: another picture has another name."""
    return content_hash(picture.encode())[:16]


class Project:
    """A folder with tile sets, plans and emblems."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    @property
    def id(self) -> str:
        """Tells the drafts of projects apart that were open under one address."""
        return content_hash(str(self.folder).encode())[:12]

    def path(self, name: str, endings: tuple[str, ...] = ENDINGS) -> Path:
        """The file's place; raises NotInProject for anything that is not plainly inside."""
        parts = name.split("/")
        if not name or len(name) > 300 or "\\" in name or "\0" in name or any(not ok(part) for part in parts):
            raise NotInProject(f"'{name}' is no name for a file here")
        path = self.folder.joinpath(*parts)
        if path.suffix.lower() not in endings:
            raise NotInProject(f"'{name}' should end in {', '.join(endings)}")
        if not path.resolve().is_relative_to(self.folder):
            raise NotInProject(f"'{name}' leads out of the folder")
        return path

    def names(self) -> list[str]:
        """Files that may be tile sets or plans, by their paths within the folder."""
        found: list[str] = []
        for path in _walk(self.folder, DEEPEST):
            if len(found) == MOST_FILES:
                break
            if path.suffix.lower() in ENDINGS and path.is_file() and path.resolve().is_relative_to(self.folder):
                found.append(path.relative_to(self.folder).as_posix())
        return found

    def kind(self, name: str) -> str:
        """'set', 'plan' or 'other': what a file seems to be, read with patience for broken ones."""
        stored = self.read(name)
        if stored is None or stored.fault:
            return "set"
        try:
            data = parse_document(stored.text, name).data
        except DocumentError:
            return "set" if "tiles:" in stored.text else "other"
        keys = set(data) if isinstance(data, dict) else set()
        if "tiles" in keys or not keys:
            return "set"
        return "plan" if keys & {"sets", "games", "bots", "south"} else "other"

    def read(self, name: str) -> Stored | None:
        """What lies there; None where nothing does."""
        path = self.path(name)
        if path.exists() and not path.is_file():  # a pipe would keep us waiting
            return Stored(name, "", "", "this is not an ordinary file")
        try:
            with path.open("rb") as stream:
                raw = stream.read(LARGEST_FILE + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            return Stored(name, "", "", f"the file cannot be read: {(error.strerror or '').lower()}")
        if len(raw) > LARGEST_FILE:
            return Stored(name, "", content_hash(raw), "the file is larger than 1 MB")
        try:
            text = raw.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            return Stored(name, "", content_hash(raw), "the file is not UTF-8 text")
        return Stored(name, text, content_hash(raw))

    def write(self, name: str, text: str, known: str | None) -> tuple[Stored, bytes | None]:
        """Writes the text if the file is still what `known` says (None: not there). Line ends stay as they were.

        Returns what is there now, and the bytes that were there before.
        """
        path = self.path(name)
        before = self.read(name)
        if (before.hash if before else None) != known:
            raise Changed(before)
        old = path.read_bytes() if before else None
        raw = _as_before(text, old).encode("utf-8")
        if len(raw) > LARGEST_FILE:
            raise NotInProject("a file of more than 1 MB is not written")
        write_whole(path, raw)
        return Stored(name, text, content_hash(raw)), old


def ok(part: str) -> bool:
    """A part of a path that is a plain name: neither hidden, nor a way up, nor strange to some system."""
    return bool(part) and not part.startswith(".") and part.isprintable() and not set(part) & set('<>:"|?*')


def _walk(folder: Path, depth: int) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return
    for entry in entries:
        if not ok(entry.name):
            continue
        if entry.is_dir():
            if depth and not entry.is_symlink() and entry.name != "runs":
                yield from _walk(entry, depth - 1)
        else:
            yield entry


def _as_before(text: str, old: bytes | None) -> str:
    """The text with the line ends and the byte order mark that the file had."""
    if old is None:
        return text
    if old.startswith(b"\xef\xbb\xbf"):
        text = "\ufeff" + text
    return text.replace("\n", "\r\n") if b"\r\n" in old else text


def write_whole(path: Path, raw: bytes) -> None:
    """The file appears whole or not at all; a link stays a link, permissions stay."""
    target = path.resolve()
    handle, scratch = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(scratch, target.stat().st_mode & 0o777 if target.exists() else 0o644)
        os.replace(scratch, target)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(scratch)
