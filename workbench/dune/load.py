"""A rules file -> `Rules`, or findings at the places that are wrong. A file may say `based_on: v1.2`."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from os.path import exists
from pathlib import Path
from typing import Any

from workbench.codes import found
from workbench.document import Document, DocumentError, KeyPath, load_document, parse_document
from workbench.dune.check import Fault, contradictions
from workbench.dune.names import ADVANCED, FACTION_KEYS
from workbench.dune.rules import Rules, build_rules
from workbench.dune.written import RuleSet, Settings
from workbench.finding import Finding, Place, Severity, UnusableInput
from workbench.resources import PACKAGE, shipped

COMMAND_LINE = "the command line"
DEFAULT = "v1.2"
ENDINGS = (".yaml", ".yml", ".json")
MOST_BASES = 10
MOST_FINDINGS = 100


class RulesError(UnusableInput):
    """Rules cannot be used as they are."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of reading rules. `rules` is None as soon as one finding is an error."""

    file: str
    rules: Rules | None
    findings: tuple[Finding, ...]

    def require(self) -> Rules:
        """The rules; raises RulesError where there are none."""
        if self.rules is None:
            raise RulesError(self.findings)
        return self.rules


def shipped_rules() -> dict[str, Path]:
    """The rules that come with the workbench, by name; version 1.2 first."""
    paths = sorted((PACKAGE / "dune" / "rules").glob("*.yaml"), key=lambda path: (path.stem != DEFAULT, path.stem))
    return {path.stem: path for path in paths}


def find_rules(name_or_path: str, folder: Path = Path()) -> Path:
    """The file of shipped rules ('rev9') or a path, seen from a folder; raises RulesError for neither."""
    known = shipped_rules()
    if name_or_path in known:
        return known[name_or_path]
    path = folder / name_or_path
    if path.suffix in ENDINGS or exists(path):
        return path
    near = get_close_matches(name_or_path.lower(), known, 1)
    help = f"Did you mean '{near[0]}'?" if near else "Shipped rules: " + ", ".join(known) + "; or give a path."
    raise RulesError([found("E705", Place(name_or_path), "no rules of this name, and no such file", help)])


def load_rules(
    name_or_path: str = DEFAULT, settings: Mapping[str, Any] | None = None, advanced: Iterable[str] | None = None
) -> Rules:
    """Rules by name or path, with settings and advanced powers changed; raises UnusableInput."""
    return read_rules(find_rules(name_or_path), settings, advanced).require()


def check_rules(path: str | Path) -> list[Finding]:
    """What is wrong with a rules file; never raises for what is in it."""
    return list(read_rules(Path(path)).findings)


def read_rules(path: Path, settings: Mapping[str, Any] | None = None, advanced: Iterable[str] | None = None) -> Loaded:
    try:
        return _read(_document(path), settings or {}, advanced)
    except DocumentError as error:
        return Loaded(str(path), None, error.findings)


def _document(path: Path) -> Document:
    """A file; shipped ones are read once."""
    return _shipped_document(path) if path in shipped_rules().values() else load_document(path)


@lru_cache(maxsize=8)
def _shipped_document(path: Path) -> Document:
    return load_document(path)


def read_rules_text(text: str, file: str = "<text>") -> Loaded:
    """The same for text that is not in a file (yet)."""
    try:
        return _read(parse_document(text, file), {}, None)
    except DocumentError as error:
        return Loaded(file, None, error.findings)


def _read(document: Document, settings: Mapping[str, Any], advanced: Iterable[str] | None) -> Loaded:
    findings = _check_shape(document)
    changes, overruled = _changes(settings, advanced, findings)
    if findings:
        return Loaded(document.file, None, tuple(sorted(findings, key=lambda one: one.place)))
    try:
        data = _merged(_with_base(document, ()), changes)
    except UnusableInput as error:
        return Loaded(document.file, None, error.findings)
    data = {key: value for key, value in data.items() if key not in ("$schema", "based_on")}
    findings = [_missing(document, path) for path in _absent(data)]
    if findings:
        return Loaded(document.file, None, tuple(findings))
    written = RuleSet.model_validate(data)
    for fault in contradictions(written):
        findings.append(found(fault.code, _place_of(fault, document, overruled), fault.message, fault.help))
    findings.sort(key=lambda one: one.place)
    wrong = any(one.severity is Severity.ERROR for one in findings)
    return Loaded(document.file, None if wrong else build_rules(written), tuple(findings))


def _place_of(fault: Fault, document: Document, overruled: Container[KeyPath]) -> Place:
    """Where the command line or the file itself says it, or what it contradicts; else near where it would stand."""
    paths = [path for path in (fault.path, fault.other) if path]
    if any(path in overruled or path[:1] in overruled for path in paths):
        return Place(COMMAND_LINE)
    path = next((path for path in paths if path in document.values), fault.path)
    return document.key_place(*path) if fault.at_key else document.place(*path)


# ------------------------------------------------------------------------------------------------------------ bases
def _with_base(document: Document, above: tuple[str, ...]) -> dict[str, Any]:
    """The file's data over that of the rules that it is based on."""
    data: dict[str, Any] = document.data
    base = data.get("based_on")
    if base is None:
        return data
    place = document.place("based_on")
    try:
        path = find_rules(base, Path(document.file).parent)
    except RulesError as error:
        help = error.findings[0].help
        raise RulesError([found("E705", place, f"based_on: no rules named '{base}'", help)]) from None
    chain = (*above, str(path.resolve()))
    if len(set(chain)) < len(chain) or len(chain) > MOST_BASES or path.resolve() == Path(document.file).resolve():
        raise RulesError([found("E705", place, f"based_on: '{base}' leads back to itself", "Name other rules.")])
    lower = _document(path)
    wrong = _check_shape(lower)
    if wrong:
        raise RulesError(wrong)
    merged: dict[str, Any] = _merged(_with_base(lower, chain), data)
    return merged


