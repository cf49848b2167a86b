"""A rules file as it is written: pydantic models, from which the JSON schema is made.

Sources in the descriptions: [S] the booklet's backs, [F] its fronts and README, [MAP] the board, [ASSUMED] our
reading where the text is silent, [REV9] the 9th revision.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0, le=1000)]
Positive = Annotated[int, Field(ge=1, le=1000)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Territory = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]?)[*f]?$")]
EventCard = Annotated[str, Field(pattern=r"^(7|8|9|10)[CDHS]$")]
ArtifactCard = Annotated[str, Field(pattern=r"^[A2-6][CDHS]$")]
Shared = Literal["revive_max", "revive_free", "conscript", "move_range", "red_dragon_proof"]
FactionKey = Literal["dwarves", "elves", "goblins", "orcs"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Settings(_Strict):
    """Numbers and switches that hold for the whole game."""

    # numbers of the text
    unit_cap: Positive = Field(description="Units of each faction, on the board and off it. [S rule 6]")
    turn_limit: Positive = Field(description="After this turn the Orcs win by default. [F]")
    castles_to_win: Positive = Field(description="Castles to control in round VII to win. [S rule 3]")
    points_per_unit: Positive = Field(description="Battle points of a committed unit. [F]")
    income: Count = Field(description="Gold for everybody in round VI. [S]")
    castle_income: Count = Field(description="Gold for each controlled castle in round VI. [v1.2: none; REV9: 1]")
    gold_per_unit: Count = Field(description="Gold that a unit can collect from its territory. [S]")
    hire_price: Count = Field(description="Gold for a mercenary outside castles. [F]")
    hire_price_castle: Count = Field(description="Gold for a mercenary in a castle. [F]")
    revive_price: Count = Field(description="Gold for each revived unit over revive_free. [v1.2: none; REV9: 1]")
    late_disband_price: Count = Field(
        description="Gold for each unit disbanded in step 6, free for the Goblins and their ally. [v1.2: 0; REV9: 1]"
    )
    troll_kills: Count = Field(description="Units that the troll takes. [S 5; REV9 4]")
    griffin_range: Positive = Field(description="Range of who controls a griffin castle. [S rule 5]")
    ace_range: Count = Field(description="What an Ace adds to the range. [S]")
    elf_ace_revive: Count = Field(description="What the Elves revive more with an Ace. [F]")
    dragon_die: Positive = Field(description="Faces of the die that moves the dragon. [S]")
    dragon_start_dice: Positive = Field(description="Dice summed for the dragon's first place. [S]")
    min_bid: Positive = Field(description="Least opening bid. [ASSUMED: Dune]")
    min_raise: Positive = Field(description="Least raise. [ASSUMED: Dune]")
    ace_bid_margin: Count = Field(
        description="With an Ace one may bid up to the richest player's gold and this more. [ASSUMED]"
    )
    treachery_gold: Count = Field(description="Gold from the bank for a treachery. [v1.2: none; REV9: 2]")
    # numbers of the advanced powers
    elite_units: Count = Field(description="How many of the Dwarves' units are elite (power 'elite'). [S]")
    elite_worth: Positive = Field(description="As how many units an elite counts in battle. [S 2; REV9 3]")
    blessing_losses: Count = Field(description="Combat losses after which the Elves are blessed ('blessing'). [S]")
    blessing_points: Count = Field(description="Battle points of a blessing. [S]")
    plunder_gold: Count = Field(description="Gold for a plundered artifact that is discarded ('plunder'). [S]")
    # switches of the text
    half_rounds: Literal["up", "down"] = Field(description="How halved prices are rounded. [S up; REV9 down]")
    orc_dragon_rounds: Literal["up", "down"] = Field(
        description="How half dragon losses are rounded. [S up; REV9 down]"
    )
    red_dragon_match: Literal["colour", "suit"] = Field(
        description="What the checked card shares with the discard when the Red Dragon comes. [F colour; REV9 suit]"
    )
    printed_gold: Literal["picture", "text"] = Field(
        description="Which of two gold tables holds where picture and text board differ. [MAP; picture ASSUMED]"
    )
    goblin_extra_card: bool = Field(description="The Goblins take a second, unseen card with one they win. [S]")
    # readings
    dragon_kills: Literal["graveyard", "permanent"] = Field(
        description="Where the dead of dragon and Red Dragon go. [ASSUMED: Dune tanks; text: 'removed']"
    )
    dragon_hits_origin: bool = Field(description="The dragon strikes the number that it leaves too. [ASSUMED no]")
    dragon_blocks: Literal["number", "plain"] = Field(
        description="The resting dragon closes all territories of its number, or plain ones only. [ASSUMED number]"
    )
    dragon_bars_leaving: bool = Field(description="Units at the dragon may not leave. [ASSUMED no; Dune yes]")
    dragon_hits_at_start: bool = Field(description="The dragon strikes where it is first placed. [ASSUMED no]")
    ride_to_dragon: bool = Field(description="A ride or an Orc Ace may lead to the dragon's place. [ASSUMED no]")
    hidden_safe: bool = Field(description="Dragon, Red Dragon and troll spare hidden units. [ASSUMED yes]")
    event_gold_stacks: bool = Field(description="Gold of an event is added to what lies there. [ASSUMED: Dune]")
    event_gold_at_dragon: bool = Field(description="Gold falls even where the dragon rests. [F no]")
    full_castle_stops_passing: bool = Field(
        description="A castle with two other factions cannot be passed through. [ASSUMED: Dune]"
    )
    conscript_at_dragon: bool = Field(description="Conscripts may appear at the dragon. [ASSUMED no]")
    zero_army: bool = Field(description="A battle plan may commit no unit. [ASSUMED yes: Dune]")
    double_treachery: Literal["both_lose", "attacker"] = Field(
        description="When both declare treachery: both lose everything, or the attacker's counts. [ASSUMED: Dune]"
    )
    own_suit_dealt: bool = Field(description="A faction may be dealt its own Queen. [ASSUMED yes]")
    allies_battle: bool = Field(description="Allies in one territory battle. [ASSUMED yes: no exemption in the text]")
    halvings_stack: bool = Field(description="An Ace halves an already halved hire again. [ASSUMED no]")


class Split(_Strict):
    """Units that their owner places freely before the game."""

    units: Count = Field(description="How many units.")
    over: tuple[Territory, ...] = Field(description="The territories among which they are split.")


class FactionText(_Strict):
    """What a faction starts with and its numbers."""

    suit: Literal["C", "D", "H", "S"] = Field(description="Its suit; Queens of this suit betray it. [S]")
    gold: Count = Field(description="Gold at the start.")
    artifacts: Count = Field(description="Artifacts dealt at the start.")
    hand_limit: Annotated[int, Field(ge=1, le=24)] = Field(description="Most artifacts in hand. [S]")
    units: dict[Territory, Count] = Field(description="Units on the board at the start.")
    split: Split | None = Field(description="Further units that the faction places itself.")
    revive_max: Count = Field(description="Units revived in a turn at most. [F]")
    revive_free: Count = Field(description="Of these without payment. [v1.2: all]")
    conscript: Count = Field(description="Units conscripted in a turn. [F]")
    move_range: Positive = Field(description="Territories that units move through. [S]")
    red_dragon_proof: bool = Field(description="The Red Dragon kills none and may be ridden. [F]")
    ally_gains: tuple[Shared, ...] = Field(description="Which of these numbers its ally has too. [F]")
    battle_bonus: Count = Field(description="Points added in battle. [v1.2: none; REV9]")
    no_bonus_against: tuple[FactionKey, ...] = Field(description="Against whom the bonus does not count. [REV9]")


class EventText(_Strict):
    """Where an event card puts gold."""

    at: Territory = Field(description="The territory.")
    gold: Count = Field(description="Gold as the board's picture has it.")
    gold_text: Count | None = Field(default=None, description="Gold of the text board, where it differs.")


class MapText(_Strict):
    """The board. A name is a number, with * for a castle and f for a forest."""

    touches: dict[Territory, tuple[Territory, ...]] = Field(description="Each territory with its neighbours.")
    mountain: Territory = Field(description="The neutral territory, where nobody battles.")
    griffins: tuple[Territory, ...] = Field(description="Castles whose controller moves by griffin.")
    orcish: tuple[Territory, ...] = Field(description="Territories where the Orcs raise armies.")
    troll: Territory = Field(description="Where the troll sits at the start.")


class FactionsText(_Strict):
    """The four factions."""

    dwarves: FactionText = Field(description="The Dwarves.")
    elves: FactionText = Field(description="The Elves.")
    goblins: FactionText = Field(description="The Goblins.")
    orcs: FactionText = Field(description="The Orcs.")


class RuleSet(_Strict):
    """A whole rules file; a file that is based on another gives only what it changes."""

    name: Name = Field(description="What the rules are called in reports.")
    source: str = Field(max_length=4000, description="Where the rules come from, and their licence.")
    advanced: tuple[str, ...] = Field(description="Advanced powers in play: elite, blessing, initiative, plunder.")
    settings: Settings = Field(description="Numbers and switches.")
    factions: FactionsText = Field(description="What each faction starts with, and its numbers.")
    map: MapText = Field(description="The board.")
    events: dict[EventCard, EventText] = Field(description="The 16 event cards.")
    artifacts: tuple[ArtifactCard, ...] = Field(description="The 24 cards of the artifact deck.")
    not_modelled: tuple[str, ...] = Field(description="What of these rules is not played, for reports.")


def dune_rules_schema() -> dict[str, Any]:
    """The JSON schema (2020-12) of a rules file. No key is required: `based_on` gives what is left out."""
    made = _loosened(RuleSet.model_json_schema())
    extra = {
        "$schema": {"type": "string", "description": "Where this schema is, for editors."},
        "based_on": {"type": "string", "minLength": 1, "description": "Rules that hold for all keys not given here."},
    }
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "Dragon Dune: by Vincent von Guard, CC BY-SA 4.0, github dragon-dune/dragon-dune (LICENSE-DUNE).",
        "title": "Rules of Dragon Dune",
    }
    return {**head, **made, "title": head["title"], "properties": {**extra, **made["properties"]}}


def _loosened(schema: Any) -> Any:
    """Without `required`; a map whose keys follow a pattern takes no others."""
    if isinstance(schema, list):
        return [_loosened(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _loosened(part) for key, part in schema.items() if key != "required" or isinstance(part, dict)}
    if "patternProperties" in made:
        made["additionalProperties"] = False
    return made
