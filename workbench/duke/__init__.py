"""The Duke: all its rules, for any tile sets.

    from workbench.duke import Position, legal_turns, outcome, play
    start = Position("2fodu2/3fo2/6/3KN'2/2FO3/2DUFO2 S BoPi3/BoPi3 - 9")
    print(legal_turns(start))
    after = play(start, "d3xd5")
    print(after, outcome(after))

Names are imported when they are first used: the compiled engine is not loaded by `import workbench.duke`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.duke.game import (
        Chance,
        Game,
        IllegalTurn,
        Outcome,
        Position,
        Verdict,
        chance_outcomes,
        format_position,
        format_turn,
        game_of,
        legal_turns,
        outcome,
        parse_position,
        parse_turn,
        play,
        why,
    )
    from workbench.duke.text.contents import Troop
    from workbench.duke.text.position_read import BadPosition
    from workbench.duke.text.turn_read import BadTurn
    from workbench.words import Owner

_HOMES = {
    "workbench.duke.text.contents": ("Troop",),
    "workbench.duke.game": (
        "Chance", "Game", "IllegalTurn", "Outcome", "Position", "Verdict", "chance_outcomes",
        "format_position", "format_turn", "game_of", "legal_turns", "outcome", "parse_position", "parse_turn",
        "play", "why",
    ),
    "workbench.duke.text.position_read": ("BadPosition",),
    "workbench.duke.text.turn_read": ("BadTurn",),
    "workbench.words": ("Owner",),
}  # fmt: skip

__all__ = [
    "BadPosition",
    "BadTurn",
    "Chance",
    "Game",
    "IllegalTurn",
    "Outcome",
    "Owner",
    "Position",
    "Troop",
    "Verdict",
    "chance_outcomes",
    "format_position",
    "format_turn",
    "game_of",
    "legal_turns",
    "outcome",
    "parse_position",
    "parse_turn",
    "play",
    "why",
]


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
