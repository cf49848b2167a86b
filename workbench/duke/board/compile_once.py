"""Compile faster: optimise the engine's functions once, inside the entry, not again for each function.

Numba optimises and emits every function together with all that it calls, so deep call graphs cost the square of their
size. While an entry is compiled, libraries of this package that Python does not call are only linked. There are no long
loops to vectorise, and what the compiler allocates lives until it is done, so that looking for garbage is in vain.

What LLVM would inline because it is called once, though seldom, stays apart where it is marked so (`jit_rare`): the
hot function around it keeps its registers.

No index of the engine counts from the end, so none is tested for being negative. NUMBA_BOUNDSCHECK=1 with a new
WORKBENCH_CACHE_DIR makes every index outside its array an error.

Measured with Numba 0.68.1, one run each, CPU time: random play compiles in 23.5 s with this and in 58.3 s without, and
then plays 36,000 base games a second with it and 23,000 without, as LLVM sees the whole entry when it inlines.

This changes insides of Numba that it may change without notice. Where they are no longer what is expected, nothing is
changed and compiling takes as long as Numba makes it; tests/duke/test_compile_once.py then fails and says so. The
range of Numba in pyproject.toml is the one in which it has been tried (tests/numba_range.sh).
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Callable, Iterator
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core import codegen, targetconfig, types
from numba.np import arrayobj

_config: Any = numba.config
OURS = "_ZN9workbench"  # how the names of compiled functions of this package begin
CALLED_BY_PYTHON = "_ZN7cpython"
LIBRARY: Any = getattr(codegen, "CPUCodeLibrary", None)
ENGINE: Any = getattr(codegen, "JITCPUCodegen", None)
ARRAYS: Any = arrayobj
RECORD: Any = getattr(types, "Record", None)
FLAGS: Any = getattr(targetconfig, "TargetConfig", None)
CHANGED = (
    (LIBRARY, "finalize"),
    (LIBRARY, "add_ir_module"),
    (ENGINE, "set_env"),
    (ARRAYS, "fix_integer_index"),
    (RECORD, "__repr__"),
    (FLAGS, "__hash__"),
)
CALLED = (
    (LIBRARY, "_optimize_final_module"),
    (LIBRARY, "_finalize_final_module"),
    (LIBRARY, "_get_module_for_linking"),
)
NEEDED = (*CHANGED, *CALLED)

APART: set[str] = set()  # parts of the names of functions that are never inlined
DONE: list[Callable[[], None]] = []  # called whenever a function of this package is compiled


def missing_parts() -> list[str]:
    """Insides of Numba that are not there (any more): if there are any, nothing is changed."""
    return [name for place, name in NEEDED if not hasattr(place, name)]


@contextlib.contextmanager
def optimised_once() -> Iterator[None]:
    """While this holds, functions of this package are linked first and optimised once."""
    if missing_parts():
        yield
        return
    originals = [getattr(place, name) for place, name in CHANGED]
    vectorise, collecting = _config.LOOP_VECTORIZE, gc.isenabled()
    changes = (_finalizing, _adding, _setting, lambda original: _index, _kept, _kept)
    for (place, name), change, original in zip(CHANGED, changes, originals, strict=True):
        setattr(place, name, change(original))
    _config.LOOP_VECTORIZE = 0
    gc.disable()
    try:
        yield
    finally:
        for (place, name), original in zip(CHANGED, originals, strict=True):
            setattr(place, name, original)
        _config.LOOP_VECTORIZE = vectorise
        if collecting:
            gc.enable()


def _finalizing(original: Any) -> Any:
    """Numba's `finalize` of a code library: what only compiled code calls becomes part of the entry."""

    def finalize(self: Any) -> None:
        ours, called_by_python = _symbols(self)
        if not ours:
            original(self)
        elif not called_by_python:
            self._finalized = True
        else:
            _link_all(self)
            self._optimize_final_module()
            self._final_module.verify()
            self._finalize_final_module()
        if ours:
            for told in DONE:
                told()

    return finalize


def _adding(original: Any) -> Any:
    """Numba's `add_ir_module`: what is to stay apart is marked before it becomes LLVM's."""

    def add_ir_module(self: Any, ir_module: Any) -> Any:
        for function in ir_module.functions:
            if not function.is_declaration and any(name in function.name for name in APART):
                function.attributes.add("noinline")
        return original(self, ir_module)

    return add_ir_module


def _setting(original: Any) -> Any:
    """Numba's `set_env`: merely linked functions have no environment yet."""

    def set_env(self: Any, env_name: str, env: Any) -> None:
        if self._engine.get_global_value_address(env_name):
            original(self, env_name, env)

    return set_env


def _kept(original: Any) -> Any:
    """A method of Numba's that is asked the same again and again: what an object has once answered is kept.

    So are the name of a type of records, which lists all fields, and the hash of flags. Flags that were changed after
    they were first looked up would at worst be looked up in vain, as what is found is compared.
    """
    answers: dict[int, tuple[Any, Any]] = {}

    def answer(self: Any) -> Any:
        if id(self) not in answers:
            answers[id(self)] = self, original(self)
        return answers[id(self)][1]

    return answer


def _index(context: Any, builder: Any, given: Any, index: Any, size: Any) -> Any:
    """Numba's `fix_integer_index` without the test for negative ones."""
    return context.cast(builder, index, given, types.intp)


def _symbols(library: Any) -> tuple[bool, bool]:
    """Whether a code library holds functions of this package, and whether Python may call one."""
    names = [function.name for function in library._final_module.functions if not function.is_declaration]
    return any(OURS in name for name in names), any(name.startswith(CALLED_BY_PYTHON) for name in names)


def _link_all(library: Any) -> None:
    """Link every library that this one needs, directly or not, once."""
    found: dict[int, Any] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        part = waiting.pop()
        if id(part) not in found:
            found[id(part)] = part
            waiting += part._linking_libraries
    for part in found.values():
        if hasattr(library, "_reload_init"):  # older ones have no such thing
            library._reload_init.update(part._reload_init)
        library._final_module.link_in(part._get_module_for_linking(), preserve=True)
    for function in library._final_module.functions:
        if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
            function.linkage = "internal"  # now LLVM may inline what is called once, and drop the rest
