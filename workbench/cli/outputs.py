"""Writing results: nothing is overwritten without leave, and a file appears whole or not at all.

This is the one place that decides what may be written: a new file, or an ordinary file that may be replaced. Devices,
pipes and sockets are never replaced, not even with leave.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from workbench.cli.console import fail

STRANGE = {
    stat.S_IFBLK: "a device",
    stat.S_IFCHR: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}
ORDINARY = "Results go to ordinary files: choose another name."


def refuse_existing(paths: Iterable[Path], force: bool, inputs: Iterable[Path] = ()) -> None:
    """Ends the command when a file is there already, or cannot be written where it should be.

    `inputs` are files that the command reads: no result may take their place.
    """
    taken = {_identity(path.resolve()): path for path in inputs if os.path.exists(path)}
    read = set(taken)
    for path in paths:
        target = writable_target(path)
        if path.exists() and not force:
            fail(f"{path} exists already", "Use --force to replace it, or choose another name.")
        same = _identity(target)
        if same in read:
            fail(f"{path} would replace a file that is read", "Choose another name.")
        if same in taken:
            fail(f"two results would go to {path}: {taken[same]} and {path} are the same file", "Choose another name.")
        taken[same] = path


def writable_target(path: Path) -> Path:
    """The file that a path means, links followed; ends the command where no ordinary file can be written."""
    target = Path(os.path.realpath(path))
    if any(part.is_symlink() for part in (target, *target.parents)):
        fail(f"{path} is a link that leads back to itself", "Remove the link, or choose another name.")
    if target.is_dir():
        fail(f"{path} is a folder", "Give the name of a file.")
    if not target.parent.is_dir():
        folder = target.parent if path.is_symlink() else path.parent
        if target.parent.exists():
            fail(f"{folder} is {_kind(folder)}, and no folder", "Choose another place.")
        fail(f"the folder {folder} does not exist", "Make it first.")
    if target.exists() and not target.is_file():
        fail(f"{path} is {_kind(target)}, and is left alone", ORDINARY)
    return target


def record_target(path: Path, first_line: str) -> None:
    """Ends the command unless a game may be written here: to a new file, or over a game that was saved before.

    Games are saved again and again, so nobody is asked for leave; but a slip in the name must not cost another file.
    """
    target = writable_target(path)
    try:
        with target.open("rb") as file:
            is_record = file.read(len(first_line)) in (b"", first_line.encode())
    except FileNotFoundError:
        return
    except OSError:
        is_record = False
    if not is_record:
        fail(f"{path} exists already, and is no saved game", "Choose another name.")


def _kind(path: Path) -> str:
    return STRANGE.get(stat.S_IFMT(path.stat().st_mode), "a file")


def files_of(source: Path) -> Iterator[Path]:
    """A file, or all files of a run folder: what a command reads and so does not write over."""
    return (found for found in source.rglob("*") if found.is_file()) if source.is_dir() else iter([source])


def _identity(target: Path) -> tuple[int, int] | str:
    """Equal for two names of one file, hard links included."""
    if not target.exists():
        return os.path.normcase(target)
    found = target.stat()
    return found.st_dev, found.st_ino


def write_files(files: Mapping[Path, bytes]) -> None:
    """Writes each file beside its place, then moves all of them there; links and permissions stay."""
    scratch: list[tuple[str, Path]] = []
    path = Path()
    try:
        for path, data in files.items():
            target = writable_target(path)
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=".workbench-")
            scratch.append((name, target))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        while scratch:
            path = scratch[0][1]
            os.replace(scratch[0][0], writable_target(path))  # it may have changed while we wrote
            scratch.pop(0)
    except OSError as problem:  # of the scratch file, whose name says nothing to anyone
        fail(f"cannot write {path}: {problem.strerror}")
    finally:
        for name, _ in scratch:
            Path(name).unlink(missing_ok=True)


def make_output_folder(path: Path) -> None:
    """Makes a folder for results; ends the command where something else is in its place."""
    for part in (path, *path.parents):
        if part.is_symlink() and not part.exists():
            fail(f"{part} is a link that leads nowhere", "Remove the link, or choose another folder.")
        if part.exists() and not part.is_dir():
            fail(f"{part} is {_kind(part)}, and no folder", "Give a folder for the results.")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        fail(f"cannot make the folder {path}: {problem.strerror}", "Choose another folder.")


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current


def numbered(path: Path, count: int) -> list[Path]:
    """One path per page: the path itself for one page, else name-1, name-2 and so on, if it can be written itself."""
    writable_target(path)
    if count == 1:
        return [path]
    digits = len(str(count))
    return [path.with_name(f"{path.stem}-{k:0{digits}}{path.suffix}") for k in range(1, count + 1)]
