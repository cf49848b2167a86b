"""The masks by which Guard is judged quickly say what the slots say."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from support.seeded_games import FAMILIES, game_of_family

from workbench.duke.board import icons
from workbench.duke.board.geometry import between
from workbench.duke.board.packed import (
    KEYS,
    bit,
    end_of_members,
    end_row,
    first_member,
    first_row,
    icon_of,
    path_of,
    square_of,
    target_of,
)


def threats_by_slots(table: np.record, key: int) -> Iterator[tuple[int, int | None]]:
    """Every square that a placed tile could capture on with the squares that must be free for it; None: it depends."""
    run = int(table["run"][key])
    for row in range(first_row(run), end_row(run)):
        slot = int(table["slots"][row])
        icon = icon_of(slot)
        if icon == icons.AREA:
            members = range(first_member(slot), end_of_members(slot))
            yield from ((target_of(int(table["slots"][member])), None) for member in members)
        elif icon == icons.COMMAND:
            yield target_of(slot), None
        elif icon >= icons.STRIKE:
            yield target_of(slot), 0
        elif icon < icons.HARMLESS:
            yield target_of(slot), path_of(slot)


@pytest.mark.parametrize("family", ["base", "siege", "terrain"])
def test_masks_say_what_the_slots_say(family: str) -> None:
    assert family in FAMILIES
    table = game_of_family(family).referee.tables[0]
    seen: set[str] = set()
    for key in np.flatnonzero(table["run"]).tolist():
        ways: dict[int, set[int | None]] = {}
        for square, free in threats_by_slots(table, key):
            ways.setdefault(square, set()).add(free)
        for square, paths in ways.items():
            line = between(square_of(key), square)
            expected = "open" if 0 in paths else "line" if paths == {line} else "odd"
            found = [name for name in ("open", "line") if int(table[name][key]) & bit(square)] or ["odd"]
            assert found == [expected], (key, square)
            seen.add(expected)
        assert int(table["reach"][key]) == sum(bit(square) for square in ways)
        assert (int(table["open"][key]) | int(table["line"][key])) & ~int(table["reach"][key]) == 0
    assert seen == {"open", "line", "odd"}
    assert len(table["reach"]) == KEYS


def test_nothing_lies_between_squares_of_different_lines() -> None:
    assert between(0, 3) == bit(1) | bit(2)
    assert between(0, 14) == bit(7)
    assert between(0, 8) == between(14, 1) == between(0, 1) == 0
