"""Where territories stand on a drawing. The places are ours: a plane drawing of which territory touches which.

The board itself is a picture by Vincent von Guard (CC BY-SA 4.0) that is not copied here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

Place = tuple[float, float]  # to the right and down, in tenths of the distance between neighbours

# Of the map of versions 1.2 and 9: no two borders cross.
PLACES: dict[str, tuple[int, int]] = {
    "0f": (38, 29), "1*": (30, 1), "1": (42, 0), "2": (46, 11), "2f": (37, 18),
    "3": (57, 17), "3*": (47, 22), "4f": (65, 26), "4": (58, 34), "5*": (73, 35),
    "6": (71, 49), "7": (62, 43), "8f": (46, 37), "8": (52, 47), "9": (60, 57),
    "9f": (48, 56), "10*": (39, 63), "10": (31, 54), "11": (39, 47), "12f": (31, 38),
    "13": (24, 45), "14": (21, 34), "15": (10, 38), "15*": (0, 33), "16": (6, 24),
    "16f": (17, 25), "17": (27, 23), "18": (25, 11),
}  # fmt: skip


def plan_places(names: Sequence[str]) -> dict[str, Place]:
    """A place for each territory: that of the known map, or a circle for maps of one's own."""
    if set(names) == PLACES.keys():
        return {name: PLACES[name] for name in names}
    radius = max(5.0 * len(names) / math.pi, 10.0)
    turns = [2 * math.pi * number / max(len(names), 1) - math.pi / 2 for number in range(len(names))]
    return {
        name: (round(radius * (1 + math.cos(turn)), 1), round(radius * (1 + math.sin(turn)), 1))
        for name, turn in zip(names, turns, strict=True)
    }


def plan_borders(names: Sequence[str], touches: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
    """Every border once."""
    return [(names[one], names[other]) for one, near in enumerate(touches) for other in near if one < other]
