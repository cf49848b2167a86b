"""The plan of a simulation of Dragon Dune: who plays, by which rules, and which other rules on the same luck."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from workbench.dune.game import GAMES_OF_BLOCK
from workbench.dune.load import DEFAULT
from workbench.dune.names import ADVANCED, LETTERS, parse_faction
from workbench.sim.plan import RUNG_STRIDE, RunPlan

Power = Literal["elite", "blessing", "initiative", "plunder"]
Value = bool | int | str
FACTION_BOT = re.compile(r"(?:^|,)\s*(D|E|G|O|dwarves|elves|goblins|orcs)\s*=", re.IGNORECASE)
STRANGE_KEY = re.compile(r"^(?:[^:]*,)?\s*([A-Za-z]+)\s*=")  # before any option of a bot
BASE = "as it is"  # the name of the rules that others are compared with


def split_powers(value: object) -> object:
    """'all', 'none', 'elite,plunder' or a list -> a list in the order of the factions."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        return value
    names = [name for part in value for name in (ADVANCED if part == "all" else () if part == "none" else (part,))]
    order = {name: place for place, name in enumerate(ADVANCED)}
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"the powers are named by words: {', '.join(ADVANCED)}, all or none")
    return sorted(dict.fromkeys(names), key=lambda name: order.get(name, len(order)))


def split_factions(value: object) -> object:
    """'seeker', 'D=planner,E=seeker,G=seeker,O=seeker' or a map by faction -> four names of bots."""
    if isinstance(value, str):
        marks = list(FACTION_BOT.finditer(value))
        ends = [*(mark.start() for mark in marks[1:]), len(value)][: len(marks)]
        parts = {mark.group(1): value[mark.end() : end].strip() for mark, end in zip(marks, ends, strict=True)}
        for part in (*parts.values(), value[: marks[0].start()] if marks else value):
            if strange := STRANGE_KEY.match(part):
                parse_faction(strange.group(1))  # says what is wrong with it
        if not marks:
            return (value,) * 4
        if len(parts) < len(marks):
            raise ValueError("a faction is given two bots")
        value = parts
    if not isinstance(value, dict):
        return value
    found = {parse_faction(str(key)): bot for key, bot in value.items()}
    missing = [LETTERS[faction] for faction in range(4) if faction not in found]
    if missing or len(found) < len(value):
        raise ValueError(f"name one bot for each of D, E, G and O (not given: {', '.join(missing) or 'one twice'})")
    return tuple(found[faction] for faction in range(4))


DuneBotName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*(:[A-Za-z0-9_.=:,-]+)?$")]
FourBots = Annotated[
    tuple[DuneBotName, DuneBotName, DuneBotName, DuneBotName],
    BeforeValidator(split_factions, json_schema_input_type=str | dict[str, str] | list[str]),
]
Powers = Annotated[tuple[Power, ...], BeforeValidator(split_powers, json_schema_input_type=list[str] | str)]


class Variant(BaseModel):
    """Other rules that play the same luck; what it does not say is as in the plan."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=40)]
    """What the change is called."""
    rules: str | None = None
    """Other rules: a shipped name or a file."""
    advanced: Powers | None = None
    """The advanced powers in play."""
    settings: dict[str, Value] = Field(default_factory=dict)
    """Settings over those of the plan."""


def spell_variant(value: object) -> object:
    """'plunder' is short for the variant of that name with that power; 'elite,plunder' and 'all' likewise."""
    return {"name": value, "advanced": value} if isinstance(value, str) else value


Variants = Annotated[Variant, BeforeValidator(spell_variant, json_schema_input_type=Variant | str)]


class DunePlan(RunPlan):
    """A simulation of Dragon Dune."""

    model_config = ConfigDict(title="Simulation plan of Dragon Dune")
    compared_by_content: ClassVar[frozenset[str]] = frozenset({"rules"})

    games: Annotated[int, Field(ge=1, le=10**9)] = 2000
    """How many games by each set of rules; four make a block, in which each faction starts once."""
    bots: FourBots = ("seeker", "seeker", "seeker", "seeker")
    """One bot for all factions, or one for each (`{D: planner, E: seeker, G: seeker, O: seeker}`)."""
    rotate: bool = False
    """Whether the bots change factions from block to block, so that each plays each faction equally often."""
    rules: str = DEFAULT
    """The rules: a shipped name (v1.2, rev9) or a file (relative to the plan)."""
    advanced: Powers | None = None
    """Advanced powers: all, none, or a list of elite, blessing, initiative, plunder. Default: as the rules say."""
    settings: dict[str, Value] = Field(default_factory=dict)
    """Numbers and switches of the rules that are changed (`turn_limit: 10`, `dwarves.gold: 7`)."""
    variants: tuple[Variants, ...] = ()
    """Other rules for the same luck, each compared with the plan's own; a name of powers is enough (`plunder`)."""

    @model_validator(mode="after")
    def _whole_blocks(self) -> DunePlan:
        whole = self.games_at_once
        if self.games % whole:
            raise ValueError(unequal_games(self.games, whole))
        names = [BASE, *(variant.name for variant in self.variants)]
        if len(set(names)) < len(names):
            raise ValueError("two variants have the same name")
        return self

    @property
    def games_at_once(self) -> int:
        """What the number of games must be a multiple of: whole blocks, and all four turns of a rotation."""
        return GAMES_OF_BLOCK * (4 if self.rotate else 1)

    @property
    def rungs(self) -> int:
        return 1 + len(self.variants)

    def chunk_of(self, games: int) -> int:
        """Whole blocks, so that games which share their luck are never parted."""
        size = self.chunk or max(min(max(-(-games // 16), 40), 2000), self.least_chunk)
        return -(-size // GAMES_OF_BLOCK) * GAMES_OF_BLOCK

    def luck_of(self, game: int) -> int:
        """The number of a game within its rung: games of this number share their luck, whatever the rules."""
        return game % RUNG_STRIDE

    @property
    def spelt_bots(self) -> str:
        """As on the command line."""
        if len(set(self.bots)) == 1:
            return self.bots[0]
        return ",".join(f"{letter}={bot}" for letter, bot in zip(LETTERS, self.bots, strict=True))

    def written(self) -> dict[str, Any]:
        """One way of writing for plans that mean the same."""
        data = super().written()
        data["bots"] = self.bots[0] if len(set(self.bots)) == 1 else dict(zip(LETTERS, self.bots, strict=True))
        return data


def unequal_games(games: int, whole: int) -> str:
    """Why so many games cannot be, in words."""
    less, more = games // whole * whole, (games // whole + 1) * whole
    why = "four games make a block" if whole == GAMES_OF_BLOCK else "bots that change factions need four blocks"
    return f"{games} is no multiple of {whole} ({why}): take {less or whole} or {more if less else 2 * whole}"
