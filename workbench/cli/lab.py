"""workbench lab: experiments that say what a tile, an icon or an edit really does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli import console
from workbench.cli.lab_run import Background, Bots, Forced, In, Out, Resume, Seed, Setting, Verbose, Workers

if TYPE_CHECKING:
    from workbench.lab.run import Experiment

lab = typer.Typer(
    help="Experiments on tiles: is B better than A, which icon does it, what change makes it fair?",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
Margin = Annotated[float, typer.Option(min=0.1, max=50, help="Points that still count as equal.")]


def register(app: typer.Typer) -> None:
    app.add_typer(lab, name="lab")


@lab.command()
def swap(
    old: Annotated[str, typer.Argument(metavar="A", help="A tile of the army, by name or code.")],
    new: Annotated[str, typer.Argument(metavar="B", help="The tile to put in its place.")],
    sets: In = None,
    bots: Bots = "greedy",
    forced: Forced = True,
    margin: Margin = 1.0,
    until: Annotated[
        str, typer.Option(metavar="settled | N", help="Until the verdict is settled, or N pairs.")
    ] = "settled",
    seed: Seed = 1,
    setting: Setting = None,
    out: Out = None,
    resume: Resume = False,
    workers: Workers = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> None:
    """Is B better than A? Replaces A by B in one army, in both seats, and plays twin games on the same luck.

    [b]workbench lab swap Knight Wizard[/b] says how many points of win rate the Wizard is worth more than the
    Knight when it is the first tile drawn; with --natural, over whole games, drawn or not. Every bot of --bots
    gets its own verdict. Games stop as soon as it is settled.

    Exit code: 0 for any verdict, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.cli.lab_run import conclude, run_experiment
    from workbench.lab.swap import plan_swap, swap_effects

    background = Background(sets, setting)
    pairs = _pairs(until)

    def plan() -> Experiment:
        return plan_swap(
            background.load(), old, new, bots=bots.split(","), forced=forced, margin_points=margin,
            pairs=pairs, seed=seed,
        )  # fmt: skip

    run = run_experiment(plan, out, resume, workers, verbose)
    from workbench.cli.lab_show import show_swap
    from workbench.lab.swap import as_json as data

    found = swap_effects(run)
    if as_json:
        listed = [data(effect, run.plan) for effect in found]
        console.print_json(listed[0] if len(listed) == 1 else listed)
        return
    show_swap(run, found)
    conclude(run)


def _pairs(until: str) -> int | None:
    """None: until settled."""
    if until == "settled":
        return None
    text = until.replace(",", "").replace("_", "")
    if not text.isdigit() or int(text) < 2:
        raise typer.BadParameter(f"'{until}' is neither 'settled' nor a number of pairs", param_hint="--until")
    return int(text) + int(text) % 2


@lab.command()
def twins(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder of a lab experiment.")],
    pair: Annotated[int | None, typer.Option(min=0, help="Show this pair side by side.")] = None,
    bot: Annotated[str | None, typer.Option(help="Which bot's pairs, where the run has several.")] = None,
    arm: Annotated[str | None, typer.Option(help="Which arm, where the run has several.")] = None,
    count: Annotated[int, typer.Option(min=1, help="How many pairs to list.")] = 10,
    every: Annotated[bool, typer.Option("--all", help="Draw every ply at once; do not ask.")] = False,
) -> None:
    """Twin games that parted: list them, or play one pair side by side from the ply where they part.

    On a terminal it waits for a key after each ply; elsewhere it prints the turns and both ends.
    """
    from workbench.cli.lab_twins import list_twins, show_pair
    from workbench.lab.plan import LabPlan
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run

    try:
        run = open_run(folder, LabPlan)
        chosen = _chosen("bot", bot, run.plan.bots), _chosen("arm", arm, [a["label"] for a in run.about["arms"]])
        if pair is None:
            list_twins(run, *chosen, count)
        else:
            show_pair(run, *chosen, pair, every)
    except SimError as problem:
        console.fail(str(problem))


def _chosen(what: str, name: str | None, known: Any) -> int:
    """The number of the bot or arm of this name; the first by default."""
    if name is None:
        return 0
    if name not in known:
        raise typer.BadParameter(f"'{name}' is not in this run: {', '.join(known)}", param_hint=f"--{what}")
    return int(list(known).index(name))
