"""A plan and its tiles -> a drawing: stamps, marks, footers, corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.sheet.art import Art, load_art
from workbench.sheet.errors import ArtError
from workbench.sheet.face import CELL, centred_lines, draw_face
from workbench.sheet.icons import draw_icon
from workbench.sheet.marks import draw_cut_lines, draw_footer, draw_marks, draw_registration
from workbench.sheet.plan import PlannedPage, SheetPlan, block, cut_boxes
from workbench.sheet.selection import Chosen, icon_kind
from workbench.sheet.shapes import Correction, Drawing, Page, Placed, Shape, Stamp, frame, rectangle
from workbench.sheet.text import fit_text
from workbench.sheet.themes import Theme


def tile_stamps(chosen: Sequence[Chosen], tile_mm: float, theme: Theme) -> dict[str, Stamp]:
    """Both sides of every tile; raises ArtError for an emblem that cannot be used."""
    stamps = {}
    for one in chosen:
        art = _art_of(one)
        for side in (0, 1):
            stamps[one.key(side)] = Stamp(tile_mm, tile_mm, draw_face(one.tile, side, tile_mm, theme, art))
    return stamps


def _art_of(one: Chosen) -> Art:
    try:
        return load_art(one.tile, Path(one.set.path).parent)
    except ArtError as error:
        raise ArtError(f"{one.set.path}: {one.tile.name}: {error}") from None


def icon_stamps(names: Sequence[str], cell: float, theme: Theme) -> dict[str, Stamp]:
    """Loose stickers of one cell each, framed like a cell."""
    stamps = {}
    for name in dict.fromkeys(names):
        kind = icon_kind(name)
        line = max(0.2, 0.009 / CELL * cell)
        shapes: list[Shape] = [rectangle(0, 0, cell, cell, theme.paper)]
        if kind is None:
            fitted = fit_text(name, 0.86 * cell, cell, 1.1 * cell, 0.3 * cell)
            shapes += centred_lines(fitted, cell / 2, cell / 2, theme.ink)
        else:
            if name == "command":  # its corners need edges to be seen against
                shapes += frame(line / 2, line / 2, cell - line, cell - line, line, theme.ink)
            shapes += draw_icon(kind, cell / 2, cell / 2, cell, theme.icon(kind))
        stamps[f"icon/{name}"] = Stamp(cell, cell, tuple(shapes))
    return stamps


def build_drawing(
    plan: SheetPlan,
    stamps: Mapping[str, Stamp],
    title: str,
    theme: Theme,
    correction: Correction = Correction(),
    back_offset: tuple[float, float] = (0.0, 0.0),
) -> Drawing:
    """Every page of the plan with its marks and footer, corrected for the printer."""
    pages = []
    for page in plan.pages:
        adjusted = correction.shifted(*back_offset) if page.back else correction
        pages.append(_build_page(plan, page, title, theme, adjusted))
    return Drawing(title, tuple(pages), dict(stamps))


def _build_page(plan: SheetPlan, page: PlannedPage, title: str, theme: Theme, correction: Correction) -> Page:
    options = plan.options
    under: list[Shape] = []
    over = draw_cut_lines(plan, page) if page.slots and options.marks == "full" else []
    if page.slots:
        under += draw_marks(plan, page)
        if options.bleed_mm > 0 and theme.paper != "#ffffff":
            for box in (cut.grown(options.bleed_mm) for cut in cut_boxes(plan, page)):
                under.append(rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top, theme.paper))
        under += draw_footer(plan, page, title, len(plan.pages))
    if options.registration and not page.back:
        under += draw_registration(options.paper)
    trim = block(page) if page.slots else None
    return Page(
        *options.paper,
        placed=tuple(Placed(slot.stamp, slot.x, slot.y, slot.quarter_turns) for slot in page.slots),
        under=tuple(under),
        over=tuple(over),
        trim=trim,
        bleed=trim.grown(options.bleed_mm) if trim else None,
        correction=correction,
    )


def face_drawings(chosen: Sequence[Chosen], size: float, theme: Theme, background: bool = True) -> dict[str, Drawing]:
    """Every side of every tile as a drawing of its own, by a name for its file."""
    drawings: dict[str, Drawing] = {}
    for one in chosen:
        art = _art_of(one)
        base = file_name(one.tile.name)
        if f"{base}-starting" in drawings:  # another set has a tile of this name
            base = f"{file_name(one.set.id)}-{base}"
        for side, word in enumerate(("starting", "other")):
            shapes = draw_face(one.tile, side, size, theme, art, background=background)
            page = Page(size, size, under=(), placed=(Placed("face", 0, 0),))
            drawings[f"{base}-{word}"] = Drawing(
                f"{one.tile.name}, {word} side", (page,), {"face": Stamp(size, size, shapes)}
            )
    return drawings


def file_name(text: str) -> str:
    """'D'Artagnan' -> 'd-artagnan': safe on every system; letters of all scripts stay."""
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return "-".join(words) or "tile"
