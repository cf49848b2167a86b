"""What a tile is worth, asked of `balance` and of the lab: runs aside, tells after every round, ends when asked to.

Every function is given the folder of a design and its copy of the set; games that are there already are read and not
played again, so that an edit that is undone goes on where it was.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.sim.aside import is_asked_to_stop
from workbench.studio.streams import Told

if TYPE_CHECKING:
    from workbench.balance.run import Ask, Session
    from workbench.balance.tracks import Track
    from workbench.lab.plan import LabPlan
    from workbench.lab.play import LabGame
    from workbench.lab.run import Background, Experiment
    from workbench.sim.duke.play import DukeGame
    from workbench.sim.store import Run
    from workbench.tileset.model import Tile

BOTS = ("greedy", "search:depth=1")  # as `workbench balance` has them: the first decides, the second checks
LONGEST_SECONDS = 180.0  # of playing without being asked again
TOLD_EVERY_SECONDS = 0.3
HEAT_PAIRS = (400, 4_000)  # a first sketch, then what counts
RACE_PAIRS, FINAL_PAIRS, EDITS_SHOWN = 100, 4_000, 3
GUESS = "workbench.studio.verdict_work:guess"
DRAWS = "workbench.studio.verdict_work:draws"
SWAP = "workbench.studio.verdict_work:swap"
ICONS = "workbench.studio.verdict_work:icons"
EDITS = "workbench.studio.verdict_work:fair_edits"
READY = "workbench.studio.verdict_work:ready"
WARM_ALL = "workbench.studio.verdict_work:warm_all"

NEEDED = (
    "workbench.balance.run",
    "workbench.lab.swap",
    "workbench.lab.icons",
    "workbench.lab.tune",
    "workbench.table.session",
)


def warm_all() -> None:
    """Load (or compile) the rules, the deciding bot, and all that a verdict needs."""
    from workbench.sim.duke.plan import Plan
    from workbench.sim.duke.play import DukeGame
    from workbench.studio import reach

    for module in NEEDED:
        import_module(module)
    reach.warm()
    plan = Plan(name="warm", bots=(BOTS[0],), games=2, record=("draws",))
    DukeGame.from_plan(plan).play_batch(plan, 0, 2)


def ready() -> bool:
    """Answered as soon as a process is warm."""
    return True


def in_words(work: Callable[..., Iterator[Told]]) -> Callable[..., Iterator[Told]]:
    """What is wrong with a design is told as a value; a folder that an older version left is begun anew."""

    def told(folder: str, *arguments: Any) -> Iterator[Told]:
        from workbench.finding import UnusableInput
        from workbench.sim.disk import make_folder
        from workbench.sim.duke.play import rules_hash
        from workbench.sim.seam import SimError

        place = Path(folder) / rules_hash()[:12]
        make_folder(place)
        try:
            yield from work(place, *arguments)
        except UnusableInput as problem:
            yield {"fault": problem.findings[0].message}
        except SimError as problem:
            yield {"fault": str(problem)}

    return told


# ------------------------------------------------------------------------------------------------ balance


def ask_about(file: str) -> Ask:
    from workbench.balance.run import Ask
    from workbench.lab.run import load_background

    return Ask(load_background([file]), BOTS)


@in_words
def guess(place: Path, file: str) -> Iterator[Told]:
    """What the icons promise, by the tile's name, before any game."""
    from workbench.balance.base import known_effects
    from workbench.balance.guess import guess_points
    from workbench.balance.run import prepare

    setting = prepare(ask_about(file))
    base = known_effects(BOTS[0], setting.about["yardstick"], setting.background.settings)
    if base is None:
        yield {"tiles": {}}
        return
    found = guess_points(setting.background.composition, setting.question, base)
    tiles = {
        name: {"points": round(points, 1), "nearest": base.nearest(points, base.sd_points)}
        for name, points in found.items()
    }
    yield {"tiles": tiles, "sd_points": round(base.sd_points, 2)}


