"""The JSON schemas: fresh, and of one mind with the models."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from pydantic import ValidationError
from support.tiles import FACE

from workbench.cli.schema import all_schemas, build_schema
from workbench.document import load_document
from workbench.resources import shipped
from workbench.tileset.load import load_tileset_text, shipped_sets
from workbench.tileset.written import WrittenTileSet

NEW = Draft202012Validator(build_schema("tileset"))
OLD = Draft7Validator(build_schema("tileset", "7"))
DOCUMENTS = [load_document(path).data for path in shipped_sets().values()]


def model_accepts(data: Any) -> bool:
    try:
        WrittenTileSet.model_validate(data)
    except ValidationError:
        return False
    return True


def agreed(data: Any) -> bool:
    """The verdict on a document, after making sure that all three judges give the same."""
    verdicts = {"schema": NEW.is_valid(data), "draft 7": OLD.is_valid(data), "models": model_accepts(data)}
    assert len(set(verdicts.values())) == 1, (verdicts, data)
    return verdicts["models"]


@pytest.mark.parametrize("file", list(all_schemas()))
def test_schema_on_disk_is_fresh(file: str) -> None:
    written = (shipped("schemas") / file).read_text(encoding="utf-8")
    assert written == all_schemas()[file], "run: workbench schema --into schemas"


def test_no_schema_without_a_source() -> None:
    on_disk = {path.name for path in shipped("schemas").glob("*.json")}
    assert on_disk == set(all_schemas())


def test_schemas_are_valid_schemas() -> None:
    Draft202012Validator.check_schema(NEW.schema)
    Draft7Validator.check_schema(OLD.schema)


def test_every_field_has_hover_help() -> None:
    schema = build_schema("tileset", "7")
    for owner in (schema, *schema["definitions"].values()):
        for name, field in owner["properties"].items():
            assert field.get("description"), name


def test_draft_7_uses_no_newer_words() -> None:
    text = json.dumps(OLD.schema)
    assert "$defs" not in text
    assert "prefixItems" not in text


def test_shipped_sets_are_accepted() -> None:
    for document in DOCUMENTS:
        assert agreed(document)


def tile(**fields: Any) -> dict[str, Any]:
    return {"name": "Knave", "code": "Kv", "starting": FACE, "other": FACE, **fields}


def with_tile(**fields: Any) -> dict[str, Any]:
    return {"name": "Set", "tiles": [tile(**fields)]}


GOOD = [
    with_tile(),
    with_tile(starting=[]),
    with_tile(starting=[{"icon": "jump_slide", "at": [0, 2], "group": None}]),
    with_tile(other={"icons": [{"icon": "strike", "at": [-4, 4], "group": 9}], "origin": [0, 4]}),
    with_tile(replaces=None, army="dark", role="terrain", copies=60, starts=2, enhanced=True, emblem="a/b.png"),
    with_tile(abilities=["link"], linked_to=["Knight"], accept=["W505"], notes="", source="x" * 4000),
    {"$schema": "x.json", "version": 1, "name": "Set", "mode": "pool", "tiles": [tile()]},
]
BAD = [
    None,
    [],
    "text",
    3,
    {},
    {"name": "Set"},
    {"name": "Set", "tiles": []},
    {"name": "Set", "tiles": [None]},
    {"name": "Set", "version": 2, "tiles": [tile()]},
    {"name": "Set", "version": True, "tiles": [tile()]},
    {"name": 7, "tiles": [tile()]},
    {"name": "Set", "mode": "Bag", "tiles": [tile()]},
    {"name": "Set", "mode": None, "tiles": [tile()]},
    {"name": "x" * 29, "tiles": [tile()]},
    {"name": "Set", "tiles": [tile()] * 61},
    {"schema_": "x", "name": "Set", "tiles": [tile()]},
    with_tile(name=""),
    with_tile(name=None),
    with_tile(code="K"),
    with_tile(code="K1"),
    with_tile(code="Kvv"),
    with_tile(copies=0),
    with_tile(copies=61),
    with_tile(copies="2"),
    with_tile(copies=True),
    with_tile(copies=1.5),
    with_tile(starts=3),
    with_tile(army="red"),
    with_tile(role="king"),
    with_tile(enhanced="yes"),
    with_tile(enhanced=1),
    with_tile(abilities="summon"),
    with_tile(abilities=["sumon"]),
    with_tile(abilities=["link"] * 7),
    with_tile(linked_to=[""]),
    with_tile(linked_to=None),
    with_tile(accept=["505"]),
    with_tile(notes=None),
    with_tile(starting=None),
    with_tile(starting=""),
    with_tile(starting=FACE.replace("M", "Q")),
    with_tile(starting=FACE * 2),
    with_tile(starting=". . ."),
    with_tile(starting=[{"icon": "move"}]),
    with_tile(starting=[{"icon": "moove", "at": [0, 1]}]),
    with_tile(starting=[{"icon": "move", "at": [0, 5]}]),
    with_tile(starting=[{"icon": "move", "at": [0]}]),
    with_tile(starting=[{"icon": "move", "at": [0, 1, 2]}]),
    with_tile(starting=[{"icon": "move", "at": [0, 1], "group": 0}]),
    with_tile(starting={"origin": [2, 2]}),
    with_tile(starting={"icons": [], "origin": [2, 5]}),
    with_tile(starting={"icons": [], "extra": 1}),
    with_tile(extra=1),
]


@pytest.mark.parametrize("data", GOOD)
def test_good_documents(data: Any) -> None:
    assert agreed(data)
    assert load_tileset_text(json.dumps(data), "x.json").document is not None


@pytest.mark.parametrize("data", BAD)
def test_bad_documents(data: Any) -> None:
    assert not agreed(data)
    loaded = load_tileset_text(json.dumps(data), "x.json")
    assert loaded.tileset is None
    assert loaded.findings


odd_values = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        2,
        61,
        -1,
        "",
        "Kv",
        "x" * 29,
        "bag",
        "light",
        "duke",
        FACE,
        [],
        [1],
        {},
        {"icons": []},
    ]
)
keys = st.sampled_from([*WrittenTileSet.model_json_schema()["$defs"]["WrittenTile"]["properties"], "extra", "mode"])


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A shipped document with a few values changed, added or taken away."""
    data = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 3))):
        owner = (
            data if draw(st.booleans()) else draw(st.sampled_from(data["tiles"]) if data.get("tiles") else st.just({}))
        )
        if not isinstance(owner, dict):
            continue
        key = draw(keys if draw(st.booleans()) or not owner else st.sampled_from(sorted(owner)))
        if draw(st.booleans()):
            owner[key] = draw(odd_values)
        else:
            owner.pop(key, None)
        if not isinstance(data.get("tiles"), list):
            break
    return data


@given(mutated())
@settings(deadline=None, max_examples=200)
def test_models_and_schemas_agree_on_mutations(data: Any) -> None:
    verdict = agreed(data)
    loaded = load_tileset_text(json.dumps(data), "x.json")
    if not verdict:
        assert loaded.tileset is None


def test_json_example_in_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text(json.dumps(GOOD[0]), encoding="utf-8")
    assert agreed(load_document(path).data)
