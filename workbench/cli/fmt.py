"""workbench fmt: writes faces as aligned grids."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from workbench.tileset.load import Loaded


def register(app: typer.Typer) -> None:
    app.command("fmt")(fmt)


def fmt(
    paths: Annotated[list[str], typer.Argument(metavar="PATH", help="Files, or folders (walked).")],
    check: Annotated[bool, typer.Option("--check", help="Change nothing; exit 1 if a file would change.")] = False,
) -> None:
    """Write every face as an aligned grid; leave the rest of the files as it is.

    Faces given as lists of icons become grids. Files with errors are not touched ('workbench check' tells
    more).

    Exit code: 0, 1 if --check found something to change, 2 a file that cannot be used.
    """
    from workbench.check.run import choose
    from workbench.check.walk import find_files, no_sets
    from workbench.cli.console import FINDINGS, UNUSABLE, note, print_findings
    from workbench.cli.outputs import write_files

    files = find_files(paths)
    chosen, _, empty = choose(files)
    broken, changed = [*files.findings, *map(no_sets, empty)], 0
    for loaded in chosen.values():
        text = _formatted(loaded)
        if loaded.tileset is None:
            broken += loaded.findings
        elif text is not None:
            changed += 1
            typer.echo(f"{'would reformat' if check else 'reformatted'} {loaded.file}")
            if not check:
                write_files({Path(loaded.file): text.encode()})
    if broken:
        print_findings(broken)
    total = len(chosen)
    note(f"{changed} of {total} file{'' if total == 1 else 's'} {'would change' if check else 'changed'}")
    raise typer.Exit(UNUSABLE if broken else FINDINGS if check and changed else 0)


def _formatted(loaded: Loaded) -> str | None:
    """The new text of a file without errors, if it differs."""
    from workbench.tileset.load import load_tileset_text
    from workbench.tileset.rewrite import format_faces

    if loaded.tileset is None or loaded.document is None:
        return None
    text = format_faces(loaded)
    if text == loaded.document.text:
        return None
    again = load_tileset_text(text, loaded.file).require()
    if again != loaded.tileset:
        raise AssertionError(f"formatting {loaded.file} would change its tiles; the file was left alone")
    return text
