"""The last versions of each file that the studio has written over, in the user's state folder."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from workbench.studio.project import content_hash, write_whole

KEPT = 10


@dataclass(frozen=True, slots=True)
class Version:
    id: str
    when: str  # ISO, UTC


def state_home() -> Path:
    from platformdirs import user_state_path

    return Path(os.environ.get("WORKBENCH_STATE_DIR") or user_state_path("duke-workbench"))


def keep_version(path: Path, raw: bytes) -> None:
    """Puts the bytes aside and forgets all but the last ten. Trouble with this folder stops nobody from saving."""
    with contextlib.suppress(OSError):
        folder = _folder(path)
        folder.mkdir(parents=True, exist_ok=True)
        versions = _files(folder)
        if versions and versions[-1].read_bytes() == raw:
            return
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
        write_whole(folder / f"{stamp}{path.suffix}", raw)
        for old in _files(folder)[:-KEPT]:
            old.unlink()


def list_versions(path: Path) -> list[Version]:
    """The newest first."""
    with contextlib.suppress(OSError):
        return [Version(file.name, _when(file.stem)) for file in reversed(_files(_folder(path)))]
    return []


def read_version(path: Path, id: str) -> str | None:
    """The text of a version by the name that `list_versions` gave it."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        for file in _files(_folder(path)):
            if file.name == id:
                return file.read_bytes().decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    return None


def _folder(path: Path) -> Path:
    return state_home() / "versions" / content_hash(str(path.resolve()).encode())[:16]


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if not file.name.startswith("."))


def _when(stem: str) -> str:
    return datetime.strptime(stem, "%Y%m%dT%H%M%S%fZ").replace(tzinfo=UTC).isoformat(timespec="seconds")
