"""workbench bench bots: how fast and how strong the bots are on this machine."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any

import typer

LADDER = ("random", "greedy", "search:depth=2", "search:depth=3")
MONTE_CARLO = ("greedy", "mcts:sims=200", "mcts:sims=800")


def register_bench(bench: typer.Typer) -> None:
    bench.command("bots")(bots)


def bots(
    seconds: Annotated[float, typer.Option(min=0.1, max=600, help="Time for each bot's speed.")] = 2.0,
    games: Annotated[int, typer.Option(min=0, help="Also play a ladder: so many games for each rung (0: none).")] = 0,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Luck of the ladder's games.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure the bots: decisions a second on one core, and with --games the ladder of their strengths.

    On the ladder every bot plays the one below it, each luck twice with the seats changed; the interval
    is 95 % over such pairs.
    """
    from workbench.bots.measure import decision_rates
    from workbench.cli.console import columns, note, print_json
    from workbench.cli.waiting import compiling

    with compiling(LADDER + MONTE_CARLO):
        pass
    speeds = {bot: decision_rates(bot, seconds) for bot in dict.fromkeys(LADDER + MONTE_CARLO)}
    rungs: list[dict[str, Any]] = []
    for ladder in (LADDER, MONTE_CARLO) if games else ():
        for below, above in pairwise(ladder):
            rungs.append(_meet(above, below, games + games % 2, seed))
            note(_told(rungs[-1]))
    if as_json:
        print_json({"version": 1, "speeds": speeds, "ladder": rungs})
        return
    rows: list[tuple[str, ...]] = [("bot", "decisions/s", "positions or look-aheads/s", "plies/s")]
    for bot, rates in speeds.items():
        rows.append((bot, *(f"{rates[name]:,.0f}" if rates[name] else "-" for name in rates)))
    typer.echo("\n".join(columns(rows)))
    for rung in rungs:
        typer.echo(_told(rung))


def _meet(above: str, below: str, games: int, seed: int) -> dict[str, Any]:
    from workbench.bots.registry import parse_bot
    from workbench.sim.duke.ladder import meet

    score, wide = meet(str(parse_bot(above)), str(parse_bot(below)), games, seed)
    return {"bot": above, "against": below, "score": score, "half_width": wide, "games": games}


def _told(rung: dict[str, Any]) -> str:
    return (
        f"{rung['bot']} scores {100 * rung['score']:.1f} ± {100 * rung['half_width']:.1f} % "
        f"against {rung['against']} in {rung['games']} games"
    )
