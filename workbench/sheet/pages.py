"""A plan and its tiles -> a drawing: stamps, marks, footers, corrections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.sheet.art import Art, emblem_losses, emblem_problem, load_art, usual_emblem
from workbench.sheet.errors import ArtError
from workbench.sheet.face import CELL, centred_lines, draw_face
from workbench.sheet.icons import draw_icon
from workbench.sheet.marks import draw_cut_lines, draw_footer, draw_marks, draw_registration
from workbench.sheet.plan import PlannedPage, SheetPlan, block, cut_boxes
from workbench.sheet.selection import Chosen, sticker_icon
from workbench.sheet.shapes import Correction, Drawing, Page, Placed, Shape, Stamp, frame, rectangle
from workbench.sheet.text import fit_text
from workbench.sheet.themes import WHITE, ArmyThemes, Theme
from workbench.words import SIDES


def tile_stamps(chosen: Sequence[Chosen], tile_mm: float, themes: ArmyThemes) -> dict[str, Stamp]:
    """Both sides of every tile, for each army where the armies look different."""
    stamps = {}
    for one in chosen:
        art = art_of(one)
        for army in looks(one, themes):
            theme = themes.of(army)
            for side in (0, 1):
                shapes = draw_face(one.tile, side, tile_mm, theme, art)
                stamps[one.key(side, army)] = Stamp(tile_mm, tile_mm, shapes, theme.paper)
    return stamps


def looks(one: Chosen, themes: ArmyThemes) -> tuple[str, ...]:
    """The armies to draw a tile for; one look without a name where they are alike."""
    return one.owners if themes.differ else ("",)


def art_of(one: Chosen) -> Art:
    """The tile's emblem; where it cannot be used, the usual one (`emblem_problems` says so)."""
    try:
        return load_art(one.tile, Path(one.set.path).parent)
    except ArtError:
        return usual_emblem(one.tile)


def emblem_problems(chosen: Sequence[Chosen]) -> list[str]:
    """What is wrong with the emblems of these tiles, each said once (W514)."""
    found = ((one, emblem_problem(one.tile, one.set.path)) for one in chosen)
    return list(dict.fromkeys(f"{one.set.path}: {one.tile.name}: {problem}" for one, problem in found if problem))


def emblem_losses_of(chosen: Sequence[Chosen]) -> list[str]:
    """What of these tiles' emblems is not printed, each said once (W516)."""
    found = ((one, emblem_losses(one.tile, one.set.path)) for one in chosen)
    return list(dict.fromkeys(f"{one.set.path}: {one.tile.name}: {lost}" for one, lost in found if lost))


def icon_stamps(names: Sequence[str], cell: float, theme: Theme) -> dict[str, Stamp]:
    """Loose stickers of one cell each, framed like a cell."""
    stamps = {}
    for name in dict.fromkeys(names):
        icon = sticker_icon(name)
        line = max(0.2, 0.009 / CELL * cell)
        shapes: list[Shape] = [rectangle(0, 0, cell, cell, theme.paper)]
        if icon is None:
            fitted = fit_text(name, 0.86 * cell, cell, 1.1 * cell, 0.3 * cell)
            shapes += centred_lines(fitted, cell / 2, cell / 2, theme.ink)
        else:
            if name == "command":  # its corners need edges to be seen against
                shapes += frame(line / 2, line / 2, cell - line, cell - line, line, theme.ink)
            shapes += draw_icon(icon, cell / 2, cell / 2, cell, theme.icon(icon))
        stamps[f"icon/{name}"] = Stamp(cell, cell, tuple(shapes))
    return stamps


def build_drawing(
    plan: SheetPlan,
    stamps: Mapping[str, Stamp],
    title: str,
    correction: Correction = Correction(),
    back_offset: tuple[float, float] = (0.0, 0.0),
) -> Drawing:
    """Every page of the plan with its marks and footer, corrected for the printer."""
    pages = []
    for page in plan.pages:
        adjusted = correction.shifted(*back_offset) if page.back else correction
        pages.append(_build_page(plan, page, stamps, title, adjusted))
    return Drawing(title, tuple(pages), dict(stamps))


def _build_page(
    plan: SheetPlan, page: PlannedPage, stamps: Mapping[str, Stamp], title: str, correction: Correction
) -> Page:
    options = plan.options
    under: list[Shape] = []
    over = draw_cut_lines(plan, page) if page.faces and options.marks == "full" else []
    if page.faces:
        under += draw_marks(plan, page)
        under += _bleeds(plan, page, stamps)
        under += draw_footer(plan, page, title, len(plan.pages))
    if options.registration and not page.back:
        under += draw_registration(options.paper)
    trim = block(page) if page.faces else None
    return Page(
        *options.paper,
        placed=tuple(Placed(face.stamp, face.x, face.y, face.quarter_turns) for face in page.faces),
        under=tuple(under),
        over=tuple(over),
        trim=trim,
        bleed=trim.grown(options.bleed_mm) if trim else None,
        correction=correction,
    )


def _bleeds(plan: SheetPlan, page: PlannedPage, stamps: Mapping[str, Stamp]) -> list[Shape]:
    """The tiles' backgrounds, run past the cut."""
    step = 2 if plan.options.layout == "fold" else 1  # a strip is cut out as one
    shapes: list[Shape] = []
    for face, cut in zip(page.faces[::step], cut_boxes(plan, page), strict=True):
        paper, box = stamps[face.stamp].paper, cut.grown(plan.options.bleed_mm)
        if plan.options.bleed_mm > 0 and paper != WHITE:
            shapes.append(rectangle(box.left, box.top, box.right - box.left, box.bottom - box.top, paper))
    return shapes


def face_drawings(
    chosen: Sequence[Chosen], size: float, themes: ArmyThemes, background: bool = True
) -> dict[str, Drawing]:
    """Every side of every tile as a drawing of its own, by a name for its file."""
    drawings: dict[str, Drawing] = {}
    for one, base in named_files(chosen):
        art = art_of(one)
        for army in looks(one, themes):
            for side, word in enumerate(SIDES):
                shapes = draw_face(one.tile, side, size, themes.of(army), art, background=background)
                name = "-".join(filter(None, (base, army, word)))
                drawings[name] = face_drawing(f"{one.tile.name}, {word} side", size, shapes)
    return drawings


def face_drawing(title: str, size: float, shapes: tuple[Shape, ...]) -> Drawing:
    """One side and nothing around it."""
    page = Page(size, size, under=(), placed=(Placed("face", 0, 0),))
    return Drawing(title, (page,), {"face": Stamp(size, size, shapes)})


def named_files(chosen: Sequence[Chosen]) -> list[tuple[Chosen, str]]:
    """Every tile with a name for its files that no other has."""
    named: dict[str, Chosen] = {}
    for one in chosen:
        base = file_name(one.tile.name)
        if base in named:  # another set has a tile of this name
            base = f"{file_name(one.set.id)}-{base}"
        number, plain = 1, base
        while base in named:  # the same set has one that differs in punctuation alone
            number, base = number + 1, f"{plain}-{number + 1}"
        named[base] = one
    return [(one, base) for base, one in named.items()]


def file_name(text: str) -> str:
    """'D'Artagnan' -> 'd-artagnan': safe on every system; letters of all scripts stay."""
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return "-".join(words) or "tile"
