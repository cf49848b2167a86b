"""Does a document have the shape of a tile set? The schema's verdicts, told as findings at their places."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from workbench.codes import Remark, found
from workbench.document import Document, KeyPath
from workbench.finding import Finding
from workbench.resources import shipped
from workbench.tileset.written import MAX_NAME, VERSION
from workbench.words import SIDES

MOST_FINDINGS = 300  # of one file; more help nobody
_TYPES = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "keys and values",
    "null": "nothing",
}


@lru_cache(maxsize=1)
def _validator() -> Draft202012Validator:
    schema = json.loads((shipped("schemas") / "tileset.schema.json").read_text(encoding="utf-8"))
    return Draft202012Validator(schema)


class Shape(NamedTuple):
    """What the schema has against a document, and the numbers of the tiles that it concerns."""

    findings: list[Finding]
    broken: set[int]


def check_shape(document: Document) -> Shape:
    """The verdict of the schema; grids are left to `grid.parse_grid`."""
    version = document.data.get("version", VERSION) if isinstance(document.data, dict) else VERSION
    if version != VERSION or isinstance(version, bool):
        message = f"this file is of format version {_shown(version)}; this workbench reads version {VERSION}"
        help = "Use 'version: 1', or update the workbench."
        return Shape([found("E111", document.place("version"), message, help)], set())
    shape = Shape([], set())
    for error in _leaves(_validator().iter_errors(document.data)):
        told = [finding for finding in _tell(document, error) if finding not in shape.findings]
        shape.findings.extend(told)
        if told and len(error.absolute_path) > 1 and error.absolute_path[0] == "tiles":
            shape.broken.add(int(error.absolute_path[1]))
        if len(shape.findings) >= MOST_FINDINGS:  # not a tile set at all: no tile of it is worth reading
            shape.broken.update(range(len(document.values)))
            break
    return shape


def _leaves(errors: Iterator[ValidationError]) -> Iterator[ValidationError]:
    """Of an 'any of these' error only the verdict of the branch that the value was meant for."""
    for error in errors:
        if error.validator != "anyOf":
            yield error
            continue
        fitting = [part for part in error.context or () if not _is_other_branch(part)]
        if fitting:
            yield from _leaves(iter(fitting))
        else:
            yield error


def _is_other_branch(error: ValidationError) -> bool:
    return error.validator == "type" and len(error.relative_path) == 0


def _tell(document: Document, error: ValidationError) -> list[Finding]:
    path: KeyPath = tuple(error.absolute_path)
    rule = str(error.validator)
    tile = tile_name(document.data, path)
    if rule == "additionalProperties":
        return _unknown_keys(document, error, path, tile)
    if rule == "required":
        return [_missing_key(document, error, path, tile)]
    if rule == "pattern" and path[-1:] and path[-1] in SIDES:
        return []  # grid.parse_grid says more
    return [_verdict(rule, error, path).at(document.place(*path), tile)]


Verdict = Remark[None]  # about the value that the schema looked at


def _verdict(rule: str, error: ValidationError, path: KeyPath) -> Verdict:
    field = next((step for step in reversed(path) if isinstance(step, str)), "the file")
    value: Any = error.instance
    limit: Any = error.validator_value
    if rule in ("type", "anyOf"):
        return _wrong_type(field, error)
    if rule in ("enum", "const"):
        return _not_allowed(field, value, [str(word) for word in limit])
    if rule == "pattern" and field == "code":
        return Verdict("E207", f"the code '{_shown(value)}' is not two letters", "Use two letters, such as 'Kn'.", None)
    if rule == "pattern":
        return Verdict("E210", f"'{_shown(value)}' is not a finding code", "Codes look like W505.", None)
    if rule in ("minLength", "maxLength") and field == "name":
        problem = "is empty" if rule == "minLength" else f"has {len(value)} characters; {MAX_NAME} fit"
        return Verdict("E205", f"the name {problem}", "Shorten it." if rule == "maxLength" else "Give it a name.", None)
    if field == "at" and rule in ("minimum", "maximum"):
        return Verdict("E312", f"{value} squares away is outside the 5 x 5 face", "Offsets go from -4 to 4.", None)
    words = {
        "minimum": f"{field}: {value} is less than {limit}",
        "maximum": f"{field}: {value} is more than {limit}",
        "minItems": f"{field} needs at least {limit} entr{'y' if limit == 1 else 'ies'}",
        "maxItems": f"{field} has more than {limit} entries",
        "minLength": f"{field} is empty",
        "maxLength": f"{field} is longer than {limit} characters",
    }
    return Verdict("E209", words.get(rule, f"{field}: {error.message}"), "Stay within the limit.", None)


def _wrong_type(field: str, error: ValidationError) -> Verdict:
    if field in SIDES and error.validator == "anyOf":
        wanted = ["a grid of five rows"]
    else:
        rule: Any = error.validator_value
        schemas = rule if error.validator == "anyOf" else [{"type": rule}]
        wanted = [_TYPES.get(str(part.get("type")), "something else") for part in schemas]
        wanted = [word for word in wanted if word != "nothing"]
    value = error.instance
    help = ""
    if "text" in wanted and isinstance(value, int | float) and not isinstance(value, bool):
        help = f"Quote it: {field}: '{_shown(value)}'."
    elif value is None:
        help = "Give a value, or delete the key."
    elif wanted == ["a list"]:
        help = f"Put it in brackets: {field}: [{_shown(value)}]." if isinstance(value, str) else ""
    what = "a tile set" if field == "the file" else field
    return Verdict("E202", f"{what} should be {' or '.join(wanted)}, not {_sort_of_value(value)}", help, None)


def _not_allowed(field: str, value: Any, allowed: list[str]) -> Verdict:
    near = get_close_matches(str(value), allowed, 1)
    help = f"Did you mean '{near[0]}'?" if near else "Choose one of: " + ", ".join(allowed) + "."
    if field == "abilities":
        return Verdict("E208", f"'{_shown(value)}' is no ability", help, None)
    if field == "icon":
        return Verdict("E301", f"'{_shown(value)}' is no icon", help, None)
    return Verdict("E202", f"{field} cannot be '{_shown(value)}'", help, None)


def _unknown_keys(document: Document, error: ValidationError, path: KeyPath, tile: str) -> list[Finding]:
    known = list(error.schema["properties"]) if isinstance(error.schema, dict) else []
    findings = []
    given: Any = error.instance
    for key in islice((key for key in given if key not in known), MOST_FINDINGS):
        near = get_close_matches(key.lower(), known, 1)
        help = f"Did you mean '{near[0]}'?" if near else "Known keys: " + ", ".join(known) + "."
        place = document.key_place(*path, key)
        findings.append(found("E201", place, f"unknown key '{_shown(key)}'", help, tile))
    return findings


def _missing_key(document: Document, error: ValidationError, path: KeyPath, tile: str) -> Finding:
    key = error.message.split("'")[1]
    where = "the tile" if path[:1] == ("tiles",) and len(path) == 2 else "the set" if not path else "this"
    if key in SIDES:
        help = "Every tile has two sides; a blank one is a grid of dots with the '@'."
        return found("E204", document.place(*path), f"{where} has no '{key}' side", help, tile)
    return found("E203", document.place(*path), f"{where} has no '{key}'", f"Add '{key}: ...'.", tile)


def tile_name(data: Any, path: KeyPath) -> str:
    """The name of the tile that `path` leads into, if it has one."""
    try:
        name = data["tiles"][path[1]]["name"] if path[0] == "tiles" else ""
    except (LookupError, TypeError):
        return ""
    return name if isinstance(name, str) else ""


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def _sort_of_value(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return f"the number {_shown(value)}"
    return {"str": "text", "list": "a list", "dict": "keys and values"}[type(value).__name__]
