"""The short form of the fault trial; `python tests/faults/run.py --minutes 10` is the long one."""

from __future__ import annotations

import os
import sys

import pytest
from faults.run import format_table, run
from faults.trials import SLOW, TRIALS

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc and sets limits with bash")
LONG = bool(os.environ.get("WORKBENCH_LONG"))


@pytest.mark.parametrize("kind", TRIALS)
def test_faults(kind: str) -> None:
    rounds = 40 if LONG else 1 if kind in SLOW else 2
    tallies = run([kind], iter(range(1, rounds + 1)))
    assert not tallies[kind].failures, format_table(tallies)
    assert tallies[kind].tries == rounds
