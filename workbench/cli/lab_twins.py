"""Twin games side by side in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from workbench.cli.console import columns, shows_unicode

if TYPE_CHECKING:
    from workbench.lab.parted import Step, Twins
    from workbench.lab.plan import LabPlan
    from workbench.sim.store import Run

RESULTS = ("loses", "draws", "wins")
KEYS = "Enter next, b back, e end, q quit"
GAP = "    "


def list_twins(run: Run[LabPlan], rung: int, arm: int, count: int) -> None:
    """The pairs whose results differ."""
    from workbench.lab.parted import parted_pairs

    found = parted_pairs(run, rung, arm, count)
    label = run.about["arms"][arm]["label"]
    if found.is_empty():
        typer.echo(f"no pair parted so far that the result differs ({label}, {run.plan.bots[rung]})")
        return
    rows = [("pair", "seat", f"with {_control(run)}", "plies", f"with {label}", "plies")]
    for pair, seat, control, treated, plies, other in found.iter_rows():
        names = ("South", "North")[seat], RESULTS[control], RESULTS[treated]
        rows.append((str(pair), names[0], names[1], str(plies), names[2], str(other)))
    typer.echo("\n".join(columns(rows)))
    typer.echo(f"side by side: workbench lab twins {run.path} --pair {found['pair'][0]}")


def _control(run: Run[LabPlan]) -> str:
    return str(run.about["contest"]["composition"]["tiles"][-1]["name"])


def show_pair(run: Run[LabPlan], rung: int, arm: int, pair: int, every: bool) -> None:
    from workbench.lab.parted import replay_pair

    twins = replay_pair(run, rung, arm, pair)
    names = f"with {_control(run)}", f"with {run.about['arms'][arm]['label']}"
    seat = ("South", "North")[pair % 2]
    typer.echo(f"pair {pair}, {run.plan.bots[rung]} bots, seed {run.plan.seed}; the tile is {seat}'s")
    if twins.parts_at is None:
        typer.echo("The twins never part: it is the same game.")
        return
    ply = twins.control[min(twins.parts_at, len(twins.control)) - 1].position.ply
    typer.echo(f"They part after step {twins.parts_at - 1} (ply {ply}).")
    longest = max(len(twins.control), len(twins.treated))
    steps = range(max(twins.parts_at - 1, 0), longest)
    if every:
        for at in steps:
            typer.echo(_side_by_side(twins, names, at))
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _walk(twins, names, steps)
    else:
        _print_turns(twins, names, steps)


def _print_turns(twins: Twins, names: tuple[str, str], steps: range) -> None:
    rows = [("step", *names)]
    for at in steps:
        rows.append((str(at), _text(twins.control, at), _text(twins.treated, at)))
    typer.echo("\n".join(columns(rows)))
    typer.echo(_side_by_side(twins, names, steps[0]))
    typer.echo(_side_by_side(twins, names, steps[-1]))


def _text(steps: tuple[Step, ...], at: int) -> str:
    return steps[at].text if at < len(steps) else ""


def _side_by_side(twins: Twins, names: tuple[str, str], at: int) -> str:
    blocks = [_drawn(steps, name, at) for steps, name in zip((twins.control, twins.treated), names, strict=True)]
    width = max(len(line) for line in blocks[0])
    height = max(len(block) for block in blocks)
    for block in blocks:
        block += [""] * (height - len(block))
    return "\n" + "\n".join(f"{a.ljust(width)}{GAP}{b}".rstrip() for a, b in zip(*blocks, strict=True))


def _drawn(steps: tuple[Step, ...], name: str, at: int) -> list[str]:
    from workbench.cli.show import draw

    here = min(at, len(steps) - 1)
    ended = " (over)" if at >= len(steps) - 1 else ""
    title = f"{name}: [{here}] {steps[here].text}{ended}"
    lines = draw(steps[here].position, shows_unicode()).splitlines()
    return [title, *(line for line in lines if line != steps[here].position.line)]


def _walk(twins: Twins, names: tuple[str, str], steps: range) -> None:
    at = steps[0]
    typer.echo(KEYS)
    while True:
        typer.echo(_side_by_side(twins, names, at))
        try:
            key = input("> ").strip()
        except EOFError:
            return
        if key == "q" or (key == "" and at == steps[-1]):
            return
        at = max(at - 1, steps[0]) if key == "b" else steps[-1] if key == "e" else min(at + 1, steps[-1])