def _merged(base: Any, change: Any) -> Any:
    """Maps are mixed key by key; everything else is replaced."""
    if not isinstance(base, dict) or not isinstance(change, dict):
        return change
    return {**base, **{key: _merged(base.get(key), value) for key, value in change.items()}}


def _absent(data: Any) -> Iterator[KeyPath]:
    """Paths of the keys that even the bases do not give."""
    from pydantic import ValidationError

    try:
        RuleSet.model_validate(data)
    except ValidationError as error:
        for fault in error.errors():
            yield tuple(fault["loc"])


def _missing(document: Document, path: KeyPath) -> Finding:
    shown = ".".join(str(step) for step in path)
    help = "Add it, or begin the file with 'based_on: v1.2'."
    return found("E703", document.place(*path), f"'{shown}' is not given", help)


# ---------------------------------------------------------------------------------------------- the command line
def _changes(
    settings: Mapping[str, Any], advanced: Iterable[str] | None, findings: list[Finding]
) -> tuple[dict[str, Any], set[KeyPath]]:
    """Settings such as turn_limit=10 or dwarves.gold=7 as a small rules file, checked like one."""
    made: dict[str, Any] = {}
    paths: set[KeyPath] = set()
    for key, value in settings.items():
        path = _setting_path(key)
        inner = made
        for step in path[:-1]:
            inner = inner.setdefault(step, {})
            if not isinstance(inner, dict):
                break
        else:
            inner[path[-1]] = _parsed(value)
            paths.add(path)
    if advanced is not None:
        made["advanced"] = list(advanced)
        paths.add(("advanced",))
    text = json.dumps(made)
    written = Document(COMMAND_LINE, text, made, {}, {}, (text,))
    for finding in _check_shape(written):
        findings.append(found(finding.code, Place(COMMAND_LINE), finding.message, finding.help))
    return made, paths


def _setting_path(key: str) -> tuple[str, ...]:
    path = tuple(key.split("."))
    if path[0] in FACTION_KEYS:
        return ("factions", *path)
    if path[0] in RuleSet.model_fields:
        return path
    return ("factions" if len(path) > 1 else "settings", *path)  # a dotted key is meant for a faction


def _parsed(value: Any) -> Any:
    """The text of a setting as a number, true or false where it looks like one."""
    if not isinstance(value, str):
        return value
    words = {"true": True, "false": False}
    if value.lower() in words:
        return words[value.lower()]
    return int(value) if value.lstrip("-").isdigit() and len(value) < 10 else value


# ------------------------------------------------------------------------------------------------------------ shape
@lru_cache(maxsize=1)
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    schema = json.loads((shipped("schemas") / "dune-rules.schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema)


def _check_shape(document: Document) -> list[Finding]:
    """What the schema has against a document."""
    findings: list[Finding] = []
    for error in _validator().iter_errors(document.data):
        findings += [one for one in _tell(document, error) if one not in findings]
        if len(findings) >= MOST_FINDINGS:
            break
    return findings


def _tell(document: Document, error: Any) -> list[Finding]:
    path: KeyPath = tuple(error.absolute_path)
    field = ".".join(str(step) for step in path) or "the file"
    rule, value, limit = str(error.validator), error.instance, error.validator_value
    if rule == "additionalProperties":
        return _unknown_keys(document, error, path)
    if rule == "anyOf":
        inner = [part for part in error.context if not (part.validator == "type" and not part.relative_path)]
        if inner:
            return [finding for part in inner for finding in _tell(document, part)]
        return [found("E702", document.place(*path), f"{field} cannot be {_shown(value)}", "See the schema.")]
    if rule == "type":
        wanted = _TYPES.get(str(limit), str(limit))
        help = "See 'workbench schema dune-rules'."
        return [found("E702", document.place(*path), f"{field} should be {wanted}, not {_shown(value)}", help)]
    if rule == "enum":
        words = [str(word) for word in limit]
        message = f"{field} cannot be {_shown(value)}"
        return [found("E702", document.place(*path), message, _near(str(value), words))]
    if rule in ("pattern", "propertyNames"):
        message = f"{field}: {_shown(value)} is not written as its kind is"
        help = 'Territories are written "7", "10*" (castle) or "9f" (forest); cards "AH", "6C", "10S".'
        return [found("E702", document.place(*path), message, help)]
    words_of = {"minimum": "less than", "maximum": "more than", "exclusiveMinimum": "not more than"}
    message = f"{field}: {_shown(value)} is {words_of.get(rule, 'outside of')} {limit}"
    return [found("E704", document.place(*path), message, "Stay within the limit.")]


def _unknown_keys(document: Document, error: Any, path: KeyPath) -> list[Finding]:
    import re

    known = list(error.schema.get("properties", {}))
    patterns = list(error.schema.get("patternProperties", {}))
    told = []
    for key in error.instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        place = document.key_place(*path, key)
        where = ".".join(str(step) for step in (*path, key))
        told.append(found("E701", place, f"unknown key '{where}'", _near(key, known)))
    return told


_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "keys and values",
    "null": "nothing",
}


def _near(word: str, known: list[str]) -> str:
    if not known:
        return 'Territories are written "7", "10*" (castle) or "9f" (forest); event cards "7C" to "10S".'
    close = get_close_matches(word.lower(), known, 1)
    return f"Did you mean '{close[0]}'?" if close else "Known: " + ", ".join(known) + "."


def _shown(value: Any) -> str:
    text = f"'{value}'" if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


SETTING_KEYS = tuple(Settings.model_fields)
POWERS = ADVANCED
