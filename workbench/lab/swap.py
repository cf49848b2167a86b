"""Is B better than A? A replaced by B in one army, on the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from workbench.lab.contest import Arm, plan_contest
from workbench.lab.measure import Effect
from workbench.lab.plan import MOST_PAIRS, LabPlan
from workbench.lab.run import Background, Experiment, effects
from workbench.lab.versions import find_version, version_names
from workbench.sim.plan import plain_name
from workbench.sim.seam import SimError
from workbench.sim.store import Run

WORDS = {"stronger": "stronger", "weaker": "weaker"}


def plan_swap(
    background: Background,
    old: str,
    new: str,
    *,
    bots: Sequence[str] = ("greedy",),
    forced: bool = True,
    margin_points: float = 1.0,
    pairs: int | None = None,
    seed: int = 1,
    chunk: int = 0,
    name: str = "",
) -> Experiment:
    """The experiment that replaces `old` by `new`, also by another version of itself ('NEW.yaml:Warden').

    `pairs` None plays until the verdict is settled.
    """
    first, second = find_version(old, background.sets), find_version(new, background.sets)
    if first == second:
        raise SimError(f"'{first.name}' cannot be swapped for itself: make a copy under another name")
    names = version_names((old, new), (first, second))
    contest = plan_contest(background.composition, first, (first.name, second.name), second.copies, rivals="control")
    return Experiment.make(
        background,
        contest,
        [Arm(names[1], second)],
        experiment="swap",
        name=name or run_name("swap", *names),
        tile=names[0],
        against=names[1],
        bots=tuple(bots),
        forced=forced,
        margin_points=margin_points,
        games=pairs or MOST_PAIRS,
        settles=pairs is None,
        seed=seed,
        chunk=chunk,
    )


def run_name(*words: str) -> str:
    return plain_name("-".join(words).lower())


def sentence(effect: Effect, new: str, old: str, plan: LabPlan) -> str:
    """The verdict in words, with the interval that holds after stopping."""
    shown = effect.shown
    size = f"{abs(shown.value):.1f} ± {shown.half_width:.1f} points"
    who = f"for {effect.bot} players"
    if effect.verdict == "equivalent":
        known = f"{shown.value:+z.1f} ± {shown.half_width:.1f}"
        return f"{new} against {old} {who}: {known}: fair within {margin_words(plan)}."
    if effect.verdict == "undecided":
        return (
            f"{new} against {old} {who}: {shown.value:+z.1f} ± {shown.half_width:.1f} points after "
            f"{effect.pairs:,} pairs: not settled."
        )
    return f"{new} is {size} {WORDS[effect.verdict]} than {old} {who}."


def margin_words(plan: LabPlan) -> str:
    return f"{plan.margin_points:g} point{'' if plan.margin_points == 1 else 's'}"


def as_json(effect: Effect, plan: LabPlan) -> dict[str, Any]:
    """The verdict for programs."""
    return {
        "verdict": effect.verdict,
        "margin_points": plan.margin_points,
        "effect_points": round(effect.shown.value, 2),
        "interval": [round(effect.shown.low, 2), round(effect.shown.high, 2)],
        "fixed_interval": [round(effect.raw.low, 2), round(effect.raw.high, 2)],
        "pairs": effect.pairs,
        "games": effect.games,
        "discordant": effect.discordant,
        "bots": effect.bot,
        "mode": "forced" if plan.forced else "natural",
        "seed": plan.seed,
    }


def swap_effects(run: Run[LabPlan]) -> list[Effect]:
    """One effect per bot."""
    return [effect for rung in range(run.plan.rungs) for effect in effects(run, rung)]
