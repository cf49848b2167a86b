"""The effect of a tile for every bot: does it reward skill or luck?"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.bots.registry import BOT_TYPES
from workbench.lab.contest import Arm, find_tile, plan_contest, reference_of
from workbench.lab.measure import Effect
from workbench.lab.plan import MOST_PAIRS
from workbench.lab.run import Background, Experiment
from workbench.lab.swap import run_name
from workbench.sim.seam import SimError
from workbench.stats.ladder import Change, ladder_changes


def plan_ladder(
    background: Background,
    name: str,
    *,
    against: str | None = None,
    bots: Sequence[str] = (),
    forced: bool = True,
    margin_points: float = 1.0,
    pairs: int | None = None,
    seed: int = 1,
) -> Experiment:
    """A tile against what it replaces (or `against`), for each bot; `pairs` None plays until settled."""
    tile = find_tile(name, background.sets)
    other = find_tile(against, background.sets) if against else reference_of(tile, background.sets)
    if other == tile:
        raise SimError(f"'{tile.name}' is what others are measured against: name another tile with --against")
    contest = plan_contest(background.composition, other, (tile.name, other.name), tile.copies, rivals="control")
    return Experiment.make(
        background,
        contest,
        [Arm(tile.name, tile)],
        experiment="ladder",
        name=run_name("ladder", tile.name),
        tile=other.name,
        against=tile.name,
        bots=tuple(bots) or tuple(BOT_TYPES),
        forced=forced,
        margin_points=margin_points,
        games=pairs or MOST_PAIRS,
        settles=pairs is None,
        seed=seed,
    )


def change_over(found: Sequence[Effect]) -> Change | None:
    """The effect for the strongest bot less that for the weakest; None with a single rung."""
    return ladder_changes([[effect.shown for effect in found]])[0] if len(found) > 1 else None


def reading(found: Sequence[Effect], name: str, margin_points: float) -> str:
    """Whether better players make more of the tile; "the same" is said only of a whole interval within the margin."""
    change = change_over(found)
    if change is None:
        return f"{name}: one bot is no ladder."
    weak, strong, ends = found[0].bot, found[-1].bot, change.ends
    size = f"{ends.value:+z.1f} ± {ends.half_width:.1f} points from {weak} to {strong}"
    if change.trend == "more":
        return f"{name} rewards skill: {size}."
    if change.trend == "less":
        return f"{name} is worth less to better players: {size}."
    if change.trend == "not steady":
        return f"{name} is not steady: players of different skill disagree, and {size} is not the whole story."
    if max(-ends.low, ends.high) <= margin_points:
        return f"{name} is worth about the same to all of these players: {size}."
    return f"Whether {name} rewards skill, these games do not show: {size}."
