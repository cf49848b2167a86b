"""A game as it lies on a table: the board, each army's Duke and starting tiles before it, bags, the pool beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.safe_text import for_terminal
from workbench.sheet.board import BOARD_EDGE_MM, build_board
from workbench.sheet.card import facts_of
from workbench.sheet.face import TILE_MM, draw_face
from workbench.sheet.pages import art_of, face_drawing, named_files
from workbench.sheet.selection import Chosen
from workbench.sheet.shapes import Drawing
from workbench.sheet.tabletop import TILE_UNITS, BagThing, Colour, SavedObject, TilePictures, TileThing, Transform
from workbench.sheet.themes import ArmyThemes
from workbench.tileset.compose import Army, Composition
from workbench.tileset.model import Tile, TileSet
from workbench.words import SIDES

STEP = 1.15 * TILE_UNITS  # between the middles of tiles that lie side by side
BOARD_SCALE = round(BOARD_EDGE_MM / TILE_MM, 4)
BOARD_REACH = BOARD_SCALE * TILE_UNITS / 2  # from the board's middle to its edge
ON_TABLE, ON_TOP = 1.0, 1.5  # heights: things fall down a little
EDGES = {"light": Colour(r=0.93, g=0.87, b=0.72), "dark": Colour(r=0.25, g=0.2, b=0.17)}
UPRIGHT = {"light": 180.0, "dark": 0.0}
SHUFFLE = "Shuffle it before the first draw (right click, Shuffle); tiles are drawn from it unseen."


@dataclass(frozen=True, slots=True)
class TableSetup:
    """The tiles, their pictures by the names of files, and what lies on the table given where pictures are found."""

    tiles: list[Chosen]
    pictures: dict[str, Drawing]
    saved: Callable[[Callable[[str], str]], SavedObject]


def set_table(title: str, sets: Sequence[TileSet], game: Composition, themes: ArmyThemes) -> TableSetup:
    """`sets` are those that the composition was made of, base first."""
    table = _Table(_owned(sets, game), game, themes)
    tiles = [one for one, _ in table.owned.values()]
    return TableSetup(tiles, table.pictures(), lambda url_of: table.saved(title, url_of))


def _owned(sets: Sequence[TileSet], game: Composition) -> dict[str, tuple[Chosen, str]]:
    """Every tile of the game and the terrain of its sets, by name, with a name for its files."""
    played = {tile.name for tile in game.tiles}
    chosen = [
        Chosen(set_, tile, (tile.army,) if tile.army else ("light", "dark"))
        for set_ in sets
        for tile in set_.tiles
        if tile.name in played or tile.role == "terrain"
    ]
    return {one.tile.name: (one, base) for one, base in named_files(chosen)}


@dataclass(frozen=True, slots=True)
class _Table:
    owned: dict[str, tuple[Chosen, str]]
    game: Composition
    themes: ArmyThemes

    def army(self, colour: str) -> Army:
        return self.game.armies[self.game.light if colour == "light" else self.game.light.other]

    def looks(self) -> Iterator[tuple[Tile, str]]:
        """Every tile with every colour that it is there in; what belongs to nobody is light."""
        for colour in UPRIGHT:
            army = self.army(colour)
            numbers = [army.duke, *army.starters, *army.bag]
            yield from ((self.game.tiles[number], colour) for number in dict.fromkeys(numbers) if number >= 0)
        yield from ((tile, "light") for tile in (*self.pool(), *self.terrain()))

    def pool(self) -> list[Tile]:
        return [self.game.tiles[one.tile] for one in (*self.game.pool, *self.game.drafted)]

    def terrain(self) -> list[Tile]:
        tiles = (one.tile for one, _ in self.owned.values())
        return [tile for tile in tiles if tile.role == "terrain" for _ in range(tile.copies)]

    def file_of(self, tile: Tile, colour: str, side: int) -> str:
        look = [colour] if self.themes.differ else []
        return "-".join([self.owned[tile.name][1], *look, SIDES[side]]) + ".png"

    def pictures(self) -> dict[str, Drawing]:
        made = {"board.png": build_board((), self.themes.light)}
        for tile, colour in self.looks():
            theme, art = self.themes.of(colour), art_of(self.owned[tile.name][0])
            for side in (0, 1):
                shapes = draw_face(tile, side, TILE_MM, theme, art)
                made[self.file_of(tile, colour, side)] = face_drawing(f"{tile.name}, {SIDES[side]}", TILE_MM, shapes)
        return made

    def saved(self, title: str, url_of: Callable[[str], str]) -> SavedObject:
        things = _Things(self, url_of)
        states: list[TileThing | BagThing] = [things.board(title)]
        for colour in UPRIGHT:
            states += things.army(colour)
        states += things.beside(self.pool(), "pool: taken in place of the tile that it replaces", 1)
        states += things.beside(self.terrain(), "terrain: nobody's tile", -1)
        return SavedObject(ObjectStates=tuple(states))


class _Things:
    """Makes the objects; each gets a number of its own."""

    def __init__(self, table: _Table, url_of: Callable[[str], str]) -> None:
        self.table, self.url_of = table, url_of
        self.used: set[str] = set()

    def guid(self, name: str) -> str:
        """Six hexadecimal digits that no other object has; the same in every export of the same table."""
        number = 0
        while (found := hashlib.sha256(f"{name}/{number}".encode()).hexdigest()[:6]) in self.used:
            number += 1
        self.used.add(found)
        return found

    def board(self, title: str) -> TileThing:
        url = self.url_of("board.png")
        place = Transform(posX=0.0, posY=ON_TABLE, posZ=0.0, rotY=180.0, scaleX=BOARD_SCALE, scaleZ=BOARD_SCALE)
        return TileThing(
            GUID=self.guid("board"), Transform=place, Nickname=plain(f"Board ({title})")[:200], Locked=True,
            ColorDiffuse=EDGES["light"], CustomImage=TilePictures(ImageURL=url, ImageSecondaryURL=url),
        )  # fmt: skip

    def army(self, colour: str) -> list[TileThing | BagThing]:
        """The Duke and the starting tiles in a row before the board, and the bag at the left of them."""
        army, near = self.table.army(colour), -1 if colour == "light" else 1
        z = near * (BOARD_REACH + STEP)
        first = [number for number in (army.duke, *army.starters) if number >= 0]
        made: list[TileThing | BagThing] = [
            self.tile(self.table.game.tiles[number], colour, -near * (k - (len(first) - 1) / 2) * STEP, z)
            for k, number in enumerate(first)
        ]
        if army.bag:
            x = near * (BOARD_REACH + STEP)
            inside = tuple(self.tile(self.table.game.tiles[number], colour, x, z) for number in army.bag)
            made.append(self.bag(colour, inside, x, z))
        return made

    def bag(self, colour: str, inside: tuple[TileThing, ...], x: float, z: float) -> BagThing:
        return BagThing(
            GUID=self.guid(f"{colour} bag"), Nickname=f"{colour.capitalize()} bag",
            Transform=Transform(posX=round(x, 4), posY=ON_TOP, posZ=round(z, 4), rotY=UPRIGHT[colour]),
            Description=f"{len(inside)} tiles. {SHUFFLE}", ColorDiffuse=EDGES[colour], ContainedObjects=inside,
        )  # fmt: skip

    def beside(self, tiles: Sequence[Tile], what: str, side: int) -> list[TileThing]:
        """In columns of six at the right of the board (side 1) or at the left of it (-1)."""
        made = []
        for k, tile in enumerate(tiles):
            column, row = divmod(k, 6)
            x, z = side * (BOARD_REACH + STEP * (column + 1)), (2.5 - row) * STEP
            made.append(self.tile(tile, "light", x, z, what))
        return made

    def tile(self, tile: Tile, colour: str, x: float, z: float, what: str = "") -> TileThing:
        one = self.table.owned[tile.name][0]
        pictures = [self.url_of(self.table.file_of(tile, colour, side)) for side in (0, 1)]
        place = Transform(posX=round(x, 4), posY=ON_TOP, posZ=round(z, 4), rotY=UPRIGHT[colour])
        return TileThing(
            GUID=self.guid(f"{colour} {tile.name}"), Transform=place, Nickname=plain(tile.name),
            Description=describe(one, what), GMNotes=notes_of(one, what.partition(":")[0] or f"{colour} army"),
            ColorDiffuse=EDGES[colour],
            CustomImage=TilePictures(ImageURL=pictures[0], ImageSecondaryURL=pictures[1]),
        )  # fmt: skip


def describe(one: Chosen, what: str = "") -> str:
    """What a player wants to know when the pointer rests on the tile."""
    abilities = [f"{ability.numeral} {ability.value}: {ability.row.meaning}" for ability in one.tile.abilities]
    facts = "; ".join(facts_of(replace(one, tile=one.tile.model_copy(update={"abilities": ()}))))
    return plain("\n".join(filter(None, (what, facts, *abilities))))[:5000]


def notes_of(one: Chosen, whose: str) -> str:
    """Where it comes from, and what its designer wrote."""
    head = f"{one.set.name}, {one.tile.name} ({one.tile.code}), {whose}"
    return plain("\n".join(filter(None, (head, one.tile.notes, one.tile.source))))[:5000]


def plain(text: str) -> str:
    """Text that the program shows as it is: it takes brackets for colours and the like (BBCode)."""
    return for_terminal(text).replace("[", "(").replace("]", ")")
