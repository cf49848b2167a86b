"""The report as one self-contained HTML file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from workbench.report import charts, words
from workbench.report.duke import lab
from workbench.report.duke.model import Report
from workbench.tileset.model import Tile

TEMPLATES = (Path(__file__).parent / "templates", Path(__file__).parent / "duke" / "templates")
Faces = Mapping[tuple[str, str], Tile]  # (run, code) -> tile


@cache
def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=lambda name: bool(name and name.endswith(".html")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        signed=words.signed, plain=words.plain, interval=words.interval, p_words=words.p_words,
        reason=words.reason_words, setting=words.setting_words, count=lambda n: f"{n:,}",
    )  # fmt: skip
    made.globals.update(
        verdict_words=words.VERDICTS,
        swing_scale=charts.swing_scale,
        scale=charts.Scale,
        mark=charts.mark,
        length_bars=charts.length_bars,
        heat_cells=charts.heat_cells,
        busiest_squares=charts.busiest_squares,
        painted_face=lab.painted_face,
    )
    return made


def render_html(report: Report, faces: Faces) -> str:
    ids = {key: f"face-{place}" for place, key in enumerate(faces)}
    symbols = Markup("").join(
        Markup('<symbol id="{}-{}" viewBox="0 0 {} {}">{}</symbol>\n').format(ids[key], side, size, size, shapes)
        for key, tile in faces.items()
        for side in (0, 1)
        for size, shapes in [_face(tile, side)]
    )
    template = environment().get_template("html/report.html")
    return template.render(report=report, faces=ids, symbols=symbols)


def _face(tile: Tile, side: int) -> tuple[float, Markup]:
    from workbench.sheet.face import TILE_MM, draw_face
    from workbench.sheet.paint_svg import shapes_svg
    from workbench.sheet.themes import THEMES

    return TILE_MM, Markup(shapes_svg(draw_face(tile, side, TILE_MM, THEMES["classic"])))
