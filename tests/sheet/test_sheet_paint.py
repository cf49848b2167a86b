"""The three painters draw the same thing: rasterised, they agree within a tolerance."""

from __future__ import annotations

import io
import shutil
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from PIL import Image
from support.sheet_samples import official, planned, tile_with

from workbench.icons import IconType
from workbench.sheet.board import BoardTile, build_board
from workbench.sheet.face import draw_face
from workbench.sheet.paint_pdf import paint_pdf
from workbench.sheet.paint_png import paint_page, paint_png
from workbench.sheet.paint_svg import drawing_svgs, face_svg
from workbench.sheet.shapes import Correction, Drawing, Page, Placed, Stamp
from workbench.sheet.themes import THEMES
from workbench.words import Ability, Offset, Owner, SideUp

DPI = 254  # ten pixels a millimetre: stamps start on whole pixels in both


def sampler(theme: str = "classic") -> Drawing:
    """Faces with every icon, numerals, accents, an area group, both pawns, and all four quarter turns."""
    everything = tile_with(
        *((kind, index % 5 - 2, 2 - index // 5) for index, kind in enumerate(IconType)),
        name="Señor Łuć",
        abilities=(Ability.ESCAPE, Ability.LINK),
    )
    tiles = [everything, official("Marshall"), official("Trebuchet", "siege-engines"), official("Longbowman")]
    stamps, placed = {}, []
    for index, tile in enumerate(tiles):
        for side in (0, 1):
            key = f"{index}/{side}"
            stamps[key] = Stamp(24.3, 24.3, draw_face(tile, side, 24.3, THEMES[theme]))
            placed.append(Placed(key, 2 + 26 * index, 2 + 26 * side, index))
    return Drawing("Sampler", (Page(106, 54, tuple(placed), paper="#ffffff"),), stamps)


def pdf_pixels(drawing: Drawing, dpi: int = DPI) -> np.ndarray:
    page = pypdfium2.PdfDocument(paint_pdf(drawing))[0]
    return np.asarray(page.render(scale=dpi / 72 - 1e-6).to_pil().convert("L"), dtype=float)


def png_pixels(drawing: Drawing, dpi: int = DPI) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(paint_png(drawing, dpi)[0])).convert("L"), dtype=float)


def assert_alike(first: np.ndarray, second: np.ndarray, share: float = 0.003) -> None:
    """Few pixels differ strongly, and on average next to nothing: only edges are softened differently."""
    height, width = min(first.shape[0], second.shape[0]), min(first.shape[1], second.shape[1])
    assert abs(first.shape[0] - second.shape[0]) <= 1
    assert abs(first.shape[1] - second.shape[1]) <= 1
    apart = np.abs(first[:height, :width] - second[:height, :width])
    assert (apart > 128).mean() < share
    assert apart.mean() < 4.0


@pytest.mark.parametrize("theme", list(THEMES))
def test_png_and_pdf_agree(theme: str) -> None:
    drawing = sampler(theme)
    assert_alike(png_pixels(drawing), pdf_pixels(drawing))


def test_the_comparison_would_see_a_missing_icon() -> None:
    """A tolerance that lets a lost icon pass would guard nothing."""
    drawing = sampler()
    stamp = drawing.stamps["1/0"]
    poorer = replace(drawing, stamps={**drawing.stamps, "1/0": replace(stamp, shapes=stamp.shapes[:-12])})
    with pytest.raises(AssertionError):
        assert_alike(png_pixels(drawing), pdf_pixels(poorer))


def test_whole_sheets_agree_also_when_corrected() -> None:
    _, drawing = planned(tiles=4, marks="full")
    page = replace(drawing.pages[0], correction=Correction(1.01, 0.99, 2.0, -1.0))
    drawing = replace(drawing, pages=(page,))
    assert_alike(png_pixels(drawing, 150), pdf_pixels(drawing, 150))


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium")
def test_svg_agrees_with_png(tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    drawing = sampler()
    (svg,) = drawing_svgs(drawing)
    # A browser rounds the picture's size to its own pixels: ask for whole ones, four a millimetre.
    text = svg.decode().replace('width="106mm" height="54mm"', 'width="424" height="216"')
    path = tmp_path / "sampler.svg"
    path.write_text(text, encoding="utf-8")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 424, "height": 216}, device_scale_factor=2.5)
        page.goto(path.as_uri())
        shot = page.screenshot()
        browser.close()
    seen = np.asarray(Image.open(io.BytesIO(shot)).convert("L"), dtype=float)
    assert_alike(seen, png_pixels(drawing))


def test_svg_is_in_true_size_and_needs_no_font() -> None:
    (svg,) = drawing_svgs(sampler())
    root = ElementTree.fromstring(svg)
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("106mm", "54mm", "0 0 106 54")
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert "text" not in tags
    assert {"path", "circle", "use"} <= tags


def test_a_face_for_a_report() -> None:
    tile = tile_with((IconType.MOVE, 0, 1), name='<b>"&')
    svg = face_svg(tile, SideUp.OTHER, size_mm=18, heat={Offset(0, 1): "#ffcc00"})
    root = ElementTree.fromstring(svg)
    assert root.get("width") == "18mm"
    assert "#ffcc00" in svg
    assert root[0].text == '<b>"&, other side'
    assert len(face_svg(official("Knight"), 0)) < 9000


def test_png_knows_its_resolution_and_colours() -> None:
    (grey,) = paint_png(sampler(), 300)
    image = Image.open(io.BytesIO(grey))
    assert image.mode == "L"
    assert image.size == (1252, 638)
    assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)
    (coloured,) = paint_png(sampler("colour"), 100)
    assert Image.open(io.BytesIO(coloured)).mode == "RGB"


def test_transparent_faces_have_no_paper() -> None:
    shapes = draw_face(official("Knight"), 0, 24.3, background=False)
    page = Page(24.3, 24.3, (Placed("face", 0, 0),))
    image = paint_page(page, {"face": Stamp(24.3, 24.3, shapes)}, 300, transparent=True)
    assert image.mode == "RGBA"
    alpha = np.asarray(image)[..., 3]
    assert alpha[2, 2] == 0
    assert alpha.max() == 255


def test_a_board_shows_each_owner_his_way_up() -> None:
    knight = official("Knight")
    tiles = [
        BoardTile(0, knight, SideUp.STARTING, Owner.SOUTH),
        BoardTile(35, knight, SideUp.OTHER, Owner.NORTH, 1),
    ]
    drawing = build_board(tiles, THEMES["classic"], {7: "Mountain", 8: "Fort"}, {3: Owner.NORTH}, "caption")
    first, second = drawing.pages[0].placed
    assert (first.quarter_turns, second.quarter_turns) == (0, 3)
    assert first.y > second.y
    assert second.x > first.x
    assert_alike(png_pixels(drawing), pdf_pixels(drawing))
