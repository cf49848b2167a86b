"""The cut file: closed paths in millimetres for cutting plotters, without text, pictures or doubled lines."""

from __future__ import annotations

from workbench.sheet.paint_svg import num
from workbench.sheet.plan import PlannedPage, SheetPlan, cut_boxes
from workbench.sheet.shapes import Box

TEST_SQUARE_MM = 50.0


def cut_svg(plan: SheetPlan, page: PlannedPage) -> bytes:
    """One closed path for each piece, and a hidden layer with a test square to check the cutter's scale."""
    width, height = plan.options.paper
    labels = plan.options.labels
    radius = 0.0
    if labels and labels.corner_radius and abs(labels.label_width - plan.options.tile_mm) < 0.01:
        radius = labels.corner_radius
    paths = "\n".join(f'<path d="{_outline(box, radius)}"/>' for box in cut_boxes(plan, page))
    middle = Box((width - TEST_SQUARE_MM) / 2, (height - TEST_SQUARE_MM) / 2,
                 (width + TEST_SQUARE_MM) / 2, (height + TEST_SQUARE_MM) / 2)  # fmt: skip
    layer = 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {layer} width="{num(width)}mm" height="{num(height)}mm" '
        f'viewBox="0 0 {num(width)} {num(height)}" fill="none" stroke="#ff0000" stroke-width="0.1">\n'
        f'<g id="cut" inkscape:groupmode="layer" inkscape:label="cut">\n{paths}\n</g>\n'
        f'<g id="test-square-50-mm" inkscape:groupmode="layer" inkscape:label="test square 50 mm" '
        f'style="display:none">\n<path d="{_outline(middle, 0.0)}"/>\n</g>\n</svg>\n'
    ).encode()


def _outline(box: Box, radius: float) -> str:
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if not radius:
        return f"M{num(left)} {num(top)}H{num(right)}V{num(bottom)}H{num(left)}Z"
    bend = f"A{num(radius)} {num(radius)} 0 0 1"
    return (
        f"M{num(left + radius)} {num(top)}H{num(right - radius)}{bend} {num(right)} {num(top + radius)}"
        f"V{num(bottom - radius)}{bend} {num(right - radius)} {num(bottom)}"
        f"H{num(left + radius)}{bend} {num(left)} {num(bottom - radius)}"
        f"V{num(top + radius)}{bend} {num(left + radius)} {num(top)}Z"
    )
