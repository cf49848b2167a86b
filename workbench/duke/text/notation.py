"""The one text form of positions and turns: docs/notation.md says what is written how."""

from __future__ import annotations

from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_read import BadPosition, parse_position
from workbench.duke.text.position_write import format_board, format_position
from workbench.duke.text.turn_read import BadTurn, parse_candidates
from workbench.duke.text.turn_write import format_turn
from workbench.duke.text.whole_turns import join_whole, split_whole

__all__ = [
    "BadPosition",
    "BadTurn",
    "Lettering",
    "format_board",
    "format_position",
    "format_turn",
    "join_whole",
    "parse_candidates",
    "parse_position",
    "split_whole",
]
