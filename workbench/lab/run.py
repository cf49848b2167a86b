"""An experiment from its question to its run folder: prepare the armies, play, read the effects."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.lab.contest import Arm, Contest
from workbench.lab.measure import Effect, Settling, effect_of, looks_of
from workbench.lab.plan import LabPlan
from workbench.lab.play import LabGame
from workbench.sim.duke.play import refuse_unknown_bots
from workbench.sim.job import Player, Stop, play_here
from workbench.sim.run import Finished, Report, simulate
from workbench.sim.seam import SimError
from workbench.sim.store import Run
from workbench.tileset.compose import Composition, base_set, compose, settle_settings
from workbench.tileset.load import find_tileset, load_sets, shipped_sets
from workbench.tileset.model import TileSet
from workbench.tileset.settings import Settings
from workbench.words import Owner


@dataclass(frozen=True)
class Background:
    """The sets and house rules that an experiment takes place in."""

    names: tuple[str, ...]
    sets: tuple[TileSet, ...]
    composition: Composition
    settings: Settings
    light: str = "south"


def load_background(names: Sequence[str] = (), settings: Settings | None = None, light: str = "south") -> Background:
    """Raises findings for what is wrong with the sets."""
    sets = load_sets(tuple(names))
    rules = settle_settings(settings or Settings(), sets)
    composition = compose(sets, rules, Owner[light.upper()])
    found = tuple(name if name in shipped_sets() else str(find_tileset(name).resolve()) for name in names)
    return Background(found, tuple(sets), composition, rules, light)


@dataclass(frozen=True)
class Experiment:
    """A plan and the game that plays it."""

    plan: LabPlan
    game: LabGame

    @classmethod
    def make(
        cls,
        background: Background,
        contest: Contest,
        arms: Sequence[Arm],
        story: dict[str, Any] | None = None,
        **fields: Any,
    ) -> Experiment:
        """`fields` are the plan's own, beside the background's. A starting place cannot be forced."""
        try:
            plan = LabPlan(sets=background.names, settings=background.settings, light=background.light, **fields)
        except ValidationError as error:
            raise SimError(_first_fault(error)) from None
        for arm in arms:
            if (arm.tile.role == "duke") != (contest.control.role == "duke"):
                names = f"'{arm.tile.name}' cannot stand in for '{contest.control.name}'"
                raise SimError(f"{names}: only one of them acts as the Duke")
        base = base_set()
        used = (base, *(one for one in background.sets if one.tiles != base.tiles))
        forced = plan.forced and contest.top >= 0
        if forced != plan.forced:
            plan = plan.model_copy(update={"forced": forced})
        return cls(plan, LabGame(contest, tuple(arms), plan.bots, forced, used, story or {}))

    def run(
        self,
        path: Path,
        *,
        make_player: Callable[[Any], Player] = lambda queue: play_here,
        resume: bool = False,
        stop: Stop = lambda: False,
        report: Report = lambda progress: None,
        screen: logging.Handler | None = None,
    ) -> Finished:
        """Play into the run folder `path` until the plan is done or settled."""
        refuse_unknown_bots(self.plan.bots)
        return simulate(
            self.game,
            self.plan,
            path,
            lambda queue: Settling(path, make_player(queue)),
            resume=resume,
            stop=stop,
            report=report,
            screen=screen,
        )


def _first_fault(error: ValidationError) -> str:
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"])
    message = str(fault["msg"]).removeprefix("Value error, ")
    return f"{where}: {message}" if where else message


def effects(run: Run[LabPlan], rung: int) -> list[Effect]:
    """What each arm does for one bot, as far as the run has come."""
    looks = looks_of(run, rung)
    if not looks.total:
        return []
    labels = [arm["label"] for arm in run.about["arms"]]
    bot = run.plan.bots[rung]
    return [effect_of(run.plan, bot, label, looks.total, arm) for arm, label in enumerate(labels)]


def is_done(run: Run[LabPlan]) -> bool:
    """Whether every bot's pairs are all there, or settled."""
    return all(looks_of(run, rung).done for rung in range(run.plan.rungs))
