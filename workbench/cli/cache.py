"""workbench cache: what is kept between runs, and how to be rid of it."""

from __future__ import annotations

from typing import Annotated

import typer

HELD = {
    "engine": "compiled code of the rules and bots",
    "tables": "rule tables of games",
    "played": "which tile sets have passed their smoke games",
    "pages": "compiled templates of reports",
    "base-effects": "worths of the official tiles, for `balance`",
    "studio": "designs that the studio plays with",
}


def register(app: typer.Typer) -> None:
    app.command("cache")(cache)


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Empty it: all is made again when it is needed.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Show what is kept between runs and where, or clear it.

    The cache holds what is slow to make: compiled code, rule tables and the like. Each folder is bounded in size;
    what was used least lately goes first. It is private to you: code in it is run. WORKBENCH_CACHE_DIR names
    another folder to put it in.
    """
    from workbench.cache import cache_home, sizes
    from workbench.cache import clear as empty
    from workbench.cli.console import columns, print_json

    home = cache_home()
    if clear:
        freed = empty(home)
        if as_json:
            print_json({"version": 1, "folder": str(home), "freed_bytes": freed})
        else:
            typer.echo(f"{home}: {_told(freed)} freed")
        return
    found = sizes(home)
    if as_json:
        told = {name: {"files": files, "bytes": size} for name, (files, size) in found.items()}
        print_json({"version": 1, "folder": str(home), "holds": told})
        return
    typer.echo(f"{home}: {_told(sum(size for _, size in found.values()))}")
    rows = [
        (name, f"{files:,} file{'' if files == 1 else 's'}", _told(size), HELD.get(name, ""))
        for name, (files, size) in found.items()
    ]
    typer.echo("\n".join(f"  {line}" for line in columns(rows)) if rows else "  nothing yet")


def _told(size: int) -> str:
    return f"{size / 2**20:.1f} MB" if size >= 2**20 else f"{size / 2**10:.0f} KB"
