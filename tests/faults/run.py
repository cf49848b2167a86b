"""The fault trial: `python tests/faults/run.py --minutes 10` harms simulations in many ways and counts what fails.

Kills at random moments, damaged files, full disks, limits, a dying Dask scheduler: whatever happens, finished games
are kept, a resumed run has the same tables, and what the user sees is a sentence. The same seed harms the same way,
up to the moments at which processes meet it.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from faults.trials import TRIALS  # noqa: E402


@dataclass
class Tally:
    """How the trials of one kind went."""

    tries: int = 0
    seconds: float = 0.0
    failures: list[str] = field(default_factory=list)


def run(kinds: Sequence[str], rounds: Iterator[int], until: float = float("inf")) -> dict[str, Tally]:
    """One trial of each kind in each round, until the rounds or the time is over."""
    tallies = {kind: Tally() for kind in kinds}
    for seed in rounds:
        for kind in kinds:
            if time.monotonic() > until:
                return tallies
            _try(kind, seed, tallies[kind])
    return tallies


def _try(kind: str, seed: int, tally: Tally) -> None:
    began = time.monotonic()
    tally.tries += 1
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        try:
            TRIALS[kind](Path(folder), random.Random(f"{kind}/{seed}"))
        except Exception as problem:
            tally.failures.append(f"{kind}, seed {seed}: {type(problem).__name__}: {problem}")
    tally.seconds += time.monotonic() - began


def format_table(tallies: dict[str, Tally]) -> str:
    rows = [("trial", "tries", "failures", "seconds each")]
    for kind, tally in tallies.items():
        each = f"{tally.seconds / tally.tries:.1f}" if tally.tries else "-"
        rows.append((kind, str(tally.tries), str(len(tally.failures)), each))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines + [failure for tally in tallies.values() for failure in tally.failures])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1, help="of the first round; the next has the next")
    parser.add_argument("--only", action="append", choices=TRIALS, help="this kind of trial; repeatable")
    given = parser.parse_args()
    until = time.monotonic() + 60 * given.minutes
    tallies = run(given.only or list(TRIALS), count(given.seed), until)
    print(format_table(tallies))
    sys.exit(1 if any(tally.failures for tally in tallies.values()) else 0)


if __name__ == "__main__":
    main()
