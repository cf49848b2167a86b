"""workbench new and fmt: they change files, and nothing but what they should."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import Runner
from support.tiles import FACE, set_text, tile_text

from workbench.tileset.compose import ComposeError, compose
from workbench.tileset.load import load_tileset, shipped_sets
from workbench.tileset.settings import Settings

UNTIDY = """\
# my set
name: "Odd"   # a comment
tiles:

  # the first
  - code: Aa
    name: 'One'
    starting: |   # face
      .  J . . .
      . . MC . C
         . . @ . .

      . . . . .
      . . X1 X1 .
    notes: |
      two   lines
        of text
    other: [{icon: strike, at: [0, 3], group: 1}, {icon: strike, at: [1, 3], group: 1}]  # list
  - name: Two
    code: Bb
    other:
      - icon: move
        # why
        at: [0, 1]
      - {icon: jump, at: [0, 2]}

    # before starting
    starting: ". . . . .\\n. . M . .\\n. . @ . .\\n. . . . .\\n. . . . ."
  - {name: Three, code: Cc, starting: ". . . . .\\n. . M . .\\n. . @ . .\\n. . . . .\\n. . . . .", other: []}
# the end"""

TIDY = """\
# my set
name: "Odd"   # a comment
tiles:

  # the first
  - code: Aa
    name: 'One'
    starting: |  # face
      .  J  .  .  .
      .  .  MC .  C
      .  .  @  .  .
      .  .  .  .  .
      .  .  X1 X1 .
    notes: |
      two   lines
        of text
    other: |  # list
      .  .  X1 X1 .
      .  .  .  .  .
      .  .  .  .  .
      .  .  @  .  .
      .  .  .  .  .
  - name: Two
    code: Bb
        # why
    other: |
      .  .  J  .  .
      .  .  M  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .

    # before starting
    starting: |
      .  .  .  .  .
      .  .  M  .  .
      .  .  @  .  .
      .  .  .  .  .
      .  .  .  .  .
  - {name: Three, code: Cc, \
starting: ".  .  .  .  .\\n.  .  M  .  .\\n.  .  @  .  .\\n.  .  .  .  .\\n.  .  .  .  .\\n", \
other: ".  .  .  .  .\\n.  .  .  .  .\\n.  .  @  .  .\\n.  .  .  .  .\\n.  .  .  .  .\\n"}
# the end
"""


