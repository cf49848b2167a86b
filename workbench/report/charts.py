"""Where things stand on a chart, in percent of its width: the templates draw, this module measures.

Charts stretch with the page, so that their text keeps its size on a phone: horizontal places are percentages,
heights are pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from workbench.report.model import Lengths, Num


@dataclass(frozen=True)
class Tick:
    place: float
    label: str


@dataclass(frozen=True)
class Scale:
    """A horizontal axis from `low` to `high`."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """In percent, kept on the chart; on one without width all is at its beginning."""
        share = (value - self.low) / (self.high - self.low) if self.high > self.low else 0.0
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def ticks(self, wanted: int = 6, signed: bool = True) -> list[Tick]:
        step = nice_step((self.high - self.low) / wanted)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        form = "+g" if signed else "g"
        return [
            Tick(self.place(i * step), "0" if i == 0 else f"{round(i * step, 6):{form}}")
            for i in range(first, last + 1)
        ]


@dataclass(frozen=True)
class Mark:
    """A value with its whiskers; `cut` tells that a whisker runs off the chart."""

    at: float
    left: float
    right: float
    cut: bool


def nice_step(rough: float) -> float:
    """The 1, 2 or 5 times a power of ten at or above `rough`."""
    if rough <= 0:
        return 1.0
    unit = float(10 ** math.floor(math.log10(rough)))
    return next(m * unit for m in (1, 2, 5, 10) if m * unit >= rough * (1 - 1e-9))


def swing_scale(numbers: Sequence[Num | None], margin: float = 0.0) -> Scale:
    """Holds all values, 0 and the margin; the whiskers of rare tiles may run off."""
    known = [n for n in numbers if n is not None]
    halves = [(n.high - n.low) / 2 for n in known if n.high is not None and n.low is not None]
    room = 1.6 * median(halves) if halves else 1.0
    values = [n.value for n in known] or [0.0]
    low, high = min(*values, 0.0, -margin) - room, max(*values, 0.0, margin) + room
    return Scale(low, high if high > low else low + 1)


def mark(scale: Scale, number: Num) -> Mark:
    low = number.value if number.low is None else number.low
    high = number.value if number.high is None else number.high
    cut = low < scale.low or high > scale.high
    return Mark(scale.place(number.value), scale.place(low), scale.place(high), cut)


@dataclass(frozen=True)
class Bar:
    left: float
    width: float
    height: float
    label: str


def length_bars(lengths: Lengths, height: float) -> tuple[list[Bar], Scale]:
    """Bars of the length histogram, `height` pixels for the highest; the last one holds all longer games."""
    scale = Scale(lengths.edges[0], lengths.edges[-1])
    most = max(lengths.counts) or 1
    total = sum(lengths.counts) or 1
    bars = []
    for i, count in enumerate(lengths.counts):
        first, last = lengths.edges[i], lengths.edges[i + 1]
        left = scale.place(first)
        ends = "or more" if i == len(lengths.counts) - 1 else f"to {last - 1:g}"
        label = f"{first:g} {ends} plies: {count:,} games ({100 * count / total:.1f} %)"
        bars.append(Bar(left, scale.place(last) - left, round(height * count / most, 1), label))
    return bars, scale
