"""A plan from a file, from the command line, or from both; faults are findings at their places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.bots.own import OPTION
from workbench.codes import found
from workbench.document import Document, KeyPath, load_document
from workbench.finding import Finding, Place, UnusableInput
from workbench.resources import shipped
from workbench.sim.duke.plan import Plan
from workbench.sim.plan import plain_name
from workbench.tileset.compose import settle_settings
from workbench.tileset.load import ENDINGS, find_tileset, is_there, load_sets, shipped_sets

COMMAND_LINE = "the command line"
CODE_KEY = OPTION.lstrip("-").replace("-", "_")
OWN_CODE = "a plan cannot have code run: only the command line can name a bot of one's own"
LIMITS = ("greater_than", "less_than", "too_long", "too_short", "multiple_of")


class PlanError(UnusableInput):
    """A plan cannot be used as it is."""


def plan_schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of a plan file."""
    from workbench.described import described_schema

    return described_schema(Plan, "Simulation plan")


def shipped_plans() -> dict[str, Path]:
    """The plans that come with the workbench, by name; those of Dragon Dune are its own."""
    found = sorted(shipped("sims").glob("*.yaml"))
    return {path.stem: path for path in found if not path.stem.startswith("dune-")}


def read_plan(targets: Iterable[str], options: Mapping[str, Any]) -> Plan:
    """The plan that `targets` (one plan, or tile sets, or nothing) and the options given beside it make."""
    names = list(targets)
    document = _plan_document(names[0]) if len(names) == 1 else None
    if document is not None:
        given = _top_level(document)
        given.setdefault("name", Path(document.file).stem)
        folder = Path(document.file).parent
    else:
        given = {"sets": names} if names else {}
        folder = Path()
    plan = _validated(_merged(given, options), document, options)
    here = "sets" in options or document is None
    sets = tuple(_set_path(name, Path() if here else folder) for name in plan.sets)
    plan = _with_set_settings(plan.model_copy(update={"sets": sets}))
    if "name" not in given and "name" not in options:
        plan = plan.model_copy(update={"name": _made_up_name(plan)})
    return plan


def _with_set_settings(plan: Plan) -> Plan:
    """The plan with what its sets ask for written out, where it says nothing else itself."""
    loaded = load_sets(plan.sets)
    if not any(one.settings for one in loaded):
        return plan
    settled = settle_settings(plan.house_rules, loaded)
    return plan.model_copy(update={"settings": settled, "terrain": None, "objective": None})


def change_plan(plan: Plan, options: Mapping[str, Any]) -> Plan:
    """The plan of an earlier run with options given again; the store says what then differs."""
    return _validated(_merged(plan.written(), options), None, options)


def is_plan(target: str) -> bool:
    """Whether a name or path is that of a plan, not of a tile set; raises findings where it is neither."""
    return _plan_document(target) is not None


def _plan_document(target: str) -> Document | None:
    """The document of a plan; None where `target` is a tile set."""
    plans = shipped_plans()
    if target in plans:
        return load_document(plans[target])
    if target in shipped_sets():
        return None
    path = Path(target)
    if path.suffix not in ENDINGS and not is_there(path):
        near = get_close_matches(target.lower(), [*plans, *shipped_sets()], 1)
        help = f"Did you mean '{near[0]}'?" if near else f"Shipped plans: {', '.join(plans)}; or give a path."
        message = "no plan or tile set of this name, and no such file"
        raise PlanError([found("E101", Place(target), message, help)])
    document = load_document(path)
    return None if isinstance(document.data, dict) and "tiles" in document.data else document


def _top_level(document: Document) -> dict[str, Any]:
    if not isinstance(document.data, dict):
        message = "a plan should be keys and values"
        raise PlanError([found("E202", document.place(), message, "Begin with 'sets: [base]'.")])
    data = {key: value for key, value in document.data.items() if key != "$schema"}
    return {key: value for key, value in data.items() if value is not None}


def _merged(given: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Options win over the file; settings and terrain are mixed key by key."""
    data = dict(given)
    if "games" in options:
        data.pop("steps", None)
    if "bots" in options:
        data.pop("south", None)
        data.pop("north", None)
    if {"south", "north"} & options.keys():
        data.pop("bots", None)
    for key, value in options.items():
        if isinstance(value, Mapping) and isinstance(data.get(key), Mapping):
            data[key] = {**data[key], **value}
        else:
            data[key] = value
    return data


def _validated(data: dict[str, Any], document: Document | None, options: Mapping[str, Any]) -> Plan:
    try:
        return Plan.model_validate(data)
    except ValidationError as error:
        raise PlanError(_findings(error, document, options)) from None


def _findings(error: ValidationError, document: Document | None, options: Mapping[str, Any]) -> list[Finding]:
    told = []
    for fault in error.errors():
        path: KeyPath = tuple(fault["loc"])
        field = ".".join(str(step) for step in path)
        unknown = fault["type"] == "extra_forbidden"
        own = _named_code(path, fault["input"])
        if document is None or (path and path[0] in options):
            place = Place(COMMAND_LINE)
        else:
            place = document.key_place(*path) if unknown else document.place(*path)
        if own:
            told.append(found("E202", place, OWN_CODE, f"Add to the command: {OPTION} {own}"))
            continue
        if unknown:
            told.append(found("E201", place, f"unknown key '{field}'", _nearest_key(path)))
            continue
        code = "E209" if fault["type"].startswith(LIMITS) else "E202"
        message = str(fault["msg"]).removeprefix("Value error, ")
        told.append(found(code, place, f"{field}: {message}" if field else message))
    return told


def _named_code(path: KeyPath, value: object) -> str:
    """FILE.py:Class where a plan names code, else ''."""
    if not path or path[0] not in ("bots", "south", "north", CODE_KEY):
        return ""
    first = value[0] if isinstance(value, list) and value else value
    is_code = isinstance(first, str) and ".py:" in first
    return str(first) if is_code else "FILE.py:Class" if path[0] == CODE_KEY else ""


def _nearest_key(path: KeyPath) -> str:
    known = _keys_inside(path)
    near = get_close_matches(str(path[-1]).lower(), known, 1)
    return f"Did you mean '{near[0]}'?" if near else "Known keys: " + ", ".join(known) + "."


def _keys_inside(path: KeyPath) -> list[str]:
    from workbench.tileset.settings import Settings, Terrain

    if "terrain" in path[:-1]:
        return list(Terrain.model_fields)
    return list(Settings.model_fields if "settings" in path[:-1] else Plan.model_fields)


def _set_path(name: str, folder: Path) -> str:
    """Names of shipped sets stay; files are found from the plan's folder and written out in full."""
    if name in shipped_sets():
        return name
    relative = folder / name
    if is_there(relative):
        return str(relative.resolve())
    return str(find_tileset(name))


def _made_up_name(plan: Plan) -> str:
    sets = [Path(name).stem for name in plan.sets]
    bots = [one if one == other else f"{one}-{other}" for one, other in plan.pairings]
    return plain_name("-".join([*sets, *bots]))
