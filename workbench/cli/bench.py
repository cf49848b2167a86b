"""workbench bench: how fast is it here? One sub-command per part; others add theirs to `PARTS`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer

# Modules with `register_bench(bench)`: each adds its sub-command.
PARTS: tuple[str, ...] = (
    "workbench.cli.bench_sheet",
    "workbench.cli.bench_engine",
    "workbench.cli.bench_sim",
    "workbench.cli.bench_bots",
    "workbench.cli.bench_dune",
)


class Timed(NamedTuple):
    """A command, its best time in seconds, and the limit it should keep."""

    name: str
    seconds: float
    limit: float


def register(app: typer.Typer) -> None:
    bench = typer.Typer(no_args_is_help=True, help="Measure how fast the workbench is on this machine.")
    bench.callback()(_top)
    bench.command("start")(start)
    for part in PARTS:
        import_module(part).register_bench(bench)
    app.add_typer(bench, name="bench")


def _top() -> None:
    """Measure how fast the workbench is on this machine."""


def start(
    repeat: Annotated[int, typer.Option(min=1, max=100, help="Runs of each; the best counts.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    """Measure the short commands: the version and a check of all shipped sets.

    Exit code 1 when one of them takes longer than its limit.
    """
    from workbench.resources import shipped

    results = [
        _best("workbench --version", ["--version"], 0.2, repeat),
        _best("workbench check tilesets", ["check", str(shipped("tilesets"))], 1.0, repeat),
    ]
    show_times(results, as_json)
    raise typer.Exit(any(result.seconds > result.limit for result in results))


def show_times(results: Sequence[Timed], as_json: bool) -> None:
    """A line per command, or the same as JSON."""
    from workbench.cli.console import columns, print_json

    if as_json:
        rows: list[dict[str, Any]] = [result._asdict() for result in results]
        print_json({"version": 1, "times": rows})
        return
    typer.echo("\n".join(columns([_row(result) for result in results])))


def _row(result: Timed) -> tuple[str, str, str, str]:
    verdict = "ok" if result.seconds <= result.limit else "too slow"
    return result.name, f"{result.seconds:.3f} s", f"limit {result.limit:g} s", verdict


def _best(name: str, arguments: list[str], limit: float, repeat: int) -> Timed:
    """The best of several runs in fresh processes, after one to warm up."""
    import subprocess
    import sys

    command = [sys.executable, "-c", "from workbench.cli import main; main()", *arguments]
    times = []
    for _ in range(repeat + 1):
        began = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - began)
    return Timed(name, min(times[1:]), limit)
