"""Decision and chance nodes with their successors, all as text: what the tests compare with the oracle."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from workbench.duke.referee import Referee
from workbench.duke.text.lettering import Lettering
from workbench.duke.text.position_read import parse_position
from workbench.duke.text.position_write import format_position
from workbench.tileset.compose import Composition


@lru_cache(maxsize=4)
def referee_for(composition: Composition) -> Referee:
    return Referee(composition, Lettering(composition))


def decisions(composition: Composition, line: str) -> dict[str, str]:
    """Every legal turn of a decision node and the line of the next node."""
    referee = referee_for(composition)
    raw = parse_position(line, referee.letters, needs_dukes=False)
    state = referee.opened(raw, settled=False)
    return {
        text: format_position(referee.played(state, turn)[0], referee.letters)
        for text, turn in referee.turns(state).items()
    }


def chance(composition: Composition, line: str) -> list[tuple[Fraction, str, str]]:
    """Everything that may happen at a chance node: probability, event, line of the next node."""
    referee = referee_for(composition)
    state = parse_position(line, referee.letters, needs_dukes=False)
    return [(probability, event, next_line) for next_line, (probability, event, _) in referee.outcomes(state).items()]


def start(composition: Composition) -> str:
    """The line of the first set-up choice."""
    referee = referee_for(composition)
    return format_position(referee.start()[0], referee.letters)


def node_kind(line: str) -> str:
    """'decision', 'chance' or 'over'."""
    extras = line.split()[3]
    phase = dict(item.partition("=")[::2] for item in extras.split(";")).get("ph", "")
    if phase.startswith("over"):
        return "over"
    return "chance" if phase.startswith("?") else "decision"
