"""Limits of a game are stated and checked: one clear error with a place, exit code 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Runner
from support.tiles import FACE, make_set, set_text, tile_text

from workbench.duke.board.tables import MAX_RUN, TooManySlots, build_rules
from workbench.tileset.compose import MAX_BAG, MAX_TYPES, compose
from workbench.tileset.settings import Settings

CODES = [first + second for first in "QXYZ" for second in "abcdefghijklmnopqrstuvwxyz"]
COMMANDS = FACE.replace(".", "C").replace("M", "C")  # 24 squares, every pair of them an order
HALF = "\n".join(["C C C C C"] * 2 + ["C C @ C ."] + [". . . . ."] * 2) + "\n"


def crowd(count: int, face: str = FACE, **fields: int) -> str:
    tiles = [tile_text(f"Tile {code}", code, face, face, **fields) for code in CODES[:count]]
    return set_text(*tiles)


# what is wrong -> the set, and words that must be told
TOO_MUCH = {
    "types": (crowd(MAX_TYPES), f"75 tile types in one game; {MAX_TYPES} is the limit"),
    "tiles in a bag": (crowd(4, copies=50), f"bag has 216 tiles; {MAX_BAG} is the limit"),
    "orders of one tile": (set_text(tile_text("Warlord", "Wl", COMMANDS)), f"from one square; {MAX_RUN} is the limit"),
    "slots of all tiles": (crowd(40, HALF), "the tiles of this game need more than"),
    "two Dukes": (
        set_text(tile_text("King", "Kg", role="duke"), tile_text("Emperor", "Em", role="duke")), "Duke",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", TOO_MUCH)
@pytest.mark.parametrize("command", [("show", "start"), ("perft", "start", "1"), ("play", "--seed", "1")])
def test_too_much_is_refused_with_a_reason(
    what: str, command: tuple[str, ...], tmp_path: Path, workbench: Runner
) -> None:
    text, words = TOO_MUCH[what]
    path = tmp_path / "crowd.yaml"
    path.write_text(text)
    code, out, err = workbench(*command, "--sets", str(path))
    told = out + err
    assert code == 2, told
    assert words in told
    assert "error[E" in told
    assert "Traceback" not in told


def test_the_tile_that_asks_for_too_much_is_named() -> None:
    with pytest.raises(TooManySlots) as error:
        build_rules(compose([make_set(tile_text("Warlord", "Wl", COMMANDS))], Settings()))
    finding = error.value.findings[0]
    assert (finding.code, finding.tile) == ("E407", "Warlord")
    assert "test" in finding.place.file


def test_just_within_the_limits() -> None:
    tiles = [tile_text(f"Tile {code}", code) for code in CODES[: MAX_TYPES - 15]]
    rules = build_rules(compose([make_set(*tiles)], Settings()))
    assert int(rules[0]["types"]) == MAX_TYPES


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("3du2/6/6/6/6/DU1DU3 S -/- - 0", "South has two Dukes, on a1 and c1"),
        ("3du2/6/6/6/4QQ1/2DU3 S -/- - 0", "the code 'QQ'"),
        ("3du2/6/6/6/6/2DU3 S -/- mt=c1 0", "a troop stands on the Mountain c1"),
        ("3du2/6/6/6/6/2DU3 S -/- zz=1 0", "cannot read 'zz=1'"),
        ("3du2/6/6/6/6/2DU3 S Pi200/- - 0", "'Pi200' counts more tiles than a bag can hold"),
        ("not a position", "five fields"),
    ],
)
def test_bad_positions(line: str, words: str, workbench: Runner) -> None:
    for command in (("show", line), ("perft", line, "1"), ("why", line, "c1-c2")):
        code, out, err = workbench(*command)
        assert code == 2
        assert words in out + err
        assert "Traceback" not in out + err


@pytest.mark.parametrize(("turn", "code", "words"), [("castle", 2, "castle"), ("c1-c2", 1, "TURN-1")])
def test_bad_turns(turn: str, code: int, words: str, workbench: Runner) -> None:
    result = workbench("why", "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9", turn)
    assert result.code == code
    assert words in result.out + result.err
    assert "Traceback" not in result.out + result.err
