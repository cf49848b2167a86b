"""Plans: which tiles, how many, where."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.sheet_samples import planned, tile_with

from workbench.sheet.cut import cut_svg
from workbench.sheet.errors import PlanError, SheetError
from workbench.sheet.marks import draw_footer
from workbench.sheet.plan import Item, SheetOptions, pair_places, plan_sheet
from workbench.sheet.selection import BOX_ICONS, choose_tiles, icon_items, parse_copies, tile_items
from workbench.sheet.shapes import Line, Text
from workbench.sheet.stock import Stock, find_stock, stocks
from workbench.sheet.text import text_width
from workbench.tileset.load import load_sets
from workbench.tileset.model import TileSet

A4 = (210.0, 297.0)


def items(count: int) -> list[Item]:
    return [Item(f"f{k}", f"b{k}", f"tile {k}") for k in range(count)]


def test_a_sheet_holds_what_a_game_needs() -> None:
    sets = load_sets(["base", "siege-engines", "arthurian-legends"])
    count = {one.tile.name: len(one.armies) for one in choose_tiles(sets)}
    assert count["Footman"] == 6
    assert count["Duke"] == 2
    assert count["Trebuchet"] == 1, "a pool tile exists once"
    assert count["Lancelot"] == 1, "only the light army has it"
    light = {one.tile.name: len(one.armies) for one in choose_tiles(sets, ["light"])}
    assert light["Footman"] == 3
    assert "Mordred" not in light


def test_tiles_and_copies_can_be_chosen() -> None:
    base = load_sets(["base"])
    chosen = choose_tiles(base, only=["knight", "Pi"], copies=parse_copies(["Knight=3,PI=0"]))
    assert [(one.tile.name, len(one.armies)) for one in chosen] == [("Knight", 3)]
    with pytest.raises(SheetError, match="did you mean 'Knight'"):
        choose_tiles(base, only=["Knigth"])
    for wrong in ("Knight", "Knight=", "Knight=-1", "Knight=x", "Knight=9999"):
        with pytest.raises(SheetError):
            parse_copies([wrong])


def test_both_sides_stay_together_on_paper() -> None:
    plan = plan_sheet(items(40), SheetOptions(paper=(215.9, 279.4), tile_mm=24.3))
    for page in plan.pages:
        for front, back in zip(page.faces[::2], page.faces[1::2], strict=True):
            assert (front.stamp[1:], back.stamp[1:]) == (back.stamp[1:], front.stamp[1:])
            assert front.y == back.y
            assert back.x - front.x == pytest.approx(24.3 + 4)
    assert sum(len(page.faces) for page in plan.pages) == 80


@pytest.mark.parametrize("stock", [stock for stock in stocks() if not stock.is_full_sheet], ids=lambda stock: stock.id)
def test_both_sides_stay_together_on_labels(stock: Stock) -> None:
    """On one page, in one row wherever a row has two free places, from every label that may come first."""
    size = min(stock.label_width, stock.label_height)
    for start_at in range(1, stock.labels - stock.columns):
        options = SheetOptions(paper=stock.page, tile_mm=size, stock=stock, start_at=start_at, bleed_mm=0.0)
        plan = plan_sheet(items(stock.labels), options)
        assert sum(len(page.faces) for page in plan.pages) == 2 * stock.labels
        for page in plan.pages:
            for front, back in zip(page.faces[::2], page.faces[1::2], strict=True):
                assert front.label == back.label
                right, down = back.x - front.x, back.y - front.y
                assert (right, down) in (pytest.approx((stock.pitch_x, 0)), pytest.approx((0, stock.pitch_y)))
                assert stock.columns % 2 or right > 0 or start_at > 1


@given(st.integers(1, 9), st.integers(1, 12), st.integers(0, 60))
def test_pairs_waste_no_place_that_a_pair_could_have(columns: int, rows: int, used: int) -> None:
    pairs = pair_places(columns, rows, used)
    taken = [place for pair in pairs for place in pair]
    assert len(taken) == len(set(taken))
    free = set(range(used, columns * rows)) - set(taken)
    assert set(taken) <= set(range(used, columns * rows))
    assert not any(place + 1 in free and (place + 1) % columns for place in free), "two in a row are left"
    assert len(free) <= 2
    assert [max(pair) // columns for pair in pairs] == sorted(max(pair) // columns for pair in pairs)


def test_a_sheet_without_two_free_places_is_refused() -> None:
    stock = find_stock("lp70-25sq")
    with pytest.raises(PlanError, match="take a new sheet"):
        plan_sheet(items(1), SheetOptions(paper=stock.page, tile_mm=24.3, stock=stock, start_at=70))


@pytest.mark.parametrize("layout", ["pairs", "fold", "duplex"])
@pytest.mark.parametrize("marks", ["crop", "full", "none"])
def test_nothing_overlaps_or_leaves_the_printable_page(layout: str, marks: str) -> None:
    plan = plan_sheet(items(60), SheetOptions(paper=A4, tile_mm=24.3, layout=layout, marks=marks))
    for page in plan.pages:
        for index, face in enumerate(page.faces):
            assert 6.3 <= face.x <= A4[0] - 6.3 - face.size
            assert 6.3 <= face.y <= A4[1] - 6.3 - face.size
            for other in page.faces[index + 1 :]:
                apart_x, apart_y = abs(face.x - other.x), abs(face.y - other.y)
                assert apart_x >= face.size - 1e-9 or apart_y >= face.size - 1e-9


def test_fold_strips_have_their_spine() -> None:
    plan = plan_sheet(items(3), SheetOptions(paper=A4, tile_mm=24.3, layout="fold", spine_mm=5))
    front, back = plan.pages[0].faces[:2]
    assert back.x - front.x == pytest.approx(24.3 + 5)
    with pytest.raises(PlanError, match="labels"):
        plan_sheet(items(1), SheetOptions(paper=A4, tile_mm=24.3, layout="fold", stock=find_stock("lp70-25sq")))


def test_start_at_skips_used_labels() -> None:
    stock = find_stock("lp70-25sq")
    options = SheetOptions(paper=stock.page, tile_mm=24.3, stock=stock, start_at=9)
    faces = plan_sheet(items(35), options).pages[0].faces
    x, y = stock.label_corner(8)
    assert (faces[0].x, faces[0].y) == pytest.approx((x + 0.35, y + 0.35))
    plan = plan_sheet(items(35), options)
    assert [len(page.faces) for page in plan.pages] == [62, 8]
    for wrong in (0, 71, -3):
        with pytest.raises(PlanError, match="places 1 to 70"):
            plan_sheet(items(1), SheetOptions(paper=stock.page, tile_mm=24.3, stock=stock, start_at=wrong))


@pytest.mark.parametrize(
    ("wishes", "words"),
    [
        ({"tile_mm": 250.0}, "does not fit"),
        ({"bleed_mm": 3.0}, "needs a gap of 6 mm"),
        ({"gap_mm": -1.0}, "0 to 200 mm"),
        ({"tile_mm": 30.0, "stock": find_stock("lp70-25sq")}, "larger than a label"),
    ],
)
def test_wishes_that_do_not_go_together(wishes: dict[str, object], words: str) -> None:
    with pytest.raises(PlanError, match=words):
        plan_sheet(items(1), SheetOptions(**{"paper": A4, "tile_mm": 24.3, **wishes}))


def test_nothing_to_print_is_said() -> None:
    empty = TileSet(id="none", name="None", tiles=(tile_with(army="dark"),))
    with pytest.raises(PlanError, match="nothing to print"):
        plan_sheet(tile_items(choose_tiles([empty], ["light"])), SheetOptions(paper=A4, tile_mm=24.3))


def test_loose_icons_are_those_of_the_box() -> None:
    assert sum(BOX_ICONS.values()) == len(icon_items({})) == 178
    labels = [item.label for item in icon_items({"move": 2, "Jump-Slide": 0, "vi": 3})]
    assert (labels.count("move"), labels.count("jump_slide"), labels.count("VI")) == (2, 0, 3)
    with pytest.raises(SheetError, match="no icon sticker 'hop'"):
        icon_items({"hop": 1})


def test_the_plan_as_json() -> None:
    plan, _ = planned(tiles=2)
    data = plan.as_json()
    assert data["unit"] == "mm"
    assert data["options"]["tile_mm"] == 24.3
    face = data["pages"][0]["slots"][1]
    assert face["stamp"] == "base/Du/other"
    assert face["size"] == 24.3


@pytest.mark.parametrize(("layout", "pieces"), [("pairs", 6), ("fold", 3), ("duplex", 3)])
def test_the_cut_file_has_one_closed_path_for_each_piece(layout: str, pieces: int) -> None:
    plan, _ = planned(tiles=3, layout=layout, registration=True)
    root = ElementTree.fromstring(cut_svg(plan, plan.pages[0]))
    assert (root.get("width"), root.get("viewBox")) == ("210mm", "0 0 210 297")
    layers = {group.get("id"): group for group in root}
    paths = [path.get("d", "") for path in layers["cut"]]
    assert len(paths) == len(set(paths)) == pieces
    face = plan.pages[0].faces[0]
    assert paths[0].startswith(f"M{face.x:.10g} {face.y:.10g}H")
    assert all(path.endswith("Z") for path in paths)
    assert "none" in (layers["test-square-50-mm"].get("style") or "")
    assert {element.tag.rpartition("}")[2] for element in root.iter()} == {"svg", "g", "path"}


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(
    "stock",
    [None, *(stock for stock in stocks() if not stock.is_full_sheet)],
    ids=lambda stock: stock.id if stock else "paper",
)
def test_the_footer_keeps_clear_of_the_tiles(stock: Stock | None, flip: str) -> None:
    size = min(stock.label_width, stock.label_height) if stock else 24.3
    paper = stock.page if stock else A4
    options = SheetOptions(paper=paper, tile_mm=size, stock=stock, layout="duplex", flip=flip, bleed_mm=0.0)
    plan = plan_sheet(items(150), options)
    for page in plan.pages[:2]:
        top, bottom = min(face.y for face in page.faces), max(face.y + face.size for face in page.faces)
        for shape in draw_footer(plan, page, "A rather long name of a set " * 4, len(plan.pages)):
            if isinstance(shape, Text):
                high, low = shape.y - shape.size, shape.y + 0.3 * shape.size
                end = shape.x + text_width(shape.text, shape.size, shape.font)
                assert end <= paper[0] - 6
            else:
                assert isinstance(shape, Line)
                high, low = min(shape.y1, shape.y2), max(shape.y1, shape.y2)
            assert high > 0
            assert low < paper[1]
            assert low < top or high > bottom, "below all tiles, or above them"
