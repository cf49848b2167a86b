"""The command line. Each command is a module; `app` finds them."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Runs the program. Ctrl-C while it is still being loaded ends it as quietly as later."""
    gc.disable()  # until a command begins: what is loaded is no garbage
    try:
        from workbench.cli.interrupts import heeded, leave_if_interrupted
        from workbench.cli.screen import open_closed_streams

        open_closed_streams()
        with heeded(to_the_end=True):
            from workbench.cli.app import main as run

            try:
                run()
            finally:
                leave_if_interrupted()
    except KeyboardInterrupt:
        sys.exit(130)
