"""The command line: one module per command, each imported cheaply; heavy work is imported when it runs."""

from __future__ import annotations

import importlib
import sys
from typing import Annotated

import typer

from workbench import __version__

app = typer.Typer(
    name="workbench",
    help="Design, check, print and balance tiles for the board game The Duke.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

# Each module has `register(app)`; the order is the order of `workbench --help`.
COMMANDS: tuple[str, ...] = ("check", "explain")


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
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
