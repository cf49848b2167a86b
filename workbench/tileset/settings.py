"""The house rules of a game (ledger section H): these and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from workbench.objectives import OBJECTIVES, Objective

if TYPE_CHECKING:
    ObjectiveName = str
else:
    ObjectiveName = Literal[tuple(OBJECTIVES)]


class Terrain(BaseModel):
    """Terrain tiles put on the board after set-up (SETUP-8)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mountain: int = Field(0, ge=0, le=8, description="How many Mountains.")
    fort: int = Field(0, ge=0, le=8, description="How many Forts.")
    dragon: bool = Field(False, description="Whether the Dragon is in play.")


class Settings(BaseModel):
    """What a table may agree on before the game; every field has the default of the ledger."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    enhanced: Literal["none", "duchess", "oracle", "both"] = Field(
        "none", description="Which of the enhanced base tiles are in the bags (SETUP-1)."
    )
    no_turn: Literal["loss", "draw"] = Field(
        "loss", description="No legal turn while not in Guard: a loss or a draw (TURN-4)."
    )
    max_turns: int = Field(600, ge=0, le=30_000, description="Draw after this many turns; 0 = off (TURN-5).")
    repetition: int = Field(3, ge=0, le=500, description="Draw when a position occurs this often; 0 = off (TURN-5).")
    no_progress: int = Field(
        100, ge=0, le=30_000, description="Draw after so many turns without progress; 0 = off (TURN-5)."
    )
    guard: Literal["all", "off"] = Field("all", description="Whether a turn may expose its own Duke (GUARD-3).")
    flag_guard: Literal["off", "on"] = Field(
        "off", description="Whether Guard binds in Counting Coup and Trophy Hunters too (COUP-9)."
    )
    dragon_eats_duke: Literal["loses", "only_lost"] = Field(
        "loses", description="Whose Duke falls to terrain loses, or goes on without him (WIN-2)."
    )
    summon: Literal["must", "may"] = Field(
        "must", description="Whether a summoned tile must go, or may stay while the Duke flips (ENH-I-2)."
    )
    area_needs: Literal["any_tile", "enemy_tile"] = Field(
        "any_tile", description="What an area effect must hit to be usable (AREA-4)."
    )
    fort_jslide: bool = Field(False, description="Whether a Jump Slide may stop in a Fort (FORT-2).")
    siege_mode: Literal["pool", "in_bag"] = Field(
        "pool",
        description="Pool tiles beside the board, or in each bag instead of their counterparts (SIEGE-5).",
    )
    howard: Literal["pool", "draft"] = Field(
        "pool", description="The heroes of Robert E. Howard: beside the board, or picked before set-up (PACK-3)."
    )
    musketeer_start: Literal["footmen", "athos_porthos", "athos_aramis", "porthos_aramis"] = Field(
        "footmen", description="Who starts beside D'Artagnan; with Musketeers the Footmen go to the bag (PACK-4)."
    )
    city_light: str = Field(
        "all", description="Which City Troops join the light army: all, none, or names joined by '+' (PACK-5)."
    )
    city_dark: str = Field(
        "all", description="Which City Troops join the dark army: all, none, or names joined by '+' (PACK-5)."
    )
    rider_pikemen: Literal[3, 4] = Field(4, description="Dark Rider: how many Pikemen (RIDER-1).")
    rider_tile: str = Field(
        "Knight", max_length=28, description="Dark Rider: the lone tile, Knight or Ranger (RIDER-1)."
    )
    rider_dead: Literal["draw", "play_on"] = Field(
        "draw", description="Dark Rider: a draw once neither side can reach its goal, or play on (RIDER-9)."
    )
    terrain: Terrain = Field(default_factory=lambda: Terrain(), description="Terrain in play (SETUP-8).")
    objective: ObjectiveName = Field("capture_the_duke", description="What wins the game (COUP to DYNASTY).")

    @property
    def aim(self) -> Objective:
        """The objective with its row."""
        return OBJECTIVES[self.objective]

    def said(self) -> dict[str, Any]:
        """What was said when these settings were made, also where it is the default."""
        return self.model_dump(exclude_unset=True)

    def differing(self) -> dict[str, object]:
        """The settings that differ from their defaults, for reports."""
        return self.model_dump(exclude_defaults=True)
