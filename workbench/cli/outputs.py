"""Writing results: nothing is overwritten without leave, and a file appears whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from workbench.cli.console import fail


def refuse_existing(paths: Iterable[Path], force: bool) -> None:
    """Ends the command when a file is there already, or cannot be written where it should be."""
    for path in paths:
        if path.is_dir():
            fail(f"{path} is a folder", "Give the name of a file.")
        if path.exists() and not force:
            fail(f"{path} exists already", "Use --force to replace it, or choose another name.")
        if not path.parent.is_dir():
            fail(f"the folder {path.parent} does not exist", "Make it first.")


def write_files(files: Mapping[Path, bytes]) -> None:
    """Writes each file beside its place, then moves all of them there; links and permissions stay."""
    scratch: list[tuple[str, Path]] = []
    path = Path()
    try:
        for path, data in files.items():
            target = path.resolve()
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
            scratch.append((name, target))
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(name, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        while scratch:
            path = scratch[0][1]
            os.replace(*scratch[0])
            scratch.pop(0)
    except OSError as problem:  # of the scratch file, whose name says nothing to anyone
        fail(f"cannot write {path}: {problem.strerror}")
    finally:
        for name, _ in scratch:
            Path(name).unlink(missing_ok=True)


def _umask() -> int:
    current = os.umask(0o022)
    os.umask(current)
    return current


def numbered(path: Path, count: int) -> list[Path]:
    """One path per page: the path itself for one page, else name-1, name-2 and so on."""
    if count == 1:
        return [path]
    digits = len(str(count))
    return [path.with_name(f"{path.stem}-{k:0{digits}}{path.suffix}") for k in range(1, count + 1)]
