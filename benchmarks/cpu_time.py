"""CPU seconds of a command and of everything it starts: workers of a pool are not its children, and count too.

python benchmarks/cpu_time.py COMMAND...
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

PR_SET_CHILD_SUBREAPER = 36
ROUNDS = 15


class Cost(NamedTuple):
    """Of one run of a command."""

    cpu_s: float
    wall_s: float
    peak_mb: float  # of its largest process


def adopt_orphans() -> None:
    """Processes that a command leaves behind come to us, so that their time is counted (Linux)."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def spent_by_children() -> float:
    """Of all that has ended; what still runs is waited for."""
    with contextlib.suppress(ChildProcessError):
        while True:
            os.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cpu_seconds(*command: str, **options: Any) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Of one run of a command that must succeed, and what it said."""
    before = spent_by_children()
    done = subprocess.run(command, check=True, capture_output=True, text=True, **options)
    return spent_by_children() - before, done


def cost_of(*command: str, **options: Any) -> Cost:
    """Of one run of a command that must succeed, measured by a process that has no other children."""
    asked = {"stdin": subprocess.DEVNULL, **options}
    done = subprocess.run([sys.executable, __file__, *command], check=True, capture_output=True, text=True, **asked)
    return Cost(*json.loads(done.stdout))


def main() -> None:
    adopt_orphans()
    began = time.perf_counter()
    done = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=False)
    wall = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(f"{' '.join(sys.argv[1:])} has ended with {done.returncode}: {done.stderr[-2000:]}")
    spent = spent_by_children()
    print(json.dumps(Cost(spent, wall, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)))


@contextlib.contextmanager
def one_core() -> Iterator[None]:
    """Meanwhile all that we run and start keeps to one core (Linux)."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def in_turns(jobs: dict[str, Callable[[], float]], seconds: float, rounds: int = ROUNDS) -> dict[str, list[float]]:
    """What each job does in a CPU second, a slice each and again."""
    for job in jobs.values():
        job()
    rates: dict[str, list[float]] = {name: [] for name in jobs}
    for _ in range(rounds):
        for name, job in jobs.items():
            done, began = 0.0, time.process_time()
            while (spent := time.process_time() - began) < seconds / rounds:
                done += job()
            rates[name].append(done / spent)
    return rates


if __name__ == "__main__":
    main()
