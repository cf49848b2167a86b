"""Pictures of a verdict: faces with the heat of their icons, and the faces of edits that would be fair."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.sheet.face import draw_face
from workbench.sheet.paint_svg import shapes_svg
from workbench.studio.desk import kept
from workbench.studio.view import FACE_SIZE, face_picture
from workbench.tileset.load import load_tileset
from workbench.tileset.model import Tile
from workbench.words import SIDES, Offset

if TYPE_CHECKING:
    from workbench.studio.desk import Desk
    from workbench.studio.verdict import Design


def add_faces(desk: Desk, part: str, design: Design, value: dict[str, Any]) -> dict[str, Any]:
    """The value with the names of its pictures, which the page may ask for."""
    if part == "edits":
        edits = [
            {**{key: told for key, told in one.items() if key != "tile"}, "faces": _faces(desk, one["tile"])}
            for one in value.get("edits", ())
        ]
        return {**value, "edits": edits} if edits else value
    tile = next((one for one in load_tileset(Path(design.file)).tiles.values() if one.name == design.tile), None)
    if tile is None:
        return value
    faces = {name: kept(desk, heat_picture(tile, side, value["heat"][side])) for side, name in enumerate(SIDES)}
    return {**{key: told for key, told in value.items() if key != "heat"}, "faces": faces}


def _faces(desk: Desk, data: dict[str, Any]) -> dict[str, str]:
    tile = Tile.model_validate(data)
    return {name: kept(desk, face_picture(tile, side, None)) for side, name in enumerate(SIDES)}


def heat_picture(tile: Tile, side: int, heat: list[list[Any]]) -> str:
    """A side as the page shows it, with colours behind its icons."""
    colours = {Offset(right, forward): str(colour) for right, forward, colour in heat}
    shapes = shapes_svg(draw_face(tile, side, FACE_SIZE, heat=colours))
    size = f"{FACE_SIZE:g}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">{shapes}</svg>'
