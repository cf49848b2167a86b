"""workbench lab: experiments that say what a tile, an icon or an edit really does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli import console
from workbench.cli.game_options import GameOptions, Goal, Ground, LightArmy, Rules
from workbench.cli.lab_run import Bots, Forced, In, Out, Resume, Seed, Verbose, Workers
from workbench.cli.lab_worth import worth

if TYPE_CHECKING:
    from workbench.lab.run import Experiment

lab = typer.Typer(
    help="Experiments on tiles: is B better than A, which icon does it, what change makes it fair?",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
PAIRS_LIMIT = 100_000_000
Json = Annotated[bool, typer.Option("--json", help="For programs.")]
Margin = Annotated[float, typer.Option(min=0.1, max=50, help="Points that still count as equal.")]


lab.command()(worth)


def register(app: typer.Typer) -> None:
    app.add_typer(lab, name="lab")


@lab.command()
def swap(
    old: Annotated[str, typer.Argument(metavar="A", help="A tile of the army, by name or code, or SET:TILE.")],
    new: Annotated[str, typer.Argument(metavar="B", help="The tile to put in its place, or SET:TILE.")],
    sets: In = None,
    bots: Bots = "greedy",
    forced: Forced = True,
    margin: Margin = 1.0,
    until: Annotated[
        str, typer.Option(metavar="settled | N", help="Until the verdict is settled, or N pairs.")
    ] = "settled",
    seed: Seed = 1,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    out: Out = None,
    resume: Resume = False,
    workers: Workers = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> None:
    """Is B better than A? Replaces A by B in one army, in both seats, and plays twin games on the same luck.

    [b]workbench lab swap Knight Wizard[/b] says how many points of win rate the Wizard is worth more than the
    Knight when it is the first tile drawn; with --natural, over whole games, drawn or not. Every bot of
    --bots gets its own verdict. Games stop as soon as it is settled. [b]workbench lab swap OLD.yaml:Warden
    NEW.yaml:Warden[/b] compares two versions of one tile, among the other tiles of the first file.

    Exit code: 0 for any verdict, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.cli.lab_run import conclude, load_background, names_of_bots, run_experiment
    from workbench.cli.lab_show import show_swap
    from workbench.lab.swap import as_json as data
    from workbench.lab.swap import plan_swap, swap_effects

    options = GameOptions(_with_set_of(old, sets), setting, terrain, objective, light)
    pairs = _pairs(until)

    def plan() -> Experiment:
        return plan_swap(
            load_background(options),
            old,
            new,
            bots=names_of_bots(bots),
            forced=forced,
            margin_points=margin,
            pairs=pairs,
            seed=seed,
        )

    run = run_experiment(plan, out, resume, workers, verbose)
    found = swap_effects(run)
    if as_json:
        listed = [data(effect, run.plan) for effect in found]
        console.print_json(listed[0] if len(listed) == 1 else listed)
        return
    show_swap(run, found)
    conclude(run)


def _with_set_of(tile: str, sets: list[str] | None) -> list[str] | None:
    """The sets, with that of the version that the army has."""
    from workbench.lab.versions import split_version

    version = split_version(tile)
    return sets if version is None or version[0] in (sets or ()) else [*(sets or ()), version[0]]


def _pairs(until: str) -> int | None:
    """None: until settled."""
    if until == "settled":
        return None
    text = until.replace(",", "").replace("_", "")
    if not re.fullmatch("[0-9]{1,10}", text) or not 2 <= int(text) <= PAIRS_LIMIT:
        message = f"'{until}' is neither 'settled' nor a number of pairs"
        raise typer.BadParameter(message, param_hint="--until")
    return int(text) + int(text) % 2


@lab.command()
def twins(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder of a lab experiment.")],
    pair: Annotated[int | None, typer.Option(min=0, help="Show this pair side by side.")] = None,
    bot: Annotated[
        str | None, typer.Option("--bots", "--bot", metavar="BOT", help="Which bot's pairs, where the run has several.")
    ] = None,
    arm: Annotated[str | None, typer.Option(metavar="NAME", help="Which arm, where the run has several.")] = None,
    count: Annotated[int, typer.Option(min=1, max=PAIRS_LIMIT, help="How many pairs to list.")] = 10,
    every: Annotated[bool, typer.Option("--all", help="Draw every ply at once; do not ask.")] = False,
) -> None:
    """Twin games that parted: list them, or play one pair side by side from the ply where they part.

    On a terminal single keys step forwards and back; elsewhere it prints the turns and both ends.
    """
    from workbench.cli.lab_twins import chosen, list_twins, show_pair
    from workbench.lab.plan import LabPlan
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run

    try:
        run = open_run(folder, LabPlan)
        rung = chosen("bots", bot, run.plan.bots)
        which = chosen("arm", arm, [one["label"] for one in run.about["arms"]])
        if pair is None:
            list_twins(run, rung, which, count)
        else:
            show_pair(run, rung, which, pair, every)
    except SimError as problem:
        console.fail(str(problem))


