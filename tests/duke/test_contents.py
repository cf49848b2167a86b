"""What a position holds as plain data, and how a notebook draws it."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import pytest
from support.places import ROOT

from workbench.duke import Owner, Position
from workbench.words import SideUp

LINE = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9"
GROUND = "2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/Pi mt=a3;ft=b4;dr=f3W! 9"
SVG = "{http://www.w3.org/2000/svg}"


def test_what_stands_on_a_square() -> None:
    position = Position(LINE)
    knight = position.at("d3")
    assert knight is not None
    assert (knight.name, knight.owner, knight.side) == ("Knight", Owner.SOUTH, SideUp.OTHER)
    assert str(knight) == "South's Knight on d3, other side up"
    assert position.at("a1") is None
    duke = position.at("d6")
    assert duke is not None
    assert (duke.tile.role, duke.owner) == ("duke", Owner.NORTH)
    with pytest.raises(ValueError, match="'z9' is not a square"):
        position.at("z9")


def test_all_troops_terrain_and_bags() -> None:
    position = Position(GROUND)
    assert list(position.troops()) == ["c1", "d1", "c2", "d3", "d5", "c6", "d6"]
    assert position.terrain() == {"a3": "Mountain", "f3": "Dragon west enraged", "b4": "Fort"}
    assert position.bag(Owner.SOUTH) == {"Bowman": 1, "Pikeman": 3}
    assert position.bag(Owner.NORTH) == {"Pikeman": 1}


def test_a_notebook_draws_every_tile_where_it_stands() -> None:
    root = ElementTree.fromstring(Position(GROUND)._repr_svg_())
    assert len(root.findall(f".//{SVG}use")) == 7
    words = " ".join(mark.get("aria-label", "") for mark in root.iter(f"{SVG}g"))
    assert GROUND.split()[0] in words
    for word in ("Knight", "Footman", "Mountain", "Fort", "Dragon"):
        assert word in words


def test_two_pictures_on_one_page_keep_to_their_own_tiles() -> None:
    first, second = Position(LINE)._repr_svg_(), Position(GROUND)._repr_svg_()
    names = [set(re.findall(r'id="([^"]+)"', text)) for text in (first, second)]
    assert names[0]
    assert names[0] & names[1] == set()
    assert set(re.findall(r'href="#([^"]+)"', first)) == names[0]


def test_positions_do_not_load_the_painter_before_it_is_asked_for() -> None:
    program = (
        "import sys; from workbench.duke import Position; position = Position(sys.argv[1]); position.troops();"
        "print([name for name in sys.modules if name.startswith('workbench.sheet')])"
    )
    done = subprocess.run([sys.executable, "-c", program, LINE], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"
