"""Files that are there whole or not at all, and disk trouble said in one line."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from workbench.sim.seam import SimError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

TEMPORARY = ".*.tmp"
LONGEST_WAIT_SECONDS = 3600
ADVICE = {
    errno.ENOSPC: "make room on the disk",
    getattr(errno, "EDQUOT", -1): "make room in your quota",
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


def read_ordinary(path: Path, largest: int) -> bytes:
    """The bytes of an ordinary file; OSError also for a pipe, which would keep us waiting, or a file too large."""
    with open(path, "rb", opener=_open_at_once) as stream:
        found = os.fstat(stream.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "is not an ordinary file", str(path))
        if found.st_size > largest:
            raise OSError(errno.EFBIG, "is too large", str(path))
        return stream.read(largest)


def _open_at_once(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise SimError(f"{path} is a file, and the run needs a folder: choose another --out") from None
    except OSError as problem:
        raise disk_error(problem, path) from None


@contextlib.contextmanager
def held(lock: Path, wait: bool = False) -> Iterator[None]:
    """Hold the lock file while writing; the system lets go of it however the process ends.

    If somebody else holds it, SimError, or with `wait` patience.
    """
    take = _flock if fcntl is not None else _sqlite_lock
    try:
        let_go = take(lock, wait)
    except OSError as problem:
        raise disk_error(problem, lock) from None
    if let_go is None:
        text = f"another simulation is writing to {lock.parent}: wait for it, or choose another --out"
        raise SimError(text)
    try:
        yield
    finally:
        let_go()


def _flock(lock: Path, wait: bool) -> Callable[[], None] | None:
    assert fcntl is not None
    handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o666)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        os.close(handle)
        return None
    return lambda: os.close(handle)


def _sqlite_lock(lock: Path, wait: bool) -> Callable[[], None] | None:
    """Where there is no flock (Windows): SQLite knows how every system locks a file. The database stays empty."""
    import sqlite3

    holder = sqlite3.connect(lock, timeout=LONGEST_WAIT_SECONDS if wait else 0, isolation_level=None)
    try:
        holder.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as problem:
        holder.close()
        if "locked" in str(problem):
            return None
        raise OSError(errno.EACCES, f"cannot be locked ({problem})") from None
    except sqlite3.DatabaseError:
        holder.close()
        raise OSError(errno.EEXIST, "is no lock file: remove it") from None
    return holder.close
