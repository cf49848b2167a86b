"""A file -> a TileSet, or findings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.tiles import FACE, set_text, tile_text

from workbench.icons import IconType
from workbench.tileset.grid import format_grid
from workbench.tileset.load import (
    Loaded,
    TileSetError,
    find_tileset,
    load_sets,
    load_tileset,
    load_tileset_text,
    shipped_sets,
)
from workbench.tileset.rewrite import tile_fields
from workbench.words import Ability, Offset


def load(text: str) -> Loaded:
    return load_tileset_text(text, "test.yaml")


def places(loaded: Loaded) -> list[tuple[str, int, int, int]]:
    return [(f.code, f.place.line, f.place.column, f.place.end_column) for f in loaded.findings]


def test_fields_of_a_tile() -> None:
    text = tile_text(
        "Envoy", "En", copies=2, replaces="Pikeman", army="dark", abilities="[escape, ransom]",
        enhanced="true", accept="[W505]", emblem="key", notes="Hello.", source="Mine.",
    )  # fmt: skip
    loaded = load("version: 1\nname: A Set\nmode: bag\nnotes: N\nsource: S\ntiles:\n" + text)
    set_ = loaded.require()
    assert (set_.id, set_.name, set_.mode, set_.notes, set_.source, set_.path) == (
        "test", "A Set", "bag", "N", "S", "test.yaml",
    )  # fmt: skip
    (tile,) = set_.tiles
    assert tile.abilities == (Ability.ESCAPE, Ability.RANSOM)
    assert (tile.copies, tile.replaces, tile.army, tile.enhanced) == (2, "Pikeman", "dark", True)
    assert (tile.accept, tile.emblem, tile.notes, tile.source) == (("W505",), "key", "Hello.", "Mine.")
    assert [(icon.icon, icon.at) for icon in tile.starting.icons] == [(IconType.MOVE, Offset(0, 1))]


def test_a_key_without_a_value_counts_as_absent() -> None:
    (tile,) = load(set_text(tile_text("Envoy", "Ev", replaces="", army="~"))).require().tiles
    assert tile.replaces is None
    assert tile.army is None


def test_code_that_old_yaml_takes_for_false() -> None:
    (tile,) = load(set_text(tile_text("Nobody", "No"))).require().tiles
    assert tile.code == "No"


@pytest.mark.parametrize("name", list(shipped_sets()))
def test_yaml_json_grid_and_list_load_to_the_same_model(name: str) -> None:
    yaml = load_tileset(shipped_sets()[name]).require()
    data = {
        "name": yaml.name, "mode": yaml.mode, "notes": yaml.notes, "source": yaml.source,
        "tiles": [tile_fields(tile) for tile in yaml.tiles],
    }  # fmt: skip
    as_json = load_tileset_text(json.dumps(data), f"{name}.json").require()
    for tile, written in zip(yaml.tiles, data["tiles"], strict=True):
        for side in ("starting", "other"):
            face = getattr(tile, side)
            written[side] = {
                "origin": list(face.origin),
                "icons": [
                    {"icon": str(icon.icon), "at": list(icon.at)} | ({"group": icon.group} if icon.group else {})
                    for icon in face.icons
                ],
            }
    as_lists = load_tileset_text(json.dumps(data, indent=1), f"{name}.json").require()
    assert as_json.tiles == yaml.tiles
    assert as_lists.tiles == yaml.tiles


def test_list_without_origin() -> None:
    text = "name: X\ntiles: [{name: A, code: Ar, starting: [{icon: strike, at: [0, 3]}], other: []}]\n"
    (tile,) = load(text).require().tiles
    assert tile.starting.origin == (2, 3)
    assert format_grid(tile.other).count("@") == 1


def test_places_of_findings() -> None:
    text = set_text(
        tile_text("Ok", "Ok"),
        tile_text("Bad", "Bd", starting=FACE.replace("M", "Q")).replace("code", "kode"),
        tile_text("Worse", "W", abilities="[sumon]", copies=0),
    )
    lines = text.split("\n")
    loaded = load(text)
    assert loaded.tileset is None
    found = {code: (lines[line - 1][column - 1 : end - 1]) for code, line, column, end in places(loaded)}
    assert found == {
        "E201": "kode", "E203": "name: Bad", "E301": "Q", "E207": "W", "E208": "sumon", "E209": "0",
    }  # fmt: skip
    assert {f.code: f.tile for f in loaded.findings}["E301"] == "Bad"
    assert list(loaded.tiles) == [0], "a sound tile can be read although its neighbours cannot"


def test_suggestions() -> None:
    loaded = load(set_text(tile_text("A", "Aa", abilities="[sumon]", replace="Knight")))
    helps = {f.code: f.help for f in loaded.findings}
    assert helps["E208"] == "Did you mean 'summon'?"
    assert helps["E201"] == "Did you mean 'replaces'?"


def test_icon_place_in_grid_and_list() -> None:
    listed = "  - {name: B, code: Bb, starting: [], other: [{icon: jump, at: [1, 2]}]}\n"
    text = set_text(tile_text("A", "Aa"), listed)
    loaded = load(text)
    lines = text.split("\n")
    cell = loaded.icon_place(0, "starting", Offset(0, 1))
    assert lines[cell.line - 1][cell.column - 1] == "M"
    entry = loaded.icon_place(1, "other", Offset(1, 2))
    assert lines[entry.line - 1][entry.column - 1 : entry.end_column - 1] == "{icon: jump, at: [1, 2]}"
    assert loaded.icon_place(1, "starting", Offset(2, 2)).line == entry.line, "no icon there: the face itself"


def test_another_version_is_one_finding() -> None:
    assert places(load("version: 2\nname: 7\nnonsense: true\n")) == [("E111", 1, 10, 11)]
    assert [f.code for f in load("version: true\nname: X\ntiles: []\n").findings] == ["E111"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("[]", ["E202"]),
        ("just text", ["E202"]),
        ("name: X", ["E203"]),
        ("name: X\ntiles: {}", ["E202"]),
        ("name: X\ntiles: []", ["E209"]),
        ("name: X\ntiles: [1]", ["E202"]),
        ("name: ''\ntiles: [{}]", ["E203", "E203", "E204", "E204", "E205"]),
        ("name: X\ntiles: [{name: A, code: Aa, starting: 3, other: [{at: [1]}]}]", ["E202", "E203", "E209"]),
        ("name: X\ntiles: [{name: A, code: Aa, starting: {icons: 1}, other: {}}]", ["E202", "E203"]),
    ],
)
def test_wrong_shapes(text: str, codes: list[str]) -> None:
    assert sorted(f.code for f in load(text).findings) == codes


def test_find_tileset() -> None:
    assert find_tileset("siege-engines").name == "siege-engines.yaml"
    assert find_tileset("workshop").parent.name == "examples"
    assert find_tileset("some/where.yaml") == Path("some/where.yaml")
    with pytest.raises(TileSetError) as caught:
        find_tileset("sige-engines")
    assert caught.value.findings[0].help == "Did you mean 'siege-engines'?"


def test_load_sets_tells_all_findings(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.yaml").write_text("name: 5\n", encoding="utf-8")
    with pytest.raises(TileSetError) as caught:
        load_sets([str(tmp_path / "a.yaml"), "base", str(tmp_path / "b.yaml")])
    assert len({f.place.file for f in caught.value.findings}) == 2


def test_shipped_sets_are_read_once_and_files_every_time(tmp_path: Path) -> None:
    first, again = load_sets(["base"]), load_sets(["base"])
    assert first[0] is again[0]
    mine = tmp_path / "mine.yaml"
    mine.write_text(set_text(tile_text("Lancer", "Ln")), encoding="utf-8")
    assert load_sets([str(mine)])[0].tiles[0].name == "Lancer"
    mine.write_text(set_text(tile_text("Rider", "Rd")), encoding="utf-8")
    assert load_sets([str(mine)])[0].tiles[0].name == "Rider"
