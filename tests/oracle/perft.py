"""Counting whole turns: an independent check of the perft tables."""

from __future__ import annotations

from . import Oracle


def perft(oracle: Oracle, line: str, depth: int) -> int:
    """How many ways there are to play `depth` turns; every distinct draw, hand or Dragon act counts once.

    A turn that ends the game counts; nothing follows it.
    """
    last_ply = int(line.rsplit(" ", 1)[1]) + depth
    counts: dict[str, int] = {}

    def count(at: str) -> int:
        if int(at.rsplit(" ", 1)[1]) >= last_ply:
            return 1
        if at not in counts:
            kind = oracle.kind(at)
            if kind == "decision":
                counts[at] = sum(map(count, oracle.decisions(at).values()))
            elif kind == "chance":
                counts[at] = sum(count(after) for _, _, after in oracle.chance(at))
            else:
                counts[at] = 0
        return counts[at]

    return count(line)
