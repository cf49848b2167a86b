"""The command line: one module per command, imported only when it is called or when help lists it."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from workbench import __version__
from workbench.cli import console
from workbench.finding import UnusableInput

# Panel of `workbench --help` -> its commands, in order; each has a module of its name with `register(app)`.
PANELS: dict[str, tuple[str, ...]] = {
    "Write tiles": ("new", "check", "explain", "fmt", "tiles", "tile"),
    "Print them": ("sheet", "render", "calibrate", "stocks"),
    "Find out what they are worth": ("sim", "report", "lab"),
    "Play and look up rules": ("play", "replay", "show", "why", "rules"),
    "More": ("demo", "schema", "scenario", "perft", "bench"),
}
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
            self.commands.update(found)


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
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Design, check, print and balance tiles for the board game The Duke."""


def main() -> None:
    """Runs the program; bad input and interruptions end it with a message and a code, not a traceback."""
    try:
        app(prog_name="workbench")
    except UnusableInput as error:
        console.print_findings(error.findings)
        sys.exit(console.UNUSABLE)
    except KeyboardInterrupt:
        sys.exit(console.INTERRUPTED)
    except BrokenPipeError:
        _drop_output()
        sys.exit(1)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        typer.echo(f"error: {name}{error.strerror or error}", err=True)
        sys.exit(console.UNUSABLE)
    finally:
        try:
            sys.stdout.flush()
        except (OSError, ValueError):  # the reader of a pipe went away
            _drop_output()


def _drop_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
