"""What is refused in every option of every command: empty texts, numbers that are none, a single value given twice."""

from __future__ import annotations

import math
from typing import Any

import typer


def guard(command: Any) -> None:
    """Let a command, and the commands inside it, refuse such options with a usage error."""
    for inner in getattr(command, "commands", {}).values():
        guard(inner)
    for param in command.params:
        if param.param_type_name == "option":
            _guard_values(param)
    make_parser = command.make_parser

    def guarded_parser(ctx: Any) -> Any:
        parser = make_parser(ctx)
        for option in {*parser._long_opt.values(), *parser._short_opt.values()}:
            if option.action == "store":
                _guard_repetition(option, ctx)
        return parser

    command.make_parser = guarded_parser


def _guard_values(param: Any) -> None:
    process = param.process_value

    def guarded(ctx: Any, value: Any) -> Any:
        for one in value if isinstance(value, list | tuple) else [value]:
            if isinstance(one, str) and not one.strip() and _is_given(ctx, param):
                raise typer.BadParameter("it is empty: give a value, or leave the option out", ctx=ctx, param=param)
        found = process(ctx, value)
        if isinstance(found, float) and not math.isfinite(found):
            raise typer.BadParameter(f"'{value}' is no number to measure with", ctx=ctx, param=param)
        return found

    param.process_value = guarded


def _is_given(ctx: Any, param: Any) -> bool:
    return getattr(ctx.get_parameter_source(param.name), "name", "") == "COMMANDLINE"


def _guard_repetition(option: Any, ctx: Any) -> None:
    process = option.process

    def guarded(value: Any, state: Any) -> None:
        if option.dest in state.opts:
            raise typer.BadParameter("it is given twice: keep one", ctx=ctx, param=option.obj)
        process(value, state)

    option.process = guarded
