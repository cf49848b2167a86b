"""What happened at a chance node, as text: read off the states before and after (docs/notation.md)."""

from __future__ import annotations

import numpy as np

from workbench.duke.board.packed import bit, has
from workbench.duke.board.state import (
    DIVINING,
    LUCK_CALL,
    LUCK_DIVINE,
    LUCK_DRAGON,
    LUCK_DRAW,
    LUCK_FACING,
    LUCK_FORT,
    LUCK_MOUNTAIN,
    LUCK_NEST,
    LUCK_REDEPLOY,
)
from workbench.duke.text.lettering import Lettering, format_squares
from workbench.duke.text.position_write import FACINGS, troops_of
from workbench.words import square_name


def format_event(before: np.record, after: np.record, letters: Lettering) -> str:
    """The event that led from the chance node `before` to `after`."""
    phase = int(before["phase"])
    if phase == LUCK_MOUNTAIN:
        return f"mt@{format_squares(int(after['mountains']) & ~int(before['mountains']))}"
    if phase == LUCK_FORT:
        return f"ft@{format_squares(int(after['forts']) & ~int(before['forts']))}"
    if phase == LUCK_NEST:
        return f"dr@{square_name(int(after['dragon']))}{_facing(after)}"
    if phase in (LUCK_DRAW, LUCK_REDEPLOY, LUCK_CALL, LUCK_DIVINE):
        if int(after["phase"]) == DIVINING:
            return f"+{letters.format_types(after['hand'][: int(after['nhand'])].tolist())}"
        return f"+{letters.codes[int(after['drawn'])]}"
    if phase == LUCK_FACING:
        return f"dr={_facing(after)}"
    assert phase == LUCK_DRAGON, phase
    return _format_act(before, after)


def _facing(s: np.record) -> str:
    return FACINGS[int(s["facing"])]


def _format_act(before: np.record, after: np.record) -> str:
    """What the Dragon did between two turns."""
    fallen = sum(bit(square) for square in troops_of(before).keys() - troops_of(after).keys())
    here = int(after["dragon"])
    place = square_name(here)
    entered = has(fallen, here)
    struck = format_squares(fallen & ~bit(here))
    if not before["enraged"]:
        if entered:
            return f"drx{place}"
        return "dr-" if before["facing"] == after["facing"] else f"dr={_facing(after)}"
    if entered:
        return f"drx{place}={_facing(after)}"
    moved = "" if before["dragon"] == after["dragon"] else f"-{place}"
    strikes = f"*{struck}={_facing(after)}" if struck else ""
    return f"dr{moved}{strikes}" if moved or strikes else "dr-"