def test_fmt_aligns_faces_and_touches_nothing_else(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(UNTIDY, encoding="utf-8")
    before = load_tileset(path).require()
    assert workbench("fmt", "--check", str(path)).code == 1
    assert path.read_text(encoding="utf-8") == UNTIDY
    result = workbench("fmt", str(path))
    assert (result.code, result.out) == (0, f"reformatted {path}\n")
    assert path.read_text(encoding="utf-8") == TIDY
    assert load_tileset(path).require() == before
    assert workbench("fmt", "--check", str(path)).code == 0
    assert list(tmp_path.iterdir()) == [path], "no temporary file is left"


def test_fmt_of_json_writes_grids(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    tile = {"name": "A", "code": "Aa", "starting": [{"icon": "jump", "at": [1, 2]}], "other": FACE}
    path.write_text(json.dumps({"name": "Set", "tiles": [tile]}, indent=2), encoding="utf-8")
    before = load_tileset(path).require()
    assert workbench("fmt", str(path)).code == 0
    written = json.loads(path.read_text(encoding="utf-8"))["tiles"][0]
    assert written["starting"].startswith(".  .  .  J  .\n")
    assert load_tileset(path).require() == before


def test_fmt_leaves_a_broken_file_alone(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    text = set_text(tile_text("A", "Aa", starting=FACE.replace("M", "Q")))
    path.write_text(text, encoding="utf-8")
    result = workbench("fmt", str(path))
    assert result.code == 2
    assert "E301" in result.err
    assert path.read_text(encoding="utf-8") == text


def test_shipped_sets_are_formatted(workbench: Runner) -> None:
    result = workbench("fmt", "--check", str(shipped_sets()["base"].parent))
    assert (result.code, result.out) == (0, "")
    assert result.err == f"0 of {len(shipped_sets())} files would change\n"


def test_fmt_walks_folders_and_skips_other_files(workbench: Runner, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "set.yaml").write_text(set_text(tile_text("A", "Aa")), encoding="utf-8")
    (tmp_path / "plan.yaml").write_text("games: 10\n", encoding="utf-8")
    result = workbench("fmt", str(tmp_path))
    assert (result.code, result.err) == (0, "1 of 1 file changed\n")
    (tmp_path / "inner" / "set.yaml").unlink()
    assert workbench("fmt", str(tmp_path)).code == 2, "a folder without sets"


@pytest.mark.parametrize("ending", ["yaml", "json"])
def test_new_set_then_tiles(workbench: Runner, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"my-set.{ending}"
    assert workbench("new", str(path)).code == 0
    assert workbench("new", str(path), "--tile", "Hedge Knight", "--from", "knight").code == 0
    assert workbench("new", str(path), "--tile", "Sir O'Hara-Smith").code == 0
    set_ = load_tileset(path).require()
    assert set_.name == "My Set"
    assert [tile.name for tile in set_.tiles] == ["New Tile", "Hedge Knight", "Sir O'Hara-Smith"]
    base = load_tileset(shipped_sets()["base"]).require()
    knight = next(tile for tile in base.tiles if tile.name == "Knight")
    copy = set_.tiles[1]
    assert (copy.starting, copy.other, copy.replaces) == (knight.starting, knight.other, "Knight")
    assert len({tile.code for tile in set_.tiles}) == 3
    check = workbench("check", str(path))
    assert check.code == 0, check.out
    assert workbench("fmt", "--check", str(path)).code == 0


def test_new_never_overwrites_without_force(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "set.yaml"
    workbench("new", str(path), "--tile", "Envoy")
    text = path.read_text(encoding="utf-8")
    assert workbench("new", str(path)).code == 2
    assert workbench("new", str(path), "--tile", "envoy").code == 2
    assert path.read_text(encoding="utf-8") == text
    assert workbench("new", str(path), "--tile", "Envoy", "--from", "Wizard", "--force").code == 0
    (tile,) = load_tileset(path).require().tiles
    assert tile.replaces == "Wizard"
    assert workbench("new", str(path), "--force").code == 0
    assert [tile.name for tile in load_tileset(path).require().tiles] == ["New Tile"]


def test_new_keeps_comments_and_order(workbench: Runner, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(TIDY.replace("tiles:", "tiles: # mine"), encoding="utf-8")
    workbench("new", str(path), "--tile", "Four")
    text = path.read_text(encoding="utf-8")
    assert text.startswith(TIDY[:40])
    assert text.endswith("# the end\n")
    assert [tile.name for tile in load_tileset(path).require().tiles] == ["One", "Two", "Three", "Four"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["set.txt"], "no name for a tile set"),
        (["no/where/set.yaml"], "no folder"),
        (["set.yaml", "--tile", "Knight"], "base set"),
        (["set.yaml", "--tile", "x" * 29], "1 to 28"),
        (["set.yaml", "--from", "Unicorn"], "no tile 'Unicorn'"),
        (["set.yaml", "--from", "Specter"], "terrain"),
    ],
)
def test_new_refuses(
    workbench: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = workbench("new", *arguments)
    assert result.code == 2
    assert said in result.err
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["No", "Null", "1812", "Jean: Valjean", "#1", "Él", "- dash", "a 'b' \"c\""])
def test_new_quotes_names_that_yaml_would_misread(workbench: Runner, tmp_path: Path, name: str) -> None:
    path = tmp_path / "set.yaml"
    assert workbench("new", str(path), f"--tile={name}").code == 0
    assert load_tileset(path).require().tiles[0].name == name


@pytest.mark.parametrize("name", ["Duke", "Footman", "Longbowman", "Oracle", "Engineer", "Friar Tuck"])
def test_copies_of_official_tiles_make_armies(workbench: Runner, tmp_path: Path, name: str) -> None:
    path = tmp_path / "mine.yaml"
    assert workbench("new", str(path), "--tile", "Mine", "--from", name).code == 0
    mine = load_tileset(path).require()
    if name == "Engineer":  # its links and its place are those of the engines
        with pytest.raises(ComposeError):
            compose([mine], Settings())
    else:
        game = compose([mine], Settings())
        assert "Mine" in [tile.name for tile in game.tiles]
    assert (mine.tiles[0].role == "duke") == (name == "Duke")


@pytest.mark.parametrize("tile", ["Evil\nname: x", "a\u202eb", "\x1b[31m", "\ud800", " ", "x" * 29])
def test_new_refuses_names_that_check_would(workbench: Runner, tmp_path: Path, tile: str) -> None:
    result = workbench("new", str(tmp_path / "set.yaml"), "--tile", tile)
    assert result.code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("ending", ["yaml", "json"])
@pytest.mark.parametrize(
    "tile", ["- {x: [1", "'q\" \\ #", "true", "1e3", '"}{', "@a", "&b *c", "%d", "a: b", "Königin"]
)
@pytest.mark.parametrize("stem", ["set", "x\nmode: pool\ny", "#a", "\u202eb", "'c\"", "- d"])
def test_whatever_new_writes_can_be_read(workbench: Runner, tmp_path: Path, tile: str, stem: str, ending: str) -> None:
    path = tmp_path / f"{stem}.{ending}"
    result = workbench("new", str(path), "--tile", tile)
    assert result.code == 0, result.err
    made = load_tileset(path).require()
    assert [one.name for one in made.tiles] == [tile]
    assert made.mode == "bag"
    assert made.name.isprintable()
