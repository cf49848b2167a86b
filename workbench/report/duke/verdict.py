"""Numbers with their intervals in a line of text."""

from __future__ import annotations

from workbench.report.model import Num
from workbench.report.words import interval, plain, signed


def spell(number: Num, signs: bool = True) -> str:
    """'+2.1 (+1.6 to +2.6)'."""
    value = signed(number) if signs else plain(number)
    bounds = interval(number, sign=signs)
    return f"{value} ({bounds})" if bounds else value
