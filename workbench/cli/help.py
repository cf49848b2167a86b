"""Help that reads like help: words instead of types, paragraphs that fit any width."""

from __future__ import annotations

import inspect
from typing import Any


def tidy_help(command: Any) -> Any:
    """A command, and those within it, with help in plain words."""
    command.help = join_lines(command.help or "")
    find = command.get_params
    command.get_params = lambda ctx: tidy_types(find(ctx))
    for inner in getattr(command, "commands", {}).values():
        tidy_help(inner)
    return command


def join_lines(text: str) -> str:
    """Paragraphs as one line each, so that they are wrapped by the width of the terminal, not by the source's."""
    return "\n\n".join(" ".join(part.split("\n")) for part in inspect.cleandoc(text).split("\n\n"))


# What an option is called that names no value of its own, by the type of it.
PLACEHOLDERS = {"int": "N", "float": "NUMBER", "path": "PATH", "str": "TEXT", "text": "TEXT"}


def tidy_types(params: list[Any]) -> list[Any]:
    """A switch takes no value, so its help shows none; an argument is told by its name, an option by a word."""
    for param in params:
        if param.param_type_name == "argument":
            param.display_type_rich = lambda ctx: None
        elif param.metavar is None:
            param.metavar = "" if getattr(param, "is_flag", False) else PLACEHOLDERS.get(_type_name(param))
    return params


def _type_name(param: Any) -> str:
    """As Typer names the type of a value; how it does so depends on its version."""
    name = param.bare_type() if hasattr(param, "bare_type") else getattr(param.type, "name", "")
    return str(name).partition(" ")[0].lower()
