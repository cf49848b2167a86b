"""Exports as a user meets them: a table for Tabletop Simulator, sheets of faces with a list."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft202012Validator
from PIL import Image
from typer.testing import CliRunner

from workbench.cli.app import app
from workbench.cli.schema import build_schema
from workbench.sheet.contact import draw_contact, grid_size, plan_contact
from workbench.sheet.selection import choose_tiles
from workbench.sheet.table_setup import BOARD_SCALE, set_table
from workbench.sheet.themes import one_theme
from workbench.tileset.compose import base_set, compose
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.settings import Settings

RUNNER = CliRunner()
TEXT, SWITCH, WHOLE, NUMBER = str, bool, int, float
# The fields that the publisher documents for the classes of a save file, and what is in each.
DOCUMENTED: dict[str, dict[str, Any]] = {
    "SaveState": {
        **dict.fromkeys(
            ("SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "XmlUI", "LuaScript", "LuaScriptState",
             "VersionNumber"), TEXT),
        "Gravity": NUMBER, "PlayArea": NUMBER, "ObjectStates": ["ObjectState"], "TabStates": dict,
    },
    "ObjectState": {
        **dict.fromkeys(
            ("Name", "Nickname", "Description", "GMNotes", "XmlUI", "LuaScript", "LuaScriptState", "GUID"), TEXT),
        **dict.fromkeys(
            ("Locked", "Grid", "Snap", "Autoraise", "Sticky", "Tooltip", "GridProjection", "HideWhenFaceDown", "Hands"),
            SWITCH),
        "MaterialIndex": WHOLE, "MeshIndex": WHOLE, "Transform": "TransformState", "ColorDiffuse": "ColourState",
        "CustomImage": "CustomImageState", "ContainedObjects": ["ObjectState"],
    },
    "TransformState": dict.fromkeys((f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"), NUMBER),
    "ColourState": dict.fromkeys("rgb", NUMBER),
    "CustomImageState": {"ImageURL": TEXT, "ImageSecondaryURL": TEXT, "WidthScale": NUMBER,
                         "CustomTile": "CustomTileState"},
    "CustomTileState": {"Type": WHOLE, "Thickness": NUMBER, "Stackable": SWITCH, "Stretch": SWITCH},
}  # fmt: skip
NEEDED = {
    "SaveState": {"ObjectStates"},
    "ObjectState": {"Name", "Transform", "Nickname", "GUID"},
    "TransformState": set(DOCUMENTED["TransformState"]),
    "ColourState": set("rgb"),
    "CustomImageState": {"ImageURL", "ImageSecondaryURL", "CustomTile"},
    "CustomTileState": set(DOCUMENTED["CustomTileState"]),
}


def run(*arguments: str, code: int = 0) -> str:
    result = RUNNER.invoke(app, ["export", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def checked_fields(kind: str, data: Any) -> int:
    """How many fields were checked; every one is documented and of the documented type."""
    assert isinstance(data, dict)
    assert NEEDED[kind] <= set(data), kind
    count = 0
    for name, value in data.items():
        wanted = DOCUMENTED[kind][name]
        if isinstance(wanted, list):
            assert isinstance(value, list)
            count += sum(checked_fields(wanted[0], one) for one in value)
        elif isinstance(wanted, str):
            count += checked_fields(wanted, value)
        else:
            assert type(value) is wanted, (kind, name, value)
        count += 1
    return count


def everything(saved: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for thing in saved["ObjectStates"]:
        yield thing
        yield from thing.get("ContainedObjects", ())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with two unlike armies, a pool and terrain, in a folder with a space in its name."""
    out = tmp_path_factory.mktemp("my tables") / "one table"
    text = run("tts", "arthurian-legends", "siege-engines", "terrain", "-o", str(out))
    assert "Saves/Saved Objects" in text
    return out


@pytest.fixture(scope="module")
def saved(folder: Path) -> dict[str, Any]:
    (path,) = folder.glob("*.json")
    assert path.name == "arthurian-legends-siege-engines-terrain.json"
    return dict(json.loads(path.read_text(encoding="utf-8")))


