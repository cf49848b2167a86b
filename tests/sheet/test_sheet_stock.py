"""Label stocks and papers are data that must add up."""

from __future__ import annotations

import pytest

from workbench.sheet.errors import SheetError
from workbench.sheet.stock import PAPERS, Stock, find_stock, parse_paper, stocks
from workbench.sheet.units import mm_to_pt, mm_to_px, parse_mm, parse_pair


@pytest.mark.parametrize("stock", stocks(), ids=lambda stock: stock.id)
def test_the_sums_close_the_page(stock: Stock) -> None:
    width, height = stock.page
    across = 2 * stock.left + (stock.columns - 1) * stock.pitch_x + stock.label_width
    down = 2 * stock.top + (stock.rows - 1) * stock.pitch_y + stock.label_height
    assert across == pytest.approx(width, abs=0.05)
    assert down == pytest.approx(height, abs=0.05)
    assert stock.columns == 1 or stock.pitch_x >= stock.label_width, "labels must not overlap"
    assert stock.rows == 1 or stock.pitch_y >= stock.label_height
    assert stock.source
    assert stock.is_full_sheet or stock.label_width == stock.label_height, "tiles are square"


def test_names_are_unique_and_found_in_every_spelling() -> None:
    names = [name for stock in stocks() for name in (stock.id, *stock.aliases)]
    assert len(names) == len(set(names))
    assert find_stock("Avery L7120").id == find_stock("l7120").id == find_stock("AVERY-L7120").id
    assert find_stock("avery-22816").id == "avery-22806"
    assert not find_stock("avery-22806").verified
    with pytest.raises(SheetError, match="did you mean 'avery-l7120'"):
        find_stock("avery-l712")


def test_papers() -> None:
    assert parse_paper("A4") == (210, 297)
    assert parse_paper("letter") == PAPERS["letter"] == (215.9, 279.4)
    assert parse_paper("a5-landscape") == (210, 148)
    assert parse_paper("100x150mm") == (100, 150)
    assert parse_paper("4 x 6 in") == pytest.approx((101.6, 152.4))
    for wrong in ("a9", "10x10mm", "0x100", "1.2.3x50", "100x99999", "axb", "", "-landscape"):
        with pytest.raises(SheetError):
            parse_paper(wrong)


def test_units() -> None:
    assert mm_to_px(25.4, 600) == 600
    assert mm_to_pt(25.4) == 72
    assert parse_mm("0.5in") == pytest.approx(12.7)
    assert parse_mm(" 2,5 mm") == 2.5
    assert parse_pair("0.5,-1.25", "--offset-mm") == (0.5, -1.25)
    for wrong in ("", "mm", "1 2", "nan"):
        with pytest.raises(SheetError):
            parse_mm(wrong)
    for wrong in ("1", "1,2,3", "a,b", "nan,0", "1e9,0"):
        with pytest.raises(SheetError):
            parse_pair(wrong, "--offset-mm")
