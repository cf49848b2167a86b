"""For notebooks: ask a bot for a turn, simulate, and read a run again. Positions and turns are in `workbench.duke`.

>>> from workbench.notebook import ask, simulate
>>> ask(position, "search:depth=2")
>>> run = simulate("workshop", bots="greedy", games=2000, out="runs/workshop")
>>> run.rows().collect()
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.duke.game import Position

if TYPE_CHECKING:
    from workbench.sim.duke.plan import Plan
    from workbench.sim.run import Progress
    from workbench.sim.store import Run

TELL_EVERY_SECONDS = 2.0


def ask(position: Position, bot: str = "greedy", seed: int = 1) -> str:
    """The turn that a shipped bot would play, by the luck of a seed; raises ValueError where nobody decides."""
    from workbench.bots.choose import open_bot
    from workbench.bots.registry import parse_bot

    if position.is_chance or position.is_over:
        raise ValueError(
            "the game is over" if position.is_over else "chance decides here: see chance_outcomes(position)"
        )
    referee = position.game.referee
    state = referee.shuffled(position.state, seed)
    code = open_bot(parse_bot(bot), referee.rules)(referee.rules, referee.load(state))
    return referee.text(state, code)


def simulate(
    *sets: str, out: str | Path, bots_from: str | Sequence[str] = (), workers: int = 1, **options: Any
) -> Run[Plan]:
    """Play many games into the folder `out`, as `workbench sim` does; a run that is there already is gone on with.

    `sets` is a plan or tile sets; options are those of a plan, such as games=, bots=, south=, north=, seed=. With more
    than one worker a script must guard its own code with `if __name__ == "__main__":`; a notebook need not.
    """
    from workbench.bots.own import load_own_bots
    from workbench.sim.duke.own_bots import seat_own_bots
    from workbench.sim.duke.planfile import read_plan
    from workbench.sim.duke.play import DukeGame
    from workbench.sim.run import simulate as run_games

    own = load_own_bots([bots_from] if isinstance(bots_from, str) else bots_from)

    def read(given: Mapping[str, Any]) -> Plan:
        return read_plan(sets, given)

    plan = seat_own_bots(read, options, own)
    game = DukeGame.from_plan(plan, own)
    game.prepare()
    return run_games(game, plan, Path(out), _player(workers), resume=True, report=_telling(plan.name)).run


def open_run(folder: str | Path) -> Run[Plan]:
    """A run that was played before, here or by `workbench sim`."""
    from workbench.sim.duke.plan import Plan
    from workbench.sim.store import open_run as opened

    return opened(folder, Plan)


def _player(workers: int) -> Callable[[Any], Any]:
    from workbench.sim.job import play_here
    from workbench.sim.pool import Pool, use_forkserver

    if workers == 1:
        return lambda queue: play_here
    use_forkserver()
    return lambda queue: Pool(workers, queue)


def _telling(name: str) -> Callable[[Progress], None]:
    """Says how far a run is, on stderr, if it takes long enough to wonder."""
    last = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last > TELL_EVERY_SECONDS:
            last = time.monotonic()
            print(f"{name}: {progress.done:,} of {progress.total:,} games; {progress.headline}", file=sys.stderr)

    return tell
