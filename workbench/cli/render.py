"""workbench render: single faces, a player's card, a picture to share, or a position."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.sheet import THEME_NAMES
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.sheet.selection import Chosen
    from workbench.sheet.shapes import Drawing
    from workbench.sheet.themes import ArmyThemes, Theme
    from workbench.tileset.model import TileSet

PICTURE_ENDINGS = (".pdf", ".png", ".svg")
FACE_PX, FACE_MM, PAGE_DPI = 1024, 24.3, 300


class PictureFormat(StrEnum):
    PNG = "png"
    SVG = "svg"
    BOTH = "both"


def register(app: typer.Typer) -> None:
    app.command("render")(render)


def render(
    sets: Annotated[
        list[str],
        typer.Argument(metavar="SET", help="Shipped sets or tile files.", autocompletion=complete_sets),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="A folder for faces; a file for the other pictures.")],
    tile: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this tile, by name or code; repeatable.")
    ] = None,
    card: Annotated[
        bool, typer.Option("--card", help="A player's card: all tiles, by army, and what they do.")
    ] = False,
    share: Annotated[bool, typer.Option("--share", help="One picture of one tile, to show to others.")] = False,
    verdict: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="For --share: a folder of `balance`, or its JSON, for the verdict."),
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Draw this position (notation: see `show`).")
    ] = None,
    format: Annotated[PictureFormat, typer.Option(help="Faces as PNG, SVG or both.")] = PictureFormat.PNG,
    px: Annotated[
        int | None, typer.Option(help="Width of a PNG of a face or of --share (1024).", min=16, max=4096)
    ] = None,
    size_mm: Annotated[float | None, typer.Option(help="Edge of a printed face (24.3).", min=8, max=300)] = None,
    dpi: Annotated[
        int | None, typer.Option(help="Resolution of PNG, in place of --px (pages: 300).", min=50, max=1200)
    ] = None,
    paper: Annotated[str, typer.Option(help="For --card: a4, letter, a5 ... or WxHmm.")] = "a4",
    theme: Annotated[str, typer.Option(metavar="THEME", help=f"{THEME_NAMES}; or light=THEME,dark=THEME.")] = "classic",
    transparent: Annotated[bool, typer.Option("--transparent", help="PNG faces without their paper.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Draw tiles for players, rule sheets and forums.

    [b]workbench render my-set.yaml -o faces[/b] draws every face into a folder, with [b]--card -o card.pdf[/b]
    a player's card of all tiles, with [b]--tile NAME --share -o tile.png[/b] one picture to show to others, with
    [b]--board POSITION -o board.png[/b] a position. For virtual tables see [b]workbench export[/b].

    Exit code: 0, or 2 if a set has errors or a file cannot be written.
    """
    from workbench.cli.console import fail
    from workbench.cli.painting import emblem_files, warn_of_small_print
    from workbench.sheet.errors import SheetError
    from workbench.sheet.pages import face_drawings
    from workbench.sheet.selection import choose_tiles
    from workbench.sheet.themes import parse_themes
    from workbench.sheet.units import MM_PER_INCH
    from workbench.tileset.load import load_sets

    if sum((board is not None, card, share)) > 1:
        raise typer.BadParameter("--board, --card and --share are different pictures: ask for one")
    if verdict is not None and not share:
        raise typer.BadParameter("--verdict belongs to --share")
    if px is not None and (dpi is not None or card or board is not None):
        raise typer.BadParameter("--px is the width of a face or of --share; pages and millimetres take --dpi")
    try:
        themes, loaded = parse_themes(theme), load_sets(sets)
        read = [*map(Path, sets), *emblem_files(choose_tiles(loaded)), *([verdict] if verdict else [])]
        if board is not None:
            _write_one(_board(loaded, board, themes.light), out, dpi or PAGE_DPI, force, read)
        elif card:
            _write_one(_card(loaded, tile or [], paper, themes), out, dpi or PAGE_DPI, force, read)
        elif share:
            drawing = _share(loaded, tile or [], verdict, themes)
            shown = dpi or (px or FACE_PX) * MM_PER_INCH / drawing.pages[0].width
            _write_one(drawing, out, shown, force, read)
        else:
            _refuse_file(out)
            size = size_mm or FACE_MM
            chosen = _choose(loaded, tile or [])
            warn_of_small_print(chosen, size)
            drawings = face_drawings(chosen, size, themes, not transparent)
            _write_faces(drawings, out, format, _face_dpi(px, size_mm, dpi), transparent, force, read)
    except SheetError as error:
        fail(str(error))


