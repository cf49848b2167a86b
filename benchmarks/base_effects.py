"""Measure what official tiles are worth to the bots, and write workbench/balance/base-effects.json.

    python benchmarks/base_effects.py --runs runs/base-effects

Each bot's games go to a run folder of its own, so that an interrupted call goes on where it stopped; a changed rules
engine needs new folders. Entries of the file that are not asked for stay as they are.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

from workbench.balance.base import FILE, VERSION, BaseEffects, measure_effects, shipped_effects
from workbench.sim.pool import Pool, cores, stop_on_signals, use_forkserver

GAMES = {"random": 400_000, "greedy": 400_000, "search:depth=1": 24_000}


def wanted(bots: list[str]) -> list[tuple[str, str]]:
    """Random players value nothing, so that one yardstick serves for both."""
    return [
        (bot, yardstick) for bot in bots for yardstick in (["shipped"] if bot == "random" else ["shipped", "icons"])
    ]


def write(found: list[BaseEffects]) -> None:
    new = {(one.bot, one.yardstick): one for one in found}
    kept = {(one.bot, one.yardstick): one for one in shipped_effects()}
    entries = [one.as_data() for _, one in sorted({**kept, **new}.items())]
    text = json.dumps({"version": VERSION, "measured": entries}, indent=1)
    FILE.write_text(text + "\n", encoding="utf-8")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--runs", type=Path, default=Path("runs/base-effects"))
    reader.add_argument("--bots", nargs="*", default=list(GAMES))
    reader.add_argument("--games", type=int, help="Instead of each bot's own number.")
    reader.add_argument("--workers", type=int, default=cores())
    asked = reader.parse_args()
    use_forkserver()
    found = []
    with stop_on_signals() as stop:
        for bot, yardstick in wanted(asked.bots):
            one = measure_effects(
                bot,
                yardstick,  # type: ignore[arg-type]
                games=asked.games or GAMES[bot],
                folder=asked.runs / f"{bot.replace(':', '-').replace('=', '-')}-{yardstick}",
                make_player=lambda queue: Pool(asked.workers, queue),
                stop=stop,
            )
            if one is None:
                break
            found.append(one)
            errors = [effect.error for effect in one.effects.values()]
            mean = math.sqrt(sum(error**2 for error in errors) / len(errors))
            print(f"{bot} ({yardstick}): {one.games:,} games, SD {one.sd_points:.2f}, errors about {mean:.2f} points")
            write(found)


if __name__ == "__main__":
    main()
