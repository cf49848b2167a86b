"""The player's card and the picture to share."""

from __future__ import annotations

import pytest
from support.sheet_samples import tile_with

from workbench.icons import IconType
from workbench.sheet.card import build_card, card_sections, facts_of
from workbench.sheet.errors import PlanError
from workbench.sheet.extent import extent
from workbench.sheet.face import TILE_MM
from workbench.sheet.selection import choose_tiles
from workbench.sheet.shapes import Drawing, Text
from workbench.sheet.share import build_share
from workbench.sheet.stock import PAPERS
from workbench.sheet.text import cap_height
from workbench.sheet.themes import THEMES, one_theme, parse_themes
from workbench.tileset.load import load_sets, shipped_sets
from workbench.tileset.model import TileSet


def card(*sets: str, paper: str = "a4", theme: str = "classic") -> Drawing:
    return build_card(choose_tiles(load_sets(sets)), "Title", PAPERS[paper], parse_themes(theme))


def words(drawing: Drawing) -> str:
    return " ".join(shape.text for page in drawing.pages for shape in page.under if isinstance(shape, Text))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", list(shipped_sets()))
def test_every_set_fits_one_page(name: str, paper: str) -> None:
    """With faces of true size or larger, and nothing over the edge or on top of another face."""
    drawing = card(name, paper=paper)
    (page,) = drawing.pages
    tiles = choose_tiles(load_sets([name]))
    assert len(page.placed) == 2 * len(tiles)
    face = next(iter(drawing.stamps.values())).width
    assert face >= TILE_MM
    for at, one in enumerate(page.placed):
        assert 7.9 <= one.x <= page.width - face - 7.9
        assert 7.9 <= one.y <= page.height - face - 7.9
        for other in page.placed[at + 1 :]:
            assert abs(one.x - other.x) >= face - 1e-6 or abs(one.y - other.y) >= face - 1e-6
    for shape in page.under:
        box = extent(shape)
        assert box.bottom <= page.height - 5
        if isinstance(shape, Text):
            assert cap_height(shape.size, shape.font) >= 1.5


def test_the_faces_are_the_largest_that_fit() -> None:
    """No page is left half empty by small faces: the next size up would need more room."""
    few = card("siege-engines")
    assert next(iter(few.stamps.values())).width > 1.5 * TILE_MM
    wide = card("base", paper="a3")
    assert next(iter(wide.stamps.values())).width > next(iter(card("base").stamps.values())).width


def test_many_tiles_take_several_pages() -> None:
    drawing = card("base", "arthurian-legends", "musketeers", "siege-engines", "robin-hood")
    assert len(drawing.pages) > 1
    assert sum(len(page.placed) for page in drawing.pages) == len(drawing.stamps)
    assert "Title, 1 of" in words(drawing)
    for page in drawing.pages:
        texts = [shape for shape in page.under if isinstance(shape, Text) and shape.anchor == "start"]
        assert texts[0].text.split()[0] in ("Both", "Light", "Dark", "Beside", "What"), "each page says whose tiles"


def test_tiles_stand_by_army_with_what_a_player_has_to_know() -> None:
    sets = load_sets(["base", "arthurian-legends", "siege-engines", "terrain"])
    sections = {one.title: one for one in card_sections(choose_tiles(sets))}
    assert list(sections) == ["Both armies", "Light army", "Dark army", "Beside the board, for both", "Terrain"]
    assert {one.tile.name for one in sections["Light army"].tiles} >= {"Arthur", "Lancelot"}
    facts = {one.tile.name: facts_of(one) for section in sections.values() for one in section.tiles}
    assert facts["Arthur"] == ["acts as the Duke", "replaces Duke"]
    assert facts["Footman"] == ["2 start beside the Duke"]
    assert facts["Engineer"] == [
        "swapped in for Oracle",
        "VI link",
        "linked to Ballista, Catapult, Battering Ram, Trebuchet",
    ]
    text = words(card("base", "arthurian-legends", "siege-engines"))
    for told in (
        "Pikeman x3",
        "Dark army",
        "replaces Wizard",
        "summon: instead of an icon",
        "jump: goes to this square",
    ):
        assert told in text, told


def test_armies_may_look_different() -> None:
    drawing = card("arthurian-legends", theme="light=classic,dark=light-on-dark")
    assert drawing.stamps["arthurian-legends/Mo/starting/dark"].paper == "#1c1c1c"
    placed = {one.stamp for page in drawing.pages for one in page.placed}
    assert placed == set(drawing.stamps)


def test_what_no_page_can_hold_is_said() -> None:
    with pytest.raises(PlanError, match="larger --paper"):
        build_card(choose_tiles(load_sets(["base"])), "Title", (50.0, 60.0), one_theme())
    with pytest.raises(PlanError, match="no tile was chosen"):
        build_card([], "Title", PAPERS["a4"], one_theme())


def test_a_picture_to_share_has_both_sides_the_name_and_the_verdict() -> None:
    own = TileSet(id="own", name="My set", tiles=(tile_with((IconType.MOVE, 0, 1), name="Fox", copies=2),))
    drawing = build_share(choose_tiles([own])[0], THEMES["classic"], "Verdict: fair, +0.4 points a draw")
    text = words(drawing)
    for told in ("Fox", "starting side", "other side", "My set; 2 copies", "Verdict: fair"):
        assert told in text
    (page,) = drawing.pages
    assert {one.stamp for one in page.placed} == {"starting", "other"}
    plain = build_share(choose_tiles([own])[0], THEMES["classic"])
    assert plain.pages[0].height < page.height
    for shape in page.under:
        assert extent(shape).top >= 0
        assert extent(shape).bottom <= page.height
