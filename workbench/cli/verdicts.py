"""What `workbench balance` found about a tile, read from its folder or its JSON, in one line for a picture."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGEST_BYTES = 20_000_000


def load_verdict(path: Path, name: str) -> str:
    """The verdict on the tile of this name; ends the command where there is none to read."""
    from workbench.cli.console import fail
    from workbench.sim.disk import read_ordinary

    file = path / "answer.json" if path.is_dir() else path
    hint = "Give the folder that `workbench balance` wrote, or what `workbench balance --json` printed."
    try:
        read = json.loads(read_ordinary(file, LARGEST_BYTES))
        told = {str(tile["name"]): format_verdict(tile) for tile in read["tiles"]}
    except OSError as problem:
        fail(f"{file}: {problem.strerror or problem}", hint)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        fail(f"{file} is no answer of workbench balance", hint)
    if name not in told:
        fail(f"{file} has no verdict on {name}", f"It tells about {', '.join(told) or 'no tile'}.")
    return told[name]


def format_verdict(tile: Mapping[str, Any]) -> str:
    """'Fair: +0.4 points a draw (-0.1 to +0.9), greedy players'."""
    verdict, points, interval = str(tile["verdict"]), tile["points"], tile["interval"]
    bots = tile["bots"]
    who = f", {bots[0]['bot']} players" if bots else ""
    if verdict == "open":
        return f"Verdict: open{who}; {tile.get('why_not') or 'more games will tell'}"
    worth = "points of win rate" if "replaces" in tile else "points a draw"
    sure = f" ({float(interval[0]):+z.1f} to {float(interval[1]):+z.1f})" if interval else ""
    number = f", {float(points):+z.1f} {worth}{sure}" if points is not None else ""
    return f"Verdict: {verdict}{number}{who}"