def test_every_field_is_a_documented_one(saved: dict[str, Any]) -> None:
    assert checked_fields("SaveState", saved) > 2000
    assert saved["SaveName"] == "", "a saved object leaves the fields of a whole table empty"


def test_the_file_keeps_to_our_own_schema(saved: dict[str, Any]) -> None:
    new, old = Draft202012Validator(build_schema("tts")), Draft7Validator(build_schema("tts", "7"))
    for judge in (new, old):
        judge.check_schema(judge.schema)
        judge.validate(saved)
    for name in DOCUMENTED["ObjectState"]:
        bag = saved["ObjectStates"][4]
        assert name in bag or name == "CustomImage"
        thing = {**bag, "ContainedObjects": bag["ContainedObjects"][:1], name: [7]}
        broken = {**saved, "ObjectStates": [thing]}
        assert not new.is_valid(broken), name
        assert not old.is_valid(broken), name
    broken = {**saved, "ObjectStates": [{**saved["ObjectStates"][0], "Colour": "red"}]}
    assert not new.is_valid(broken), "a field that is not there"


def test_numbers_are_unique_and_six_hexadecimal_digits(saved: dict[str, Any]) -> None:
    numbers = [thing["GUID"] for thing in everything(saved)]
    assert len(numbers) == len(set(numbers))
    assert all(len(number) == 6 and int(number, 16) >= 0 for number in numbers)


def test_every_picture_is_there_in_rgb_and_not_too_large(saved: dict[str, Any], folder: Path) -> None:
    urls = {
        thing["CustomImage"][side]
        for thing in everything(saved)
        if "CustomImage" in thing
        for side in ("ImageURL", "ImageSecondaryURL")
    }
    paths = {Path(unquote(urlsplit(url).path)) for url in urls}
    assert all(url.startswith("file:///") and " " not in url for url in urls)
    assert paths == {path.resolve() for path in (folder / "images").iterdir()}
    for path in paths:
        with Image.open(path) as image:
            assert image.mode == "RGB"
            assert image.size == (512, 512) if path.name != "board.png" else 3000 < image.width <= 4096


def test_the_armies_are_those_of_the_game(saved: dict[str, Any]) -> None:
    board, *things = saved["ObjectStates"]
    assert board["Locked"]
    assert board["Transform"]["scaleX"] == BOARD_SCALE
    bags = {thing["Nickname"]: thing for thing in things if thing["Name"] == "Bag"}
    inside = {name: Counter(tile["Nickname"] for tile in bag["ContainedObjects"]) for name, bag in bags.items()}
    assert set(inside) == {"Light bag", "Dark bag"}
    assert inside["Light bag"]["Pikeman"] == inside["Dark bag"]["Pikeman"] == 3
    assert inside["Light bag"]["Footman"] == 1, "two of three start on the board"
    assert inside["Light bag"]["Merlin"] == 1
    assert inside["Light bag"]["Wizard"] == 0, "Merlin replaces the Wizard"
    assert inside["Dark bag"]["Merlin"] == 0
    assert inside["Dark bag"]["Wizard"] == 1
    lying = [thing["Nickname"] for thing in things if thing["Name"] == "Custom_Tile"]
    pool = ["Battering Ram", "Trebuchet", "Catapult", "Ballista", "Engineer"]
    assert lying == ["Arthur", "Footman", "Footman", "Morgana", "Footman", "Footman", *pool, "Dragon"]


def test_nothing_lies_on_anything_else(saved: dict[str, Any]) -> None:
    boxes = []
    for thing in saved["ObjectStates"]:
        place = thing["Transform"]
        boxes.append((place["posX"], place["posZ"], place["scaleX"]))
    for at, (x, z, half) in enumerate(boxes):
        for other_x, other_z, other_half in boxes[at + 1 :]:
            assert abs(x - other_x) > half + other_half or abs(z - other_z) > half + other_half


