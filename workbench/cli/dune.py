"""workbench dune: Dragon Dune on the same bench. One module for each kind of sub-command."""

from __future__ import annotations

from importlib import import_module

import typer

HELP = (
    "Simulate, compare and play Dragon Dune, a game of four factions by Vincent von Guard (CC BY-SA 4.0).\n\n"
    "[b]workbench dune sim --bots seeker --games 2000[/b] plays games between bots, [b]workbench report RUN[/b] says "
    "whether the factions are balanced, [b]workbench dune compare[/b] what each advanced power changes, and "
    "[b]workbench dune play --as orcs[/b] seats you at the table."
)

# Modules with `register(dune)`, in the order of the help.
DUNE_PARTS = (
    "workbench.cli.dune_sim",
    "workbench.cli.dune_play",
    "workbench.cli.dune_replay",
    "workbench.cli.dune_show",
)


def register(app: typer.Typer) -> None:
    dune = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", help=HELP)
    dune.callback()(_top)
    for part in DUNE_PARTS:
        import_module(part).register(dune)
    app.add_typer(dune, name="dune")


def _top() -> None:
    """Simulate, compare and play Dragon Dune."""


_top.__doc__ = HELP
