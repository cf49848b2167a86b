"""Why is a turn legal, or why not? The engine's own refusals, put into words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from workbench.duke.board import icons
from workbench.duke.board import kinds as turns
from workbench.duke.board.kinds import KIND_NAMES
from workbench.duke.board.turn_fields import Fields, unpack
from workbench.duke.explain_words import LEGAL, LEGAL_GO, REFUSED
from workbench.duke.text.lettering import Lettering, format_squares
from workbench.duke.text.position_check import NAMES
from workbench.duke.text.position_write import troops_of
from workbench.duke.text.turn_read import parse_candidates
from workbench.words import SQUARES, square_name

if TYPE_CHECKING:
    from workbench.duke.game import Position

# Of several icons that the text may mean, the one that came furthest says most; these say least.
SAYS_LITTLE = {"DRAGON-6": 1, "TURN-1": 2}


def explain(position: Position, text: str) -> tuple[bool, str, str]:
    """(legal, rule id, words) for a turn; raises BadTurn where the text means none."""
    if position.is_over:
        return False, "WIN-3", "the game is over"
    if position.is_chance:
        return False, "TURN-1", "chance decides here, not a player"
    code = position.turns().get(text)
    if code is not None:
        return True, *_legal_words(position, code)
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
    if rule == "" and fields.kind == turns.AREA:
        hit = format_squares(referee.removed(state, candidate))
        return "AREA-1", f"the group removes {hit}: all of it, and nothing else"
    words = REFUSED[rule].format(who=_who(position, fields.at), to=_square(fields.to))
    return rule, words


def _missing_tile(position: Position, fields: Fields) -> str:
    """The turn of a tile that is not there, or not the mover's."""
    if fields.at >= SQUARES:
        return ""
    key = troops_of(position.state[0]).get(fields.at)
    if key is None:
        return f"no tile stands on {square_name(fields.at)}"
    if key >> 6 & 1 != position.owner:
        name = position.game.letters.name(key >> 10)
        return f"the {name} on {square_name(fields.at)} belongs to the opponent"
    return ""


def _square(square: int) -> str:
    return square_name(square) if square < SQUARES else "that square"


def _who(position: Position, square: int) -> str:
    key = troops_of(position.state[0]).get(square)
    if key is None:
        return "the tile"
    side = "other" if key >> 9 & 1 else "starting"
    return f"the {position.game.letters.name(key >> 10)} on {square_name(square)} ({side} side up)"


def _legal_words(position: Position, code: int) -> tuple[str, str]:
    fields = unpack(code)
    name = KIND_NAMES[fields.kind]
    by_icon = fields.kind in (turns.GO, turns.STRIKE)
    rule, words = LEGAL_GO[icons.NAMES[fields.arg]] if by_icon else LEGAL[name]
    if fields.at < SQUARES:
        words = f"{words} by {_who(position, fields.at)}"
    if fields.link >= 0:
        words = f"{words}, after a Link by {_who(position, fields.link)} (LINK-2)"
    state = position.state
    fallen = _fallen(state[0], position.game.referee.played(state, code)[0], position.game.letters)
    return rule, words + (f"; out of play: {', '.join(fallen)}" if fallen else "")


def _fallen(before: np.record, after: np.record, letters: Lettering) -> list[str]:
    """The troops that a turn puts out of play."""
    more = (after["off"] - before["off"]).sum(axis=1)
    return [
        f"{NAMES[owner]}'s {letters.name(kind)}"
        for owner in range(2)
        for kind in range(len(letters.codes))
        for _ in range(max(int(more[owner, kind]), 0))
    ]
