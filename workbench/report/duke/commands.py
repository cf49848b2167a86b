"""Commands that a report tells: the same games again, and what its tiles need before there can be a verdict."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from workbench.sim.duke.plan import Plan
from workbench.sim.store import Run


def file_name(written: str) -> str:
    """A set by its name or the name of its file: reports are shared, and folders are nobody's business."""
    return PurePath(written).name


def set_names(run: Run[Plan]) -> list[str]:
    """The sets beside base."""
    return [file_name(one) for one in run.plan.sets if one != "base"]


def sim_command(run: Run[Plan]) -> str:
    """The command that plays the same games again, into a folder of its own."""
    plan: dict[str, Any] = run.manifest["plan"]
    words = ["workbench", "sim", *(file_name(one) for one in plan.get("sets", ()))]
    words += ["--games", str(run.plan.games), "--seed", str(run.plan.seed)]
    for key in ("bots", "south", "north", "light", "chunk", "record"):
        value = plan.get(key)
        default = Plan.model_fields[key].default
        if value and value != default and value != list(default or ()):
            words += [f"--{key}", ",".join(value) if isinstance(value, list) else str(value)]
    for own in run.about.get("own_bots", ()):
        words += ["--bots-from", f"{own['file']}:{own['class']}"]
    return shlex.join([*words, *rule_words(run)])


def balance_question(run: Run[Plan], bots: Sequence[str] = ()) -> str:
    """The same tiles under the same rules, asked of other games; without bots those that are usually asked."""
    asked = ["--bots", ",".join(bots)] if bots else []
    return shlex.join(["workbench", "balance", *set_names(run), *asked, *rule_words(run)])


def rule_words(run: Run[Plan]) -> list[str]:
    """The options of its house rules."""
    words: list[str] = []
    differing: dict[str, Any] = run.plan.house_rules.differing()
    for key, value in differing.items():
        if key == "terrain":
            words += [w for k, v in value.items() for w in ("--terrain", k if v is True else f"{k}={v}")]
        elif key == "objective":
            words += ["--objective", str(value)]
        else:
            words += ["--setting", f"{key}={str(value).lower() if isinstance(value, bool) else value}"]
    return words
