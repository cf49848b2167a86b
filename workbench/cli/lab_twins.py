"""Twin games side by side in the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from workbench.cli.board import NARROW, draw_board, is_low_window
from workbench.cli.console import columns, shows_unicode
from workbench.cli.play_screen import SEATS

if TYPE_CHECKING:
    from workbench.lab.parted import Step, Twins
    from workbench.lab.plan import LabPlan
    from workbench.sim.store import Run

RESULTS = ("loses", "draws", "wins")
GAP = "  "
BOARD_WIDTH = 3 + 6 * (NARROW + 1)


def list_twins(run: Run[LabPlan], rung: int, arm: int, count: int) -> None:
    """The pairs whose results differ."""
    from workbench.lab.parted import parted_pairs

    found = parted_pairs(run, rung, arm, count)
    label = run.about["arms"][arm]["label"]
    if found.is_empty():
        typer.echo(f"no pair parted so far that the result differs ({label}, {run.plan.bots[rung]})")
        return
    rows = [("pair", "seat", control_words(run), "plies", arm_words(run, arm), "plies")]
    for pair, seat, control, treated, plies, other in found.iter_rows():
        names = ("South", "North")[seat], RESULTS[control], RESULTS[treated]
        rows.append((str(pair), names[0], names[1], str(plies), names[2], str(other)))
    typer.echo("\n".join(columns(rows)))
    typer.echo(f"side by side: {twins_command(run, rung, arm, found['pair'][0])}")


def twins_command(run: Run[LabPlan], rung: int, arm: int, pair: int) -> str:
    """What shows just this pair: of this bot and this arm, where there are several."""
    words = ["workbench", "lab", "twins", str(run.path), "--pair", str(pair)]
    words += ["--bots", run.plan.bots[rung]] if len(run.plan.bots) > 1 else []
    words += ["--arm", run.about["arms"][arm]["label"]] if len(run.about["arms"]) > 1 else []
    return shlex.join(words)


def chosen(option: str, name: str | None, known: Sequence[str]) -> int:
    """The number of the bot or arm of this name; the first by default."""
    if name is None:
        return 0
    if name not in known:
        raise typer.BadParameter(f"'{name}' is not in this run: {', '.join(known)}", param_hint=f"--{option}")
    return list(known).index(name)


def control_words(run: Run[LabPlan]) -> str:
    """'with Knight': the game without the change."""
    is_swap = run.plan.experiment in ("swap", "ladder")
    return f"with {run.plan.tile if is_swap else run.about['contest']['composition']['tiles'][-1]['name']}"


def arm_words(run: Run[LabPlan], arm: int) -> str:
    """'with Bowman', or 'without slide ahead' where the arms are parts taken away."""
    label = run.about["arms"][arm]["label"]
    return f"without {label}" if run.plan.experiment == "icons" else f"with {label}"


def show_pair(run: Run[LabPlan], rung: int, arm: int, pair: int, every: bool) -> None:
    from workbench.cli.keys import is_interactive, step_through

    twins = play_again(run, rung, arm, pair)
    names = control_words(run), arm_words(run, arm)
    lines = describe_pair(run, rung, arm, pair)
    if twins.parts_at is None:
        typer.echo("\n".join([*lines, "The twins never part: it is the same game."]))
        return
    ply = twins.control[min(twins.parts_at, len(twins.control)) - 1].position.ply
    lines.append(f"They part after step {twins.parts_at - 1} (ply {ply}).")
    longest = max(len(twins.control), len(twins.treated))
    steps = range(max(twins.parts_at - 1, 0), longest)
    if not every and is_interactive():
        step_through(
            steps[0], steps[-1], lambda at: Text("\n").join([*map(Text, lines), _side_by_side(twins, names, at)])
        )
        return
    typer.echo("\n".join(lines))
    if every:
        for at in steps:
            typer.echo(_side_by_side(twins, names, at).plain)
    else:
        _print_turns(twins, names, steps)


def play_again(run: Run[LabPlan], rung: int, arm: int, pair: int) -> Twins:
    """Both games of a pair, as they went; raises SimError."""
    from workbench.cli.waiting import compiling, working
    from workbench.lab.parted import replay_pair

    bot = run.plan.bots[rung]
    with compiling((bot,)), working(f"playing pair {pair} of {bot} again"):
        return replay_pair(run, rung, arm, pair)


def describe_pair(run: Run[LabPlan], rung: int, arm: int, pair: int) -> list[str]:
    """Whose pair this is, and whether it counts in the run."""
    seat = ("South", "North")[pair % 2]
    told = f"pair {pair} of {run.plan.bots[rung]}, seed {run.plan.seed}; the tile is {seat}'s"
    others = [bot for number, bot in enumerate(run.plan.bots) if number != rung]
    lines = [told + (f" (--bots shows those of {', '.join(others)})" if others else "")]
    if not is_played(run, rung, pair):
        lines.append("The run did not play this pair: it was settled or stopped before. So it would have gone.")
    return lines


def is_played(run: Run[LabPlan], rung: int, pair: int) -> bool:
    import polars as pl

    from workbench.sim.plan import RUNG_STRIDE

    number = pair + rung * RUNG_STRIDE
    return run.rows(rung).filter(pl.col("game") == number).select("game").collect().height > 0


def _print_turns(twins: Twins, names: tuple[str, str], steps: range) -> None:
    rows = [("step", *names)]
    for at in steps:
        rows.append((str(at), _text(twins.control, at), _text(twins.treated, at)))
    typer.echo("\n".join(columns(rows)))
    typer.echo(_side_by_side(twins, names, steps[0]).plain)
    typer.echo(_side_by_side(twins, names, steps[-1]).plain)


def _text(steps: tuple[Step, ...], at: int) -> str:
    return steps[at].text if at < len(steps) else ""


def _side_by_side(twins: Twins, names: tuple[str, str], at: int) -> Text:
    """Both boards in 80 columns."""
    blocks = [_drawn(steps, name, at) for steps, name in zip((twins.control, twins.treated), names, strict=True)]
    height = max(len(block) for block in blocks)
    lines = [Text("")]
    for number in range(height):
        left, right = (block[number] if number < len(block) else Text("") for block in blocks)
        left.pad_right(BOARD_WIDTH - len(left.plain))
        line = left + Text(GAP) + right
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _drawn(steps: tuple[Step, ...], name: str, at: int) -> list[Text]:
    """A title and its board; what is said around it is wrapped to the board's width."""
    from textwrap import wrap

    from workbench.duke.game import outcome
    from workbench.table.telling import tell, tell_end
    from workbench.table.view import View, format_tiles

    here = min(at, len(steps) - 1)
    position = steps[here].position
    view = View.of(position)
    before = steps[here - 1].position if here else position
    words = f"[{here}] {tell(before, steps[here].text) if here else 'start'}."
    end = outcome(position)
    if end is not None:
        words += f" {tell_end(end)}"
    low = is_low_window()
    board = draw_board(view, unicode=shows_unicode(), width=NARROW, last=view.changed(View.of(before)), low=low)
    bags = (
        []
        if low
        else [f"{seat}'s bag: {format_tiles(position.game, bag)}" for seat, bag in zip(SEATS, view.bags, strict=True)]
    )
    said = [Text(line, "bold") for line in wrap(name, BOARD_WIDTH)] + _height(wrap(words, BOARD_WIDTH), 3)
    return [*said, *board.split("\n"), *(Text(line) for bag in bags for line in wrap(bag, BOARD_WIDTH))]


def _height(lines: list[str], least: int) -> list[Text]:
    """So many lines at least, so that the boards stay where they are."""
    return [Text(line) for line in [*lines, *[""] * (least - len(lines))]]
