"""The workbench as a program that is killed (`kill -9`) in the midst of its work, at the same chunk on any machine."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

from workbench.cli import main
from workbench.sim.store import Run

CHUNKS_WRITTEN = 5


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-c", "from support.sudden_end import run; run()", *arguments]


def run() -> None:
    write, written = Run.write, iter(range(1, CHUNKS_WRITTEN))

    def write_or_die(self: Run[Any], packed: Any) -> None:
        write(self, packed)
        if next(written, None) is None:
            os.kill(os.getpid(), signal.SIGKILL)

    Run.write = write_or_die  # type: ignore[method-assign]
    main()
