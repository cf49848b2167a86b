"""Twin games that parted, played again step by step for people to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from workbench.lab.plan import LabPlan
from workbench.lab.play import SKIPPED, LabGame, half_points
from workbench.sim.plan import RUNG_STRIDE
from workbench.sim.seam import SimError
from workbench.sim.store import Run
from workbench.words import Owner

if TYPE_CHECKING:
    import polars as pl

    from workbench.duke.game import Position


@dataclass(frozen=True)
class Step:
    """What happened, and the position after it; the first step is the start of the game."""

    text: str
    position: Position


@dataclass(frozen=True)
class Twins:
    """A pair: the control's game and the arm's, and the step where they part (None: never)."""

    control: tuple[Step, ...]
    treated: tuple[Step, ...]
    parts_at: int | None


def parted_pairs(run: Run[LabPlan], rung: int, arm: int, count: int) -> pl.DataFrame:
    """The first pairs whose results differ: pair, seat, difference in points of the pair, plies of both."""
    import polars as pl

    result = pl.col("arms").list.get(arm)
    found = run.rows(rung).filter((result != SKIPPED) & (result != pl.col("control")))
    columns = (
        (pl.col("game") % RUNG_STRIDE).alias("pair"),
        "seat",
        pl.col("control"),
        result.alias("treated"),
        "plies",
        pl.col("arm_plies").list.get(arm),
    )
    return found.select(columns).head(count).collect()


def replay_pair(run: Run[LabPlan], rung: int, arm: int, pair: int) -> Twins:
    """Both games of a pair once more; raises SimError if they no longer go as they went."""
    import polars as pl

    if pair >= run.plan.games:
        raise SimError(f"{run.path}: the run has pairs 0 to {run.plan.games - 1}, not {pair}")
    game = LabGame.from_run(run)
    seat, bot = pair % 2, run.plan.bots[rung]
    control = _played(game, None, bot, run.plan.seed, pair)
    treated = _played(game, arm, bot, run.plan.seed, pair)
    row = run.rows(rung).filter(pl.col("game") == pair + rung * RUNG_STRIDE).collect()
    if row.height:
        expected = row["control"][0], row["arms"][0][arm]
        found = _result(control, seat), _result(treated, seat)
        if found[0] != expected[0] or expected[1] not in (SKIPPED, found[1]):
            text = f"pair {pair} goes otherwise now: the rules or the bots have changed since"
            raise SimError(f"{run.path}: {text}")
    codes = game.contest.control.code.capitalize(), game.arms[arm].tile.code.capitalize()
    return Twins(control, treated, parting(control, treated, codes))


def _result(steps: Sequence[Step], seat: int) -> int:
    import numpy as np

    state: Any = steps[-1].position.state[0]
    return int(half_points(np.array([int(state["winner"])]), seat)[0])


def _played(game: LabGame, arm: int | None, bot: str, seed: int, pair: int) -> tuple[Step, ...]:
    from workbench.bots.choose import open_bot
    from workbench.bots.registry import parse_bot
    from workbench.duke.game import Game

    seat = pair % 2
    own = game.contest.composition if arm is None else game.contest.with_tile(game.arms[arm].tile)
    composition = own.with_seats_swapped() if game.south_army(seat) else own
    played = Game(composition)
    yardstick = game.tables.yardstick
    played.referee.tables = game.tables.control[seat] if arm is None else game.tables.treated(arm, seat)
    spec = replace(parse_bot(bot), yardstick=yardstick)
    choosers = [open_bot(spec, played.referee.rules) for _ in Owner]  # what one remembers is its own
    position = played.dealt(seed, pair, game.south_army(seat), game.tops(seat))
    steps = [Step("start", position)]
    while not position.is_over:
        if position.is_chance:
            text, position = played.let_luck(position)
        else:
            state = position.state
            code = choosers[position.owner](played.referee.rules, played.referee.load(state))
            text, position = played.referee.text(state, code), played.after(position, code)
        steps.append(Step(text, position))
    return tuple(steps)


def parting(control: Sequence[Step], treated: Sequence[Step], codes: tuple[str, str]) -> int | None:
    """The first step that is another one; drawing the tile in question is the same step in both games."""
    for number, (one, other) in enumerate(zip(control, treated, strict=False)):
        if one.text not in (other.text, other.text.replace(codes[1], codes[0])):
            return number
    return None if len(control) == len(treated) else min(len(control), len(treated))