@in_words
def draws(place: Path, file: str) -> Iterator[Told]:
    """The verdict of `balance` on all tiles of the set, told after every round of games."""
    from workbench.balance.run import find_bases, open_session, prepare
    from workbench.sim.job import play_here

    setting = prepare(ask_about(file))
    if not any(one.how != "terrain" for one in setting.question.asked):
        yield {"fault": "there is nothing to rate: terrain is not rated"}
        return
    _compile(setting.games[0])  # the bot that checks may be compiled while the verdict is read
    bases = find_bases(setting, place, play_here, is_asked_to_stop, lambda progress: None)
    if bases is None:
        return
    began = last = time.monotonic()
    with open_session(setting, bases, place, play_here) as session:
        while (track := _next(session)) is not None:
            if time.monotonic() - began > LONGEST_SECONDS or is_asked_to_stop():
                if session.rounds:
                    yield {**_told(session, began), "phase": "rested"}
                return
            known = track.is_there()
            if not track.play_round(is_asked_to_stop, lambda done, size: None):
                return
            session.rounds += 1
            if not known or time.monotonic() - last > TOLD_EVERY_SECONDS:
                last = time.monotonic()
                yield {**_told(session, began), "phase": "playing"}
        yield {**_told(session, began), "phase": "settled"}


def _compile(game: DukeGame | LabGame) -> None:
    """What is compiled first does not count as time of playing."""
    if not game.is_prepared():
        game.prepare()


def _next(session: Session) -> Track | None:
    """As `balance` plays them, but those that decide come first: somebody is waiting."""
    deciding = [one for one in session.tracks if one.bot == BOTS[0]]
    if not all(verdict.verdict not in (None, "open") or verdict.why_not for verdict in session.verdicts()):
        waiting = [one for one in deciding if not one.is_done]
        if waiting:
            return min(waiting, key=lambda one: one.games)
    return session.next_track()


def _told(session: Session, began: float) -> Told:
    base = session.tallies[0].base
    told = session.as_json(round(time.monotonic() - began, 1))
    verdicts = session.verdicts()
    for shown, one in zip(told["tiles"], verdicts, strict=True):
        shown["sentence"], shown["more_games"] = one.sentence, one.more_games
        shown["how"] = one.asked.how
        if shown["points"] is not None and not one.starts:
            below = sum(effect.points < shown["points"] for effect in base.effects.values())
            shown["above_official"] = [below, len(base.effects)]
    told["official"] = {name: round(effect.points, 2) for name, effect in base.effects.items()}
    return told


# ------------------------------------------------------------------------------------------------- the lab


@in_words
def swap(place: Path, file: str, name: str) -> Iterator[Told]:
    """The paired swap with the tile that it replaces, drawn first; by greedy players, then by a stronger bot."""
    from workbench.lab.run import load_background
    from workbench.lab.swap import plan_swap

    background = load_background([file])
    tile = _tile(background, name)
    if not tile.replaces:
        return
    left = LONGEST_SECONDS
    told: Told = {}
    deciding: Told = {}
    for bot in BOTS:
        experiment = plan_swap(background, tile.replaces, tile.name, bots=(bot,))
        _compile(experiment.game)
        path = place / "swap" / f"{_plain(name)}-{_plain(bot)}"
        began = time.monotonic()
        for run, phase in _played(experiment, path, began + left):
            told = _told_swap(run, tile, str(path)) or told
            shown = {**deciding, "check": told} if deciding else told  # the stronger bot checks the answer
            if told:
                yield {**shown, "phase": "playing" if phase == "settled" and bot != BOTS[-1] else phase}
            if phase == "rested":
                return
        if is_asked_to_stop():
            return
        deciding, told = deciding or told, {}
        left -= time.monotonic() - began


def _told_swap(run: Run[LabPlan], tile: Tile, path: str) -> Told:
    from workbench.lab.run import effects
    from workbench.lab.swap import as_json, sentence

    found = effects(run, 0)
    if not found:
        return {}
    told = as_json(found[0], run.plan)
    assert tile.replaces
    return {**told, "bot": found[0].bot, "tile": tile.name, "replaces": tile.replaces, "run": path,
            "sentence": sentence(found[0], tile.name, tile.replaces, run.plan)}  # fmt: skip


