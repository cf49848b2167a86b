"""CPU seconds of a command and of everything it starts: workers of a pool are not its children, and count too."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import subprocess
from typing import Any

PR_SET_CHILD_SUBREAPER = 36


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
