"""Play the plan of the ratings: run folders of their own that an interrupted session goes on with."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from workbench.balance.folder import slug
from workbench.balance.rating_plan import Portion, RatedBag, chunk_of, luck_of
from workbench.balance.starts import plan_start
from workbench.sim.job import Player, Stop
from workbench.sim.steps import SteppedRun, stepped_run

PortionTold = Callable[[Portion, int, int], None]  # what is played, games that are there, games it has


def run_folder(folder: Path, portion: Portion) -> Path:
    return folder_of(folder, portion.bot, portion.bag, portion.asked.name if portion.asked else None)


def folder_of(folder: Path, bot: str, bag: RatedBag, start: str | None = None) -> Path:
    here = folder / slug(bot)
    return here / slug(bag.bag.name) if start is None else here / "starts" / slug(bag.bag.name, start)


def play_portion(portion: Portion, folder: Path, seed: int, player: Player, stop: Stop, told: PortionTold) -> bool:
    """False where it was stopped before the portion was whole."""
    with _opened(portion, folder, seed, player) as steps:
        if steps.is_there(portion.step):
            return True
        return steps.play_step(portion.step, portion.size, stop, lambda done, size: told(portion, done, size))


@contextlib.contextmanager
def _opened(portion: Portion, folder: Path, seed: int, player: Player) -> Iterator[SteppedRun[Any]]:
    """The run of a portion, new or as it was left."""
    game, plan = _game(portion, seed)
    path = run_folder(folder, portion)
    path.parent.mkdir(parents=True, exist_ok=True)
    with stepped_run(path, game, plan, player) as steps:
        yield steps


def _game(portion: Portion, seed: int) -> tuple[Any, Any]:
    setting, bot = portion.bag.setting, portion.bot
    first = portion.first_size
    if portion.asked is not None:
        experiment = plan_start(setting.background, portion.asked, (bot,), luck_of(seed, portion.place), first)
        return experiment.game, experiment.plan.model_copy(update={"chunk": chunk_of(bot)})
    plan = setting.plans[portion.place].model_copy(update={"games": first, "chunk": chunk_of(bot)})
    return setting.games[portion.place], plan
