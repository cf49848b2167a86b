"""A saved object of Tabletop Simulator, field by field.

The publisher documents the classes that the program reads (its knowledge base: "Save File Format", "Custom Tile",
"Asset Creation"). Here are the fields that we write, with the limits that we keep to; `tts_schema` makes a JSON schema
of them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

TILE_UNITS = 2.0  # width of a Custom_Tile at scale 1, in the program's units (about an inch)

Coordinate = Annotated[float, Field(ge=-100, le=100, allow_inf_nan=False)]
Angle = Annotated[float, Field(ge=0, lt=360)]
Scale = Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)]
Half = Annotated[float, Field(ge=0.5, le=0.5)]
Channel = Annotated[float, Field(ge=0, le=1)]
PictureUrl = Annotated[str, Field(pattern=r"^(file:///|https?://)[!-~]+\.png$", max_length=20000)]


class Strict(BaseModel):
    """Nothing but the fields that are named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Transform(Strict):
    """Where an object stands, how it is turned (degrees) and how large it is."""

    posX: Coordinate = Field(description="To the right, seen from the light army's side.")
    posY: Coordinate = Field(description="Up from the table.")
    posZ: Coordinate = Field(description="Away from the light army's side.")
    rotX: Angle = 0.0
    rotY: Angle = Field(description="180 is upright for the light army, 0 for the dark one.")
    rotZ: Angle = Field(0.0, description="0 shows the first picture, 180 the second.")
    scaleX: Scale = 1.0
    scaleY: Scale = 1.0
    scaleZ: Scale = 1.0


class Colour(Strict):
    """Red, green and blue from 0 to 1; on a tile it colours the edge, not the pictures."""

    r: Channel
    g: Channel
    b: Channel


class TileShape(Strict):
    """What kind of tile it is."""

    Type: Literal[0] = Field(0, description="0 a box; 1 a hexagon, 2 a circle, 3 rounded are not used.")
    Thickness: Annotated[float, Field(gt=0, le=1)] = Field(0.2, description="In units of about an inch.")
    Stackable: Literal[False] = Field(False, description="Stacks would hide which side is up.")
    Stretch: Literal[True] = Field(True, description="The picture fills a square.")


class TilePictures(Strict):
    """The pictures of a tile: RGB, square, at most 4096 pixels."""

    ImageURL: PictureUrl = Field(description="The upper side: where the picture lies, on this computer or the web.")
    ImageSecondaryURL: PictureUrl = Field(description="The lower side.")
    WidthScale: Annotated[float, Field(ge=0, le=0)] = Field(0.0, description="The program works it out itself.")
    CustomTile: TileShape = TileShape()


class Thing(Strict):
    """What every object has."""

    GUID: Annotated[str, Field(pattern="^[0-9a-f]{6}$")] = Field(description="Six hexadecimal digits, each once.")
    Transform: Transform
    Nickname: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="The name that is shown.")
    Description: Annotated[str, Field(max_length=5000)] = Field("", description="Shown under the name.")
    GMNotes: Annotated[str, Field(max_length=5000)] = Field("", description="For the game master alone.")
    ColorDiffuse: Colour
    Locked: bool = False
    Grid: bool = False
    Snap: bool = True
    Autoraise: bool = True
    Sticky: bool = True
    Tooltip: bool = True
    GridProjection: bool = False
    HideWhenFaceDown: Literal[False] = Field(False, description="Both sides of a tile are open to all.")
    Hands: bool = False
    LuaScript: Literal[""] = ""
    LuaScriptState: Literal[""] = ""
    XmlUI: Literal[""] = ""


class TileThing(Thing):
    """A tile with two pictures; the board is one too."""

    Name: Literal["Custom_Tile"] = "Custom_Tile"
    CustomImage: TilePictures


class BagThing(Thing):
    """A bag and what is in it."""

    Name: Literal["Bag"] = "Bag"
    MaterialIndex: Literal[-1] = -1
    MeshIndex: Literal[-1] = -1
    ContainedObjects: tuple[TileThing, ...] = Field(
        description="What was put in last comes first, until it is shuffled."
    )


class SavedObject(Strict):
    """The whole file. A saved object leaves the fields of a whole table empty."""

    SaveName: Literal[""] = ""
    GameMode: Literal[""] = ""
    Gravity: Half = 0.5
    PlayArea: Half = 0.5
    Date: Literal[""] = ""
    Table: Literal[""] = ""
    Sky: Literal[""] = ""
    Note: Literal[""] = ""
    Rules: Literal[""] = ""
    LuaScript: Literal[""] = ""
    LuaScriptState: Literal[""] = ""
    XmlUI: Literal[""] = ""
    VersionNumber: Literal[""] = ""
    TabStates: dict[str, str] = Field(default_factory=dict, max_length=0, description="No notebook.")
    ObjectStates: tuple[Annotated[TileThing | BagThing, Field(discriminator="Name")], ...] = Field(min_length=1)


def tts_schema() -> dict[str, Any]:
    """The JSON schema of the saved objects that `workbench export tts` writes."""
    made = SavedObject.model_json_schema(mode="serialization")
    title = "Duke workbench: saved object of Tabletop Simulator"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": title}
