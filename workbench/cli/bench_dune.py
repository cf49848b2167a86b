"""workbench bench dune: games of Dragon Dune a second, bare and recorded, for each bot."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

LEAST_RATES = {"random": 150.0, "seeker": 85.0, "planner": 2.0}  # games a CPU second


def register_bench(bench: typer.Typer) -> None:
    bench.command("dune")(bench_dune)


def bench_dune(
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="Time for each measurement.")] = 2.0,
    bot: Annotated[list[str] | None, typer.Option("--bot", help="Only these bots; repeatable.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure games of Dragon Dune: games a CPU second on one core, without and with records.

    Exit code 1 when a bot is slower than it should be.
    """
    from workbench.cli.console import columns, fail, print_json
    from workbench.dune.registry import BOTS
    from workbench.sim.seam import SimError

    try:
        found = [measure_dune(name, seconds) for name in bot or BOTS]
    except SimError as problem:
        fail(str(problem))
    if as_json:
        print_json({"version": 1, "games_per_cpu_second": found})
    else:
        rows = [("bot", "bare", "recorded", "should be"), *(_shown(one) for one in found)]
        typer.echo("games a CPU second\n" + "\n".join(columns(rows)))
    raise typer.Exit(int(any(one["least"] and one["bare"] < one["least"] for one in found)))


def _shown(one: dict[str, Any]) -> tuple[str, str, str, str]:
    least = f"at least {one['least']:g}" if one["least"] else ""
    return one["bot"], f"{one['bare']:,.1f}", f"{one['recorded']:,.1f}", least


def measure_dune(name: str, seconds: float) -> dict[str, Any]:
    """Games a CPU second by one bot, in blocks until the time is up."""
    from workbench.dune.play import play_game
    from workbench.sim.dune.plan import DunePlan
    from workbench.sim.dune.play import DuneGame

    plan = DunePlan(bots=name, games=10**6)
    game = DuneGame.from_plan(plan)
    rules = game.arms[0].rules

    def warm_up(first: int) -> None:
        game.play_batch(plan, 100_000 + first, 4)  # other games: what bots remember of boards fills as in a long run

    def bare(first: int) -> None:
        for luck in range(first, first + 4):
            play_game(rules, plan.seed, luck, game.seated(luck))

    def recorded(first: int) -> None:
        game.play_batch(plan, 200_000 + first, 40)

    _rate(warm_up, 4, seconds)
    rates = {"bare": _rate(bare, 4, seconds), "recorded": _rate(recorded, 40, seconds)}
    return {"bot": name, **rates, "least": LEAST_RATES.get(name)}


def _rate(play_some: Any, games: int, seconds: float) -> float:
    began, first = time.process_time(), 0
    while (spent := time.process_time() - began) < seconds or not first:
        play_some(first)
        first += games
    spent = time.process_time() - began
    return first / spent
