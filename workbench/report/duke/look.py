"""What the report's templates of The Duke use: faces, words and the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from workbench.report.duke import charts, words
from workbench.report.duke.records import read_tiles
from workbench.report.seam import Look, Symbols
from workbench.sim.store import Run
from workbench.tileset.model import Tile
from workbench.words import Offset


def draw_symbols(runs: Sequence[tuple[str, Run[Any]]]) -> Symbols:
    """The faces of all tiles of the runs, as symbols that the page uses by id."""
    faces = {
        (name, one.code): one.tile
        for name, run in runs
        for one in (read_tiles(run.about) if "tiles" in run.about else ())
        if one.tile is not None
    }
    return face_symbols(faces)


def face_symbols(faces: Mapping[tuple[str, str], Tile]) -> Symbols:
    """Both sides of each tile, by whatever it is called."""
    ids = {key: f"face-{place}" for place, key in enumerate(faces)}
    symbols = Markup("").join(
        Markup('<symbol id="{}-{}" viewBox="0 0 {} {}">{}</symbol>\n').format(ids[key], side, size, size, shapes)
        for key, tile in faces.items()
        for side in (0, 1)
        for size, shapes in [_face(tile, side)]
    )
    return ids, symbols


def _face(tile: Tile, side: int) -> tuple[float, Markup]:
    from workbench.sheet.face import TILE_MM, draw_face
    from workbench.sheet.paint_svg import shapes_svg
    from workbench.sheet.themes import THEMES

    return TILE_MM, Markup(shapes_svg(draw_face(tile, side, TILE_MM, THEMES["classic"])))


def painted_face(profile: Mapping[str, Any], side: int, heat: Mapping[str, str] | None = None) -> Markup:
    """A tile's side as inline SVG, with colours in its cells."""
    from workbench.sheet.paint_svg import face_svg

    cells = {Offset(*(int(n) for n in at.split(","))): colour for at, colour in (heat or {}).items()}
    made = face_svg(Tile.model_validate(dict(profile)), side, heat=cells or None)
    return Markup(made.replace("<svg ", '<svg class="face" ', 1))


LOOK = Look(
    templates=Path(__file__).parent / "templates",
    filters={"reason": words.reason_words},
    functions={
        "heat_cells": charts.heat_cells,
        "busiest_squares": charts.busiest_squares,
        "painted_face": painted_face,
    },
)
