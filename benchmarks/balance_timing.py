"""How long `workbench balance` takes to settle, and how often it is surely wrong: the same question with many seeds.

    python benchmarks/balance_timing.py --seeds 20
    python benchmarks/balance_timing.py --seeds 20 --tile Lancer

CPU seconds of all processes together (warm: the engine is compiled before) do not depend on who else uses the machine.
The truth of a tile is the mean over all seeds; a sure verdict is wrong where that lies on the other side of its line by
more than the mean's own error.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from cpu_time import adopt_orphans, cpu_seconds

from workbench.tileset.load import load_sets
from workbench.tileset.rewrite import format_tile

SURE = {"fair", "strong", "weak", "too strong", "too weak"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--set", default="workshop")
    parser.add_argument("--tile", help="one tile of the set, by itself")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--bots", default="greedy,search:depth=1")
    wanted = parser.parse_args()
    adopt_orphans()
    with tempfile.TemporaryDirectory() as scratch:
        asked = _alone(wanted.set, wanted.tile, Path(scratch)) if wanted.tile else wanted.set
        found = []
        for seed in range(wanted.first, wanted.first + wanted.seeds):
            found.append(_ask(asked, wanted.bots, seed, Path(scratch) / f"run-{seed}"))
            print(_line(seed, found[-1]), flush=True)
    _conclude(found)


def _alone(set_name: str, tile: str, scratch: Path) -> str:
    """A set with that tile only."""
    (whole,) = load_sets([set_name])
    one = next(each for each in whole.tiles if each.name == tile)
    body = "\n".join(format_tile(one, 2))
    path = scratch / "alone.yaml"
    path.write_text(f"name: Alone\ntiles:\n{body}\n", encoding="utf-8")
    return str(path)


def _ask(asked: str, bots: str, seed: int, folder: Path) -> dict[str, Any]:
    workbench = str(Path(sys.executable).with_name("workbench"))
    command = [workbench, "balance", asked, "--bots", bots, "--seed", str(seed)]
    began = time.monotonic()
    told = ("--time", "3600", "--out", str(folder), "--json")
    spent, done = cpu_seconds(*command, *told, env={**os.environ, "COLUMNS": "200"})
    answer: dict[str, Any] = json.loads(done.stdout)
    return {**answer, "cpu": spent, "wall": time.monotonic() - began}


def _line(seed: int, found: dict[str, Any]) -> str:
    games = ", ".join(f"{one['bot']} {one['games']:,}" for one in found["tiles"][0]["bots"])
    verdicts = ", ".join(f"{one['name']} {one['verdict']} {one['agree']}" for one in found["tiles"])
    return f"seed {seed}: {found['cpu']:.1f} CPU s, {found['wall']:.1f} s; {games}; {verdicts}"


def _conclude(found: list[dict[str, Any]]) -> None:
    sd, margin = found[0]["reference"]["sd_points"], found[0]["settings"]["margin"]
    wrong, seeds = [], len(found)
    for place, tile in enumerate(found[0]["tiles"]):
        points = [one["tiles"][place]["points"] / sd for one in found]
        truth = statistics.fmean(points)
        error = statistics.stdev(points) / math.sqrt(seeds) if seeds > 1 else 0.0
        said = [one["tiles"][place]["verdict"] for one in found]
        bad = [one for one in said if one in SURE and _is_wrong(one, truth, error, margin)]
        wrong += [f"{tile['name']} {one}" for one in bad]
        counts = ", ".join(f"{word} {said.count(word)}" for word in dict.fromkeys(said))
        print(f"{tile['name']}: {truth:+.2f} SD +- {error:.2f}; {counts}")
    cpu = sorted(one["cpu"] for one in found)
    print(f"CPU seconds: median {statistics.median(cpu):.1f}, from {cpu[0]:.1f} to {cpu[-1]:.1f}, over {seeds} seeds")
    print(f"wrong sure verdicts: {len(wrong)} {wrong}")


def _is_wrong(verdict: str, truth: float, error: float, margin: float) -> bool:
    room = 2 * error
    if verdict == "fair":
        return abs(truth) > margin + room
    return truth < margin - room if "strong" in verdict else truth > -margin + room


if __name__ == "__main__":
    main()