def test_tiles_tell_what_they_do(saved: dict[str, Any]) -> None:
    tiles = {thing["Nickname"]: thing for thing in everything(saved)}
    assert "III escape: at the price of a tile beside it" in tiles["Morgana"]["Description"]
    assert "linked to Ballista" in tiles["Engineer"]["Description"]
    assert tiles["Merlin"]["GMNotes"].startswith("Arthurian Legends, Merlin (Me), light army")
    assert tiles["Trebuchet"]["GMNotes"].startswith("Siege Engines, Trebuchet (Tr), pool\n")
    assert "Shuffle" in tiles["Dark bag"]["Description"]
    assert tiles["Morgana"]["Transform"]["rotY"] == 0.0
    assert tiles["Arthur"]["Transform"]["rotY"] == 180.0


def test_pictures_on_the_web_and_nothing_replaced_without_leave(tmp_path: Path) -> None:
    grid = "|\n" + "      .  .  .  .  .\n" * 2 + "      .  M  @  M  .\n" + "      .  .  .  .  .\n" * 2
    own = tmp_path / "own.yaml"
    tile = f"  - name: Łuć ñ\n    code: Lu\n    replaces: Knight\n    starting: {grid}    other: {grid}"
    own.write_text(f"name: Own\ntiles:\n{tile}", encoding="utf-8")
    out = tmp_path / "table"
    run("tts", str(own), "-o", str(out), "--image-base", "https://example.org/a%20b/", "--theme", "classic")
    saved = json.loads((out / "own.json").read_text(encoding="utf-8"))
    Draft202012Validator(build_schema("tts")).validate(saved)
    urls = [thing["CustomImage"]["ImageURL"] for thing in everything(saved) if "CustomImage" in thing]
    assert urls[0] == "https://example.org/a%20b/board.png"
    assert f"{'https://example.org/a%20b'}/%C5%82u%C4%87-%C3%B1-starting.png" in urls
    before = (out / "own.json").read_bytes()
    assert "exists already" in run("tts", str(own), "-o", str(out), code=2)
    assert (out / "own.json").read_bytes() == before


@pytest.mark.parametrize(
    "base", ["example.org", "ftp://example.org", "https://", "https://x.org/a b", "https://x.org/?q=1", "http://[", "x",
             "https://x.org/" + "a" * 3000],
    ids=lambda base: base[:20],
)  # fmt: skip
def test_an_address_that_is_none_is_refused(base: str, tmp_path: Path) -> None:
    run("tts", "base", "-o", str(tmp_path / "t"), "--image-base", base, code=2)
    assert not (tmp_path / "t").exists()


def test_sets_that_make_no_game_are_refused(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["export", "tts", "siege-engines", "siege-engines-2015", "-o", str(tmp_path / "t")])
    assert result.exit_code != 0
    assert not (tmp_path / "t").exists()


@pytest.mark.parametrize("name", list(shipped_sets()))
def test_every_shipped_set_makes_a_table(name: str) -> None:
    (one,) = load_sets([name])
    game = compose([one], Settings(city_light="all", city_dark="all") if name == "city-troops" else Settings())
    made = set_table(one.name, [base_set(), *([one] if name != "base" else [])], game, one_theme())
    saved = json.loads(made.saved(lambda file: f"https://x.org/{file}").model_dump_json())
    checked_fields("SaveState", saved)
    Draft202012Validator(build_schema("tts")).validate(saved)
    there = {thing["Nickname"] for thing in everything(saved)}
    assert {tile.name for tile in one.tiles if not tile.enhanced} - there <= {"Duke"} | {
        tile.replaces for tile in one.tiles
    }
    assert {f"https://x.org/{file}" for file in made.pictures} == {
        thing["CustomImage"][side]
        for thing in everything(saved)
        if "CustomImage" in thing
        for side in ("ImageURL", "ImageSecondaryURL")
    }


def test_tiles_that_the_settings_leave_out_are_named(tmp_path: Path) -> None:
    text = run("tts", "base", "-o", str(tmp_path / "t"), "--theme", "classic")
    assert "not in this game by its settings: Duchess, Oracle (see --setting: enhanced" in text


