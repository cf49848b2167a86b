"""Decision and chance nodes with their successors, all as text: what the tests compare with the oracle."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from workbench.duke.engine import Engine
from workbench.duke.lettering import Lettering
from workbench.duke.position_read import parse_position
from workbench.duke.position_write import format_position
from workbench.tileset.compose import Composition


@lru_cache(maxsize=4)
def engine_for(composition: Composition) -> Engine:
    return Engine(composition, Lettering(composition))


def engine_decisions(composition: Composition, line: str) -> dict[str, str]:
    """Every legal turn of a decision node and the line of the next node."""
    engine = engine_for(composition)
    raw = parse_position(line, engine.letters, needs_dukes=False)
    state = engine.opened(raw, settled=False)
    return {
        text: format_position(engine.played(state, turn)[0], engine.letters)
        for text, turn in engine.turns(state).items()
    }


def engine_chance(composition: Composition, line: str) -> list[tuple[Fraction, str, str]]:
    """Everything that may happen at a chance node: probability, event, line of the next node."""
    engine = engine_for(composition)
    state = parse_position(line, engine.letters, needs_dukes=False)
    return [
        (probability, event, next_line)
        for next_line, (probability, event, _) in engine.outcomes(state).items()
    ]


def engine_start(composition: Composition) -> str:
    """The line of the first set-up choice."""
    engine = engine_for(composition)
    return format_position(engine.start()[0], engine.letters)


def node_kind(line: str) -> str:
    """'decision', 'chance' or 'over'."""
    extras = line.split()[3]
    phase = dict(item.partition("=")[::2] for item in extras.split(";")).get("ph", "")
    if phase.startswith("over"):
        return "over"
    return "chance" if phase.startswith("?") else "decision"
