"""docs/tiles.md is the manual of the tile file: it names every key, letter and ability, and its examples are sound."""

from __future__ import annotations

import re
from typing import Literal, get_args, get_origin

import pytest
from test_readme import ROOT, Block, blocks

from workbench.check.run import check_loaded
from workbench.finding import Severity
from workbench.icons import ICONS
from workbench.tileset.load import load_tileset_text
from workbench.tileset.settings import Settings, Terrain
from workbench.tileset.written import WrittenFace, WrittenIcon, WrittenTile, WrittenTileSet
from workbench.words import Ability

MANUAL = ROOT / "docs" / "tiles.md"
TEXT = MANUAL.read_text(encoding="utf-8")
EXAMPLES = [block for block in blocks(MANUAL) if block.language == "yaml"]


def keys() -> list[str]:
    models = (WrittenTileSet, WrittenTile, WrittenIcon, WrittenFace)
    return sorted({field.alias or name for model in models for name, field in model.model_fields.items()})


@pytest.mark.parametrize("key", keys())
def test_every_key_is_in_the_manual_and_in_an_example(key: str) -> None:
    rare = {"$schema", "version", "starts"}  # for editors and programs, or inherited: told, not shown
    assert f"`{key}`" in TEXT or key in ("icon", "at", "group", "icons", "origin")
    assert key in rare or any(re.search(rf"\b{re.escape(key)}:", block.text) for block in EXAMPLES), key


def test_every_ability_is_explained() -> None:
    for ability in Ability:
        assert f"| `{ability}` | {ability.numeral} |" in TEXT


def test_every_setting_and_its_values_are_named() -> None:
    """A new setting, or a new value of one, has to be written there too."""
    told = TEXT[TEXT.index("## Settings") :].splitlines()
    for name, field in Settings.model_fields.items():
        row = next((line for line in told if re.match(rf"\| .*`{name}`.* \|", line)), "")
        values = get_args(field.annotation) if get_origin(field.annotation) is Literal else ()
        assert row, name
        assert [value for value in values if f"`{value}`" not in row] == []
    assert all(f"`{name}" in TEXT for name in Terrain.model_fields)


def test_every_letter_is_explained() -> None:
    named = dict(re.findall(r"^\| `(\w)` \| ([\w -]+) \|", TEXT, re.MULTILINE))
    assert named == {icon.row.letter: icon.words for icon in ICONS}


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: f"line {block.line}")
def test_every_example_is_sound(block: Block) -> None:
    loaded = load_tileset_text(block.text, f"line-{block.line}.yaml")
    told, _ = check_loaded(loaded, "capture_the_duke")
    assert [finding.message for finding in told if finding.severity is not Severity.NOTICE] == []


def test_the_readme_names_what_can_be_played() -> None:
    """Sets, objectives, terrain and settings: a new one has to be written there too."""
    from workbench.cli.check import Objective
    from workbench.tileset.load import shipped_sets

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in (*shipped_sets(), *Objective, *Settings.model_fields):
        assert f"`{name}`" in text, name
    for name in Terrain.model_fields:
        assert f"`{name}" in text, name