def test_text_of_strangers_stays_text(tmp_path: Path) -> None:
    grid = "|\n" + "      .  .  .  .  .\n" * 2 + "      .  M  @  M  .\n" + "      .  .  .  .  .\n" * 2
    own = tmp_path / "own.yaml"
    tile = f"  - name: '=A1[b]x'\n    code: Lu\n    replaces: Knight\n    starting: {grid}    other: {grid}"
    own.write_text(f"name: '[ff0000]Own'\ntiles:\n{tile}", encoding="utf-8")
    run("images", str(own), "-o", str(tmp_path), "--px", "32")
    assert table(tmp_path / "tiles.csv")[0]["name"] == "'=A1[b]x"
    (sample,) = load_sets([str(own)])
    game = compose([sample], Settings())
    saved = set_table(sample.name, [base_set(), sample], game, one_theme()).saved(lambda name: f"https://x.org/{name}")
    names = [thing["Nickname"] for thing in everything(saved.model_dump())]
    assert names[0] == "Board ((ff0000)Own)"
    assert "=A1(b)x" in names
    assert not any("[" in name for name in names)


def table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def test_sheets_on_equal_grids_with_a_list(tmp_path: Path) -> None:
    out = tmp_path / "pictures"
    assert "34 faces" in run("images", "base", "-o", str(out), "--px", "64")
    rows = table(out / "tiles.csv")
    assert {(row["name"], row["count"], row["army"]) for row in rows} >= {
        ("Pikeman", "3", "light"), ("Pikeman", "3", "dark"), ("Duke", "1", "dark"),
    }  # fmt: skip
    fronts, backs = Image.open(out / "fronts-1.png"), Image.open(out / "backs-1.png")
    assert fronts.size == backs.size == (5 * 64, 4 * 64)
    assert fronts.mode == "RGB"
    for row in rows:
        left, top = (int(row["column"]) - 1) * 64, (int(row["row"]) - 1) * 64
        for sheet, face in ((fronts, row["front"]), (backs, row["back"])):
            alone = Image.open(out / face)
            assert alone.size == (64, 64)
            assert sheet.crop((left, top, left + 64, top + 64)).tobytes() == alone.tobytes(), row["name"]
    assert "exists already" in run("images", "base", "-o", str(out), "--px", "64", code=2)


def test_large_faces_take_several_sheets_of_one_size() -> None:
    places = plan_contact(choose_tiles(load_sets(["base"])), one_theme(), 1500)
    assert {(place.row, place.column) for place in places} == {(1, 1), (1, 2), (2, 1), (2, 2)}
    drawings = draw_contact(places, one_theme())
    assert set(drawings) == {f"{side}-{sheet}" for side in ("fronts", "backs") for sheet in range(1, 6)}
    assert {(one.pages[0].width, one.pages[0].height) for one in drawings.values()} == {(50.8, 50.8)}


@given(st.integers(1, 200), st.integers(32, 4096))
def test_no_sheet_is_larger_than_4096_pixels(count: int, px: int) -> None:
    columns, rows = grid_size(count, px)
    assert 1 <= columns * px <= 4096
    assert 1 <= rows * px <= 4096
    assert columns * rows >= min(count, (4096 // px) ** 2)
    assert (rows - 1) * columns < count, "no empty row"


def test_armies_and_pools_in_the_list(tmp_path: Path) -> None:
    run("images", "arthurian-legends", "siege-engines", "terrain", "-o", str(tmp_path), "--px", "32",
        "--theme", "dark=light-on-dark")  # fmt: skip
    rows = {row["name"]: row for row in table(tmp_path / "tiles.csv")}
    assert {name: rows[name]["army"] for name in ("Merlin", "Mordred", "Trebuchet", "Dragon")} == {
        "Merlin": "light", "Mordred": "dark", "Trebuchet": "pool", "Dragon": "terrain",
    }  # fmt: skip
    assert rows["Mordred"]["front"] == "faces/mordred-dark-starting.png"
    with Image.open(tmp_path / rows["Mordred"]["front"]) as dark:
        assert max(dark.getpixel((0, 0))) < 60


@pytest.mark.parametrize("command", ["tts", "images"])
def test_a_file_in_the_place_of_the_folder(command: str, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine")
    text = run(command, "base", "-o", str(taken), code=2)
    assert "is a file" in text or "cannot make the folder" in text
    assert taken.read_text() == "mine"
