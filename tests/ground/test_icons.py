"""The rows of the icon kinds agree with each other and with what is derived from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.duke.board import icons as engine
from workbench.icons import BY_LETTER, BY_NAME, BY_SCENARIO, ICONS, IconType, Use
from workbench.reach import REACH, landings
from workbench.sheet.icons import DRAWINGS
from workbench.tileset.model import Icon
from workbench.words import Offset

WAYS = [Offset(x, y) for x in range(-4, 5) for y in range(-4, 5) if (x, y) != (0, 0)]


def test_letters_and_names_tell_icons_apart() -> None:
    assert len(BY_LETTER) == len(BY_NAME) == len(BY_SCENARIO) == len(ICONS)
    assert len({icon.row.sign for icon in ICONS}) == len(ICONS)
    assert all(letter.isascii() and letter.isalpha() and len(letter) == 1 for letter in BY_LETTER)


@pytest.mark.parametrize("icon", ICONS)
def test_every_icon_reaches_something_and_is_drawn(icon: IconType) -> None:
    assert icon in REACH
    assert icon in DRAWINGS
    assert len(icon.row.sign) in (1, 8)
    assert set(icon.row.weaker) <= set(BY_NAME)


@given(st.sampled_from(ICONS), st.sampled_from(WAYS))
def test_reach_turns_with_the_tile(icon: IconType, at: Offset) -> None:
    def turned(way: Offset) -> Offset:
        return Offset(way.forward, -way.right)

    straight = [(turned(landing.at), tuple(map(turned, landing.free))) for landing in landings(icon, at)]
    assert straight == [tuple(landing) for landing in landings(icon, turned(at))]


@pytest.mark.rule("A-0")
def test_the_engine_numbers_icons_in_the_order_of_the_ledger() -> None:
    assert engine.NAMES == (
        "move", "jump", "slide", "jump_slide", "smash", "noncapture_move", "noncapture_jump",
        "noncapture_slide", "noncapture_jump_slide", "strike", "hammer", "area", "command",
    )  # fmt: skip
    assert [engine.NAMES[number] for number in range(engine.HARMLESS, engine.STRIKE)] == list(engine.NAMES[5:9])
    assert engine.NAMES[engine.STRIKE] == "strike"
    assert engine.NAMES[engine.AREA] == "area"
    assert engine.NAMES[engine.COMMAND] == "command"
    assert set(engine.NUMBERS) == {icon for icon in ICONS if icon.row.use is not Use.COVER}


def test_tiles_of_older_runs_are_read() -> None:
    icon = Icon.model_validate({"kind": "jump", "at": [1, 2], "group": None})
    assert icon == Icon(icon=IconType.JUMP, at=Offset(1, 2))
