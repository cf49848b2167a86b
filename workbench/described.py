"""JSON schemas with what each field means, from the strings below the fields.

Pydantic would read them whenever a program starts, which takes longer than all else about the models.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from textwrap import dedent
from typing import Any, Literal, get_args

from pydantic import BaseModel

SCHEMA_2020_12 = "https://json-schema.org/draft/2020-12/schema"


def described_schema(
    model: type[BaseModel], title: str, mode: Literal["validation", "serialization"] = "validation"
) -> dict[str, Any]:
    """The schema (2020-12) of a model under this title: as pydantic makes it, with the string below every field."""
    made = model.model_json_schema(mode=mode)
    places = made.get("$defs", {})
    for one in dict.fromkeys(_used_by(model)):
        for name, words in _strings_below(one).items():
            shown = (made if one is model else places.get(one.__name__, {})).get("properties", {})
            if name in shown and "description" not in shown[name]:
                shown[name] = dict(sorted({**shown[name], "description": words}.items()))
    head = {"$schema": SCHEMA_2020_12, "title": title}
    return {**head, **{key: value for key, value in made.items() if key not in head}}


def _used_by(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models in an annotation, and those in their fields."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        for field in annotation.model_fields.values():
            yield from _used_by(field.annotation)
    for part in get_args(annotation):
        yield from _used_by(part)


def _strings_below(model: type[BaseModel]) -> dict[str, str]:
    """Of its fields, those of its parents included."""
    found: dict[str, str] = {}
    for one in reversed(model.__mro__):
        if one is not BaseModel and issubclass(one, BaseModel):
            (defined,) = ast.parse(dedent(inspect.getsource(one))).body
            assert isinstance(defined, ast.ClassDef)
            for field, below in zip(defined.body, defined.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and _is_string(below):
                    found[field.target.id] = inspect.cleandoc(ast.literal_eval(below.value))  # type: ignore[attr-defined]
    return found


def _is_string(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
