"""The house rules of a game (ledger section H): these and no others."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Objective = Literal["capture_the_duke", "counting_coup", "trophy_hunters", "dark_rider", "dynastic_dispute"]


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
    max_turns: int = Field(600, ge=0, description="Draw after this many turns; 0 = off (TURN-5).")
    repetition: int = Field(3, ge=0, description="Draw when a position occurs this often; 0 = off (TURN-5).")
    no_progress: int = Field(100, ge=0, description="Draw after so many turns without progress; 0 = off (TURN-5).")
    guard: Literal["all", "off"] = Field("all", description="Whether a turn may expose its own Duke (GUARD-3).")
    area_needs: Literal["any_tile", "enemy_tile"] = Field(
        "any_tile", description="What an area effect must hit to be usable (AREA-4)."
    )
    fort_jslide: bool = Field(False, description="Whether a Jump Slide may stop in a Fort (FORT-2).")
    siege_mode: Literal["pool", "in_bag"] = Field(
        "pool",
        description="Pool tiles beside the board, or in each bag instead of their counterparts (SIEGE-5).",
    )
    rider_pikemen: Literal[3, 4] = Field(4, description="Dark Rider: how many Pikemen (RIDER-1).")
    rider_tile: str = Field("Knight", description="Dark Rider: the lone tile, Knight or Ranger (RIDER-1).")
    terrain: Terrain = Field(default_factory=lambda: Terrain(), description="Terrain in play (SETUP-8).")
    objective: Objective = Field("capture_the_duke", description="What wins the game (COUP to DYNASTY).")

    def differing(self) -> dict[str, object]:
        """The settings that differ from their defaults, for reports."""
        return self.model_dump(exclude_defaults=True)
