"""The face of the game: importing this module registers all rounds."""

from __future__ import annotations

from workbench.dune import battle, bidding, collect, council, dragon, event, hiding, recruit
from workbench.dune.decision import KINDS, PASS, Decision, Option, Options, Ranged, draw_option
from workbench.dune.flow import STEPS, TAKERS, Step
from workbench.dune.rules import Rules
from workbench.dune.setup import GAMES_OF_BLOCK, new_game
from workbench.dune.state import Fight, Result, State
from workbench.dune.tables import Tables, tables_of

ROUNDS = (dragon, event, council, bidding, hiding, recruit, battle, collect)

__all__ = [
    "GAMES_OF_BLOCK",
    "KINDS",
    "PASS",
    "ROUNDS",
    "STEPS",
    "TAKERS",
    "Decision",
    "Fight",
    "Option",
    "Options",
    "Ranged",
    "Result",
    "Rules",
    "State",
    "Step",
    "Tables",
    "draw_option",
    "new_game",
    "tables_of",
]