@in_words
def icons(place: Path, file: str, name: str) -> Iterator[Told]:
    """What each icon does for its owner: first in outline, then well."""
    from workbench.lab.icons import plan_icons
    from workbench.lab.run import load_background

    background = load_background([file])
    tile = _tile(background, name)
    for pairs in HEAT_PAIRS:
        is_last = pairs == HEAT_PAIRS[-1]
        experiment = plan_icons(background, name, pairs=pairs)
        path = place / "icons" / f"{_plain(name)}-{pairs}"
        for run, phase in _played(experiment, path):
            is_over = phase == "settled"
            if is_over or (is_last and run.games_done >= pairs // 2):
                yield {**_told_icons(run, tile), "phase": "settled" if is_over and is_last else "playing"}
        if is_asked_to_stop():
            return


def _told_icons(run: Run[LabPlan], tile: Tile) -> Told:
    from workbench.lab.icons import contributions, heat_of

    found = contributions(run)
    parts = [
        {"label": one.part.label, "side": one.part.side, "points": round(one.points.value, 1),
         "half_width": round(one.points.half_width, 1), "sure": one.is_sure,
         "at": list(one.part.icon.at) if one.part.icon else None}
        for one in found
    ]  # fmt: skip
    heat = [[[*at, colour] for at, colour in heat_of(found, side).items()] for side in (0, 1)]
    return {"tile": tile.name, "parts": parts, "heat": heat, "pairs": run.games_done, "bot": BOTS[0]}


@in_words
def fair_edits(place: Path, file: str, name: str) -> Iterator[Told]:
    """The edits that bring the tile nearest to what it replaces: raced, then measured on fresh games."""
    from workbench.lab.plan import LabPlan
    from workbench.lab.run import load_background
    from workbench.lab.tune import Target, plan_tune, tune
    from workbench.sim.store import open_run

    background = load_background([file])
    task = plan_tune(background, name, Target(0.0, 1.0), first_pairs=RACE_PAIRS, final_pairs=FINAL_PAIRS,
                     winners=EDITS_SHOWN + 1)  # fmt: skip
    told: queue.Queue[Told] = queue.Queue()
    rounds = 0

    def play(experiment: Experiment, path: Path) -> Run[LabPlan]:
        nonlocal rounds
        rounds += 1
        told.put({"phase": "playing", "round": rounds, "candidates": len(experiment.game.arms)})
        experiment.run(path, resume=True, stop=is_asked_to_stop)
        if is_asked_to_stop():
            raise _Enough
        return open_run(path, LabPlan)

    def work() -> None:
        try:
            _, found = tune(task, place / "edits" / _plain(name), play)
            told.put(_told_edits(found, task.reference.name))
        except _Enough:
            pass
        except Exception as problem:
            told.put({"fault": f"{problem}".splitlines()[0]})

    yield from _from_thread(work, told)


def _told_edits(found: Any, reference: str) -> Told:
    from workbench.tileset.grid import format_grid

    def cells(face: Any) -> list[list[str]]:
        return [line.split() for line in format_grid(face).splitlines()]

    edited = [one for one in found if one.candidate.edits][:EDITS_SHOWN]
    return {
        "phase": "settled",
        "reference": reference,
        "edits": [
            {"label": one.candidate.label, "points": round(one.effect.raw.value, 1),
             "half_width": round(one.effect.raw.half_width, 1), "judgement": one.judgement,
             "tile": one.candidate.tile.model_dump(mode="json"),
             "cells": {"starting": cells(one.candidate.tile.starting), "other": cells(one.candidate.tile.other)}}
            for one in edited
        ],
    }  # fmt: skip


class _Enough(Exception):
    """Asked to stop between two races."""


def _tile(background: Background, name: str) -> Tile:
    from workbench.lab.contest import find_tile

    return find_tile(name, background.sets)


def _plain(name: str) -> str:
    from workbench.sim.plan import plain_name

    return plain_name(name.lower())


def _played(experiment: Experiment, path: Path, until: float = math.inf) -> Iterator[tuple[Run[LabPlan], str]]:
    """The run while it is "playing", from time to time, and when it is "settled" or has "rested" at its last moment."""
    from workbench.lab.plan import LabPlan
    from workbench.sim.store import MANIFEST, open_run

    told: queue.Queue[Any] = queue.Queue()
    failed: list[Exception] = []
    ended: list[str] = []

    def stop() -> bool:
        if is_asked_to_stop():
            ended.append("stopped")
        elif time.monotonic() > until:
            ended.append("rested")
        return bool(ended)

    def work() -> None:
        try:
            experiment.run(path, resume=True, stop=stop, report=lambda progress: told.put(True))
        except Exception as problem:
            failed.append(problem)

    last = 0.0
    for _ in _from_thread(work, told):
        if time.monotonic() - last >= TOLD_EVERY_SECONDS and (path / MANIFEST).exists():
            yield open_run(path, LabPlan), "playing"
            last = time.monotonic()
    if failed:
        raise failed[0]
    phase = ended[-1] if ended else "settled"  # all is played, or enough
    if phase != "stopped" and (path / MANIFEST).exists():
        yield open_run(path, LabPlan), phase


def _from_thread(work: Callable[[], None], told: queue.Queue[Any]) -> Iterator[Any]:
    """What a thread tells while it works."""
    thread = threading.Thread(target=work, daemon=True, name="played")
    thread.start()
    while thread.is_alive() or not told.empty():
        try:
            yield told.get(timeout=0.05)
        except queue.Empty:
            continue
    thread.join()
