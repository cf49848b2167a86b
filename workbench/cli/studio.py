"""workbench studio: the workbench in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("studio")(studio)


def studio(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="FILE | FOLDER", help="A tile set to open, or the folder to work in (here)."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port to answer on (8427, or the next).")
    ] = None,
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in the browser.")] = True,
) -> None:
    """Invent tiles in the browser: paint icons, see what is wrong and what the tile is worth, play with it, print it.

    [b]workbench studio my-set.yaml[/b] opens a set, [b]workbench studio[/b] the folder you are in. The page works
    on the same files as the commands do and needs no network. Ctrl-C ends it; drafts stay in the browser.

    Exit code: 0, or 2 if the path or the port cannot be used.
    """
    from workbench.cli import interrupts
    from workbench.cli.console import fail
    from workbench.studio.desk import Desk
    from workbench.studio.project import Project
    from workbench.studio.server import open_socket, serve

    folder, first = _place(path)
    try:
        listener = open_socket(port)
    except OSError as problem:
        where = f"port {port}" if port is not None else "any port"
        fail(f"cannot answer on {where}: {(problem.strerror or '').lower()}", "Choose another one with --port.")

    def ready(address: str) -> None:
        typer.echo(f"The studio is open at {address}")
        typer.echo(f"Working in {folder}. Ctrl-C ends it.", err=True)
        if open_it:
            import webbrowser

            webbrowser.open(address)

    serve(Desk(Project(folder), first), listener, ready)
    interrupts.expected()
    typer.echo("The studio is closed. Drafts that were not saved are kept by the browser.", err=True)


def _place(path: Path | None) -> tuple[Path, str]:
    """The folder to work in, and the file to open first."""
    from workbench.cli.console import fail
    from workbench.tileset.load import ENDINGS

    if path is None:
        return Path.cwd(), ""
    if path.is_dir():
        return path.resolve(), ""
    if path.suffix.lower() not in ENDINGS:
        fail(f"{path} is neither a folder nor a tile set", f"A tile set ends in {', '.join(ENDINGS)}.")
    if not path.parent.is_dir():
        fail(f"there is no folder {path.parent}", "Create it first.")
    if not path.exists():
        fail(f"there is no file {path}", f"Begin it with: workbench new {path}")
    return path.resolve().parent, path.resolve().name
