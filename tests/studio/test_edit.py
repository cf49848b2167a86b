"""Text and picture are one document: what the page is shown of a text, and what its edits make of the text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.studio_client import SET, Asker

from workbench.studio.reach import reach
from workbench.studio.view import read_view
from workbench.tileset.begin import shipped_tile
from workbench.tileset.load import load_tileset_text

CELLS = [[".", "J", ".", "J", "."], [".", ".", "MC", ".", "."], [".", "M", "@", "M", "."], ["."] * 5, ["."] * 5]


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    with Asker(tmp_path_factory.mktemp("project")) as asker:
        yield asker


def view(studio: Asker, text: str) -> Any:
    return studio.post("/api/view", {"name": "mine.yaml", "text": text}).json()["view"]


def edit(studio: Asker, text: str, *edits: dict[str, Any]) -> Any:
    answer = studio.post("/api/edit", {"name": "mine.yaml", "text": text, "edits": list(edits)})
    return answer.json()


def test_a_view_has_tiles_cells_and_pictures(studio: Asker) -> None:
    [tile] = view(studio, SET)["tiles"]
    assert tile["name"] == "Lancer"
    assert tile["sides"]["starting"]["cells"][0] == [".", "J", ".", "J", "."]
    picture = studio.get(f"/face/{tile['sides']['starting']['face']}.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert 'aria-label="Lancer"' in picture.text
    assert studio.get("/face/unknown.svg").status_code == 404


def test_findings_know_their_cell_and_field(studio: Asker) -> None:
    text = SET.replace(".  M  @  M  .", ".  M  @  Q  .").replace("code: Ln ", "code: L1 ")
    found = {one["code"]: one for one in view(studio, text)["findings"]}
    assert (found["E301"]["tile"], found["E301"]["side"], found["E301"]["row"], found["E301"]["cell"]) == (
        0,
        "starting",
        2,
        3,
    )
    assert found["E301"]["help"]
    assert found["E301"]["why"]
    assert (found["E207"]["tile"], found["E207"]["field"]) == (0, "code")
    assert found["E207"]["line"] == 5


def test_a_face_with_faults_is_shown_as_far_as_it_can_be(studio: Asker) -> None:
    text = SET.replace(".  M  @  M  .", ".  M  @  Q")
    [tile] = view(studio, text)["tiles"]
    assert tile["sides"]["starting"]["cells"][2] == [".", "M", "@", "Q", "."]
    assert not tile["sound"]
    assert studio.get(f"/face/{tile['sides']['starting']['face']}.svg").status_code == 200


BROKEN = (
    SET
    + "\n  - name: Page\n    code: [Pg\n    starting: x\n\n"
    + SET.partition("tiles:\n")[2].replace("Lancer", "Rider")
)


def test_a_broken_text_still_shows_its_sound_tiles(studio: Asker) -> None:
    shown = view(studio, BROKEN)
    assert not shown["whole"]
    assert [tile["name"] for tile in shown["tiles"]] == ["Lancer", "Rider"]
    first = shown["findings"][0]
    assert first["tile"] is None
    assert (first["code"], first["line"]) == ("E108", BROKEN.split("\n").index("    starting: x") + 1)
    assert "mend the text" in edit(studio, BROKEN, {"op": "remove", "tile": 0})["message"]


@pytest.mark.parametrize(
    "text", ["", "# nothing", "\t- x", "a: b: c", "[1, 2", "tiles: 7", "name: x\ntiles:\n  - 5\n", "\x00"]
)
def test_any_text_has_a_view(studio: Asker, text: str) -> None:
    shown = view(studio, text)
    assert shown["findings"] or shown["tiles"]


def test_edits_change_what_they_are_about(studio: Asker) -> None:
    changed = edit(studio, SET, {"op": "cells", "tile": 0, "side": "starting", "rows": CELLS})
    assert changed["text"] == SET.replace(
        ".  .  M  .  .\n      .  M  @  M  .", ".  .  MC .  .\n      .  M  @  M  ."
    ).replace(".  .  J  .  .\n    other", ".  .  .  .  .\n    other")
    assert [one["code"] for one in changed["view"]["findings"]] == ["E308"]
    named = edit(studio, SET, {"op": "field", "tile": 0, "key": "copies", "value": 2})
    assert "    copies: 2\n" in named["text"]
    assert "code: Ln     # two letters" in named["text"]
    unnamed = edit(studio, named["text"], {"op": "field", "tile": 0, "key": "copies", "value": None})
    assert unnamed["text"] == SET
    assert "name: Ours\n" in edit(studio, SET, {"op": "set", "key": "name", "value": "Ours"})["text"]


def test_tiles_come_and_go(studio: Asker) -> None:
    added = edit(studio, SET, {"op": "add"}, {"op": "add", "like": "Wizard", "after": 0}, {"op": "add", "copy_of": 0})
    names = [tile["name"] for tile in added["view"]["tiles"]]
    assert names == ["Lancer", "New Wizard", "New Tile", "New Lancer"]
    codes = {tile["code"] for tile in added["view"]["tiles"]}
    assert len(codes) == 4
    removed = edit(studio, added["text"], *({"op": "remove", "tile": number} for number in (3, 2, 1)))
    assert removed["text"] == SET
    empty = edit(studio, SET, {"op": "remove", "tile": 0})
    assert empty["view"]["tiles"] == []
    assert [tile["name"] for tile in edit(studio, empty["text"], {"op": "add"})["view"]["tiles"]] == ["New Tile"]
    assert edit(studio, SET, {"op": "remove", "tile": 5})["message"] == "there is no such tile"


def test_faces_of_a_shipped_tile(studio: Asker) -> None:
    taken = edit(studio, SET, {"op": "faces", "tile": 0, "like": "Knight"})
    tile = load_tileset_text(taken["text"]).tiles[0]
    assert tile.starting == shipped_tile("Knight").starting
    assert tile.name == "Lancer"


def test_a_tile_goes_out_as_text_and_comes_back(studio: Asker) -> None:
    yaml = studio.post("/api/tile-text", {"name": "mine.yaml", "text": SET, "tile": 0}).json()["yaml"]
    back = edit(studio, "name: Theirs\ntiles: []\n", {"op": "add", "yaml": yaml})
    assert load_tileset_text(back["text"]).tiles[0] == load_tileset_text(SET).tiles[0]
    twice = edit(studio, SET, {"op": "add", "yaml": yaml})
    assert [tile["name"] for tile in twice["view"]["tiles"]] == ["Lancer", "Lancer 2"]
    assert edit(studio, SET, {"op": "add", "yaml": "nonsense"})["message"] == "the shared tile cannot be read"


def test_pictures(studio: Asker) -> None:
    asked = {"name": "mine.yaml", "text": SET, "tile": 0}
    assert studio.post("/api/picture", asked).content.startswith(b"\x89PNG")
    assert studio.post("/api/picture", {**asked, "format": "svg"}).text.startswith("<svg")
    assert studio.post("/api/picture", {**asked, "tile": 7}).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"name": "mine.yaml", "text": SET, "edits": [{"op": "explode"}]},
        {"name": "mine.yaml", "text": SET, "edits": [{"op": "cells", "tile": 0, "side": "starting", "rows": [["."]]}]},
        {
            "name": "mine.yaml",
            "text": SET,
            "edits": [{"op": "cells", "tile": 0, "side": "starting", "rows": [["a b"] * 5] * 5}],
        },
        {"name": "mine.yaml", "text": SET, "edits": [{"op": "field", "tile": 0, "key": "__class__", "value": 1}]},
        {"name": "mine.yaml", "text": SET, "edits": [], "more": 1},
        [],
    ],
)
def test_bad_requests_are_refused_in_words(studio: Asker, body: Any) -> None:
    answer = studio.post("/api/edit", body)
    assert answer.status_code == 400
    assert answer.json()["message"]


def test_the_words_of_the_page(studio: Asker) -> None:
    words = studio.get("/api/words").json()
    assert "".join(icon["letter"] for icon in words["icons"]) == "MJSZXCDFAHmjsz"
    assert all(icon["picture"].startswith("<svg") and icon["meaning"] for icon in words["icons"])


def test_the_library_has_every_shipped_tile(studio: Asker) -> None:
    tiles = studio.get("/api/library").json()
    assert len(tiles) > 60
    knight = next(tile for tile in tiles if tile["name"] == "Knight")
    assert (knight["set"], knight["icons"]) == ("The Duke", ["jump", "move", "slide"])
    assert studio.get(f"/face/{knight['faces'][1]}.svg").status_code == 200


def test_reach_is_what_the_engine_says() -> None:
    knight = shipped_tile("Knight").model_dump(mode="json")
    squares = reach(knight, "starting", "c2", {"c1": "friend", "d2": "mountain", "b2": "enemy"})["squares"]
    assert {name for name, found in squares.items() if found["how"] == "go"} == {"b4", "d4"}
    assert squares["b2"] == {"how": "capture", "rule": "MOVE-3", "words": "a Move"}
    assert (squares["c1"]["how"], squares["c1"]["rule"]) == ("", "MOVE-3")
    assert (squares["d2"]["how"], squares["d2"]["rule"]) == ("", "MOVE-3")
    assert squares["f6"]["words"] == "no icon on this side reaches it"
    pikeman = reach(shipped_tile("Pikeman").model_dump(mode="json"), "other", "c2", {})["squares"]
    assert pikeman["b4"]["how"] == "strike-only"
    blocked = reach(knight, "other", "c2", {"c4": "enemy"})["squares"]
    assert (blocked["c5"]["how"], blocked["c5"]["rule"]) == ("", "MOVE-2")


def test_views_do_not_pile_up(studio: Asker) -> None:
    before = len(studio.desk.pictures._kept)
    for number in range(30):
        view(studio, SET.replace("Lancer", f"Rider {number}"))
    assert len(studio.desk.pictures._kept) <= before + 60
    assert studio.desk.pictures._kept.__len__() <= 2000


def test_unreadable_views_are_read_all_the_same() -> None:
    assert not read_view(SET, Path("x.yaml")).faults
    assert read_view("a: [", Path("x.yaml")).faults
