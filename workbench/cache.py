"""The user's cache, trusted only while nobody else can write to it: compiled code in it is run unseen.

A folder of the cache is used if it belongs to this user, is no link, and neither it nor a folder above it can be
written by others. Otherwise this run keeps what it compiles in a fresh private folder, tells so, and removes it at
its end; the processes that the run starts find that folder through the environment.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from platformdirs import user_cache_path

OURS = "duke-workbench"
CHOSEN = "WORKBENCH_CACHE_DIR"  # set by the user
OF_THIS_RUN = "WORKBENCH_RUN_CACHE"  # set by a run, for its own processes
MOST_BYTES = 400 * 2**20  # of one folder of the cache; what was used least lately goes first
WRITABLE_BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def cache_folder(name: str) -> Path:
    """The folder `name` of the user's cache, or of a private one where that cannot be trusted or written."""
    shared = os.environ.get(OF_THIS_RUN)
    if shared and not distrust(Path(shared) / name):
        return Path(shared) / name
    folder = cache_home() / name
    fault = distrust(folder)
    return _private(folder, fault) / name if fault else folder


def distrust(folder: Path) -> str:
    """Why a folder cannot be used, in words; empty where it can. Makes it if it is not there."""
    try:
        if str(folder).startswith("~"):
            return "has no home folder above it"
        for missing in reversed([path for path in (folder, *folder.parents) if not path.exists()]):
            missing.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink():
            return "is a link"
        if not os.access(folder, os.W_OK | os.X_OK):
            return "cannot be written"
        return _open_to_others(folder) if hasattr(os, "geteuid") else ""  # on Windows it lies in the user's profile
    except OSError as problem:
        return f"cannot be used ({problem.strerror})"


def _open_to_others(folder: Path) -> str:
    found = folder.lstat()
    if found.st_uid != os.geteuid():
        return "belongs to another user"
    if _others_may_write(found):
        return "can be written by others"
    if stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)
    for above in _ways_to(folder):
        if above.is_symlink() and above.lstat().st_uid not in (0, os.geteuid()):
            return f"lies behind {above}, a link of another user"
        found = above.stat()
        if found.st_uid not in (0, os.geteuid()):
            return f"lies in {above}, which belongs to another user"
        if _others_may_write(found) and not found.st_mode & stat.S_ISVTX:
            return f"lies in {above}, which can be written by others"
    return ""


def _ways_to(folder: Path) -> Iterator[Path]:
    """Every folder above it, also those that links on the way lead through: who can write one can lead elsewhere."""
    seen: set[Path] = set()
    waiting = [folder.absolute()]
    while waiting:
        path = waiting.pop()
        for above in path.parents:
            if above not in seen:
                seen.add(above)
                yield above
                if above.is_symlink():
                    waiting.append(above.parent / above.readlink() / "x")


def _others_may_write(found: os.stat_result) -> bool:
    """A group that is the user's own, as many systems make one for each user, is not others."""
    own_group = found.st_gid == os.getegid() == os.geteuid()
    return bool(found.st_mode & (stat.S_IWOTH if own_group else WRITABLE_BY_OTHERS))


def _private(wanted: Path, fault: str) -> Path:
    """A fresh folder for this run, made once and shared with the processes that it starts."""
    made = Path(tempfile.mkdtemp(prefix=f"{OURS}-"))
    os.environ[OF_THIS_RUN] = str(made)
    atexit.register(_remove, made, os.getpid())
    told = f"{wanted} {fault}: what this run compiles is kept in {made} until it ends ({CHOSEN} names another place)"
    print(f"note: {told}", file=sys.stderr)
    (made / wanted.name).mkdir(mode=0o700)
    return made


def _remove(folder: Path, maker: int) -> None:
    if os.getpid() == maker:
        shutil.rmtree(folder, ignore_errors=True)


def cache_home() -> Path:
    """Where all folders of the user's cache are, or would be: a folder of ours alone, for it is tidied and cleared."""
    chosen = os.environ.get(CHOSEN)
    return Path(chosen) / OURS if chosen else user_cache_path(OURS)


def sizes(home: Path) -> dict[str, tuple[int, int]]:
    """What the folders of a cache hold: files and bytes."""
    found = {}
    for folder in sorted(path for path in home.iterdir() if path.is_dir()) if home.is_dir() else ():
        files = [_size(path) for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
        found[folder.name] = (len(files), sum(files))
    return found


def keep_small(folder: Path, most: int = MOST_BYTES) -> None:
    """Remove parts of a folder, the longest unused first, until it holds no more than so many bytes."""
    try:
        parts = sorted(folder.iterdir(), key=when_changed, reverse=True)
    except OSError:
        return
    total = 0
    for number, part in enumerate(parts):
        with contextlib.suppress(OSError):  # another process has removed it
            total += sum(_size(path) for path in (part, *part.rglob("*")) if path.is_file())
        if total > most and number:  # the newest is in use
            _discard(part)


def when_changed(path: Path) -> float:
    """The time of the last change; of what another process has removed meanwhile, long ago."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def mark_used(path: Path) -> None:
    """Keep it longer: what was not used for the longest time is removed first."""
    with contextlib.suppress(OSError):  # another process may have removed it just now
        os.utime(path)


def clear(home: Path) -> int:
    """Empty a cache; returns how many bytes were freed."""
    freed = 0
    for name, (_, size) in sizes(home).items():
        _discard(home / name)
        freed += size if not (home / name).exists() else 0
    return freed


def _discard(part: Path) -> None:
    if part.is_dir() and not part.is_symlink():
        shutil.rmtree(part, ignore_errors=True)
    else:
        part.unlink(missing_ok=True)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:  # it went meanwhile
        return 0
