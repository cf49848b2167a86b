"""workbench demo: a tour with the example tiles; each part of the workbench adds a step."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

EXAMPLE = "workshop"


class Step(NamedTuple):
    """One station of the tour. `run` gets the folder for files and prints what it shows."""

    title: str
    command: str  # what to type to do the same by hand
    run: Callable[[Path], None]


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)


def demo(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to put the files.")] = Path("demo"),
) -> None:
    """Take a tour: check the example tiles and see what the workbench makes of them."""
    from workbench.cli.console import fail

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        fail(f"cannot make the folder {folder}: {problem.strerror}", "Name another: workbench demo FOLDER")
    for number, step in enumerate(STEPS, start=1):
        typer.echo(f"{number}. {step.title}\n   $ {step.command.format(folder=folder)}\n")
        step.run(folder)
        typer.echo("")
    typer.echo("Make your own: workbench new my-set.yaml --tile 'Hedge Knight' --from Knight")


def _indented(text: str) -> None:
    from textwrap import indent

    typer.echo(indent(text, "   "))


def _draw(folder: Path) -> None:
    from workbench.cli.console import shows_unicode
    from workbench.cli.tile import draw, find_tile

    set_, tile = find_tile("Lancer", [EXAMPLE])
    _indented(draw(tile, set_, shows_unicode()))


def _check(folder: Path) -> None:
    from workbench.check.run import run_check
    from workbench.cli.check import format_summary
    from workbench.cli.findings import format_text, wants_colour

    checked = run_check([EXAMPLE])
    _indented(format_text((*checked.findings, *checked.accepted), wants_colour()) + "\n")
    _indented(format_summary(checked, with_accepted=True))


STEPS: tuple[Step, ...] = (
    Step("A tile is a text that looks like the tile.", f"workbench tile Lancer --set {EXAMPLE}", _draw),
    Step("What is odd about the example tiles?", f"workbench check {EXAMPLE} --accepted", _check),
)
