"""workbench render: single faces, a reference card, or a position as pictures."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from workbench.cli.sheet import ThemeName
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from workbench.sheet.board import BoardTile
    from workbench.sheet.shapes import Drawing
    from workbench.sheet.themes import Theme
    from workbench.tileset.model import TileSet
    from workbench.words import Owner

ENDINGS = (".pdf", ".png", ".svg")


class Format(StrEnum):
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
    out: Annotated[Path, typer.Option("--out", "-o", help="A folder for faces; a file for --reference and --board.")],
    tile: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this tile, by name or code; repeatable.")
    ] = None,
    board: Annotated[
        str | None, typer.Option(metavar="POSITION", help="Draw this position (notation: see `show`).")
    ] = None,
    reference: Annotated[bool, typer.Option("--reference", help="One page with all tiles.")] = False,
    format: Annotated[Format, typer.Option(help="Faces as PNG, SVG or both.")] = Format.PNG,
    size_mm: Annotated[float, typer.Option(help="Edge of a face.", min=8, max=300)] = 24.3,
    dpi: Annotated[int, typer.Option(help="Resolution of PNG.", min=50, max=1200)] = 300,
    paper: Annotated[str, typer.Option(help="For --reference: a4, letter, a5 ... or WxHmm.")] = "a4",
    theme: Annotated[ThemeName, typer.Option(help="Colours.")] = ThemeName.CLASSIC,
    transparent: Annotated[bool, typer.Option("--transparent", help="PNG faces without their paper.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing files.")] = False,
) -> None:
    """Draw tiles for rule sheets, forums and virtual tables.

    [b]workbench render my-set.yaml -o faces[/b] draws every face into a folder, with [b]--reference -o card.pdf[/b]
    all tiles on one page, with [b]--board POSITION -o board.png[/b] a position.

    Exit code: 0, or 2 if a set has errors or a file cannot be written.
    """
    from workbench.cli.console import fail
    from workbench.sheet.errors import SheetError
    from workbench.sheet.themes import THEMES
    from workbench.tileset.load import load_sets

    if board is not None and reference:
        raise typer.BadParameter("--board and --reference are two different pictures")
    loaded, colours = load_sets(sets), THEMES[theme.value]
    try:
        if board is not None:
            _write_one(_board(loaded, board, colours), out, dpi, force)
        elif reference:
            _write_one(_reference(loaded, tile or [], paper, colours), out, dpi, force)
        else:
            _write_faces(loaded, tile or [], out, format, size_mm, dpi, colours, transparent, force)
    except SheetError as error:
        fail(str(error))


def _write_one(drawing: Drawing, out: Path, dpi: int, force: bool) -> None:
    from workbench.cli.console import fail
    from workbench.cli.outputs import refuse_existing, write_files
    from workbench.cli.painting import paint

    if out.suffix.lower() not in ENDINGS:
        fail(f"{out}: unknown kind of file", f"End the name in {', '.join(ENDINGS)}.")
    refuse_existing([out], force)
    write_files({out: paint(drawing, out.suffix.lower(), dpi)[0]})
    typer.echo(f"wrote {out}")


def _reference(sets: list[TileSet], tiles: list[str], paper: str, theme: Theme) -> Drawing:
    from workbench.sheet.reference import build_reference
    from workbench.sheet.selection import choose_tiles
    from workbench.sheet.stock import parse_paper

    chosen = choose_tiles(sets, only=tiles)
    title = " + ".join(dict.fromkeys(one.name for one in sets))
    return build_reference(chosen, title, parse_paper(paper), theme)


def _write_faces(
    sets: list[TileSet],
    tiles: list[str],
    out: Path,
    format: Format,
    size_mm: float,
    dpi: int,
    theme: Theme,
    transparent: bool,
    force: bool,
) -> None:
    from workbench.cli.console import fail
    from workbench.cli.outputs import refuse_existing, write_files
    from workbench.cli.painting import paint
    from workbench.sheet.pages import face_drawings
    from workbench.sheet.selection import choose_tiles

    drawings = face_drawings(choose_tiles(sets, only=tiles), size_mm, theme, not transparent)
    endings = [".png", ".svg"] if format is Format.BOTH else [f".{format.value}"]
    if out.exists() and not out.is_dir():
        fail(f"{out} is a file", "Give a folder for the faces.")
    out.mkdir(parents=True, exist_ok=True)
    paths = {out / f"{name}{ending}": (drawing, ending) for name, drawing in drawings.items() for ending in endings}
    refuse_existing(paths, force)
    write_files({path: paint(drawing, ending, dpi, "", transparent)[0] for path, (drawing, ending) in paths.items()})
    typer.echo(f"wrote {len(paths)} pictures to {out}")


def _board(sets: list[TileSet], line: str, theme: Theme) -> Drawing:
    """A position of the game with these sets; the base set is always in it."""
    from workbench.cli.console import fail
    from workbench.duke.game import implied_settings
    from workbench.duke.text.notation import BadPosition, Lettering, parse_position
    from workbench.sheet.board import build_board
    from workbench.tileset.compose import compose

    letters = Lettering(compose(sets, implied_settings(line)))
    try:
        state = parse_position(line, letters, needs_dukes=False)[0]
    except BadPosition as error:
        fail(f"--board: {error}", "docs/notation.md explains positions; `workbench show` prints them.")
    tiles, terrain, flags = _pieces(state, letters)
    return build_board(tiles, theme, terrain, flags, line)


def _pieces(state: Any, letters: Any) -> tuple[list[BoardTile], dict[int, str], dict[int, Owner]]:
    """What stands on the board, as plain data."""
    from workbench.duke.text.lettering import squares_of
    from workbench.duke.text.position_write import troops_of
    from workbench.sheet.board import BoardTile
    from workbench.words import Owner, SideUp

    tiles = [
        BoardTile(
            square,
            letters.composition.tiles[key >> 10],
            SideUp(key >> 9 & 1),
            Owner(key >> 6 & 1),
            key >> 7 & 3,
        )
        for square, key in troops_of(state).items()
    ]
    terrain = dict.fromkeys(squares_of(int(state["mountains"])), "Mountain")
    terrain |= dict.fromkeys(squares_of(int(state["forts"])), "Fort")
    if int(state["dragon"]) >= 0:
        looks = ("north", "east", "south", "west")[int(state["facing"])]
        terrain[int(state["dragon"])] = f"Dragon {looks}" + (" enraged" if state["enraged"] else "")
    flags = {int(at): Owner(number) for number, at in enumerate(state["flag"].tolist()) if at >= 0}
    return tiles, terrain, flags
