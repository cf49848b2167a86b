"""The plan of a simulation of The Duke."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, Field, model_validator

from workbench.bots.registry import split_bots
from workbench.sim.plan import RunPlan
from workbench.tileset.settings import ObjectiveName, Settings, Terrain

Recorded = Literal["draws", "bags", "captures", "setup", "uses", "squares"]
LONGEST_LULL = 100  # turns without progress in games that may otherwise go on for ever
MOST_SETS = MOST_BOTS = 60
EVERYTHING: tuple[Recorded, ...] = get_args(Recorded)


def _as_list(value: object) -> object:
    return [part.strip() for part in value.split(",")] if isinstance(value, str) else value


def _as_bots(value: object) -> object:
    return split_bots(value) if isinstance(value, str) else value


BotName = Annotated[str, Field(max_length=200, pattern=r"^[a-z][a-z0-9_]*(:[A-Za-z0-9_.=:,-]+)?$")]
SetName = Annotated[str, Field(min_length=1, max_length=4096)]
# A list may also be written as one string with commas, as on the command line.
Names = Annotated[tuple[SetName, ...], BeforeValidator(_as_list, json_schema_input_type=list[SetName] | str)]
Bots = Annotated[tuple[BotName, ...], BeforeValidator(_as_bots, json_schema_input_type=list[BotName] | str)]
Kept = Annotated[tuple[Recorded, ...], BeforeValidator(_as_list, json_schema_input_type=list[Recorded] | str)]


class Plan(RunPlan):
    """A simulation of The Duke."""

    model_config = ConfigDict(title="Simulation plan")
    compared_by_content: ClassVar[frozenset[str]] = frozenset({"sets"})

    sets: Names = ("base",)
    """Tile sets: names of shipped ones, or files (relative to the plan)."""
    settings: Settings = Settings()
    """House rules that differ from the default."""
    terrain: Terrain | None = None
    """Terrain in play; short for `settings: {terrain: ...}`."""
    objective: ObjectiveName | None = None
    """What wins the game; short for `settings: {objective: ...}`."""
    light: Literal["south", "north"] = "south"
    """Which owner plays the light army, where tiles belong to one army only."""
    bots: Bots = ()
    """One bot for both seats, or several: a ladder on which each bot plays itself. Default: random."""
    south: BotName | None = None
    """South's bot, where the two differ: then every game is played twice, with seats changed."""
    north: BotName | None = None
    """North's bot, where the two differ."""
    record: Kept = EVERYTHING
    """What is kept of each game besides its result."""

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Plan:
        if len(self.sets) > MOST_SETS or len(self.bots) > MOST_BOTS:
            raise ValueError(f"at most {MOST_SETS} tile sets and {MOST_BOTS} bots")
        if (self.south is None) != (self.north is None):
            raise ValueError("south and north must be given together")
        if self.south is not None and self.bots:
            raise ValueError("give either bots or south and north, not both")
        if len(set(self.bots)) != len(self.bots):
            raise ValueError("the ladder of bots names a bot twice")
        for short in ("terrain", "objective"):
            given = getattr(self, short)
            inner = getattr(self.settings, short) if short in self.settings.model_fields_set else given
            if given is not None and given != inner:
                raise ValueError(f"{short} is given twice, differently: at the top and in settings")
        rules = self.house_rules
        if not rules.max_turns and not rules.no_progress:
            raise ValueError("max_turns and no_progress are both 0: some games would never end (TURN-5)")
        if not rules.max_turns and rules.no_progress > LONGEST_LULL:
            raise ValueError(f"without max_turns, no_progress is at most {LONGEST_LULL}: games could grow too long")
        if self.unlike_bots and self.games % 2:
            raise ValueError(odd_games(self.games))
        return self

    @property
    def house_rules(self) -> Settings:
        """The settings with the short forms put in."""
        short: Mapping[str, object] = {"terrain": self.terrain, "objective": self.objective}
        return self.settings.model_copy(update={k: v for k, v in short.items() if v is not None})

    @property
    def pairings(self) -> tuple[tuple[str, str], ...]:
        """The bots (A, B) of each rung. A sits South, except in the seat-swapped twins."""
        if self.south is not None and self.north is not None:
            return ((self.south, self.north),)
        return tuple((bot, bot) for bot in self.bots or ("random",))

    @property
    def bot_names(self) -> frozenset[str]:
        return frozenset(bot for pairing in self.pairings for bot in pairing)

    @property
    def unlike_bots(self) -> bool:
        return any(one != other for one, other in self.pairings)

    @property
    def rungs(self) -> int:
        return len(self.pairings)

    def written(self) -> dict[str, Any]:
        """One way of writing for plans that mean the same: no short forms, all defaults spelt out."""
        data = super().written()
        data["settings"] = self.house_rules.model_dump(mode="json")
        del data["terrain"], data["objective"]
        if self.south is None or self.south == self.north:
            data["bots"] = [one for one, _ in self.pairings]
            del data["south"], data["north"]
        else:
            del data["bots"]
        data["record"] = [part for part in EVERYTHING if part in self.record]
        return data


def odd_games(games: int) -> str:
    return (
        f"{games} games is an odd number, and every game has a twin with the seats changed: "
        f"take {games - 1 or 2} or {games + 1}"
    )
