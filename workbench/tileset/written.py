"""A tile set as it is written in a file: the shape that the JSON schemas are generated from.

The descriptions are the hover help of editors. What a schema cannot say (one '@' in a grid, names that must
exist) is judged by the loader, by `compose` and by the checks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from workbench.icons import BY_NAME, ICONS
from workbench.tileset.grid import GRID_PATTERN, MAX_GRID
from workbench.tileset.settings import Settings
from workbench.words import ABILITIES, Ability

VERSION = 1
MAX_NAME = 28
MAX_TILES = 60

Name = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]
FreeText = Annotated[str, StringConstraints(max_length=4000)]
Steps = Annotated[int, Field(ge=-4, le=4)]
CellNumber = Annotated[int, Field(ge=0, le=4)]
if TYPE_CHECKING:
    IconName = str
    AbilityName = str
else:
    IconName = Literal[tuple(BY_NAME)]
    AbilityName = Literal[tuple(ABILITIES)]


_FIRST_AND_LAST = tuple(Ability)[:: len(Ability) - 1]


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=False)


class WrittenIcon(_Written):
    """One icon of a face, as programs write it."""

    icon: IconName = Field(description="The kind of icon.")
    at: Annotated[list[Steps], Field(min_length=2, max_length=2)] = Field(
        description="[right, forward] from the tile's own square, as its owner sees it; [0, 2] is two ahead."
    )
    group: int | None = Field(
        None, ge=1, le=9, description="Icons with the same number form one area-effect group (AREA)."
    )


class WrittenFace(_Written):
    """A face as a list of icons together with the cell of the tile's own square."""

    icons: list[WrittenIcon] = Field(max_length=200, description="The icons of the face.")
    origin: Annotated[list[CellNumber], Field(min_length=2, max_length=2)] | None = Field(
        None, description="[column, row] of the tile's own square, counted from 0 at the top left."
    )


Grid = Annotated[
    str,
    StringConstraints(pattern=GRID_PATTERN, max_length=MAX_GRID),
    Field(
        description="Five rows of five cells between blanks. '@' the tile itself, '.' empty, "
        f"{', '.join(f'{icon.row.letter} {icon.words}' for icon in ICONS)}; "
        "letters may stand together (MC); a digit joins icons of one area group (X1)."
    ),
]
IconList = Annotated[list[WrittenIcon], Field(max_length=200, description="The icons one by one, for programs.")]
AnyFace = Grid | IconList | WrittenFace


class WrittenTile(_Written):
    """A two-sided tile."""

    name: Name = Field(description="The name printed on the tile.")
    code: Annotated[str, StringConstraints(pattern="^[A-Za-z]{2}$")] = Field(
        description="Two letters for positions and records, unique (ignoring case) among the sets in use."
    )
    starting: AnyFace = Field(description="The side that is up when the tile enters the board.")
    other: AnyFace = Field(description="The side that is up after the tile has acted.")
    copies: int = Field(1, ge=1, le=60, description="How many an army has of it.")
    starts: int = Field(0, ge=0, le=2, description="How many start beside the Duke. A replacement inherits this.")
    replaces: Name | None = Field(
        None,
        description="The tile whose copies this one takes, as many as it has itself. Absent: it is added.",
    )
    army: Literal["light", "dark"] | None = Field(None, description="Only for this army. Absent: for both.")
    role: Literal["duke", "terrain"] | None = Field(
        None, description="duke: acts as the Duke. terrain: never joins an army (PACK-1)."
    )
    abilities: list[AbilityName] = Field(
        default_factory=list,
        max_length=len(ABILITIES),
        description=f"Enhanced abilities: {' to '.join(f'{one.numeral} {one}' for one in _FIRST_AND_LAST)}.",
    )
    linked_to: list[Name] = Field(
        default_factory=list, max_length=MAX_TILES, description="The tiles that its link reaches (LINK-1)."
    )
    enhanced: bool = Field(False, description="Joins only when enhanced play is agreed.")
    accept: list[Annotated[str, StringConstraints(pattern="^[A-Z][0-9]{3}$")]] = Field(
        default_factory=list,
        max_length=60,
        description="Codes of findings that are intended here: hidden by 'check', but counted.",
    )
    emblem: Annotated[str, StringConstraints(max_length=200)] | None = Field(
        None,
        description="What stands at the right of the sticker: a name such as sword, staff or none, or a PNG "
        "or SVG file beside this one.",
    )
    notes: FreeText = Field("", description="Anything worth saying about the tile.")
    source: FreeText = Field("", description="Where the tile comes from.")


class WrittenTileSet(_Written):
    """Tiles for the board game The Duke that are used together."""

    schema_: Annotated[str, StringConstraints(max_length=500)] | None = Field(
        None, alias="$schema", description="Where editors find this schema (JSON files)."
    )
    version: int = Field(VERSION, ge=VERSION, le=VERSION, description="The version of this format.")
    name: Name = Field(description="The name of the set.")
    mode: Literal["bag", "pool"] = Field(
        "bag",
        description="bag: the tiles are in the bags. pool: they lie beside the board, one of each, to be "
        "swapped in for the tile they replace when that is drawn (SIEGE).",
    )
    settings: Settings | None = Field(
        None,
        description="House rules that the set is meant to be played with, such as {enhanced: both}. Whoever plays may "
        "say otherwise.",
    )
    notes: FreeText = Field("", description="Anything worth saying about the set.")
    source: FreeText = Field("", description="Where the set comes from.")
    tiles: list[WrittenTile] = Field(min_length=1, max_length=MAX_TILES, description="The tiles of the set.")


def tileset_schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of a tile-set file."""
    schema = WrittenTileSet.model_json_schema()
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "The Duke tile set"}
    return {**head, **{key: value for key, value in schema.items() if key not in head}}
