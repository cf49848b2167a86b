"""How often the lab's interval holds the truth where it stopped the games, and how wide it is: simulated pairs.

    python benchmarks/lab_coverage.py --runs 2000

Prints the table of docs/method.md, and ends with 1 if a cell covers less than 93 %, or is on average more than 1.8
times as wide as the interval for a fixed number of pairs. The stopping rule and the intervals are the lab's own.
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass

import numpy as np

from workbench.lab.plan import MOST_PAIRS
from workbench.stats.interval import mean_bounds
from workbench.stats.sequential import PAIRS

PAIR_VALUES = (-1.0, -0.5, 0.0, 0.5, 1.0)
TRUTHS = (0, 1, 2, 5, 14, 40)  # points
LOOKS = (50, 500, 2000)
DISCORDANT = 0.4  # of the pairs, as with greedy players and a forced tile
MARGIN = 0.01
COVERAGE, WIDTH = 0.93, 1.8


@dataclass(frozen=True)
class Cell:
    truth_points: float
    discordant: float
    look: int
    coverage: float
    width: float  # against the fixed-sample interval at the same number of pairs
    pairs: float  # median
    mean_points: float


def chances(truth: float, discordant: float) -> np.ndarray:
    """Of the pair outcomes -1, -1/2, 0, 1/2 and 1; large effects need more pairs that differ."""
    share = max(discordant, truth * 1.1)
    up, down = (share + truth) / 2, (share - truth) / 2
    return np.array([down, 0.0, 1 - share, 0.0, up])


def intervals(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean, low and high of each row of counts, as `confidence_sequence` has them."""
    values, n = np.array(PAIR_VALUES), counts.sum(axis=1)
    mean, squares = counts @ values / n, counts @ values**2
    half = PAIRS.factor(n) * np.sqrt(((squares + 1) / n - mean**2) / n)
    return mean, np.maximum(mean - half, -1), np.minimum(mean + half, 1)


def stopped_counts(rng: np.random.Generator, chance: np.ndarray, look: int, runs: int) -> np.ndarray:
    """Counts of the pair outcomes of each run where its interval was decided, or at the most pairs."""
    counts = np.zeros((runs, len(PAIR_VALUES)))
    done = np.zeros_like(counts)
    left = np.arange(runs)
    while len(left):
        counts[left] += rng.multinomial(look, chance, len(left))
        _, low, high = intervals(counts[left])
        stops = (low > 0) | (high < 0) | (np.maximum(-low, high) <= MARGIN)  # as `three_way`
        stops |= counts[left].sum(axis=1) >= MOST_PAIRS
        done[left[stops]] = counts[left[stops]]
        left = left[~stops]
    return done


def measure_cell(truth_points: float, discordant: float, look: int, runs: int, seed: int = 1) -> Cell:
    truth = truth_points / 100
    rng = np.random.default_rng([seed, look, round(truth_points), round(100 * discordant)])
    counts = stopped_counts(rng, chances(truth, discordant), look, runs)
    values, n = np.array(PAIR_VALUES), counts.sum(axis=1)
    mean, low, high = intervals(counts)
    squares = counts @ values**2
    covers = (low <= truth + 1e-12) & (truth - 1e-12 <= high)
    variance = np.maximum(squares / n - mean**2, 0) / 4
    fixed = np.diff(mean_bounds((mean + 1) / 2, variance, n), axis=0)[0] * 2
    width = float(np.mean((high - low) / fixed))
    return Cell(truth_points, discordant, look, float(covers.mean()), width, float(np.median(n)), 100 * mean.mean())


def cells(runs: int) -> list[Cell]:
    shares = [(truth, DISCORDANT) for truth in TRUTHS]
    return [measure_cell(*one, look, runs) for one in [(0, 0.0), *shares] for look in LOOKS]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--runs", type=int, default=2000)
    found = cells(reader.parse_args().runs)
    print("| true points | pairs that differ | look every | covers | width | stops at (median) | raw mean |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    for one in found:
        share = max(one.discordant, one.truth_points * 0.011)
        print(
            f"| {one.truth_points:g} | {100 * share:.0f} % | {one.look:,} | {100 * one.coverage:.1f} % "
            f"| {one.width:.2f} | {one.pairs:,.0f} | {one.mean_points:+.1f} |"
        )
    bad = [one for one in found if one.coverage < COVERAGE or not one.width <= WIDTH or math.isnan(one.width)]
    sys.exit(int(bool(bad)))


if __name__ == "__main__":
    main()
