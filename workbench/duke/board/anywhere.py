"""Small functions for compiled code and plain Python alike, without a need for the compiler where none is used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
WAITING: list[Callable[..., Any]] = []  # until `compile` makes them known to compiled code


def anywhere(function: Function) -> Function:
    """Plain Python calls the function as it is; in compiled code it is always inlined."""
    WAITING.append(function)
    return function
