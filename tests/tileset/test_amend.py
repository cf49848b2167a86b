"""Changes to one face, field or tile leave the rest of the text alone."""

from __future__ import annotations

import difflib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.document import Document, parse_document
from workbench.tileset.amend import add_tile, format_cells, put_cells, put_value, remove_tile
from workbench.tileset.begin import make_tile, shipped_tile
from workbench.tileset.load import load_tileset_text, shipped_sets
from workbench.tileset.rewrite import CannotRewrite

TEXT = """\
# a set
name: Mine   # of my own
tiles:
  # the first
  - name: Lancer
    code: Ln     # two letters
    replaces: Knight
    abilities:
      - escape
    notes: >-
      One line
      and another.
    starting: |  # attack
      .  J  .  J  .
      .  .  M  .  .
      .  M  @  M  .
      .  .  .  .  .
      .  .  J  .  .
    other:
      - {icon: move, at: [0, 1]}

  # the second
  - {name: Page, code: Pg, starting: ". . . . .\\n. . m . .\\n. . @ . .\\n. . . . .\\n. . . . .", other: []}
# the end
"""
CELLS = [[".", "J", ".", "J", "."], [".", ".", "MC", ".", "."], [".", "M", "@", "M", "."], ["."] * 5, ["."] * 5]


def read(text: str, file: str = "mine.yaml") -> Document:
    return parse_document(text, file)


def changes(before: str, after: str) -> list[str]:
    """The lines that went and came."""
    lines = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "-+"]
    return sorted(lines, key=lambda line: line[0] == "+")


def test_a_cell_changes_its_line_alone() -> None:
    rows = [row[:] for row in CELLS]
    rows[1][2], rows[4][2] = "MC", "J"
    after = put_cells(read(TEXT), 0, "starting", rows)
    assert changes(TEXT, after) == ["-       .  .  M  .  .", "+       .  .  MC .  ."]


def test_a_list_of_icons_becomes_a_grid() -> None:
    after = put_cells(read(TEXT), 0, "other", [*CELLS[:4], ["C", ".", ".", ".", "."]])
    assert "    other: |\n      .  J  .  J  .\n" in after
    assert load_tileset_text(after).tiles[0].other.icons


def test_a_face_in_brackets_stays_there() -> None:
    after = put_cells(read(TEXT), 1, "other", CELLS)
    assert changes(TEXT, after)[1].startswith("+   - {name: Page, code: Pg, starting:")
    assert read(after).data["tiles"][1]["other"] == format_cells(CELLS)


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("name",), "Ours", ["- name: Mine   # of my own", "+ name: Ours   # of my own"]),
        (("mode",), "pool", ["+ mode: pool"]),
        (("tiles", 0, "code"), "La", ["-     code: Ln     # two letters", "+     code: La     # two letters"]),
        (("tiles", 0, "copies"), 3, ["+     copies: 3"]),
        (("tiles", 0, "replaces"), None, ["-     replaces: Knight"]),
        (("tiles", 0, "abilities"), ["escape", "link"],
         ["-     abilities:", "-       - escape", "+     abilities: [escape, link]"]),
        (("tiles", 0, "notes"), "Short.", ["-     notes: >-", "-       One line", "-       and another.",
                                           '+     notes: "Short."']),
        (("tiles", 0, "notes"), "a\nb", ["-     notes: >-", "-       One line", "-       and another.",
                                         "+     notes: |-", "+       a", "+       b"]),
        (("tiles", 1, "code"), "Pa", None),
    ],
)  # fmt: skip
def test_a_field_changes_alone(path: Any, value: Any, expected: list[str] | None) -> None:
    after = put_value(read(TEXT), path, value)
    if expected is not None:
        assert changes(TEXT, after) == expected
    owner = read(after).data
    for step in path[:-1]:
        owner = owner[step]
    assert owner.get(path[-1]) == value


def test_long_notes_are_folded() -> None:
    words = "word " * 60
    after = put_value(read(TEXT), ("tiles", 0, "notes"), words.strip())
    assert max(map(len, after.splitlines()[:30])) < 130
    assert read(after).data["tiles"][0]["notes"] == words.strip()


def test_the_key_behind_the_dash_can_go() -> None:
    text = "name: A\ntiles:\n  - copies: 2\n    name: B\n"
    assert put_value(read(text), ("tiles", 0, "copies"), None) == "name: A\ntiles:\n  - name: B\n"


def test_what_cannot_be_done_in_place_is_refused() -> None:
    with pytest.raises(CannotRewrite, match="brackets"):
        put_value(read(TEXT), ("tiles", 1, "copies"), 2)


def test_tiles_come_and_go() -> None:
    tile = make_tile("Hedge Knight", shipped_tile("Knight"), set())
    document = read(TEXT)
    after = add_tile(document, tile, after=0)
    names = [one["name"] for one in read(after).data["tiles"]]
    assert names == ["Lancer", "Hedge Knight", "Page"]
    assert all(line.startswith("+") for line in changes(TEXT, after))
    assert read(remove_tile(read(after), 1)).data == document.data
    alone = remove_tile(read(remove_tile(document, 1)), 0)
    assert "tiles: []" in alone
    assert "# the end" in alone
    assert [one["name"] for one in read(add_tile(read(alone), tile)).data["tiles"]] == ["Hedge Knight"]


def test_json_stays_json() -> None:
    data = {"name": "Mine", "tiles": [{"name": "Lancer", "code": "Ln"}]}
    text = put_value(read(json.dumps(data), "mine.json"), ("tiles", 0, "copies"), 2)
    text = put_cells(read(text, "mine.json"), 0, "starting", CELLS)
    assert json.loads(text)["tiles"][0] == {
        "name": "Lancer", "code": "Ln", "copies": 2, "starting": format_cells(CELLS),
    }  # fmt: skip
    assert json.loads(remove_tile(read(text, "mine.json"), 0))["tiles"] == []


NOTES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.sampled_from(" \n"), max_size=300)
FIELDS = st.one_of(
    st.tuples(st.just("notes"), st.one_of(st.none(), NOTES)),
    st.tuples(st.just("copies"), st.integers(1, 60)),
    st.tuples(st.just("replaces"), st.one_of(st.none(), st.sampled_from(["Knight", "no", "12", "a: b"]))),
    st.tuples(st.just("abilities"), st.one_of(st.none(), st.just(["escape"]), st.just([]))),
    st.tuples(st.just("emblem"), st.one_of(st.none(), st.just("sword"))),
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_change_to_any_shipped_set(data: st.DataObject) -> None:
    """Either refused, or exactly what was asked for; lines of comment are all kept."""
    path = data.draw(st.sampled_from(sorted(shipped_sets().values())))
    text = path.read_text(encoding="utf-8")
    document = read(text, str(path))
    tile = data.draw(st.integers(0, len(document.data["tiles"]) - 1))
    key, value = data.draw(FIELDS)
    after = put_value(document, ("tiles", tile, key), value)
    assert read(after).data["tiles"][tile].get(key) == value
    comments = [line for line in text.splitlines() if line.lstrip().startswith("#")]
    assert [line for line in after.splitlines() if line.lstrip().startswith("#")][: len(comments)] == comments