def _refuse_file(out: Path) -> None:
    """A tile has two faces, and each is a file: a folder called tile.png is not what anybody wanted."""
    from workbench.cli.console import fail

    if out.suffix.lower() in PICTURE_ENDINGS and not out.is_dir():
        fail(f"{out}: faces are two pictures of each tile, so --out is a folder", "One picture of a tile: add --share.")


def _face_dpi(px: int | None, size_mm: float | None, dpi: int | None) -> float:
    """So many pixels; but who speaks of millimetres or dots per inch gets a print of that size."""
    from workbench.sheet.units import MM_PER_INCH

    if px is None and (size_mm is not None or dpi is not None):
        return dpi or PAGE_DPI
    return (px or FACE_PX) * MM_PER_INCH / (size_mm or FACE_MM)


def _choose(sets: list[TileSet], tiles: list[str]) -> list[Chosen]:
    from workbench.cli.painting import warn_of_emblems
    from workbench.sheet.selection import choose_tiles

    chosen = choose_tiles(sets, only=tiles)
    warn_of_emblems(chosen)
    return chosen


def _write_one(drawing: Drawing, out: Path, dpi: float, force: bool, read: list[Path]) -> None:
    """One file, or one a page where a picture has several and is not a PDF."""
    from workbench.cli.console import fail
    from workbench.cli.outputs import numbered, refuse_existing, write_files
    from workbench.cli.painting import paint

    ending = out.suffix.lower()
    if ending not in PICTURE_ENDINGS:
        fail(f"{out}: unknown kind of file", f"End the name in {', '.join(PICTURE_ENDINGS)}.")
    paths = [out] if ending == ".pdf" else numbered(out, len(drawing.pages))
    refuse_existing(paths, force, inputs=read)
    write_files(dict(zip(paths, paint(drawing, ending, dpi), strict=True)))
    pages = f": {len(drawing.pages)} pages" if len(drawing.pages) > 1 else ""
    typer.echo(f"wrote {', '.join(map(str, paths))}{pages}")


def _card(sets: list[TileSet], tiles: list[str], paper: str, themes: ArmyThemes) -> Drawing:
    from workbench.cli.painting import warn_of_small_print
    from workbench.sheet.card import build_card
    from workbench.sheet.stock import parse_paper

    chosen, title = _choose(sets, tiles), " + ".join(dict.fromkeys(one.name for one in sets))
    drawing = build_card(chosen, title, parse_paper(paper), themes)
    warn_of_small_print(chosen, next(iter(drawing.stamps.values())).width)
    return drawing


def _share(sets: list[TileSet], tiles: list[str], verdict: Path | None, themes: ArmyThemes) -> Drawing:
    from workbench.cli.verdicts import load_verdict
    from workbench.sheet.errors import SheetError
    from workbench.sheet.share import build_share

    chosen = _choose(sets, tiles)
    if len(chosen) != 1:
        names = ", ".join(one.tile.name for one in chosen)
        raise SheetError(f"--share shows one tile: choose it with --tile ({names})")
    one = chosen[0]
    told = load_verdict(verdict, one.tile.name) if verdict else ""
    return build_share(one, themes.of(one.owners[0]), told)


def _write_faces(
    drawings: dict[str, Drawing],
    out: Path,
    format: PictureFormat,
    dpi: float,
    transparent: bool,
    force: bool,
    read: list[Path],
) -> None:
    from workbench.cli.outputs import make_output_folder, refuse_existing, write_files
    from workbench.cli.painting import paint, progress

    endings = [".png", ".svg"] if format is PictureFormat.BOTH else [f".{format.value}"]
    make_output_folder(out)
    paths = {out / f"{name}{ending}": (drawing, ending) for name, drawing in drawings.items() for ending in endings}
    refuse_existing(paths, force, inputs=read)
    files = {}
    with progress("pictures", len(paths)) as step:
        for path, (drawing, ending) in paths.items():
            files[path] = paint(drawing, ending, dpi, "", transparent)[0]
            step()
    write_files(files)
    typer.echo(f"wrote {len(paths)} pictures to {out}")


def _board(sets: list[TileSet], line: str, theme: Theme) -> Drawing:
    """A position of the game with these sets; the base set is always in it."""
    from workbench.cli.console import fail
    from workbench.duke.game import implied_settings
    from workbench.duke.picture import draw_position
    from workbench.duke.text.lettering import Lettering
    from workbench.duke.text.position_read import BadPosition, parse_state
    from workbench.tileset.compose import compose

    letters = Lettering(compose(sets, implied_settings(line)))
    try:
        state = parse_state(line, letters, needs_dukes=False)[0]
    except BadPosition as error:
        fail(f"--board: {error}", "docs/notation.md explains positions; `workbench show` prints them.")
    return draw_position(state, letters, line, theme)
