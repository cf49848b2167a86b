"""workbench ratings: how strong the official tiles are; `make` plays for it."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from workbench.cli import ratings_make, ratings_show

RATINGS_HELP = (
    "How strong the official tiles are, at four levels of skill.\n\n"
    "[b]workbench ratings[/b] shows them all, [b]workbench ratings robin-hood[/b] a set; [b]workbench ratings make[/b] "
    "plays for them anew."
)


class _ShowsByDefault(TyperGroup):
    """What is no sub-command is a set to show."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            args = ["show", *args]
        return super().parse_args(ctx, args)


def register(app: typer.Typer) -> None:
    ratings = typer.Typer(cls=_ShowsByDefault, rich_markup_mode="rich", help=RATINGS_HELP)
    ratings.callback()(_top)
    ratings_show.register(ratings)
    ratings_make.register(ratings)
    app.add_typer(ratings, name="ratings")


def _top() -> None:
    """How strong the official tiles are."""


_top.__doc__ = RATINGS_HELP
