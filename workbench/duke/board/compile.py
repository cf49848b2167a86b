"""How the engine is compiled: what is marked here is plain Python until compiled code is needed.

An entry is called from Python. Its compiled code is looked for in the cache (objects.py) and loaded without Numba; only
where there is none, Numba is imported (dispatchers.py) and compiles it with everything it uses.
"""

from __future__ import annotations

import functools
import hashlib
import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from workbench.duke.board import objects
from workbench.duke.board.anywhere import Function
from workbench.duke.board.sources import cache_folder, sources_of

_LOGGER = logging.getLogger("workbench.engine")
DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")  # plain Python, the same games

# What compiled functions are given, for readers and for mypy: Numba ignores annotations.
Record = np.record  # one row of an array of records; mypy knows nothing of its fields
Records = np.recarray
Ints = NDArray[np.int64]
Rules = Record  # the rule tables of a game (tables.RULES)
State = Record  # a game in play (state.STATE)
Past = Record  # its earlier positions (state.PAST)
# Functions that try turns take three states (s, t, u): the one in play and two to scribble on. They get the records
# themselves, since passing the array costs Numba's reference counting.

GENERAL_ONLY = os.environ.get("WORKBENCH_BUILD") == "general"  # no special builds, to compare
_ENTRIES: list[CompiledEntry] = []
MARKED: dict[Callable[..., Any], bool] = {}  # functions of the engine; whether each is always inlined
RARE: set[Callable[..., Any]] = set()  # those of them that never are


def jit(function: Function) -> Function:
    """A function of the engine, called by compiled code: it becomes part of the entry that uses it."""
    MARKED[function] = False
    return function


def jit_hot(function: Function) -> Function:
    """The same for the few functions on the path of every turn: always inlined, for a longer compilation."""
    MARKED[function] = True
    return function


def jit_rare(function: Function) -> Function:
    """The same for what hot functions seldom call: never inlined, so that it takes no registers from them."""
    RARE.add(function)
    return jit(function)


class CompiledEntry:
    """A function that Python calls: compiled with everything it uses on its first call, and kept on disk."""

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        self._rules_at = names.index("R") if "R" in names else -1
        self._call: Callable[..., Any] | None = None
        self._specials: dict[bytes, Callable[..., Any] | None] = {}  # by the flags of the game
        _ENTRIES.append(self)

    def __call__(self, *args: Any) -> Any:
        noted = getattr(_captured, "found", None)
        if noted is not None:
            noted.append((self, args))
            return 0
        if self._rules_at >= 0 and not GENERAL_ONLY:
            special = self._special_for(args[self._rules_at])
            if special is not None:
                return special(*args)
        return (self._call or self._begin(args))(*args)

    def _special_for(self, rules: Any) -> Callable[..., Any] | None:
        """A build for just this kind of game, None where there is none."""
        from workbench.duke.board.features import flag_bytes, signature_of

        flags = flag_bytes(rules)
        if flags not in self._specials:
            self._specials[flags] = self._loaded(self.file_for(signature_of(rules)))
        return self._specials[flags]

    def file_for(self, signature: Any) -> Path:
        """Where the special build of a signature is kept."""
        mark = hashlib.sha256(repr(signature).encode()).hexdigest()[:16]
        return self.file.with_name(f"{self.function.__name__}-{mark}.object")

    def look_again(self) -> None:
        """A special build may have been finished meanwhile."""
        self._specials = {flags: found for flags, found in self._specials.items() if found is not None}

    @property
    def weight(self) -> int:
        """About how long it takes to compile: the size of the sources behind it."""
        return sum(path.stat().st_size for path in sources_of(self.function.__module__))

    @property
    def file(self) -> Path:
        return cache_folder(self.function.__module__) / f"{self.function.__name__}.object"

    @property
    def is_kept(self) -> bool:
        """Whether an earlier run has left its compiled code."""
        return self.file.is_file()

    def _begin(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        if not self.is_kept:
            from workbench.duke.board.compile_apart import compile_missing

            compile_missing([(self, args)])
        self._call = self._loaded(self.file) or self._compiled(args)
        return self._call

    def _loaded(self, file: Path) -> Callable[..., Any] | None:
        """Its compiled code from the cache, None where there is none that fits."""
        try:
            return objects.load_object(file, self._by_numba)
        except objects.Unfit as problem:
            # its words alone: whoever keeps the line would keep the frames of the exception, and their arrays
            _LOGGER.info("%s: %s", self.function.__name__, str(problem))
            return None

    def _compiled(self, args: tuple[Any, ...], kept: bool = True) -> Callable[..., Any]:
        from workbench.duke.board import dispatchers

        return dispatchers.compile_entry(self, args, kept=kept)

    def _by_numba(self, *args: Any) -> Any:
        """For arguments that the kept code is not made for."""
        _LOGGER.info("%s: called with other arguments than before", self.function.__name__)
        self._call = self._compiled(args, kept=False)
        return self._call(*args)


def entry(function: Function) -> Function:
    """Mark a function that Python calls."""
    return function if DISABLED else cast(Function, CompiledEntry(function))


def is_compiled(*entries: Callable[..., Any]) -> bool:
    """Whether earlier runs have left compiled code of these entries, so that this one starts warm."""
    return all(not isinstance(one, CompiledEntry) or one.is_kept for one in entries)


def look_for_special_builds() -> None:
    """Those that were not there before may be there now."""
    for one in _ENTRIES:
        one.look_again()


Wanted = tuple[Any, tuple[Any, ...]]  # an entry, and arguments for it
_captured = threading.local()


@contextmanager
def captured() -> Iterator[list[Wanted]]:
    """In the block, entries are not run: what would be called with what is noted, to be compiled ahead."""
    found: list[Wanted] = []
    _captured.found = found
    try:
        yield found
    finally:
        _captured.found = None


def names_of(entries: Iterable[CompiledEntry]) -> str:
    """What is compiled, in words."""
    names = dict.fromkeys(_name_of(one) for one in entries)
    return " and ".join(sorted(names, key=lambda name: (name.endswith("bot"), name)))


def _name_of(entry: CompiledEntry) -> str:
    verb, _, rest = entry.function.__name__.partition("_")
    if verb == "choose":
        return f"the {rest} bot"
    return f"the {verb} bot" if rest == "plays" else "the rules engine"
