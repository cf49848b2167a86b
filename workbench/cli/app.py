"""The command line: one module per command, each imported cheaply; heavy work is imported when it runs."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Annotated

import typer

from workbench import __version__
from workbench.cli import console
from workbench.finding import UnusableInput

app = typer.Typer(
    name="workbench",
    help="Design, check, print and balance tiles for the board game The Duke.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

# Each module has `register(app)`; the order is the order of `workbench --help`.
COMMANDS: tuple[str, ...] = (
    "new",
    "check",
    "explain",
    "fmt",
    "tiles",
    "tile",
    "sheet",
    "calibrate",
    "render",
    "stocks",
    "schema",
    "rules",
    "demo",
    "bench",
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


for _name in COMMANDS:
    importlib.import_module(f"workbench.cli.{_name}").register(app)


def main() -> None:
    """Runs the program; bad input and interruptions end it with a message and a code, not a traceback."""
    try:
        app()
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
