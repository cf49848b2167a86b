"""Which source files decide what compiled code does, and where that code is kept.

The folder of an entry carries a hash of every source file that it is made from and of Numba's version: any edit gives a
new folder, wherever the package lies and whenever its files were written.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import os
import re
from pathlib import Path

from workbench.cache import cache_folder as own_cache

ROOMS = (
    "duke",
    "bots",
    "sim",
    "lab",
    "icons",
    "objectives",
)  # where compiled functions live, and the rows they are made from
PACKAGE = Path(__file__).parents[2]
IMPORT = re.compile(r"^ *from workbench\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)
CACHE_HOME = own_cache("engine")
UNIMPORTANT = ("NUMBA_NUM_THREADS", "NUMBA_CACHE_DIR", "NUMBA_DISABLE_JIT", "NUMBA_DISABLE_PERFORMANCE_WARNINGS")


def sources_of(module: str, package: Path = PACKAGE, rooms: tuple[str, ...] = ROOMS) -> list[Path]:
    """The source files that decide what a module's functions do: its own, and those it imports, near and far."""
    found: dict[str, Path] = {}
    waiting = [module.removeprefix("workbench.")]
    while waiting:
        name = waiting.pop()
        if name in found or name.split(".")[0] not in rooms:
            continue
        path = package.joinpath(*name.split(".")).with_suffix(".py")
        if path.is_file():
            found[name] = path
            waiting += _imports(path, package)
    return sorted(found.values())


@functools.cache
def _imports(path: Path, package: Path) -> list[str]:
    """The modules of this package that a file names in its imports."""
    found = []
    for origin, names in IMPORT.findall(_read(path).decode()):
        parts = re.findall(r"\w+", names) if (package / origin.replace(".", "/")).is_dir() else ()
        found += [origin, *(f"{origin}.{part}" for part in parts)]
    return found


@functools.cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


@functools.cache
def source_hash(module: str, package: Path = PACKAGE, rooms: tuple[str, ...] = ROOMS) -> str:
    digest = hashlib.sha256(numba_version())
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_") and name not in UNIMPORTANT:
            digest.update(f"{name}={value}\0".encode())  # another processor, or indices that are checked
    for path in sources_of(module, package, rooms):
        name = path.relative_to(package).as_posix()
        digest.update(name.encode() + b"\0" + _read(path) + b"\0")
    return digest.hexdigest()[:16]


@functools.cache
def numba_version() -> bytes:
    """What tells versions of Numba apart, without importing it."""
    found = importlib.util.find_spec("numba")
    version = Path(found.origin).with_name("_version.py") if found and found.origin else None
    if version is not None and version.is_file():
        return version.read_bytes()
    from importlib.metadata import version as version_of

    return version_of("numba").encode()


def cache_folder(module: str) -> Path:
    """The folder for the entries of a module, in just this state of its sources."""
    return CACHE_HOME / source_hash(module)
