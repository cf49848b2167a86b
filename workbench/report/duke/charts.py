"""Where things stand on charts that only The Duke has: the board as a heat map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.words import BOARD, square_name


@dataclass(frozen=True)
class Cell:
    x: int
    y: int
    square: str
    percent: float
    strength: float  # 0..1 of the busiest square


def heat_cells(percents: Sequence[float]) -> list[Cell]:
    """The squares from the top left, as the owner sees them (rank 6 on top)."""
    busiest = max(percents) or 1.0
    return [
        Cell(i % BOARD, BOARD - 1 - i // BOARD, square_name(i), p, round(p / busiest, 3))
        for i, p in enumerate(percents)
    ]


def busiest_squares(percents: Sequence[float], count: int = 3) -> str:
    """'c1 12.0 %, d1 11.5 %': the text alternative of a heat map."""
    order = sorted(range(len(percents)), key=lambda i: -percents[i])[:count]
    return ", ".join(f"{square_name(i)} {percents[i]:.1f} %" for i in order)
