"""A plan of Dragon Dune from a file, from the command line, or from both; faults are findings at their places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from os.path import exists  # of a name that is too long it says no, where that of Path raises
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from workbench.codes import found
from workbench.document import Document, KeyPath, load_document
from workbench.dune.load import COMMAND_LINE, ENDINGS, load_rules, shipped_rules
from workbench.dune.names import ADVANCED
from workbench.finding import Finding, Place, UnusableInput
from workbench.resources import shipped
from workbench.sim.dune.plan import DunePlan, Variant

PLAN_PREFIX = "dune-"
OUTSIDE = ("greater_than", "less_than", "too_long", "too_short", "multiple_of")


class DunePlanError(UnusableInput):
    """A plan cannot be used as it is."""


def dune_plan_schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of a plan file."""
    from workbench.described import described_schema

    return described_schema(DunePlan, "Simulation plan of Dragon Dune")


def shipped_dune_plans() -> dict[str, Path]:
    """The plans of Dragon Dune that come with the workbench, by name."""
    return {path.stem: path for path in sorted(shipped("sims").glob(f"{PLAN_PREFIX}*.yaml"))}


def read_dune_plan(target: str | None, options: Mapping[str, Any]) -> DunePlan:
    """The plan that a file (or nothing) and the options given beside it make; options win."""
    document = _document(target) if target else None
    given: dict[str, Any] = _keys(document) if document else {}
    if document:
        given.setdefault("name", Path(document.file).stem)
    folder = Path(document.file).parent if document else Path()
    plan = _checked({**given, **_mixed(given, options)}, document, options)
    here = "rules" in options or document is None
    plan = _with_paths(plan, Path() if here else folder)
    _refuse_wrong_rules(plan, document, options)
    if "name" not in given and "name" not in options:
        plan = plan.model_copy(update={"name": made_up_name(plan)})
    return plan


def change_dune_plan(plan: DunePlan, options: Mapping[str, Any]) -> DunePlan:
    """The plan of an earlier run with options given again; the store says what then differs."""
    written = plan.written()
    return _checked({**written, **_mixed(written, options)}, None, options)


def _mixed(given: Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """Settings are mixed key by key."""
    merged = dict(options)
    if isinstance(given.get("settings"), Mapping) and "settings" in options:
        merged["settings"] = {**given["settings"], **options["settings"]}
    return merged


def _document(target: str) -> Document:
    plans = shipped_dune_plans()
    if target in plans:
        return load_document(plans[target])
    path = Path(target)
    if path.suffix not in ENDINGS and not exists(path):
        near = get_close_matches(target.lower(), plans, 1)
        help = f"Did you mean '{near[0]}'?" if near else f"Shipped plans: {', '.join(plans)}; or give a path."
        raise DunePlanError(
            [found("E101", Place(target), "no plan of Dragon Dune of this name, and no such file", help)]
        )
    return load_document(path)


def _keys(document: Document) -> dict[str, Any]:
    if not isinstance(document.data, dict):
        help = "Begin with 'bots: seeker'."
        raise DunePlanError([found("E202", document.place(), "a plan should be keys and values", help)])
    return {key: value for key, value in document.data.items() if key != "$schema" and value is not None}


def _checked(data: dict[str, Any], document: Document | None, options: Mapping[str, Any]) -> DunePlan:
    try:
        return DunePlan.model_validate(data)
    except ValidationError as error:
        raise DunePlanError([_told(fault, document, options) for fault in error.errors()]) from None


def _told(fault: Any, document: Document | None, options: Mapping[str, Any]) -> Finding:
    path: KeyPath = tuple(fault["loc"])
    unknown = fault["type"] == "extra_forbidden"
    if document is None or (path and path[0] in options):
        place = Place(COMMAND_LINE)
    else:
        place = document.key_place(*path) if unknown else document.place(*path)
    field = ".".join(str(step) for step in path)
    if unknown:
        known = list((Variant if "variants" in path[:-1] else DunePlan).model_fields)
        near = get_close_matches(str(path[-1]).lower(), known, 1)
        help = f"Did you mean '{near[0]}'?" if near else "Known keys: " + ", ".join(known) + "."
        return found("E201", place, f"unknown key '{field}'", help)
    message = str(fault["msg"]).removeprefix("Value error, ")
    code = "E209" if fault["type"].startswith(OUTSIDE) else "E202"
    return found(code, place, f"{field}: {message}" if field else message)


def _with_paths(plan: DunePlan, folder: Path) -> DunePlan:
    """Names of shipped rules stay; files are found from the plan's folder and written out in full."""
    variants = tuple(
        one.model_copy(update={"rules": _rules_path(one.rules, folder)}) if one.rules else one for one in plan.variants
    )
    return plan.model_copy(update={"rules": _rules_path(plan.rules, folder), "variants": variants})


def _refuse_wrong_rules(plan: DunePlan, document: Document | None, options: Mapping[str, Any]) -> None:
    """Settings that the plan's file has wrong are told at their place in it."""
    try:
        load_rules(plan.rules, plan.settings, plan.advanced)
    except UnusableInput as error:
        if document is None or "settings" in options or "settings" not in document.data:
            raise
        place = document.place("settings")
        told = [replace(one, place=place) if one.place.file == COMMAND_LINE else one for one in error.findings]
        raise DunePlanError(told) from None


def _rules_path(name: str, folder: Path) -> str:
    if name in shipped_rules() or not exists(folder / name):
        return name
    return str((folder / name).resolve())


def made_up_name(plan: DunePlan) -> str:
    parts = ["dune", *dict.fromkeys(plan.bots)]
    if plan.rules in shipped_rules():
        parts += [plan.rules] if plan.rules != DunePlan.model_fields["rules"].default else []
    else:
        parts.append(Path(plan.rules).stem)
    parts += ["all"] if plan.advanced and len(plan.advanced) == 4 else plan.advanced or ()
    names = [variant.name for variant in plan.variants]
    parts += ["powers"] if names == [*ADVANCED, "all"] else names
    raw = "-".join(parts)
    return "".join(c if c.isalnum() or c in "._-" else "-" for c in raw)[:80].strip("._-") or "dune"
