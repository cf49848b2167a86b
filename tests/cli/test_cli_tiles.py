"""workbench tiles, tile, rules and schema: what they print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.command import Runner
from support.places import DATA

from workbench.cli.faces import draw_tile, sign_of
from workbench.cli.rules import read_rules
from workbench.icons import IconType
from workbench.resources import shipped
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.model import Icon
from workbench.words import Offset

OFFICIAL = json.loads((DATA / "official.json").read_text(encoding="utf-8"))["tiles"]


def listed(workbench: Runner, *arguments: str) -> list[dict[str, Any]]:
    result = workbench("tiles", *arguments, "--json")
    assert result.code == 0
    data = json.loads(result.out)
    assert data["version"] == 1
    tiles: list[dict[str, Any]] = data["tiles"]
    return tiles


def test_json_has_the_agreed_shape(workbench: Runner) -> None:
    tiles = listed(workbench)
    for tile in tiles:
        assert list(tile) == [
            "name", "code", "set", "copies", "army", "role", "replaces", "abilities", "sides",
        ]  # fmt: skip
        assert [list(side) for side in tile["sides"]] == [["origin", "icons", "area_groups"]] * 2
    assert {tile["set"] for tile in tiles} == set(shipped_sets()) - {"siege-engines-2015"}


def test_json_equals_the_published_profiles(workbench: Runner) -> None:
    tiles = {tile["name"]: tile for tile in listed(workbench)}
    for fact in OFFICIAL:
        tile = tiles[fact["name"]]
        assert (tile["copies"], tile["abilities"]) == (fact["copies"], fact["abilities"])
        for side, published in zip(tile["sides"], fact["sides"], strict=True):
            assert sorted(side["icons"]) == sorted(published["icons"])
            groups = [sorted(group) for group in published.get("area_groups", [])]
            assert [sorted(group) for group in side["area_groups"]] == groups


def test_named_sets_and_files(workbench: Runner, tmp_path: Path) -> None:
    assert [tile["name"] for tile in listed(workbench, "terrain")] == ["Dragon"]
    assert len(listed(workbench, "siege-engines-2015", "base")) == 22
    path = tmp_path / "mine.yaml"
    workbench("new", str(path), "--tile", "Envoy")
    assert [(tile["name"], tile["set"]) for tile in listed(workbench, str(path))] == [("Envoy", "mine")]


def test_text_listing(workbench: Runner) -> None:
    out = workbench("tiles", "base", "robin-hood").out
    assert "Fo  Footman     x3  2 start on the board" in out
    assert "Pj  Prince John    acts as the Duke, replaces Duke, dark army only, escape (III)" in out


TREBUCHET = """\
Trebuchet (Tr), Siege Engines
replaces Knight, redeploy (V)

starting side           other side
┌───┬───┬───┬───┬───┐   ┌────┬────┬────┬────┬────┐
│   │   │   │   │   │   │    │    │ ☆₁ │    │    │
├───┼───┼───┼───┼───┤   ├────┼────┼────┼────┼────┤
│   │   │   │   │   │   │    │ ☆₁ │ ★₁ │ ☆₁ │    │
├───┼───┼───┼───┼───┤   ├────┼────┼────┼────┼────┤
│   │   │   │   │   │   │    │    │ ☆₁ │    │    │
├───┼───┼───┼───┼───┤   ├────┼────┼────┼────┼────┤
│   │   │   │   │   │   │    │    │    │    │    │
├───┼───┼───┼───┼───┤   ├────┼────┼────┼────┼────┤
│   │   │ ♟ │   │   │   │    │    │ ♙  │    │    │
└───┴───┴───┴───┴───┘   └────┴────┴────┴────┴────┘

  ☆  strike       captures on this square without leaving its own
  ★  hammer       a strike that neither Defense nor a Fort stops
  ₁  area effect  icons with the same number act together, on friend and foe
"""


def test_tile_is_drawn(workbench: Runner) -> None:
    assert workbench("tile", "trebuchet").out.startswith(TREBUCHET)
    assert workbench("tile", "tr").out == workbench("tile", "Trebuchet").out
    plain = workbench("tile", "Trebuchet", "--ascii").out
    assert plain.isascii()
    assert "|    | X1 | H1 | X1 |    |" in plain


def test_tile_of_a_chosen_set(workbench: Runner) -> None:
    normal = workbench("tile", "Catapult").out
    other = workbench("tile", "Catapult", "--set", "siege-engines-2015").out
    assert normal != other
    assert json.loads(workbench("tile", "Catapult", "--json").out)["tiles"][0]["set"] == "siege-engines"
    assert workbench("tile", "Catapult", "--set", "base").code == 2


def test_every_shipped_tile_can_be_drawn() -> None:
    for set_ in load_sets(list(shipped_sets())):
        for tile in set_.tiles:
            for unicode in (True, False):
                drawn = draw_tile(tile, unicode)
                assert "?" not in drawn
                assert drawn.isascii() is not unicode


@pytest.mark.parametrize("kind", IconType)
def test_every_kind_has_a_sign_and_a_meaning(kind: IconType) -> None:
    assert len(sign_of(Icon(icon=kind, at=Offset(0, 1)), unicode=True)) == 1
    assert kind.row.meaning


def test_slides_point_where_they_lead() -> None:
    signs = [sign_of(Icon(icon=IconType.SLIDE, at=Offset(x, y)), True) for x, y in ((0, 1), (1, -1), (-1, 0))]
    assert signs == ["↑", "↘", "←"]


def test_rules_by_id_and_section(workbench: Runner) -> None:
    assert workbench("rules", "guard-4").out.startswith("GUARD-4 A turn that captures the enemy Duke")
    assert workbench("rules", "DRAGON-10b").out == workbench("rules", "dragon-10B").out
    assert workbench("rules", "setup-1C").out.startswith("SETUP-1c The Duke and two Footmen")
    section = workbench("rules", "JSLIDE").out
    assert all(f"JSLIDE-{number}" in section for number in (1, 2, 3))
    assert workbench("rules").out == shipped("docs/rules.md").read_text(encoding="utf-8")
    rules = json.loads(workbench("rules", "FLIP", "--json").out)["rules"]
    assert [rule["id"] for rule in rules] == ["FLIP-1", "FLIP-2", "FLIP-3"]


def test_rules_are_complete_and_refer_to_rules_that_exist() -> None:
    entries, sections = read_rules()
    text = shipped("docs/rules.md").read_text(encoding="utf-8")
    ids = re.findall(r"\*\*([A-Z0-9-]+[a-z]?)\*\*", text)
    assert ids == list(entries), "every id begins an entry, and none is given twice"
    assert len(entries) > 215
    mentioned = set(re.findall(r"\b[A-Z]+(?:-[IV]+)?-[0-9]+[a-z]?\b", text))
    assert mentioned - set(entries) == set()
    words = set(re.findall(r"^## ([A-Z-]+|G|A|C|T):", text, re.MULTILINE))
    assert words == set(sections)


def test_schema_is_printed(workbench: Runner) -> None:
    assert json.loads(workbench("schema").out)["$schema"].endswith("2020-12/schema")
    assert json.loads(workbench("schema", "--draft", "7").out)["$schema"].endswith("draft-07/schema#")
