"""workbench export: tiles for virtual tables, and as plain pictures with a list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from workbench.cli.game_options import Rules
from workbench.cli.sheet import THEME_NAMES
from workbench.cli.tiles import complete_sets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from workbench.sheet.selection import Chosen
    from workbench.sheet.shapes import Drawing
    from workbench.tileset.model import TileSet

TTS_PX = 512
LONGEST_URL = 2000
LONGEST_NAME = 80

export = typer.Typer(
    help="Tiles for virtual tables: a Tabletop Simulator saved object, or sheets of faces with a list.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)
SetArguments = Annotated[
    list[str], typer.Argument(metavar="SET", help="Shipped sets or tile files.", autocompletion=complete_sets)
]
Folder = Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where to write; made if need be.")]
ThemeOption = Annotated[str, typer.Option(metavar="THEME", help=f"{THEME_NAMES}; or light=THEME,dark=THEME.")]
Force = Annotated[bool, typer.Option("--force", help="Replace existing files.")]


def register(app: typer.Typer) -> None:
    app.add_typer(export, name="export")


@export.command()
def tts(
    sets: SetArguments,
    out: Folder,
    image_base: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Where you put the pictures on the web (else: where they are written)."),
    ] = None,
    theme: ThemeOption = "light=classic,dark=light-on-dark",
    setting: Rules = None,
    force: Force = False,
) -> None:
    """A saved object for Tabletop Simulator: the board, both armies, their bags, the pool.

    [b]workbench export tts my-set.yaml -o table[/b] writes table/my-set.json and the pictures it shows, for the game
    of these sets together with the base set. Copy the .json into the program's folder Saves/Saved Objects. Pictures on
    this computer are seen by nobody else: to play with others put them on the web and say [b]--image-base[/b].

    Exit code: 0, or 2 if the sets make no game or a file cannot be written.
    """
    from workbench.cli.console import fail
    from workbench.cli.game_options import read_settings
    from workbench.cli.outputs import make_output_folder, refuse_existing, write_files
    from workbench.cli.painting import emblem_files, warn_of_emblems
    from workbench.sheet.errors import SheetError
    from workbench.sheet.face import TILE_MM
    from workbench.sheet.pages import file_name
    from workbench.sheet.table_setup import set_table
    from workbench.sheet.themes import parse_themes
    from workbench.tileset.compose import base_set, compose
    from workbench.tileset.load import load_sets
    from workbench.tileset.settings import Settings

    base = _checked_base(image_base)
    try:
        themes, loaded = parse_themes(theme), load_sets(sets)
        game = compose(loaded, read_settings(setting, None, None) if setting else Settings())
        official = base_set()
        used = [official, *(one for one in loaded if one.tiles != official.tiles)]
        title = " + ".join(dict.fromkeys(one.name for one in loaded))
        table = set_table(title, used, game, themes)
        warn_of_emblems(table.tiles)
        _note_left_out(loaded, table.tiles)
        images = out / "images"
        make_output_folder(images)
        saved = table.saved(lambda name: _url(images, name, base))
        target = out / f"{file_name('-'.join(one.id for one in loaded))[:LONGEST_NAME]}.json"
        refuse_existing([target, *(images / name for name in table.pictures)], force, emblem_files(table.tiles))
        files = {images / name: data for name, data in _painted(table.pictures, TTS_PX, TILE_MM).items()}
    except SheetError as error:
        fail(str(error))
    write_files({**files, target: (saved.model_dump_json(indent=2) + "\n").encode()})
    typer.echo(f"wrote {target} and {len(files)} pictures to {images}")
    where = f"put the pictures at {base}" if base else "keep the pictures where they are"
    typer.echo(f"copy {target.name} into Tabletop Simulator's folder Saves/Saved Objects; {where}")


def _note_left_out(sets: list[TileSet], tiles: list[Chosen]) -> None:
    """House rules decide which enhanced tiles and City Troops join: say which did not."""
    from workbench.cli.console import note
    from workbench.cli.findings import visible

    there = {one.tile.name for one in tiles}
    lacking = [tile.name for one in sets for tile in one.tiles if tile.name not in there]
    if lacking:
        names = visible(", ".join(lacking))
        note(f"not in this game by its settings: {names} (see --setting: enhanced, city_light ...)")


def _checked_base(url: str | None) -> str | None:
    """An address that pictures can be found under; a usage error for anything else."""
    from urllib.parse import urlsplit

    if url is None:
        return None
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    plain = url.isascii() and url.isprintable() and not set(url) & set(' "<>\\^`{|}') and len(url) <= LONGEST_URL
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment or not plain:
        raise typer.BadParameter("give the folder's address, such as https://example.org/my-tiles")
    return url.rstrip("/")


def _url(folder: Path, name: str, base: str | None) -> str:
    from urllib.parse import quote

    return f"{base}/{quote(name)}" if base else (folder.resolve() / name).as_uri()


def _painted(drawings: Mapping[str, Drawing], px: int, face_mm: float) -> dict[str, bytes]:
    """PNG by name, RGB; a face has an edge of `px` pixels, and all else the same scale."""
    from workbench.cli.painting import progress
    from workbench.sheet.paint_png import paint_png
    from workbench.sheet.units import MM_PER_INCH

    dpi = px * MM_PER_INCH / face_mm
    with progress("pictures", len(drawings)) as step:
        return {name: paint_png(drawing, dpi, on_page=step, rgb=True)[0] for name, drawing in drawings.items()}


@export.command()
def images(
    sets: SetArguments,
    out: Folder,
    tile: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this tile, by name or code; repeatable.")
    ] = None,
    px: Annotated[int, typer.Option(help="Edge of a face in pixels.", min=32, max=4096)] = 512,
    theme: ThemeOption = "classic",
    force: Force = False,
) -> None:
    """Sheets of fronts and of backs on equal grids, single faces, and a list of them as CSV.

    [b]workbench export images my-set.yaml -o pictures[/b] writes fronts-1.png and backs-1.png (at most 4096 pixels a
    side; more sheets where one does not do), tiles.csv with name, count and army of every tile, and all faces one by
    one into pictures/faces.

    Exit code: 0, or 2 if a set has errors or a file cannot be written.
    """
    from workbench.cli.console import fail
    from workbench.cli.outputs import make_output_folder, refuse_existing, write_files
    from workbench.cli.painting import emblem_files, warn_of_emblems
    from workbench.sheet.contact import draw_contact, format_contact, plan_contact
    from workbench.sheet.errors import SheetError
    from workbench.sheet.pages import face_drawings
    from workbench.sheet.selection import choose_tiles
    from workbench.sheet.themes import parse_themes
    from workbench.sheet.units import MM_PER_INCH
    from workbench.tileset.load import load_sets

    try:
        themes = parse_themes(theme)
        chosen = choose_tiles(load_sets(sets), only=tile or [])
        warn_of_emblems(chosen)
        places = plan_contact(chosen, themes, px)
        faces = {f"faces/{name}.png": one for name, one in face_drawings(chosen, MM_PER_INCH, themes).items()}
        drawings = {**{f"{name}.png": one for name, one in draw_contact(places, themes).items()}, **faces}
        make_output_folder(out / "faces")
        refuse_existing([out / "tiles.csv", *(out / name for name in drawings)], force, emblem_files(chosen))
        painted = _painted(drawings, px, MM_PER_INCH)
    except SheetError as error:
        fail(str(error))
    table = format_contact(places).encode()
    write_files({**{out / name: data for name, data in painted.items()}, out / "tiles.csv": table})
    sheets = places[-1].sheet
    typer.echo(f"wrote {out / 'tiles.csv'}, {sheets} sheet{'s' * (sheets > 1)} of fronts and backs, {len(faces)} faces")
