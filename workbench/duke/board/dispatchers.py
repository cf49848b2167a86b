"""Where Numba comes in: marked functions become its dispatchers, and entries are compiled and written to the cache."""

from __future__ import annotations

import logging
import sys
import types as python_types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numba.extending
from numba.core import types

from workbench.duke.board import compile_once, objects
from workbench.duke.board.anywhere import WAITING
from workbench.duke.board.compile import MARKED, RARE, CompiledEntry
from workbench.duke.board.sources import cache_folder

if TYPE_CHECKING:
    from numba.core.dispatcher import Dispatcher

_LOGGER = logging.getLogger("workbench.engine")
njit: Any = numba.njit
typeof: Any = numba.typeof
register_jitable: Any = numba.extending.register_jitable
unliteral: Any = types.unliteral
config: Any = numba.config
MADE: dict[Callable[..., Any], Any] = {}  # a marked function -> its dispatcher
RESULT_NAMES = {types.int64: "int64", types.boolean: "bool", types.none: "none"}
ALLOCATES = ("NRT_Allocate", "NRT_MemInfo_alloc", "NRT_MemInfo_new")


def make_known() -> None:
    """Tell Numba of the marked functions: each takes the place of the plain one in every module that names it."""
    while WAITING:
        register_jitable(forceinline=True)(WAITING.pop())
    compile_once.APART.update(f"{len(one.__name__)}{one.__name__}B" for one in RARE)
    for function, is_hot in MARKED.items():
        if function not in MADE:
            MADE[function] = _inner(function, is_hot)
    for module in _modules():
        for name, value in list(vars(module).items()):
            if isinstance(value, python_types.FunctionType) and value in MADE:
                setattr(module, name, MADE[value])


def _modules() -> Iterator[python_types.ModuleType]:
    return (module for name, module in list(sys.modules.items()) if name.startswith("workbench.") and module)


def _inner(function: Callable[..., Any], is_hot: bool) -> Any:
    """Where nothing is said, Numba takes `forceinline` over from the caller: a hot function would swallow all."""
    made = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, error_model="numpy", forceinline=is_hot)(function)
    resolve = made.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        """One version for all arguments: Numba would make one more for every constant."""
        return resolve(tuple(map(unliteral, args)), {name: unliteral(given) for name, given in kws.items()})

    made.get_call_template = get_call_template
    return made


def compile_special(entry: CompiledEntry, args: tuple[Any, ...], signature: Any) -> None:
    """Compile an entry whose modules were imported folded, and keep it for games of this signature.

    Numba's own cache would take it for the general one.
    """
    make_known()
    dispatcher = njit(no_cfunc_wrapper=True, error_model="numpy")(entry.function)
    types_of = tuple(unliteral(typeof(arg)) for arg in args)
    with _without_blas(), compile_once.optimised_once():
        dispatcher.compile(types_of)
    keep(entry.file_for(signature), dispatcher, types_of, args)


def compile_entry(
    entry: CompiledEntry, args: tuple[Any, ...], anew: bool = False, kept: bool = True
) -> Callable[..., Any]:
    """Compile an entry for these arguments with all that it uses, and keep it; what is returned can be called.

    Numba's own cache serves where the kept object does not; `anew` makes both.
    """
    make_known()
    config.CACHE_DIR = str(cache_folder(entry.function.__module__))
    dispatcher = njit(cache=True, no_cfunc_wrapper=True, error_model="numpy")(entry.function)
    signature = tuple(unliteral(typeof(arg)) for arg in args)
    if anew:
        dispatcher._cache.flush()
    with _without_blas(), compile_once.optimised_once():
        dispatcher.compile(signature)
    if kept and not sum(dispatcher.stats.cache_hits.values()):
        keep(entry.file, dispatcher, signature, args)
    return dispatcher


def keep(file: Path, dispatcher: Dispatcher, signature: tuple[Any, ...], args: tuple[Any, ...]) -> None:
    """Write what was compiled as a file that needs no Numba."""
    compiled: Any = dispatcher.overloads[signature]
    library = compiled.library
    needs = sorted({value.name for value in _declared(library._final_module)})
    refused = ""
    if any(name.startswith(ALLOCATES) for name in needs):
        refused = "it allocates memory"
    elif compiled.signature.return_type not in RESULT_NAMES:
        refused = f"it returns {compiled.signature.return_type}"
    head = {
        "symbol": compiled.fndesc.llvm_func_name,
        "layout": [objects.layout_of(arg) for arg in args],
        "result": RESULT_NAMES.get(compiled.signature.return_type, ""),
        "needs": needs,
        "refused": refused,
    }
    try:
        objects.write_object(file, head, b"" if refused else library._get_compiled_object())
    except OSError as problem:
        _LOGGER.info("%s is not kept: %s", file, str(problem))


def _declared(module: Any) -> Iterator[Any]:
    for values in (module.functions, module.global_variables):
        yield from (one for one in values if one.is_declaration and not one.name.startswith("llvm."))


class _without_blas:
    """While this holds, Numba finds no BLAS: it would import scipy.linalg, and we multiply no matrices."""

    NAME = "scipy.linalg"

    def __enter__(self) -> None:
        self.hidden = self.NAME not in sys.modules
        if self.hidden:
            sys.modules[self.NAME] = None  # type: ignore[assignment]

    def __exit__(self, *_: object) -> None:
        if self.hidden:
            sys.modules.pop(self.NAME, None)


def reached(function: Callable[..., Any]) -> set[Callable[..., Any]]:
    """The marked functions that an entry uses, near and far."""
    found: set[Callable[..., Any]] = set()
    waiting = [function]
    while waiting:
        plain = getattr(waiting[-1], "py_func", waiting.pop())
        for value in _named_by(plain):
            marked = getattr(value, "py_func", value)
            if isinstance(marked, python_types.FunctionType) and marked in MARKED and marked not in found:
                found.add(marked)
                waiting.append(marked)
    return found


def _named_by(function: Callable[..., Any]) -> Iterator[Any]:
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, python_types.ModuleType):
            yield from (getattr(value, part, None) for part in names)
        else:
            yield value
