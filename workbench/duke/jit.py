"""How the engine is compiled, and where compiled code is kept.

Numba's cache does not notice an edit in another module that a cached function calls. So the cache folder
carries a hash of every compiled source file and of Numba's version: any edit gives a new folder.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
from platformdirs import user_cache_path

Function = TypeVar("Function", bound=Callable[..., Any])
# Records and arrays of records of the engine, for readers: Numba ignores annotations.
Rules = Any
State = Any
Pool = Any  # states; a function given (pool, b) works on pool[b] and may overwrite pool[b + 1] and above

MARK = "workbench.duke.jit import"
ROOMS = ("duke", "bots", "sim")


def compiled_sources(package: Path) -> list[Path]:
    """Every source file that is compiled: it imports the decorators of this module."""
    files = (path for room in ROOMS for path in sorted((package / room).glob("*.py")))
    return [path for path in files if MARK in path.read_text(encoding="utf-8")]


def source_hash(package: Path) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in compiled_sources(package):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """The folder for this version of the engine; a temporary one where the user's cannot be written."""
    home = os.environ.get("WORKBENCH_CACHE_DIR") or user_cache_path("duke-workbench")
    folder = Path(home) / "engine" / source_hash(Path(__file__).parent.parent)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"duke-workbench-{os.getuid()}" / folder.name


CACHE = cache_folder()
numba.config.CACHE_DIR = str(CACHE)


def is_compiled() -> bool:
    """Whether an earlier run has left compiled code, so that this one starts warm."""
    return bool(numba.config.DISABLE_JIT) or any(CACHE.rglob("*.nbi"))


def jit(function: Function) -> Function:
    """Compile on first use and keep the result on disk."""
    compiled: Function = numba.njit(cache=True, error_model="numpy")(function)
    return compiled


def jit_inline(function: Function) -> Function:
    """The same for the two or three hottest functions, pasted into their callers."""
    compiled: Function = numba.njit(cache=True, error_model="numpy", inline="always")(function)
    return compiled
