"""The command line: one module per command, imported only when it is called or when help lists it."""

from __future__ import annotations

import gc
import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from workbench import __version__
from workbench.cli import console
from workbench.cli.findings import visible
from workbench.cli.help import tidy_help, tidy_types
from workbench.cli.interrupts import INTERRUPTED, heeded, is_interrupted
from workbench.cli.option_guard import guard
from workbench.cli.screen import safe_screen
from workbench.duke.board.compile_told import show_by
from workbench.finding import UnusableInput

# Panel of `workbench --help` -> its commands, in order; each has a module of its name with `register(app)`.
PANELS: dict[str, tuple[str, ...]] = {
    "Work in the browser": ("studio",),
    "Write tiles": ("new", "check", "explain", "fmt", "tiles", "tile"),
    "Print and show them": ("sheet", "render", "export", "calibrate", "stocks"),
    "Find out what they are worth": ("balance", "sim", "report", "lab", "ratings"),
    "Play and look up rules": ("play", "replay", "show", "why", "rules"),
    "Another game": ("dune",),
    "More": ("demo", "schema", "scenario", "perft", "bench", "cache"),
}
SMALL_MEMORY = 2 * 2**30
COMMANDS: dict[str, str] = {name: panel for panel, names in PANELS.items() for name in names}


class Commands(TyperGroup):
    """Finds a command in the module of its name: `workbench --version` and short commands start fast."""

    def list_commands(self, ctx: Any) -> list[str]:
        for name in COMMANDS:
            self._load(name)
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name in COMMANDS:
            self._load(cmd_name)
        elif cmd_name not in self.commands:
            self.list_commands(ctx)  # so that a misspelt command gets a suggestion
        return self.commands.get(cmd_name)

    def _load(self, name: str) -> None:
        if name not in self.commands:
            holder = typer.Typer(rich_markup_mode="rich")
            importlib.import_module(f"workbench.cli.{name}").register(holder)
            found: Any = typer.main.get_group(holder).commands
            for command in found.values():
                command.rich_help_panel = COMMANDS[name]
                guard(command)
            self.commands.update({key: tidy_help(command) for key, command in found.items()})

    def get_params(self, ctx: Any) -> list[Any]:
        return tidy_types(super().get_params(ctx))


app = typer.Typer(
    name="workbench",
    cls=Commands,
    help="Design, check, print and balance tiles for the board game The Duke.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"workbench {__version__}")
        raise typer.Exit


@app.callback()
def top(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, metavar="", help="Show the version and exit."),
    ] = False,
) -> None:
    """Design, check, print and balance tiles for the board game The Duke."""
    gc.enable()  # paused while the program was loaded


def main() -> None:
    """Runs the program; bad input and interruptions end it with a message and a code, not a traceback."""
    code: int | str | None = 0
    show_by(_shown_compiling)
    with heeded(), safe_screen():
        try:
            app(prog_name="workbench")
        except SystemExit as ended:
            code = ended.code
        except BaseException as problem:
            code = INTERRUPTED if is_interrupted() else _told(problem)
        code = INTERRUPTED if is_interrupted() else code
        try:
            sys.stdout.flush()
        except (OSError, ValueError):  # the reader of a pipe went away
            _drop_output()
    sys.exit(code)


def _shown_compiling(what: str) -> Any:
    from workbench.cli.waiting import shown_compiling

    return shown_compiling(what)


def _told(problem: BaseException) -> int:
    """The code that an exception ends the program with, after a message; what nobody foresaw is raised again."""
    if isinstance(problem, UnusableInput):
        console.print_findings(problem.findings)
        return console.UNUSABLE
    if isinstance(problem, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(problem, BrokenPipeError):
        _drop_output()
        return 1
    if isinstance(problem, MemoryError):
        typer.echo("error: there is not enough memory for this", err=True)
        return console.UNUSABLE
    if isinstance(problem, OSError):
        name = f"{problem.filename}: " if problem.filename else ""
        typer.echo(f"error: {visible(f'{name}{problem.strerror or problem}')}", err=True)
        return console.UNUSABLE
    if limit := _small_memory():
        what = f"{type(problem).__name__}: {problem}".splitlines()[0]
        allowed = f"this process may take {limit // 2**20} MB (ulimit -v)"
        typer.echo(f"error: there is not enough memory: {allowed}, and so it broke ({visible(what)})", err=True)
        return console.UNUSABLE
    raise problem


def _small_memory() -> int:
    """The memory that this process may take, if that is so little that libraries fail in ways of their own."""
    try:
        import resource
    except ImportError:
        return 0
    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return limit if limit != resource.RLIM_INFINITY and limit < SMALL_MEMORY else 0


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    from workbench.cli import main as main_program

    main_program()
