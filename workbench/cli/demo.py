"""workbench demo: a tour with the example tiles; each part of the workbench adds a line to `TOUR`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

EXAMPLE = "workshop"


class Step(NamedTuple):
    """One station of the tour: what it shows, and the command (for a folder of files) that shows it."""

    title: str
    arguments: Callable[[Path], list[str]]


def _runs(folder: Path) -> list[Path]:
    """run-1, run-2, ... as far as they are there, and the next: each demo plays anew."""
    numbered = [folder / "run-1"]
    while numbered[-1].exists():
        numbered.append(folder / f"run-{len(numbered) + 1}")
    return numbered


def _sim(folder: Path) -> list[str]:
    return ["sim", "demo", "--bots", "random", "--games", "100000", "--out", str(_runs(folder)[-1])]


def _balance(folder: Path) -> list[str]:
    return ["balance", EXAMPLE, "--bots", "greedy", "--time", "20", "--out", str(folder / "balance")]


def _report(folder: Path) -> list[str]:
    return ["report", str(_runs(folder)[-2:][0])]


TOUR: tuple[Step, ...] = (
    Step("A tile is a text that looks like the tile.", lambda _: ["tile", "Lancer", "--set", EXAMPLE]),
    Step("What is odd about the example tiles?", lambda _: ["check", EXAMPLE, "--accepted"]),
    Step(
        "Stickers at true size, to print and cut.",
        lambda folder: ["sheet", EXAMPLE, "--out", str(folder / "stickers.pdf"), "--force"],
    ),
    Step("Are they fair? Greedy players find out in 20 seconds.", _balance),
    Step("Bots play 100,000 games by the full rules, and every one is kept.", _sim),
    Step("What do the games say about the tiles?", _report),
)


def register(app: typer.Typer) -> None:
    app.command("demo")(demo)


def demo(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to put the files.")] = Path("demo"),
) -> None:
    """Take a tour: check the example tiles, print them, ask whether they are fair, play and report.

    Takes about two minutes the first time. Every step shows the command that does the same by hand.
    """
    from workbench.cli.outputs import make_output_folder

    make_output_folder(folder)
    compiled = False
    for number, step in enumerate(TOUR, start=1):
        if not compiled and _bots([step], folder):
            _compile(_bots(TOUR, folder))
            compiled = True
        _show(number, step, folder)
    _conclude(folder, _runs(folder)[-2])


def _bots(steps: Sequence[Step], folder: Path) -> list[str]:
    """Who plays in these steps."""
    said = [step.arguments(folder) for step in steps]
    return [words[words.index("--bots") + 1] for words in said if "--bots" in words]


def _compile(bots: Sequence[str]) -> None:
    """All bots of the tour side by side: each step by itself would compile its own, one after the other."""
    from workbench.sim.duke.play import DukeGame
    from workbench.tileset.compose import compose
    from workbench.tileset.settings import Settings

    DukeGame(compose([], Settings()), (), tuple((bot, bot) for bot in bots), ()).prepare()


def _conclude(folder: Path, run: Path) -> None:
    from workbench.cli.console import columns

    files = [
        (str(folder / "stickers.pdf"), "the stickers, to print at 100 %"),
        (str(folder / "balance/report.html"), "whether they are fair, to open in a browser"),
        (str(run / "report.html"), "the report of all games"),
        (str(run), f"all games; to see one: workbench replay {run} --game 0"),
    ]
    typer.echo("Where everything is:")
    typer.echo("\n".join(f"  {line}" for line in columns(files)))
    typer.echo("Make your own: workbench new my-set.yaml --tile 'Hedge Knight' --from Knight")


def _show(number: int, step: Step, folder: Path) -> None:
    """Runs a step in a process of its own, as the user would."""
    import shlex
    import subprocess
    import sys

    arguments = step.arguments(folder)
    typer.echo(f"{number}. {step.title}\n$ workbench {shlex.join(arguments)}\n")
    sys.stdout.flush()
    program = [sys.executable, "-c", "from workbench.cli import main; main()"]
    code = subprocess.run([*program, *arguments], check=False).returncode
    if code:
        raise typer.Exit(code if code > 0 else 1)
    typer.echo("")
