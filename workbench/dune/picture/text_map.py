"""The map as text: names at their places, borders as dots, and what stands where under the names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.dune.names import LETTERS
from workbench.dune.picture.layout import plan_borders, plan_places

COLUMNS_PER_STEP = 1.0  # a step is a tenth of the distance between neighbours
ROWS_PER_STEP = 0.46
LARGEST_WIDTH = 100


def draw_text_map(
    names: Sequence[str],
    touches: Sequence[Sequence[int]],
    under: Mapping[str, str] | None = None,
    dot: str = "·",
) -> str:
    """Lines of text; `under` is what is written below the name of a territory."""
    places = plan_places(names)
    widest = max(x for x, _ in places.values())
    scale = min(1.0, (LARGEST_WIDTH - 12) / max(widest * COLUMNS_PER_STEP, 1))
    at = {
        name: (4 + round(x * COLUMNS_PER_STEP * scale), round(y * ROWS_PER_STEP * scale))
        for name, (x, y) in places.items()
    }
    sheet = _Sheet(max(x for x, _ in at.values()) + 12, max(y for _, y in at.values()) + 2)
    for one, other in plan_borders(names, touches):
        sheet.line(at[one], at[other], dot)
    for name in names:
        x, y = at[name]
        sheet.write(x, y, name)
        if under and under.get(name):
            sheet.write(x, y + 1, under[name])
    return sheet.text()


class _Sheet:
    def __init__(self, width: int, height: int) -> None:
        self.rows = [[" "] * width for _ in range(height)]
        self.width = width

    def line(self, start: tuple[int, int], end: tuple[int, int], dot: str) -> None:
        steps = max(abs(end[0] - start[0]) // 2, abs(end[1] - start[1]), 1)
        for step in range(steps + 1):
            x = round(start[0] + (end[0] - start[0]) * step / steps)
            y = round(start[1] + (end[1] - start[1]) * step / steps)
            self.rows[y][x] = dot

    def write(self, x: int, y: int, text: str) -> None:
        """Centred at x, with a blank on either side."""
        shown = f" {text} "
        left = min(max(x - len(shown) // 2, 0), max(self.width - len(shown), 0))
        for place, character in enumerate(shown[: self.width - left], left):
            self.rows[y][place] = character

    def text(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self.rows).rstrip("\n")


def spell_stacks(units: Sequence[Sequence[int]], hidden: Sequence[int], gold: Sequence[int], at: int) -> str:
    """'E5 o2 $3': units by faction (small letters for hidden ones) and gold of a territory."""
    parts = [
        f"{LETTERS[faction].lower() if hidden[faction] >> at & 1 else LETTERS[faction]}{row[at]}"
        for faction, row in enumerate(units)
        if row[at]
    ]
    return " ".join([*parts, *([f"${gold[at]}"] if gold[at] else [])])
