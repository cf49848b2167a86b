"""Games to be watched: recorded, simulated, or twins that an edit has parted. Runs in the process of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.studio.streams import Told

if TYPE_CHECKING:
    from workbench.bots.own import OwnBot
    from workbench.duke.record import GameRecord
    from workbench.lab.parted import Step
    from workbench.table.session import Table

RESULTS = ("loses", "draws", "wins")
TWINS_SHOWN = 12


def film(kind: str, *arguments: Any) -> Told:
    """A game (or two, side by side) frame by frame; {"fault": ...} where there is none."""
    from workbench.bots.own import OwnBotError
    from workbench.duke.record import BadRecord
    from workbench.finding import UnusableInput
    from workbench.sim.seam import SimError

    try:
        return FILMS[kind](*arguments)
    except (SimError, BadRecord, OwnBotError) as problem:
        return {"fault": str(problem).splitlines()[0]}
    except UnusableInput as problem:
        return {"fault": problem.findings[0].message}


def recorded(text: str) -> Told:
    from workbench.duke.record import parse_record

    return _told([_filmed(parse_record(text))], None)


def simulated(folder: str, number: int) -> Told:
    """Game `number` of a run, played once more."""
    table = open_simulated(Path(folder), number)
    while not table.position.is_over:
        table.go_on()
    return _told([_filmed(table.record())], None)


def open_simulated(folder: Path, number: int, own: tuple[OwnBot, ...] = ()) -> Table:
    """The table of a game of a run, at its beginning: plan, seed and number decide it. Raises SimError."""
    import numpy as np

    from workbench.duke.game import Game
    from workbench.sim.duke.plan import Plan
    from workbench.sim.duke.play import DukeGame
    from workbench.sim.plan import RUNG_STRIDE
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run
    from workbench.table.session import Table

    run = open_run(folder, Plan)
    plan = run.plan
    if not plan.has_game(number):
        ranges = [f"{r * RUNG_STRIDE} to {r * RUNG_STRIDE + plan.games - 1}" for r in range(plan.rungs)]
        raise SimError(f"{folder}: the run has games {', '.join(ranges)}, not {number}")
    duke = DukeGame.from_run(run, own)
    lucks, seats = duke.seats(plan, np.array([number]))
    luck, twin = int(lucks[0]), int(seats[0])
    swaps = twin and duke.has_unlike_armies
    composition = duke.composition.with_seats_swapped() if swaps else duke.composition
    first, second = duke.pairings[plan.rung_of(number)]
    players = (second, first) if twin else (first, second)
    table = Table(Game(composition, plan.sets), players, plan.seed, luck, twin)
    table.own = {bot.name: bot for bot in own}
    return table


def twins(folder: str, pair: int | None = None) -> Told:
    """A pair of twin games whose results differ: the first one, or that of this number."""
    from workbench.lab.parted import parted_pairs, replay_pair
    from workbench.lab.plan import LabPlan
    from workbench.sim.seam import SimError
    from workbench.sim.store import open_run

    run = open_run(Path(folder), LabPlan)
    found = parted_pairs(run, 0, 0, TWINS_SHOWN)
    if found.is_empty() and pair is None:
        raise SimError("no game was decided by the tile so far")
    number = int(found["pair"][0]) if pair is None else pair
    both = replay_pair(run, 0, 0, number)
    names = run.plan.tile, run.plan.against
    films = [
        _film(f"with {name}", _frames(steps)) for name, steps in zip(names, (both.control, both.treated), strict=True)
    ]
    compositions = [steps[0].position.game.composition for steps in (both.control, both.treated)]
    tiles = {tile.code.capitalize(): tile for one in compositions for tile in one.tiles}
    seat = ("South", "North")[number % 2]
    results = [
        {"pair": row[0], "seat": ("South", "North")[row[1]], "control": RESULTS[row[2]], "treated": RESULTS[row[3]]}
        for row in found.iter_rows()
    ]
    return {
        "films": films,
        "parts_at": both.parts_at,
        "tiles": [tile.model_dump(mode="json") for tile in tiles.values()],
        "about": f"Pair {number} of {run.plan.bots[0]} players; the tile is {seat}'s.",
        "pairs": results,
        "pair": number,
    }


def _frames(steps: Sequence[Step]) -> Iterator[Told]:
    from workbench.table.telling import tell

    yield _frame("start", "The beginning.", steps[0].position)
    for before, step in pairwise(steps):
        yield _frame(step.text, f"{tell(before.position, step.text)}.", step.position)


def _filmed(record: GameRecord) -> tuple[Told, Any]:
    from workbench.duke.record import replay_entries
    from workbench.table.telling import tell

    start = record.first_position()
    frames = [_frame("start", "The beginning.", start)]
    for entry, steps in replay_entries(record):
        words = ". ".join(tell(step.before, step.text) for step in steps)
        frames.append(_frame(str(entry), f"{words}.{' Guard!' if entry.guard else ''}", steps[-1].after))
    players = f"{record.header.get('south', '?')} against {record.header.get('north', '?')}"
    return _film(players, frames), start.game.composition.tiles


def _film(name: str, frames: Any) -> Told:
    return {"name": name, "frames": list(frames)}


def _frame(title: str, words: str, position: Any) -> Told:
    from workbench.duke.game import outcome
    from workbench.studio.play_work import scene_of
    from workbench.table.telling import tell_end

    end = outcome(position)
    words = words if end is None else f"{words} {tell_end(end)}"
    return {"title": title, "words": words, "scene": scene_of(position)}


def _told(films: list[tuple[Told, Any]], parts_at: int | None) -> Told:
    tiles = films[0][1]
    return {
        "films": [one for one, _ in films],
        "parts_at": parts_at,
        "tiles": [tile.model_dump(mode="json") for tile in tiles],
        "about": "",
        "pairs": [],
    }


FILMS: dict[str, Callable[..., Told]] = {"record": recorded, "run": simulated, "twins": twins}
