"""What would be printed too small to read is said; what is shipped never is."""

from __future__ import annotations

import pytest
from support.sheet_samples import official, tile_with

from workbench.icons import IconType
from workbench.sheet.face import TILE_MM
from workbench.sheet.legible import smallest_capital, smallest_icon, too_small, too_small_icons
from workbench.sheet.selection import choose_tiles
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.model import TileSet


def chosen_of(*tiles: object) -> list:
    return choose_tiles([TileSet.model_validate({"id": "own", "name": "Own", "tiles": tiles})])


@pytest.mark.parametrize("name", list(shipped_sets()))
def test_shipped_tiles_can_be_read_at_true_size(name: str) -> None:
    assert too_small(choose_tiles(load_sets([name])), TILE_MM) == []


def test_capitals_and_icons_are_measured() -> None:
    footman = official("Footman")
    icon = smallest_icon(footman, 24.0)
    assert icon == (pytest.approx(2 * 0.34 * 0.134 * 24.0), "move")
    assert smallest_icon(tile_with(), 24.0) is None
    assert smallest_capital(footman, 24.0) == pytest.approx(2 * smallest_capital(footman, 12.0))


@pytest.mark.parametrize("icon", list(IconType))
def test_every_icon_is_large_enough_alone(icon: IconType) -> None:
    size, name = smallest_icon(tile_with((icon, 0, 1), enhanced=True), TILE_MM) or (0.0, "")
    assert name == icon.words
    assert 1.2 <= size <= 0.127 * TILE_MM


def test_small_tiles_and_long_names_are_warned_of() -> None:
    small = too_small(chosen_of(tile_with((IconType.MOVE, 0, 1))), 12.0)
    assert small == [
        "capitals under 1.5 mm are hard to read: Sample (1.2 mm)",
        "icons under 1.2 mm are hard to tell apart: Sample (move, 1.1 mm)",
    ]
    (long,) = too_small(chosen_of(tile_with((IconType.JUMP, 0, 1), name="Hochgeneralfeldmarschallin")), TILE_MM)
    assert long.startswith("capitals under 1.5 mm")


def test_icons_that_share_a_cell_shrink() -> None:
    crowded = tile_with((IconType.MOVE, 0, 1), (IconType.STRIKE, 0, 1), (IconType.DEFENSE, 0, 1))
    assert "(move, 1.0 mm)" in too_small(chosen_of(crowded), TILE_MM)[0]


def test_loose_icons_are_measured_too() -> None:
    assert too_small_icons(0.134 * TILE_MM) == []
    assert "non-capture move" in too_small_icons(2.0)[0]


def test_a_long_list_is_cut_short() -> None:
    (line, _) = too_small(choose_tiles(load_sets(["base"])), 9.0)
    assert line.endswith("and 11 more")
