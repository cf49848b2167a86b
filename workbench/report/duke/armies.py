"""Two unlike armies: which of them is favoured?"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.balance.answer import army_sentence
from workbench.report.duke.fair import Judged
from workbench.report.duke.model import ArmiesSection, ArmyLine
from workbench.report.numbers import as_num


def build_armies(run: str, judged: Sequence[Judged]) -> ArmiesSection | None:
    """None where both armies are the same, or nothing is known yet."""
    lines = []
    for one in judged:
        edge = one.tally.army_edge()
        if edge is not None:
            line = ArmyLine(
                bot=one.bot,
                games=one.tally.games,
                favoured=edge.favoured,
                light_points=as_num(edge.points),
                sentence=army_sentence(edge, one.bot),
            )
            lines.append(line)
    return ArmiesSection(run=run, lines=tuple(lines)) if lines else None