@lab.command()
def icons(
    tile: Annotated[str, typer.Argument(metavar="TILE", help="A tile, by name or code.")],
    sets: In = None,
    bots: Bots = "greedy",
    forced: Forced = True,
    pairs: Annotated[int, typer.Option(min=2, max=PAIRS_LIMIT, help="Pairs played for each part of the tile.")] = 4000,
    svg: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write both faces with their heat as SVG files.")
    ] = None,
    seed: Seed = 1,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    out: Out = None,
    resume: Resume = False,
    workers: Workers = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> None:
    """What does each icon contribute? Plays the tile without it, one icon, side or ability at a time.

    All twins share the luck and the control's games. A contribution is what the owner's score loses when the
    part may not be used; "sure" allows for the number of parts (Holm). Blue helps, orange hurts.

    Exit code: 0, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.cli.lab_run import conclude, load_background, names_of_bots, run_experiment
    from workbench.cli.lab_show import icons_json, show_icons, write_heat
    from workbench.lab.icons import plan_icons

    options = GameOptions(sets, setting, terrain, objective, light)

    def plan() -> Experiment:
        named = names_of_bots(bots)
        return plan_icons(load_background(options), tile, bots=named, forced=forced, pairs=pairs, seed=seed)

    run = run_experiment(plan, out, resume, workers, verbose)
    if as_json:
        console.print_json(icons_json(run))
        return
    show_icons(run)
    conclude(run, *write_heat(run, svg))


@lab.command()
def ladder(
    tile: Annotated[str, typer.Argument(metavar="TILE", help="A tile, by name or code.")],
    sets: In = None,
    bots: Annotated[
        str | None, typer.Option(metavar="BOT", help="The rungs, weakest first. Default: every bot there is.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(metavar="TILE", help="Default: what it replaces, else a Footman.")
    ] = None,
    forced: Forced = True,
    margin: Margin = 1.0,
    until: Annotated[
        str, typer.Option(metavar="settled | N", help="Until each verdict is settled, or N pairs each.")
    ] = "settled",
    skill: Annotated[
        int, typer.Option(min=0, metavar="GAMES", help="Games of each bot against each, for one scale; 0: none.")
    ] = 40,
    seed: Seed = 1,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    out: Out = None,
    resume: Resume = False,
    workers: Workers = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> None:
    """What is the tile worth to players of every strength: does it reward skill or luck?

    The bots also meet each other, so that their strength stands on one scale (Elo) beside the tile's.

    Exit code: 0, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.cli.lab_run import conclude, load_background, names_of_bots, run_experiment, run_skill
    from workbench.cli.lab_show import ladder_json, show_ladder
    from workbench.lab.ladder import plan_ladder
    from workbench.lab.swap import swap_effects

    options = GameOptions(sets, setting, terrain, objective, light)
    pairs = _pairs(until)

    def plan() -> Experiment:
        return plan_ladder(
            load_background(options),
            tile,
            against=against,
            bots=names_of_bots(bots) if bots else (),
            forced=forced,
            margin_points=margin,
            pairs=pairs,
            seed=seed,
        )

    run = run_experiment(plan, out, resume, workers, verbose)
    found = swap_effects(run)
    matches = run_skill(run, skill)
    if as_json:
        console.print_json(ladder_json(run, found, matches))
        return
    show_ladder(run, found, matches)
    conclude(run)


@lab.command()
def tune(
    tile: Annotated[str, typer.Argument(metavar="TILE", help="The tile to change, by name or code.")],
    target: Annotated[str, typer.Option(metavar='"+2 +-1"', help="Points of win rate to aim at, and how near.")],
    sets: In = None,
    at: Annotated[str, typer.Option("--bots", "--at", metavar="BOT", help="For which players: one bot.")] = "greedy",
    keep: Annotated[
        str, typer.Option(metavar="RULES", help="symmetric, icons<=N (on either side), total<=N (on both).")
    ] = "",
    edits: Annotated[int, typer.Option(min=1, max=2, help="How many edits may come together.")] = 1,
    against: Annotated[
        str | None, typer.Option(metavar="TILE", help="Default: what it replaces, else a Footman.")
    ] = None,
    forced: Forced = True,
    pairs: Annotated[int, typer.Option(min=20, max=PAIRS_LIMIT, help="Pairs of each tile in the first round.")] = 200,
    final: Annotated[int, typer.Option(min=100, max=PAIRS_LIMIT, help="Fresh pairs of each winner.")] = 20000,
    winners: Annotated[int, typer.Option(min=1, max=20, help="How many tiles are measured at the end.")] = 6,
    seed: Seed = 1,
    setting: Rules = None,
    terrain: Ground = None,
    objective: Goal = None,
    light: LightArmy = None,
    out: Out = None,
    resume: Resume = False,
    workers: Workers = None,
    verbose: Verbose = False,
    as_json: Json = False,
) -> None:
    """What change makes the tile fair? Races its edits, then measures the best ones on fresh games.

    [b]workbench lab tune Lancer --set my-set.yaml --target "0 +-1"[/b] looks for the smallest edits that bring
    the Lancer within a point of the tile it replaces. The list shows tiles that no other beats both in
    nearness to the target and in likeness to the original.

    Exit code: 0, 2 cannot start or go on, 130 stopped by Ctrl-C.
    """
    from workbench.cli.lab_run import load_background, run_tune
    from workbench.cli.lab_show import show_tuned, tuned_json
    from workbench.lab.edits import parse_rules
    from workbench.lab.tune import TuneTask, parse_target, plan_tune

    options = GameOptions(sets, setting, terrain, objective, light)

    def plan() -> TuneTask:
        parse_rules(keep)
        return plan_tune(
            load_background(options),
            tile,
            parse_target(target),
            against=against,
            bot=at,
            keep=keep,
            edits=edits,
            forced=forced,
            seed=seed,
            winners=winners,
            first_pairs=pairs,
            final_pairs=final + final % 2,
        )

    run, found = run_tune(plan, out, resume, workers, verbose)
    if as_json:
        console.print_json(tuned_json(run, found))
        return
    show_tuned(run, found)
