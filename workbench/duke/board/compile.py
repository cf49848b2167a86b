"""How the engine is compiled, and where compiled code is kept.

Numba's cache does not notice an edit in another module that a cached function calls. So the cache folder of an
entry carries a hash of every source file that it is made from and of Numba's version: any edit gives a new folder.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import getpass
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from llvmlite.binding import Linkage
from numba.core import codegen, types
from numba.np import arrayobj as numba_arrays
from platformdirs import user_cache_path

Function = TypeVar("Function", bound=Callable[..., Any])
njit: Any = numba.njit
unliteral: Any = types.unliteral
config: Any = numba.config

# Records and arrays of records of the engine, for readers: Numba ignores annotations.
Rules = Any
State = Any
Pool = Any  # an array of states: the one in play, then room for what is tried out
# Functions that try turns take three states (s, t, u): the one in play and two to scribble on. They get the records
# themselves, since passing the array costs Numba's reference counting.

ROOMS = ("duke", "bots", "sim", "lab")  # where compiled functions live
PACKAGE = Path(__file__).parents[2]
IMPORT = re.compile(r"^ *from workbench\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)
OURS = "_ZN9workbench"  # how the names of compiled functions of this package begin


def sources_of(module: str, package: Path = PACKAGE) -> list[Path]:
    """The source files that decide what a module's functions do: its own, and those it imports, near and far."""
    found: dict[str, Path] = {}
    waiting = [module.removeprefix("workbench.")]
    while waiting:
        name = waiting.pop()
        if name in found or name.split(".")[0] not in ROOMS:
            continue
        path = package.joinpath(*name.split(".")).with_suffix(".py")
        if path.is_file():
            found[name] = path
            for origin, names in IMPORT.findall(path.read_text(encoding="utf-8")):
                parts = re.findall(r"\w+", names) if (package / origin.replace(".", "/")).is_dir() else ()
                waiting += [origin, *(f"{origin}.{part}" for part in parts)]
    return sorted(found.values())


@functools.cache
def source_hash(module: str, package: Path = PACKAGE) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sources_of(module, package):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """Where compiled code is kept; a temporary folder where the user's cannot be written."""
    home = Path(os.environ.get("WORKBENCH_CACHE_DIR") or user_cache_path("duke-workbench")) / "engine"
    try:
        home.mkdir(parents=True, exist_ok=True)
        if os.access(home, os.W_OK):
            return home
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"duke-workbench-{getpass.getuser()}"


HOME = cache_home()


def cache_folder(module: str) -> Path:
    """The folder for the entries of a module, in just this state of its sources."""
    return HOME / source_hash(module)


def is_compiled(module: str = "workbench.duke.turn.engine") -> bool:
    """Whether an earlier run has left compiled code of a module's entries, so that this one starts warm."""
    return bool(config.DISABLE_JIT) or any(cache_folder(module).rglob("*.nbi"))


def jit(function: Function) -> Function:
    """A function of the engine, callable from compiled code only: it becomes part of the entry that uses it.

    Where nothing is said, Numba takes `forceinline` over from the caller: a hot function would swallow all it calls.
    """
    return _inner(function, forceinline=False)


def jit_hot(function: Function) -> Function:
    """The same for the few functions on the path of every turn: always inlined, for a longer compilation."""
    return _inner(function, forceinline=True)


def _inner(function: Function, **options: bool) -> Function:
    compiled = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", **options)(function)
    resolve = getattr(compiled, "get_call_template", None)
    if resolve is not None:  # one version for all arguments: Numba would make one more for every constant

        def get_call_template(args: Any, kws: Any) -> Any:
            return resolve(tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()})

        compiled.get_call_template = get_call_template
    return cast(Function, compiled)


def entry(function: Function) -> Function:
    """A function that Python calls: compiled with everything it uses on its first call, and kept on disk."""
    config.CACHE_DIR = str(cache_folder(function.__module__))
    compiled: Any = njit(cache=True, no_cfunc_wrapper=True, error_model="numpy")(function)
    if config.DISABLE_JIT:
        return cast(Function, compiled)
    state = {"first": True}

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        if state["first"]:
            with optimised_once():
                result = compiled(*args)
            state["first"] = False
            return result
        return compiled(*args)

    return cast(Function, call)


@contextlib.contextmanager
def optimised_once() -> Iterator[None]:
    """Compile faster: optimise the engine's functions once, inside the entry, not again for each function.

    Numba optimises and emits every function together with all that it calls, so deep call graphs cost the square of
    their size. While an entry is compiled, libraries of this package that Python does not call are only linked. Where
    Numba's insides have changed, this does nothing but take longer. There are no long loops to vectorise, and what
    the compiler allocates lives until it is done, so that looking for garbage is in vain.

    No index of the engine counts from the end, so none is tested for being negative. NUMBA_BOUNDSCHECK=1 with a new
    WORKBENCH_CACHE_DIR makes every index outside its array an error.
    """
    library: Any = getattr(codegen, "CPUCodeLibrary", None)
    engine: Any = getattr(codegen, "JITCPUCodegen", None)
    arrayobj: Any = numba_arrays
    needed = ("finalize", "_optimize_final_module", "_finalize_final_module", "_get_module_for_linking")
    changed = (engine, "set_env"), (arrayobj, "fix_integer_index"), *((library, name) for name in needed)
    if not all(hasattr(place, name) for place, name in changed):
        yield
        return
    original, original_set_env, original_index = library.finalize, engine.set_env, arrayobj.fix_integer_index

    def finalize(self: Any) -> None:
        ours, called_by_python = _symbols(self)
        if not ours:
            original(self)
        elif not called_by_python:
            self._finalized = True
        else:
            for part in _all_linked(self):
                self._reload_init.update(part._reload_init)
                self._final_module.link_in(part._get_module_for_linking(), preserve=True)
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                    function.linkage = "internal"  # now LLVM may inline what is called once, and drop the rest
            self._optimize_final_module()
            self._final_module.verify()
            self._finalize_final_module()

    def set_env(self: Any, env_name: str, env: Any) -> None:
        if self._engine.get_global_value_address(env_name):  # merely linked functions have none yet
            original_set_env(self, env_name, env)

    def plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp)

    library.finalize, engine.set_env, arrayobj.fix_integer_index = finalize, set_env, plain_index
    vectorise, collecting = config.LOOP_VECTORIZE, gc.isenabled()
    config.LOOP_VECTORIZE = 0
    gc.disable()
    try:
        yield
    finally:
        library.finalize, engine.set_env = original, original_set_env
        arrayobj.fix_integer_index = original_index
        config.LOOP_VECTORIZE = vectorise
        if collecting:
            gc.enable()


def _symbols(library: Any) -> tuple[bool, bool]:
    """Whether a code library holds functions of this package, and whether Python may call one."""
    names = [function.name for function in library._final_module.functions if not function.is_declaration]
    return any(OURS in name for name in names), any(name.startswith("_ZN7cpython") for name in names)


def _all_linked(library: Any) -> list[Any]:
    """Every library that this one needs, directly or not, once."""
    found: dict[int, Any] = {}
    waiting = list(library._linking_libraries)
    while waiting:
        part = waiting.pop()
        if id(part) not in found:
            found[id(part)] = part
            waiting += part._linking_libraries
    return list(found.values())
