"""Files that are there whole or not at all, and disk trouble said in one line."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.sim.seam import SimError

TEMPORARY = ".*.tmp"
ADVICE = {
    errno.ENOSPC: "make room on the disk",
    errno.EDQUOT: "make room in your quota",
    errno.EFBIG: "allow larger files",
    errno.EROFS: "choose a folder that can be written with --out",
    errno.EACCES: "choose a folder that can be written with --out",
    errno.EPERM: "choose a folder that can be written with --out",
}


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def canonical(data: Any) -> bytes:
    """JSON data as bytes that are equal when the data is equal."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def disk_error(problem: OSError, path: Path) -> SimError:
    why = problem.strerror or str(problem)
    advice = ADVICE.get(problem.errno or 0, "")
    return SimError(f"cannot write {path}: {why}" + (f"; {advice}" if advice else ""))


def write_whole(path: Path, data: bytes) -> None:
    """Write under a name nobody else uses, then rename: nobody ever meets half a file of that name."""
    temporary = path.parent / f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp"
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as problem:
        raise disk_error(problem, path) from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise SimError(f"{path} is a file, and the run needs a folder: choose another --out") from None
    except OSError as problem:
        raise disk_error(problem, path) from None


@contextlib.contextmanager
def held(lock: Path) -> Iterator[None]:
    """Hold the lock file while writing; the kernel lets go of it however the process ends."""
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except OSError as problem:
        raise disk_error(problem, lock) from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        text = f"another simulation is writing to {lock.parent}: wait for it, or choose another --out"
        raise SimError(text) from None
    try:
        yield
    finally:
        os.close(handle)
