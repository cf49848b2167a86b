"""Why is a turn legal, or why not? The engine's own refusals, put into words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from workbench.duke.board import icons, kinds
from workbench.duke.board.kinds import KIND_NAMES, KINDS
from workbench.duke.board.packed import Fields, owner_of, side_of, type_of, unpack
from workbench.duke.board.state import (
    ASKING,
    DIVINING,
    DRAFT,
    HOPPING,
    PLACING,
    SET_DUKE,
    SET_FLAG,
    SET_PIKEMEN,
    SET_RIDER,
    SET_STARTERS,
    TURN,
)
from workbench.duke.explain_words import REFUSED, legal_by_icon
from workbench.duke.text.lettering import Lettering, format_squares
from workbench.duke.text.position_check import OWNER_NAMES
from workbench.duke.text.position_write import troops_of
from workbench.duke.text.turn_read import BadTurn, hold_to_length, parse_candidates
from workbench.words import SQUARES, square_name

if TYPE_CHECKING:
    from workbench.duke.game import Position

# Of several icons that the text may mean, the one that came furthest says most; these say least.
SAYS_LITTLE = {"DRAGON-6": 1, "TURN-1": 2}

OPENS_TURN = re.compile(r"[a-f][1-6]|\+|\$")
_SET_UP = "no turn is taken before the set-up is over"
# What has to be decided before a turn can be opened, by phase.
DECIDED_FIRST = {
    DRAFT: ("DYNASTY-2", "no turn is taken before all tiles are picked"),
    SET_DUKE: ("SETUP-3", _SET_UP),
    SET_STARTERS: ("SETUP-4", _SET_UP),
    SET_PIKEMEN: ("RIDER-1", _SET_UP),
    SET_RIDER: ("RIDER-1", _SET_UP),
    SET_FLAG: ("SETUP-8", _SET_UP),
    PLACING: ("PLACE-3", "a tile has been drawn, and it must be placed now"),
    ASKING: ("LINK-6", "the search must be answered first: take the tile or search on"),
    DIVINING: ("ENH-II-1", "a hand has been drawn, and one of its tiles must be placed now"),
    HOPPING: ("COUP-6", "first the Flag hops or stays"),
}


def explain(position: Position, text: str) -> tuple[bool, str, str]:
    """(legal, rule id, words) for a turn; raises BadTurn where the text means none."""
    if position.is_over:
        return False, "WIN-3", "the game is over"
    if position.is_chance:
        return False, "TURN-1", "chance decides here, not a player"
    code = position.turns().get(text)
    if code is not None:
        return True, *_legal_words(position, code)
    hold_to_length(text)
    if position.phase != TURN and OPENS_TURN.match(text):
        return False, *DECIDED_FIRST[position.phase]
    referee, state = position.game.referee, position.state
    candidates = parse_candidates(
        text, state[0], referee.letters, lambda square, flipped: referee.area_slots(state, square, flipped)
    )
    return False, *_refused_words(position, text, candidates)


def _refused_words(position: Position, text: str, candidates: list[int]) -> tuple[str, str]:
    fields = unpack(candidates[0])
    missing = _missing_tile(position, fields)
    if missing:
        return "TURN-1", missing
    referee, state = position.game.referee, position.state
    reasons = [(referee.refusal(state, candidate), candidate) for candidate in candidates]
    rule, candidate = min(reasons, key=lambda reason: SAYS_LITTLE.get(reason[0], 0))
    if rule == "" and fields.kind == kinds.AREA:
        hit = format_squares(referee.removed(state, candidate))
        return "AREA-1", f"the group removes {hit}: all of it, and nothing else"
    if rule == "":
        raise BadTurn(f"'{text}' is not how this turn is written: it is '{referee.text(state, candidate)}'")
    words = REFUSED[rule].format(who=_who(position, fields.at), to=_square(fields.to))
    if rule == "GUARD-2":
        words += _threat(position, candidate)
        if position.in_guard is not None:
            words += f"; {OWNER_NAMES[position.owner]} is in Guard and must answer it"
    return rule, words


def _threat(position: Position, candidate: int) -> str:
    """By which turn the Duke would fall after this one: ", by d6xd1 of the Knight"."""
    referee, foe = position.game.referee, position.owner.other
    after = referee.played(position.state, candidate)
    after[0]["phase"], after[0]["to_move"] = TURN, int(foe)
    theirs = referee.opened(after, settled=False)
    for text, turn in referee.turns(theirs).items():
        if int(referee.played(theirs, turn)[0]["duke"][position.owner]) < 0:
            key = troops_of(theirs[0]).get(unpack(turn).at)
            return f", by {text}" + ("" if key is None else f" of the {position.game.letters.name(type_of(key))}")
    return ""  # a threat by a tile that is held back for a turn (DREAD-1)


def _missing_tile(position: Position, fields: Fields) -> str:
    """The turn of a tile that is not there, or not the mover's."""
    if fields.at >= SQUARES:
        return ""
    key = troops_of(position.state[0]).get(fields.at)
    if key is None:
        return f"no tile stands on {square_name(fields.at)}"
    if owner_of(key) != position.owner:
        name = position.game.letters.name(type_of(key))
        return f"the {name} on {square_name(fields.at)} belongs to the opponent"
    return ""


def _square(square: int) -> str:
    return square_name(square) if square < SQUARES else "that square"


def _who(position: Position, square: int) -> str:
    key = troops_of(position.state[0]).get(square)
    if key is None:
        return "the tile"
    side = "other" if side_of(key) else "starting"
    return f"the {position.game.letters.name(type_of(key))} on {square_name(square)} ({side} side up)"


def _legal_words(position: Position, code: int) -> tuple[str, str]:
    from workbench.duke.game import gives_guard

    fields = unpack(code)
    name = KIND_NAMES[fields.kind]
    by_icon = fields.kind in (kinds.GO, kinds.STRIKE)
    rule, words = legal_by_icon(icons.BY_NUMBER[fields.arg]) if by_icon else KINDS[name][:2]
    if fields.at < SQUARES:
        words = f"{words} by {_who(position, fields.at)}"
    if fields.link >= 0:
        words = f"{words}, after a Link by {_who(position, fields.link)} (LINK-2)"
    after = position.game.after(position, code)
    fallen = _fallen(position.state[0], after.state[0], position.game.letters)
    words += f"; out of play: {', '.join(fallen)}" if fallen else ""
    if gives_guard(position, after):
        words += f"; it puts {OWNER_NAMES[position.owner.other]} in Guard (GUARD-8)"
    return rule, words


def _fallen(before: np.record, after: np.record, letters: Lettering) -> list[str]:
    """The troops that a turn puts out of play."""
    more = (after["off"] - before["off"]).sum(axis=1)
    return [
        f"{OWNER_NAMES[owner]}'s {letters.name(tile_type)}"
        for owner in range(2)
        for tile_type in range(len(letters.codes))
        for _ in range(max(int(more[owner, tile_type]), 0))
    ]
