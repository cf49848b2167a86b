"""Compiled code as files: written once by whoever compiled it, loaded by LLVM and called by ctypes, without Numba.

A file is one line of JSON and then the object code. The line says for which processor it was made, which function to
call with arguments of which layout, which symbols must be there, and the hash of the code: where anything differs, the
file is not used. Such a function gets a place for its result, a place for an exception, and then its arguments: an
integer as it is, a record by its address, an array and a named tuple part by part.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import operator
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from workbench.cache import mark_used

VERSION = 1
RESULTS: dict[str, Any] = {"int64": ctypes.c_int64, "bool": ctypes.c_int8, "none": ctypes.c_void_p}
CONVERT: dict[str, Callable[[Any], Any]] = {"int64": int, "bool": bool, "none": lambda value: None}
# Of Numba's runtime, for code that counts references of arrays it did not make: never called, for there are none.
STAND_INS = ("NRT_", "numba_", "_numba_", "_helper_")


class Unfit(Exception):
    """Kept code that cannot be used here; the message is for the log."""


class OtherArguments(Exception):
    """Arguments that kept code is not made for."""


@functools.cache
def machine() -> str:
    """The processor, as LLVM sees it."""
    import llvmlite.binding as llvm

    text = f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def layout_of(arg: Any) -> list[Any]:
    """How an argument is passed: its kind, and what it must be like."""
    if isinstance(arg, tuple):
        return ["tuple", [layout_of(part) for part in arg]]
    if isinstance(arg, np.void):
        return ["record", mark_of(arg.dtype)]
    if isinstance(arg, np.ndarray):
        return ["array", mark_of(arg.dtype), arg.ndim]
    operator.index(arg)
    return ["int"]


@functools.lru_cache(maxsize=64)
def mark_of(dtype: np.dtype[Any]) -> str:
    """What tells layouts of records apart."""
    return hashlib.sha256(repr(dtype.descr).encode()).hexdigest()[:16]


def parts_of(arg: Any, layout: list[Any]) -> list[int]:
    """The numbers that stand for an argument in a call; OtherArguments if it is not of this layout."""
    if layout[0] == "tuple" and isinstance(arg, tuple) and len(arg) == len(layout[1]):
        return [part for one, its in zip(arg, layout[1], strict=True) for part in parts_of(one, its)]
    if layout[0] == "int":
        return [operator.index(arg)]
    wanted = np.void if layout[0] == "record" else np.ndarray
    if not isinstance(arg, wanted) or layout_of(arg) != layout:
        raise OtherArguments
    array = np.asarray(arg)  # of a record: a view, not a copy
    if not array.flags.c_contiguous:
        raise OtherArguments
    data = array.ctypes.data  # `__array_interface__` would describe all fields of a record first
    if layout[0] == "record":
        return [data]
    return [0, 0, array.size, array.itemsize, data, *array.shape, *array.strides]


def count_of(layout: list[Any]) -> int:
    """How many numbers stand for an argument of this layout."""
    if layout[0] == "tuple":
        return sum(map(count_of, layout[1]))
    return 5 + 2 * layout[2] if layout[0] == "array" else 1


def write_object(path: Path, head: dict[str, Any], code: bytes) -> None:
    """Keep compiled code, whole or not at all."""
    line = {"version": VERSION, "machine": machine(), "hash": hashlib.sha256(code).hexdigest(), **head}
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    with os.fdopen(handle, "wb") as file:
        file.write(json.dumps(line).encode() + b"\n" + code)
    Path(name).replace(path)


def read_object(path: Path) -> tuple[dict[str, Any], bytes]:
    """The line and the code of a file; Unfit if it is damaged, or made for another machine."""
    try:
        line, _, code = path.read_bytes().partition(b"\n")
        head: dict[str, Any] = json.loads(line)
        found = (head["version"], head["machine"], head["hash"])
    except FileNotFoundError:
        raise Unfit("nothing is kept") from None
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise Unfit(f"{path} cannot be read ({problem})") from None
    if found != (VERSION, machine(), hashlib.sha256(code).hexdigest()):
        raise Unfit(f"{path} is damaged, or was made for another machine")
    return head, code


def load_object(path: Path, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """The function that is kept in a file; `otherwise` is called instead with arguments that it is not made for."""
    head, code = read_object(path)
    if head["refused"]:
        raise Unfit(f"{path}: {head['refused']}")
    try:
        linker = _linker()
        _find_symbols(head["needs"])
        address = linker.add(code, head["symbol"])
        mark_used(path.parent)
    except (RuntimeError, AttributeError, TypeError, OSError) as problem:
        raise Unfit(f"{path} cannot be loaded ({problem})") from None
    return _callable(address, head["layout"], head["result"], otherwise)


class Linker:
    """LLVM's loader of object code."""

    def __init__(self) -> None:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        self.llvm = llvm
        self.engines = [self._engine()]  # an empty one: the first makes the symbols of this process known

    def _engine(self) -> Any:
        target = self.llvm.Target.from_triple(self.llvm.get_process_triple())
        module = self.llvm.parse_assembly("")
        module.triple = self.llvm.get_process_triple()
        return self.llvm.create_mcjit_compiler(module, target.create_target_machine(jit=True))

    def add(self, code: bytes, symbol: str) -> int:
        """Load an object and give the address of a function in it; each has a place of its own, so that names may
        be met twice."""
        engine = self._engine()
        engine.add_object_file(self.llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self.engines.append(engine)
        address: int = engine.get_function_address(symbol)
        if not address:
            raise Unfit(f"there is no {symbol}")
        return address


@functools.cache
def _linker() -> Linker:
    return Linker()


def _call_nothing() -> None:
    raise RuntimeError("compiled code has called what it should not need")


_never = ctypes.CFUNCTYPE(None)(_call_nothing)


def _find_symbols(names: list[str]) -> None:
    """Make sure that LLVM will find each symbol, for it ends the process where one is missing."""
    import llvmlite.binding as llvm

    for name in names:
        if llvm.address_of_symbol(name) is None:
            if not name.startswith(STAND_INS):
                raise Unfit(f"there is no {name} in this process")
            llvm.add_symbol(name, ctypes.cast(_never, ctypes.c_void_p).value)


class Place:
    """An argument of a function. Most are the same object as in the last call, or in that before it where two bots play
    by turns: where they lie does not change. No more are held, for they may be large.
    """

    def __init__(self, layout: list[Any]) -> None:
        self.layout = layout
        self.is_int = layout[0] == "int"
        self.last: Any = object()
        self.before: Any = self.last
        self.parts: list[int] = []
        self.parts_before: list[int] = []

    def take(self, arg: Any) -> None:
        """Make this the last one; OtherArguments if it is not of the layout."""
        parts = self.parts_before if arg is self.before else parts_of(arg, self.layout)
        self.before, self.parts_before = self.last, self.parts
        self.last, self.parts = arg, parts


def _callable(address: int, layouts: list[Any], result: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    count = sum(map(count_of, layouts))
    made = RESULTS[result]
    # PYFUNCTYPE: the interpreter is held, as Numba does
    function = ctypes.PYFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * count)(address)
    excuse = ctypes.c_void_p()
    convert: Callable[[Any], Any] = CONVERT[result]
    places = [Place(layout) for layout in layouts]

    def call(*args: Any) -> Any:
        flat: list[int] = []
        try:
            for arg, place in zip(args, places, strict=True):
                if place.is_int:
                    flat.append(operator.index(arg))
                else:
                    if arg is not place.last:
                        place.take(arg)
                    flat += place.parts
        except (OtherArguments, TypeError, ValueError):
            return otherwise(*args)
        out = made()
        status = function(ctypes.addressof(out), ctypes.addressof(excuse), *flat)
        if status not in (0, -2):  # -2: None
            raise RuntimeError(f"compiled code ended with status {status}")
        return convert(out.value)

    return call
