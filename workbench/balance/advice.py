"""What to do next about a tile: commands that find out why it is as it is, and what would change it."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from workbench.balance.answer import TileVerdict


def next_commands(one: TileVerdict, sets: Sequence[str], go_on: str = "") -> list[tuple[str, str]]:
    """Reasons and commands, the best first; `sets` as the command line names them, `go_on` what plays more games."""
    name, where = shlex.quote(one.asked.name), " ".join(f"--set {shlex.quote(name)}" for name in sets)
    if one.asked.how in ("pool", "starts") and one.why_not:
        return [("ask about it by itself", f"workbench balance {shlex.join(sets)}")]
    if one.verdict == "open" and one.more_games and go_on:
        return [("go on with this run", f"{go_on} {one.more_games}")]
    if one.why_not or one.verdict in (None, "open"):
        return []
    if one.starts:
        return [("the same in twin games", f"workbench lab swap {shlex.quote(one.starts[0].replaces)} {name} {where}")]
    icons = ("which icons do it", f"workbench lab icons {name} {where}")
    # what it replaces may itself be far from average, and then a tile as strong as that would not be fair
    against = f" --against {shlex.quote(one.first.average)}" if one.first.average else ""
    tune = ("what change makes it fair", f'workbench lab tune {name} {where}{against} --target "0 +-1"')
    beside = one.first.nearest
    swap = [("beside its like", f"workbench lab swap {shlex.quote(beside)} {name} {where}")] if beside else []
    if one.verdict == "fair":
        return swap
    return [*swap, icons] if one.verdict == "on the line" else [icons, tune]
