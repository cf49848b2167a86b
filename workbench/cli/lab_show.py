"""What the lab's experiments say, for the terminal."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import typer

from workbench.cli.console import columns

if TYPE_CHECKING:
    from workbench.lab.measure import Effect
    from workbench.lab.plan import LabPlan
    from workbench.sim.store import Run


def points(effect: Effect) -> str:
    """'+2.1 (+1.6 to +2.6)'."""
    raw = effect.raw
    return f"{raw.value:+.1f} ({raw.low:+.1f} to {raw.high:+.1f})"


def mode(plan: LabPlan) -> str:
    return "drawn first" if plan.forced else "left to the shuffle"


def show_swap(run: Run[LabPlan], found: list[Effect]) -> None:
    from workbench.lab.swap import sentence

    plan = run.plan
    for effect in found:
        typer.echo(sentence(effect, plan.against, plan.tile, plan))
    typer.echo("")
    rows = [("bot", "verdict", "points", "corrected", "pairs", "differ", "games")]
    for effect in found:
        fixed = effect.corrected
        rows.append(
            (
                effect.bot,
                effect.verdict,
                points(effect),
                f"{fixed.value:+.1f} ({fixed.low:+.1f} to {fixed.high:+.1f})",
                f"{effect.pairs:,}",
                f"{effect.discordant:,}",
                f"{effect.games:,}",
            )
        )
    typer.echo("\n".join(columns(rows)))
    typer.echo(
        f"{plan.against} {mode(plan)}; margin {plan.margin_points:g}, seed {plan.seed}; "
        "'corrected' allows for stopping when settled"
    )
    if any(effect.discordant for effect in found):
        typer.echo(f"games that parted: workbench lab twins {shlex.quote(str(run.path))}")
