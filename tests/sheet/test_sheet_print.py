"""The PDF, measured: rasterised at 1200 dpi, tile edges found in the pixels, compared with what was asked."""

from __future__ import annotations

import itertools

import numpy as np
import pypdfium2
import pytest
from support.sheet_samples import planned

from workbench.sheet.calibration import CROSS_MM, Printer, build_calibration, correct
from workbench.sheet.face import FRAME_INSET
from workbench.sheet.paint_pdf import paint_pdf
from workbench.sheet.plan import PlannedPage, PrintedFace, SheetPlan
from workbench.sheet.shapes import Correction

DPI = 1200
POINT = 72 / 25.4
TOLERANCE_MM = 0.05


def strip(pdf: bytes, page: int, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """The darkness (0 to 1) of a region in mm from the top left corner of the page."""
    document = pypdfium2.PdfDocument(pdf)
    sheet = document[page]
    width, height = sheet.get_width() / POINT, sheet.get_height() / POINT
    crop = tuple(max(0.0, side * POINT) for side in (left, height - bottom, width - right, top))
    image = sheet.render(scale=DPI / 72, crop=crop, grayscale=True).to_numpy()
    document.close()
    return 1 - image.reshape(image.shape[0], -1).astype(float) / 255


def line_centres(darkness: np.ndarray, start_mm: float) -> list[float]:
    """Middles of the dark runs along a profile, in mm."""
    dark = darkness > 0.02
    edges = np.flatnonzero(np.diff(np.concatenate([[False], dark, [False]]).astype(int)))
    centres = []
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        weight = darkness[first:last]
        centre = first + (weight * (np.arange(last - first) + 0.5)).sum() / weight.sum()
        centres.append(start_mm + centre * 25.4 / DPI)
    return centres


def measured_edges(pdf: bytes, page: int, face: PrintedFace, correction: Correction) -> tuple[float, ...]:
    """Left, right, top and bottom trim edges of a printed face, from its frame.

    Looks just inside the frame, where only the frame's own lines are.
    """
    inset, near = FRAME_INSET * face.size, 0.02 * face.size
    start = correction.apply(face.x, face.y)
    end = correction.apply(face.x + face.size, face.y + face.size)
    level = correction.apply(0, face.y + face.size - inset - near).y
    across = strip(pdf, page, start.x, level - 0.03, end.x, level + 0.03).mean(axis=0)
    left, right = line_centres(across, start.x)
    upright = correction.apply(face.x + face.size - inset - near, 0).x
    down = strip(pdf, page, upright - 0.03, start.y, upright + 0.03, end.y).mean(axis=1)
    top, bottom = line_centres(down, start.y)
    inset_x, inset_y = inset * correction.scale_x, inset * correction.scale_y
    return left - inset_x, right + inset_x, top - inset_y, bottom + inset_y


def check_page(
    plan: SheetPlan, pdf: bytes, page: PlannedPage, correction: Correction = Correction()
) -> list[tuple[float, ...]]:
    found = []
    for face in (page.faces[0], page.faces[1], page.faces[-1]):
        edges = measured_edges(pdf, page.number - 1, face, correction)
        start = correction.apply(face.x, face.y)
        end = correction.apply(face.x + face.size, face.y + face.size)
        assert edges == pytest.approx((start.x, end.x, start.y, end.y), abs=TOLERANCE_MM)
        found.append(edges)
    return found


@pytest.mark.parametrize(
    "wishes",
    [
        {"paper": "a4"},
        {"paper": "letter"},
        {"paper": "a5", "tile_mm": 30.0, "gap_mm": 3.5},
        {"stock": "lp70-25sq"},
        {"stock": "ol2681", "tile_mm": 38.1},
        {"stock": "hisago-op3030", "tile_mm": 40.0, "marks": "none"},
    ],
    ids=lambda wishes: wishes.get("stock") or wishes["paper"],
)
def test_tile_edges_and_pitches(wishes: dict[str, object]) -> None:
    plan, drawing = planned(tiles=6, **wishes)
    pdf = paint_pdf(drawing)
    first, second, _ = check_page(plan, pdf, plan.pages[0])
    stock, size = plan.options.stock, plan.options.tile_mm
    pitch = stock.pitch_x if stock else size + plan.options.gap_mm
    assert second[0] - first[0] == pytest.approx(pitch, abs=TOLERANCE_MM)
    assert first[1] - first[0] == pytest.approx(size, abs=TOLERANCE_MM)
    if stock:  # in the middle of its label
        assert first[0] == pytest.approx(stock.left + (stock.label_width - size) / 2, abs=TOLERANCE_MM)
        assert first[2] == pytest.approx(stock.top + (stock.label_height - size) / 2, abs=TOLERANCE_MM)


def test_crop_marks_stand_in_the_run_of_the_trim_edges() -> None:
    plan, drawing = planned(tiles=3)
    pdf = paint_pdf(drawing)
    face = plan.pages[0].faces[0]
    above = strip(pdf, 0, face.x - 2, face.y - 2, face.x + face.size + 2, face.y - 1.9).mean(axis=0)
    assert line_centres(above, face.x - 2) == pytest.approx([face.x, face.x + face.size], abs=TOLERANCE_MM)
    beside = strip(pdf, 0, face.x - 2, face.y - 2, face.x - 1.9, face.y + face.size + 2).mean(axis=1)
    assert line_centres(beside, face.y - 2) == pytest.approx([face.y, face.y + face.size], abs=TOLERANCE_MM)


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a5-landscape"])
def test_duplex_backs_lie_behind_their_fronts(paper: str, flip: str) -> None:
    plan, drawing = planned(tiles=5, paper=paper, layout="duplex", flip=flip)
    pdf = paint_pdf(drawing)
    front, back = plan.pages[:2]
    width, height = plan.options.paper
    about_vertical = (flip == "long") == (width < height)
    for before, behind in zip(front.faces, back.faces, strict=True):
        left, right, top, bottom = measured_edges(pdf, 0, before, Correction())
        seen = measured_edges(pdf, 1, behind, Correction()) if not behind.quarter_turns else None
        if about_vertical:
            assert seen == pytest.approx((width - right, width - left, top, bottom), abs=TOLERANCE_MM)
        else:  # printed upside down: the name is at the other end, so the plan's box is compared
            box = (behind.x, behind.x + behind.size, behind.y, behind.y + behind.size)
            assert box == pytest.approx((left, right, height - bottom, height - top), abs=TOLERANCE_MM)
            assert behind.quarter_turns == 2
            assert frame_box(pdf, 1, behind) == pytest.approx(box, abs=TOLERANCE_MM)


def frame_box(pdf: bytes, page: int, face: PrintedFace) -> tuple[float, ...]:
    """Trim edges of a face that is printed upside down."""
    inset, near = FRAME_INSET * face.size, 0.02 * face.size
    level, upright = face.y + inset + near, face.x + inset + near
    across = strip(pdf, page, face.x, level - 0.03, face.x + face.size, level + 0.03).mean(axis=0)
    down = strip(pdf, page, upright - 0.03, face.y, upright + 0.03, face.y + face.size).mean(axis=1)
    (left, right), (top, bottom) = line_centres(across, face.x), line_centres(down, face.y)
    return left - inset, right + inset, top - inset, bottom + inset


def test_offset_and_scale_are_applied_exactly() -> None:
    correction = Correction(1.004, 0.997, 1.5, -0.75)
    plan, drawing = planned(tiles=6, printer=Printer(correction))
    check_page(plan, paint_pdf(drawing), plan.pages[0], correction)


def test_back_offset_moves_only_the_backs() -> None:
    printer = Printer(Correction(1.002, 1.0, 0.4, 0.2), (0.6, -0.3))
    plan, drawing = planned(tiles=3, layout="duplex", printer=printer)
    pdf = paint_pdf(drawing)
    check_page(plan, pdf, plan.pages[0], printer.correction)
    check_page(plan, pdf, plan.pages[1], printer.correction.shifted(0.6, -0.3))


def test_a_calibrated_printer_prints_true() -> None:
    """A printer that stretches and shifts is measured on the test page; its correction undoes it."""
    stretch_x, stretch_y, shift_x, shift_y = 0.993, 1.006, 0.8, -0.4

    def on_paper(x: float, y: float) -> tuple[float, float]:
        return stretch_x * x + shift_x, stretch_y * y + shift_y

    left, top = on_paper(CROSS_MM, CROSS_MM)
    printer = correct({"width": 100 * stretch_x, "height": 100 * stretch_y, "left": left, "top": top})
    for x, y in itertools.product((0, 37.5, 210), (0, 120, 297)):
        assert on_paper(*printer.correction.apply(x, y)) == pytest.approx((x, y), abs=1e-9)


def test_the_calibration_page_has_true_rulers_and_crosses() -> None:
    pdf = paint_pdf(build_calibration((210.0, 297.0)))
    cross = strip(pdf, 0, 6.5, 7, 13.5, 7.1).mean(axis=0)
    assert line_centres(cross, 6.5) == pytest.approx([CROSS_MM], abs=TOLERANCE_MM)
    ticks = line_centres(strip(pdf, 0, 29, 277 - 2.3, 131, 277 - 2.2).mean(axis=0), 29)
    assert ticks == pytest.approx([30 + 10 * k for k in range(11)], abs=TOLERANCE_MM)


def test_the_footer_ruler_is_fifty_millimetres() -> None:
    plan, drawing = planned(tiles=2, paper="letter")
    pdf = paint_pdf(drawing)
    bottom = plan.options.paper[1] - 6.35
    ticks = line_centres(strip(pdf, 0, 5, bottom - 0.6, 58, bottom - 0.5).mean(axis=0), 5)
    assert len(ticks) == 51
    assert ticks[-1] - ticks[0] == pytest.approx(50, abs=TOLERANCE_MM)


def test_boxes_and_print_settings_of_the_file() -> None:
    plan, drawing = planned(tiles=4, bleed_mm=1.0)
    pdf = paint_pdf(drawing, duplex="long")
    assert pdf == paint_pdf(drawing, duplex="long"), "the same drawing must give the same bytes"
    assert b"/PrintScaling /None" in pdf
    assert b"/Duplex /DuplexFlipLongEdge" in pdf
    page = pypdfium2.PdfDocument(pdf)[0]
    faces, height = plan.pages[0].faces, plan.options.paper[1]
    trim = (
        min(face.x for face in faces),
        height - max(face.y + face.size for face in faces),
        max(face.x + face.size for face in faces),
        height - min(face.y for face in faces),
    )
    assert [value / POINT for value in page.get_trimbox()] == pytest.approx(trim, abs=0.01)
    bleed = (trim[0] - 1, trim[1] - 1, trim[2] + 1, trim[3] + 1)
    assert [value / POINT for value in page.get_bleedbox()] == pytest.approx(bleed, abs=0.01)
    assert (page.get_width() / POINT, page.get_height() / POINT) == pytest.approx((210, 297), abs=0.01)


def test_a_page_of_twelve_tiles_is_small() -> None:
    _, drawing = planned(tiles=12)
    assert len(drawing.pages) == 1
    assert len(paint_pdf(drawing)) < 100_000
